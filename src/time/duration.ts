import type { Issue } from '../errors.ts'
import { isoTime } from './clock.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: WEEK_MS,
}

// Users say "7 days" before they have seen any documentation.
const PART = /(\d{1,9}) ?(seconds?|minutes?|hours?|days?|weeks?|[smhdw]) ?/g
const DURATION = new RegExp(`^(${PART.source}){1,5}$`)

/** Milliseconds of a duration such as `90s`, `3d`, `1d12h` or `7 days`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text) || text.endsWith(' ')) return undefined
  return [...text.matchAll(PART)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (UNITS[unit.charAt(0)] as number),
    0,
  )
}

/** A requested end: after a duration, such as `90d`, or at an ISO 8601 time. */
interface ExpiryInput {
  expires_in?: string
  expires_at?: string
}

/** Later years have more than four digits. */
const TOO_LATE = Date.UTC(10_000, 0)

/** The end that a body asks for in epoch milliseconds, or its issue; `now` is the time of the account's clock. */
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
    return refuse('must not be combined with expires_at. Leave one out')
  }
  const duration = expires_in === undefined ? undefined : parseDuration(expires_in)
  if (expires_in !== undefined && duration === undefined) {
    return refuse(`must be a duration such as 90d, 12h or 1d12h; found ${JSON.stringify(given)}`)
  }
  const end = duration === undefined ? Date.parse(given) : now + duration
  if (end > now && end < TOO_LATE) return { end }
  return refuse(
    `must end after ${isoTime(now)}, the time of the account's clock, and before the year 10000; found ${JSON.stringify(given)}`,
  )
}
