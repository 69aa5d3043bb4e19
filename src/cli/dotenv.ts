import { statSync } from 'node:fs'
import { resolve } from 'node:path'

/** Reads `.env` of the working directory. Variables that are set already keep their value. */
export function readDotenv(): void {
  const file = resolve('.env')
  // A folder of this name is an environment of Python.
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) process.loadEnvFile(file)
}
