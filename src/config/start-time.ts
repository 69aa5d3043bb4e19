import { parseIsoTime } from '../time/iso-time.ts'
import { ConfigError } from './config-error.ts'

/** Reads the value of `--now` as epoch milliseconds. Throws ConfigError. */
export function parseTime(now: string | number | undefined): number | undefined {
  if (now === undefined) return undefined
  const time = typeof now === 'number' ? new Date(now).getTime() : parseIsoTime(now)
  if (time === undefined || !(time >= 0 && time <= Date.UTC(2999, 11, 31))) {
    throw new ConfigError(
      `--now must be a time between 1970 and 2999 such as 2026-01-15T09:30:00Z; found ${JSON.stringify(now)}.`,
    )
  }
  return time
}
