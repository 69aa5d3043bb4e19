import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = ['src', 'contract-tests', 'spec', 'scripts', 'package.json', 'package-lock.json']

const DAY_MS = 24 * 3_600_000

/**
 * A folder of this checkout that `make` writes: another one when a source has changed, so that several processes may ask at
 * once. Those of sources that were a day older go.
 */
export async function upToDate(
  name: string,
  make: (outdir: string) => Promise<unknown>,
): Promise<string> {
  // In the checkout, so that Node finds packages that are not bundled.
  const cache = join(root, 'node_modules/.cache')
  const changed = Math.ceil(SOURCES.map((source) => changedAt(join(root, source))).reduce(later))
  const folder = join(cache, `${name}-${changed}`)
  if (existsSync(folder)) return folder
  const draft = join(cache, `${name}-${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  try {
    await make(draft)
    renameSync(draft, folder)
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
    for (const each of readdirSync(cache)) {
      const [, of, time] = /^(.+)-(\d+)$/.exec(each) ?? []
      if (of === name && Number(time) < changed - DAY_MS)
        rmSync(join(cache, each), { recursive: true, force: true })
    }
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
