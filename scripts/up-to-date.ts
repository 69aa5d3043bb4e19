import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
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
  const newest = SOURCES.map((source) => changedAt(join(root, source))).reduce(later)
  if (existsSync(folder) && statSync(folder).mtimeMs >= newest) return folder
  const draft = `${folder}-${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    await make(draft)
    // What changed meanwhile is newer.
    utimesSync(draft, newest / 1000, newest / 1000)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have been faster.
    if (!existsSync(folder) || statSync(folder).mtimeMs < newest) throw error
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
