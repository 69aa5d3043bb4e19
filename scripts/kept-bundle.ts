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

// In the package, so that Node finds what is not bundled.
const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
/** Bundles that were used last. Another process may still use one of another state of the source. */
const KEPT = 4
/** Begins the names of folders that are being made or removed. */
const DRAFT = 'draft-'
/** A draft that is this old was left by a process that was killed. */
const ABANDONED_MS = 3_600_000

/**
 * The folder with a bundle of this checkout: the one that an earlier process made of the same source, or one that `make`
 * writes. `key` depends on all of the source.
 */
export async function keptBundle(
  name: string,
  key: string,
  make: (outdir: string) => Promise<unknown>,
  cache = CACHE,
): Promise<string> {
  const all = join(cache, name)
  const folder = join(all, key)
  if (isUsed(folder)) return folder
  const draft = join(all, draftName())
  mkdirSync(draft, { recursive: true })
  try {
    await make(draft)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
  forgetOld(all)
  return folder
}

/** Marks a bundle as used now; false if there is none. */
function isUsed(folder: string): boolean {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
    return true
  } catch {
    return false
  }
}

function forgetOld(all: string): void {
  const entries = readdirSync(all)
    .map((name) => ({ name, usedAt: usedAt(join(all, name)) }))
    .sort((a, b) => b.usedAt - a.usedAt)
  const bundles = entries.filter(({ name }) => !name.startsWith(DRAFT))
  const drafts = entries.filter(({ name }) => name.startsWith(DRAFT))
  const left = drafts.filter((draft) => draft.usedAt < Date.now() - ABANDONED_MS)
  for (const { name } of [...bundles.slice(KEPT), ...left]) {
    // First another name: a part of a folder must not count as a bundle.
    const removed = join(all, draftName())
    try {
      renameSync(join(all, name), removed)
    } catch {
      // Another process removes it.
      continue
    }
    rmSync(removed, { recursive: true, force: true })
  }
}

/** In epoch milliseconds; 0 if another process has removed it. */
function usedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function draftName(): string {
  return DRAFT + randomUUID()
}
