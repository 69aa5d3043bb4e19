import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemReason } from '../../text/system-reason.ts'
import { StoreError } from '../store-error.ts'
import { refusal } from './account-file.ts'

/** The extension of account files. */
export const EXTENSION = '.json'
export const OWNER_ONLY = 0o600
export const OWNER_ONLY_FOLDER = 0o700

/** Creates `folder` in a data folder, and its parents, for the owner only. Rejects with a StoreError. */
export async function makeFolder(folder: string, dataFolder: string): Promise<void> {
  try {
    await makeWithParents(folder)
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException
    const remedy = spaceRemedy(error)
    throw new StoreError(
      `The data folder ${dataFolder} can't be created: ${systemReason(error)} (${path}). ` +
        `${remedy ? `${remedy}, or start` : 'Start'} with --data on a folder that you can write to, or with ` +
        '--ephemeral.',
      { cause: error },
    )
  }
}

// The `recursive` option of Node never ends if a folder exists but cannot have new folders, as in /proc.
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

/**
 * Writes a file completely or not at all; other users of this machine cannot read it. A large text may come in parts. They
 * may take so long that `lock` is lost meanwhile; then nothing is replaced.
 */
export async function writeWhole(
  path: string,
  text: string | Iterable<string>,
  lock?: HeldLock,
): Promise<void> {
  try {
    await writeFile(temporaryOf(path), text, { mode: OWNER_ONLY })
    lock?.requireHeld()
    await rename(temporaryOf(path), path)
  } catch (error) {
    // It may be the file that filled the disk.
    await removeTemporaryOf(path)
    throw error
  }
}

/** Runs `read`; a failure is thrown as the refusal of `path`. */
export async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw refusal(path, `can't be read: ${systemReason(error)}`, error)
  }
}

/** The lock of the data folder that is written to; undefined in tests of single parts. */
export type HeldLock = { requireHeld(): void } | undefined

/** Runs `write` if the folder is still locked; a failure is thrown as a StoreError that names `path`. */
export async function writing(
  path: string,
  lock: HeldLock,
  write: () => Promise<void> | void,
): Promise<void> {
  lock?.requireHeld()
  try {
    await write()
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** As `writing`, at once. */
export function writingNow(path: string, lock: HeldLock, write: () => void): void {
  lock?.requireHeld()
  try {
    write()
  } catch (error) {
    throw notWritten(path, error)
  }
}

function notWritten(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const remedy = REMEDIES[codeOf(error)] ?? 'Clear the way for that file'
  return new StoreError(
    `${path} can't be written, so the change was undone: ${systemReason(error)}. ${remedy} and try again.`,
    { cause: error },
  )
}

/** The file that is written first, and then replaces the old one. */
export function temporaryOf(path: string): string {
  return join(path, '..', `.${basename(path)}.tmp`)
}

/** Whether this is the name of a temporary file, which a process left when it ended. */
export function isTemporary(name: string): boolean {
  return /^\..*\.(json|journal|rows)\.tmp$/.test(name)
}

/** Removes the temporary file of `path`, if a process left one. A folder in its place stays. */
export async function removeTemporaryOf(path: string): Promise<void> {
  await rm(temporaryOf(path), { force: true }).catch(() => {})
}

const SPACE_REMEDIES: Record<string, string> = {
  ENOSPC: 'Free some space on the disk',
  EDQUOT: 'Free some space within your quota',
}

const REMEDIES: Record<string, string> = {
  ...SPACE_REMEDIES,
  EACCES: 'Make the folder and the file writable',
  EPERM: 'Make the folder and the file writable',
  EROFS: 'Make the file system writable, or use --data on another one',
  ENOENT: 'Restart, so that the data folder is made again',
}

/** The remedy for a file system call that failed for lack of space, as the beginning of a sentence. */
export function spaceRemedy(error: unknown): string | undefined {
  return SPACE_REMEDIES[codeOf(error)]
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
