import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readFileOf } from './read-file.ts'

/** Reads `.env` of the working directory. Variables that are set already keep their value. Throws ConfigError. */
export function readDotenv(): void {
  const file = resolve('.env')
  // A folder of this name is an environment of Python.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return
  for (const [name, value] of Object.entries(parseEnv(readFileOf('The file', file))))
    process.env[name] ??= value
}
