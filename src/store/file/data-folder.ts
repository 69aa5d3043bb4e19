import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FolderLock, type LockParts, lockFolder } from './lock.ts'
import {
  closeToOthers,
  isTemporary,
  makeFolder,
  OWNER_ONLY,
  removeTemporaryOf,
} from './store-files.ts'

/** In the data folder, which may have other things of its user. */
const FOLDERS = ['accounts', 'events', 'snapshots']

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
