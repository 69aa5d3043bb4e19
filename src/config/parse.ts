import { parsedUrl } from '../text/url.ts'
import { parseIsoTime } from '../time/iso-time.ts'

/** An option that cannot be used; the message names its flag, its value and what it accepts. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Parses a whole number; throws a ConfigError that names `flag`. */
export function parseInteger(value: string, flag: string): number {
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new ConfigError(`${flag} must be a whole number; found ${JSON.stringify(value)}.`)
  }
  return Number(value)
}

/** The value, if it is a whole number from `least` to `most`; otherwise throws a ConfigError that names `flag`. */
export function inRange(value: number, least: number, most: number, flag: string): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigError(
      `${flag} must be a whole number from ${least} to ${most}; found ${value}.`,
    )
  }
  return value
}

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/**
 * Whether a variable such as SVC_OPEN_SIGNUP is on; undefined when it is not set or empty. Throws ConfigError for any
 * other text: a typo must not open a sign-up.
 */
export function readSwitch(
  name: string,
  env: Record<string, string | undefined>,
): boolean | undefined {
  const value = env[name]
  const text = value?.trim().toLowerCase()
  if (text === undefined || text === '') return undefined
  if (ON.includes(text)) return true
  if (OFF.includes(text)) return false
  throw new ConfigError(
    `${name} must be ${ON.join(', ')}, or ${OFF.join(', ')}; found ${JSON.stringify(value)}.`,
  )
}

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

/**
 * The root of an API on another server, without a slash at its end. `command` is for the message.
 *
 * @throws ConfigError without the value, which may hold a password or a key.
 */
export function readBaseUrl(value: string | undefined, command: string): string {
  if (!value) {
    throw new ConfigError(
      `The base URL is missing. Give it, as in ${command} https://api.example.com/api, or set SVC_BASE_URL.`,
    )
  }
  const url = parsedUrl(value)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new ConfigError(
      'The base URL must be an address such as https://api.example.com/api, without a query, a fragment or a password.',
    )
  }
  return url.href.replace(/\/+$/, '')
}
