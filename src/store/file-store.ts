import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Low } from 'lowdb'
import { DataFile } from 'lowdb/node'
import type { Account } from '../accounts/account.ts'
import { type AccountFile, accountFile, parseAccountFile, refusal } from './account-file.ts'
import { accountIdProblem } from './account-shape.ts'
import { type AccountStorage, AccountStore } from './account-store.ts'
import { EntryCache } from './entry-cache.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import type { Store } from './store.ts'
import { StoreError, systemReason } from './store-error.ts'

const EXTENSION = '.json'
/** Stands in the data folder while its first accounts are written. */
const FILLING = 'seeding'
/** file, account, campaigns: the levels above a campaign. */
const ENTRY_DEPTH = 3
const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/**
 * Opens the store in a data folder, which is made if need be, and locks it: one JSON file per
 * account under `accounts/`. `now` (epoch ms) goes into the lock, for people to read.
 *
 * A change that was answered survives the end of this process, `kill -9` included, for it is then
 * in a complete file that took the place of the one before. It may not survive a power
 * failure: lowdb's writer does not wait for the disk (fsync), and what is here is test data.
 *
 * Rejects with a StoreError when the folder can't be written to or is in use by another process,
 * or when one of the files is not a sound account of this format. No such file is touched.
 */
export async function openFileStore(folder: string, { now }: { now: number }): Promise<Store> {
  const dataFolder = resolve(folder)
  const accountsFolder = join(dataFolder, 'accounts')
  await makeFolder(accountsFolder, dataFolder)

  const lock = await lockFolder(dataFolder, now)
  try {
    const storage = new FileStorage(accountsFolder, join(dataFolder, FILLING), lock)
    return new AccountStore(storage, await storage.load())
  } catch (error) {
    await lock.release()
    throw error
  }
}

class FileStorage implements AccountStorage {
  readonly #folder: string
  readonly #filling: string
  readonly #lock: FolderLock
  readonly #files = new Map<string, Low<AccountFile | null>>()

  /** `filling` is the path of the file that marks accounts of a `fill` that was not completed. */
  constructor(folder: string, filling: string, lock: FolderLock) {
    this.#folder = folder
    this.#filling = filling
    this.#lock = lock
  }

  async load(): Promise<Account[]> {
    const accounts: Account[] = []

    for (const name of (await readdir(this.#folder)).sort()) {
      const path = join(this.#folder, name)
      if (isTemporary(name)) await rm(path, { recursive: true, force: true })
      else if (name.endsWith(EXTENSION)) accounts.push(await this.#load(path))
    }

    if (!existsSync(this.#filling)) return accounts

    // Nobody was served yet, so nothing that a client wrote can be among them.
    for (const { id } of accounts) await this.remove(id)
    await rm(this.#filling)
    return []
  }

  async save(account: Account): Promise<void> {
    const path = this.#path(account.id)
    const file = this.#file(account.id)

    try {
      // lowdb would make its temporary file readable by all; it keeps the mode of one it finds.
      await writeFile(temporaryOf(path), '', { mode: OWNER_ONLY })
      file.data = accountFile(account)
      await file.write()
    } catch (error) {
      throw writeFailure(path, error)
    }
  }

  async remove(accountId: string): Promise<void> {
    const path = this.#path(accountId)

    try {
      await rm(path, { force: true })
    } catch (error) {
      throw writeFailure(path, error)
    }

    this.#files.delete(accountId)
  }

  async fill(write: () => Promise<void>): Promise<void> {
    try {
      await writeFile(this.#filling, '', { mode: OWNER_ONLY })
    } catch (error) {
      throw writeFailure(this.#filling, error)
    }
    await write()
    await rm(this.#filling)
  }

  close(): Promise<void> {
    return this.#lock.release()
  }

  async #load(path: string): Promise<Account> {
    const id = basename(path, EXTENSION)
    const problem = accountIdProblem(id)
    if (problem) throw refusal(path, `is not named after an account: ${problem}`)

    const account = await this.#read(path, id)
    if (account.id !== id) {
      throw refusal(path, `holds account ${account.id}, but its name says ${id}`)
    }

    return account
  }

  async #read(path: string, id: string): Promise<Account> {
    const file = this.#file(id)

    try {
      await file.read()
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw refusal(path, `can't be read: ${systemReason(error)}`, error)
    }

    if (!file.data) throw refusal(path, 'disappeared while it was read')
    return file.data.account
  }

  #file(accountId: string): Low<AccountFile | null> {
    const path = this.#path(accountId)
    const known = this.#files.get(accountId)
    if (known) return known

    const texts = new EntryCache()
    // The adapter is chosen here because lowdb's preset keeps data in memory under vitest.
    const adapter = new DataFile<AccountFile | null>(path, {
      parse: (text) => parseAccountFile(text, path),
      stringify: (data) => texts.stringify(data, ENTRY_DEPTH),
    })
    const file = new Low<AccountFile | null>(adapter, null)
    this.#files.set(accountId, file)
    return file
  }

  #path(accountId: string): string {
    return join(this.#folder, `${accountId}${EXTENSION}`)
  }
}

async function makeFolder(folder: string, dataFolder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  } catch (error) {
    throw new StoreError(
      `The data folder ${dataFolder} can't be made: ${systemReason(error)}. Start with --data on ` +
        'a folder that you can write to, or with --ephemeral.',
      { cause: error },
    )
  }
}

/** Where lowdb writes a file before it takes the place of the old one. */
function temporaryOf(path: string): string {
  return join(path, '..', `.${basename(path)}.tmp`)
}

function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith(`${EXTENSION}.tmp`)
}

const REMEDIES: Record<string, string> = {
  ENOSPC: 'Free some space on the disk',
  EDQUOT: 'Free some space within your quota',
  EACCES: 'Make the folder and the file writable',
  EPERM: 'Make the folder and the file writable',
  EROFS: 'Make the file system writable, or use --data on another one',
  ENOENT: 'Restart, so that the data folder is made again',
}

function writeFailure(path: string, error: unknown): StoreError {
  const { code = '' } = error as NodeJS.ErrnoException
  const remedy = REMEDIES[code] ?? 'Clear the way for that file'

  return new StoreError(
    `${path} can't be written, so the change was undone: ${systemReason(error)}. ${remedy} and ` +
      'try again.',
    { cause: error },
  )
}
