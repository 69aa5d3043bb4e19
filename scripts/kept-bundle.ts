import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// In the package, so that Node finds what is not bundled.
const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
/** Bundles of other states of the source, which another process may still use. */
const KEPT = 4

/**
 * The folder with a bundle of this checkout: the one that an earlier process made of the same source, or one that `make`
 * writes. `key` depends on all of the source.
 */
export async function keptBundle(
  name: string,
  key: string,
  make: (outdir: string) => Promise<unknown>,
): Promise<string> {
  const all = join(CACHE, name)
  const folder = join(all, key)
  if (existsSync(folder)) return folder
  const draft = join(all, `draft-${randomUUID()}`)
  mkdirSync(all, { recursive: true })
  await make(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
  forgetOld(all)
  return folder
}

function forgetOld(all: string): void {
  const old = readdirSync(all)
    .map((name) => ({ path: join(all, name), made: statSync(join(all, name)).mtimeMs }))
    .sort((a, b) => b.made - a.made)
    .slice(KEPT)
  for (const { path } of old) {
    // First another name: a part of a folder must not count as a bundle.
    const removed = join(all, `draft-${randomUUID()}`)
    try {
      renameSync(path, removed)
    } catch {
      // Another process removes it.
      continue
    }
    rmSync(removed, { recursive: true, force: true })
  }
}
