import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { refusal } from './account-file.ts'
import { StoreError, systemReason } from './store-error.ts'

/** Of the files that hold accounts. */
export const EXTENSION = '.json'
export const OWNER_ONLY = 0o600
export const OWNER_ONLY_FOLDER = 0o700

/** Sees to it that lowdb writes the file at `path` so that others of this machine cannot read it. */
export async function keepFromOthers(path: string): Promise<void> {
  // It would make its temporary file readable by all; it keeps the mode of one that it finds.
  await writeFile(temporaryOf(path), '', { mode: OWNER_ONLY })
}

/** Writes a file that others of this machine cannot read, as a whole or not at all. */
export function writeWhole(path: string, text: string): Promise<void> {
  return withoutRest(path, async () => {
    await writeFile(temporaryOf(path), text, { mode: OWNER_ONLY })
    await rename(temporaryOf(path), path)
  })
}

/** Runs `write`, which writes the file at `path` by way of a temporary one; what was written of that goes if it fails. */
export async function withoutRest(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    // It may be what fills the disk.
    await rm(temporaryOf(path), { force: true }).catch(() => {})
    throw error
  }
}

/** Runs `read`; what fails is thrown as the refusal of `path`. */
export async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw refusal(path, `can't be read: ${systemReason(error)}`, error)
  }
}

/** Runs `write`; what fails is thrown as a StoreError that names `path`. */
export async function writing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw writeFailure(path, error)
  }
}

/** Where lowdb writes a file before it takes the place of the old one. */
function temporaryOf(path: string): string {
  return join(path, '..', `.${basename(path)}.tmp`)
}

/** Whether a file was being written when the process ended. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith(`${EXTENSION}.tmp`)
}

const MAKING_ROOM: Record<string, string> = {
  ENOSPC: 'Free some space on the disk',
  EDQUOT: 'Free some space within your quota',
}

const REMEDIES: Record<string, string> = {
  ...MAKING_ROOM,
  EACCES: 'Make the folder and the file writable',
  EPERM: 'Make the folder and the file writable',
  EROFS: 'Make the file system writable, or use --data on another one',
  ENOENT: 'Restart, so that the data folder is made again',
}

/** What helps when a call of the file system failed for want of room, as the beginning of a sentence. */
export function roomRemedy(error: unknown): string | undefined {
  return MAKING_ROOM[codeOf(error)]
}

function writeFailure(path: string, error: unknown): StoreError {
  const remedy = REMEDIES[codeOf(error)] ?? 'Clear the way for that file'

  return new StoreError(
    `${path} can't be written, so the change was undone: ${systemReason(error)}. ${remedy} and ` +
      'try again.',
    { cause: error },
  )
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
