import { readFileSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import { systemReason } from '../store/store-error.ts'

/** The text of a file that an option names. Throws ConfigError. */
export function readFileOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${option} ${file} cannot be read: ${systemReason(error)}.`)
  }
}
