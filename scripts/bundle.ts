/** The last part of `npm run build`. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtPackage } from './built-cli.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

const made = await builtPackage()
// Starts by tests may have left the code that V8 compiled.
const cache = join(made, '.cache')
cpSync(made, dist, { recursive: true, filter: (path) => path !== cache })
