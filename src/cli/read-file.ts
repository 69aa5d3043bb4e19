import { ConfigError } from '../config.ts'
import { systemReason } from '../text/system-reason.ts'
import { readTextFile } from '../text/text-file.ts'

/** The text of a file that an option names. Throws ConfigError. */
export function readFileOf(option: string, file: string): string {
  try {
    return readTextFile(file)
  } catch (error) {
    throw new ConfigError(`${option} ${file} cannot be read: ${readingProblem(error)}.`)
  }
}

/** Why a file cannot be read, in words where the cause is a wrong name. */
export function readingProblem(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return `there is no such file in ${process.cwd()}`
    case 'EACCES':
      return 'its owner does not let you read it'
    default:
      return systemReason(error)
  }
}
