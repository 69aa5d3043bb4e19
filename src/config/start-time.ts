import { parseDay } from '../intelligence/dates.ts'
import { ConfigError } from './config-error.ts'

/** Reads the value of `--now` as epoch milliseconds. Throws ConfigError. */
export function parseTime(now: string | number | undefined): number | undefined {
  if (now === undefined) return undefined
  const isIso =
    typeof now === 'number' || /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(now)
  // A time without a zone is UTC, like all times of the API; JavaScript would read it as local time.
  const text = typeof now === 'string' && /T[\d:.]+$/.test(now) ? `${now}Z` : now
  // JavaScript would read the 30th of February as the 2nd of March.
  const isDay = typeof now === 'number' || parseDay(now.slice(0, 10)) !== undefined
  const time = isIso && isDay ? new Date(text).getTime() : Number.NaN
  if (!(time >= 0 && time <= Date.UTC(2999, 11, 31))) {
    throw new ConfigError(
      `--now must be a time between 1970 and 2999 such as 2026-01-15T09:30:00Z; found ${JSON.stringify(now)}.`,
    )
  }
  return time
}
