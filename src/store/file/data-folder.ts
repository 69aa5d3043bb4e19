import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FolderLock, type LockParts, lockFolder } from './lock.ts'
import {
  isTemporary,
  makeFolder,
  OWNER_ONLY,
  OWNER_ONLY_FOLDER,
  removeTemporaryOf,
} from './store-files.ts'

/** In the data folder, which may have other things of its user. */
const FOLDERS = ['accounts', 'snapshots']

/** Creates and locks a data folder. Rejects with a StoreError. */
export async function openDataFolder(folder: string, parts: LockParts): Promise<FolderLock> {
  const dataFolder = resolve(folder)
  await makeFolder(dataFolder, dataFolder)
  const lock = await lockFolder(dataFolder, parts)
  // Data of a sandbox, with its keys, belongs into no repository. An existing file is the user's.
  const ignore = join(dataFolder, '.gitignore')
  await Promise.all([
    removeLeftovers(dataFolder),
    ...FOLDERS.map((name) => closeToOthers(join(dataFolder, name))),
    writeFile(ignore, '*\n', { mode: OWNER_ONLY, flag: 'wx' }).catch(() => {}),
  ])
  return lock
}

/** Removes the temporary files of a process that was killed while it wrote; the store removes those of accounts. */
async function removeLeftovers(dataFolder: string): Promise<void> {
  const snapshots = join(dataFolder, 'snapshots')
  const entries = await readdir(snapshots, { withFileTypes: true, recursive: true }).catch(() => [])
  const left = entries.filter((entry) => entry.isFile() && isTemporary(entry.name))
  await Promise.all([
    ...left.map(({ parentPath, name }) => rm(join(parentPath, name), { force: true })),
    removeTemporaryOf(join(dataFolder, 'last-reset')),
    rm(join(dataFolder, 'lock.tmp'), { force: true }),
  ]).catch(() => {
    // They do no harm.
  })
}

const OTHERS = 0o077

/**
 * Takes a folder of the data folder, with all that is in it, from other users of this machine: a copy or a backup may have
 * left it open. What belongs to another user stays as it is.
 */
async function closeToOthers(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  // Others reach nothing in a closed folder, so its files need no look.
  if (!found?.isDirectory() || (found.mode & OTHERS) === 0) return
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, OWNER_ONLY_FOLDER).catch(() => {})
    else if (entry.isFile()) await chmod(path, OWNER_ONLY).catch(() => {})
  }
  await chmod(folder, OWNER_ONLY_FOLDER).catch(() => {})
}
