import type { Issue } from '../invalid-input.ts'
import { isoTime } from './clock.ts'
import { parseDuration } from './duration.ts'

/** When something ends as it is asked for: after a duration, such as `90d`, or at an ISO 8601 time. */
export interface ExpiryInput {
  expires_in?: string
  expires_at?: string
}

/** From here on years have more than four digits. */
const TOO_LATE = Date.UTC(10_000, 0)

/** Epoch milliseconds of the end that a body asks for, if it does, or what is wrong with it; `now` is what the clock shows. */
export function readExpiry(
  { expires_in, expires_at }: ExpiryInput,
  now: number,
): { end?: number; issue?: Issue } {
  const given = expires_in ?? expires_at
  if (given === undefined) return {}
  const path = expires_in === undefined ? '/expires_at' : '/expires_in'
  const refuse = (message: string) => ({
    issue: { in: 'body', path, message, value: given } satisfies Issue,
  })

  if (expires_in !== undefined && expires_at !== undefined) {
    return refuse('and expires_at are given both. Leave one out')
  }
  const duration = expires_in === undefined ? undefined : parseDuration(expires_in)
  if (expires_in !== undefined && duration === undefined) {
    return refuse(`must be a duration such as 90d, 12h or 1d12h; found ${JSON.stringify(given)}`)
  }
  const end = duration === undefined ? Date.parse(given) : now + duration
  if (end > now && end < TOO_LATE) return { end }
  return refuse(
    `must end after ${isoTime(now)}, which the account's clock shows, and before the year 10000; found ${JSON.stringify(given)}`,
  )
}
