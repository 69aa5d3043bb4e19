import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../', import.meta.url))

/** What bundles are made of. */
const SOURCES = [
  ...['src', 'contract-tests', 'spec', 'scripts', 'package.json', 'tsconfig.json'],
  // The packages that are installed.
  'node_modules/.package-lock.json',
]

/** A key of bundles. It changes with each of their sources. */
export function sourceKey(root = checkout): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((source) => filesOf(join(root, source)))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => relative(root, file))
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The files of a folder, or the file itself. */
function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
