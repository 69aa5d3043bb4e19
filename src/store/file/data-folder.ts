import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FolderLock, type LockParts, lockFolder } from './folder-lock.ts'
import { closeToOthers, makeFolder, OWNER_ONLY } from './store-files.ts'

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
    ...FOLDERS.map((name) => closeToOthers(join(dataFolder, name))),
    writeFile(ignore, '*\n', { mode: OWNER_ONLY, flag: 'wx' }).catch(() => {}),
  ])
  return lock
}
