import type { Health } from '../client/session.ts'

const STORAGE = {
  disk: ' stored on disk',
  ephemeral: ' in memory only',
  database: ' stored in a database',
}

/** The version of the API, and what this sandbox does with its data. */
export function About({ health }: { health: Health }) {
  return (
    <p class="about-sandbox">
      API {health.api_version},{STORAGE[health.storage]}
      {health.rate_limits ? '' : ', no rate limits'}
    </p>
  )
}
