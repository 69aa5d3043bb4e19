import { ConfigError } from './config-error.ts'

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
