import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError, systemReason } from './store-error.ts'
import { OWNER_ONLY_FOLDER, roomRemedy } from './store-files.ts'

/** Makes `folder` of a data folder, and those above it, for its owner alone. Rejects with a StoreError. */
export async function makeFolder(folder: string, dataFolder: string): Promise<void> {
  try {
    await makeWithParents(folder)
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException
    const room = roomRemedy(error)
    throw new StoreError(
      `The data folder ${dataFolder} can't be made: ${systemReason(error)} (${path}). ` +
        `${room ? `${room}, or start` : 'Start'} with --data on a folder that you can write to, or with ` +
        '--ephemeral.',
      { cause: error },
    )
  }
}

// Node's own `recursive` never ends where a folder is there and none can be made in it, as in /proc.
async function makeWithParents(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: OWNER_ONLY_FOLDER })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error

    await makeWithParents(dirname(folder))
    await mkdir(folder, { mode: OWNER_ONLY_FOLDER })
  }
}
