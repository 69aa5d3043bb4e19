import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = ['src', 'contract-tests', 'spec', 'scripts', 'package.json', 'package-lock.json']

/** A folder of this checkout that `make` writes: again, when a source is newer, as the program `make` does. */
export async function upToDate(
  name: string,
  make: (outdir: string) => Promise<unknown>,
): Promise<string> {
  // In the checkout, so that Node finds packages that are not bundled.
  const folder = join(root, 'node_modules/.cache', name)
  const changed = Math.ceil(SOURCES.map((source) => changedAt(join(root, source))).reduce(later))
  const isMade = () => (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= changed
  if (isMade()) return folder
  const draft = `${folder}-${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    await make(draft)
    // What is changed meanwhile is newer.
    utimesSync(draft, new Date(changed), new Date(changed))
    // Another process may have been faster.
    if (!isMade()) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(draft, folder)
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/** When a file, or anything in a folder, was changed last. Folders change with what is removed. */
function changedAt(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return readdirSync(path)
    .map((name) => changedAt(join(path, name)))
    .reduce(later, stats.mtimeMs)
}

function later(a: number, b: number): number {
  return Math.max(a, b)
}
