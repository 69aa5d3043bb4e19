import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../time/clock.ts'
import { accountIdProblem } from '../account-shape.ts'
import type { AccountStorage, HeldAccount, StoredChange } from '../account-storage.ts'
import { AccountStore, type AccountStoreOptions } from '../account-store.ts'
import type { HeldRows } from '../events/held-rows.ts'
import { PLAIN, type SecretBox } from '../secret-box.ts'
import { UnknownAccountError } from '../store-error.ts'
import { refusal } from './account-file.ts'
import { AccountFiles, type FileParts, isRemoval } from './account-files.ts'
import { openDataFolder } from './data-folder.ts'
import { journalOf, journalPath } from './journal.ts'
import type { FolderLock } from './lock.ts'
import { EXTENSION, isTemporary, makeFolder, OWNER_ONLY, reading, writing } from './store-files.ts'

/** The file in the data folder while its first accounts are written. */
const FILLING = 'seeding'

export interface FileStoreOptions extends Omit<AccountStoreOptions, 'held'> {
  clock: Clock
  /** The lock of the folder, which the store releases. Default: the store locks it. */
  lock?: FolderLock
  /** Encrypts secrets in the files. Default: they are written as they are. */
  secrets?: SecretBox
}

/**
 * Opens and locks the store in a data folder, which is created if necessary. Each account has a file below `accounts/`,
 * and next to it a journal of the changes since the file was written (see `AccountFiles`).
 * The lock contains the time of `clock` for people to read.
 *
 * A change survives the end of this process, even `kill -9`, as soon as its promise resolves: it is then a
 * complete line of the journal, or in a complete file that replaced the old one. It may not survive a power
 * failure, because the store does not wait for the disk (fsync); it holds test data only.
 *
 * Rejects with a StoreError if the folder is not writable or is in use by another process, or if a file is
 * not a valid account. Invalid files are not changed.
 */
export async function openFileStore(
  folder: string,
  { clock, lock: given, touched, limits, ...parts }: FileStoreOptions,
): Promise<AccountStore> {
  const dataFolder = resolve(folder)
  const accountsFolder = join(dataFolder, 'accounts')
  const lock = given ?? (await openDataFolder(folder, { clock }))
  try {
    await makeFolder(accountsFolder, dataFolder)
    const { secrets = PLAIN } = parts
    const storage = new FileStorage(join(dataFolder, FILLING), lock, {
      ...{ folder: accountsFolder, lock, secrets, limits },
    })
    return new AccountStore(storage, { held: await storage.load(), touched, limits })
  } catch (error) {
    await lock.release()
    throw error
  }
}

class FileStorage implements AccountStorage {
  /** Path of the file that marks an incomplete `fill`. */
  readonly #filling: string
  readonly #lock: FolderLock
  readonly #parts: FileParts
  readonly #accounts = new Map<string, AccountFiles>()

  constructor(filling: string, lock: FolderLock, parts: FileParts) {
    this.#filling = filling
    this.#lock = lock
    this.#parts = parts
  }

  async load(): Promise<HeldAccount[]> {
    const held: HeldAccount[] = []
    const { folder } = this.#parts
    const names = await reading(folder, () => readdir(folder))

    const files = new Set(names.filter((name) => name.endsWith(EXTENSION)))
    const journals = new Map<string, number[]>()

    for (const name of names) {
      const path = join(folder, name)
      // A temporary file that cannot be removed does no harm.
      if (isTemporary(name)) await rm(path, { recursive: true, force: true }).catch(() => {})
      const journal = journalOf(name)
      if (!journal) continue
      const { accountId, number } = journal
      journals.set(accountId, [...(journals.get(accountId) ?? []), number])
    }
    for (const [id, numbers] of journals) {
      if (!files.has(`${id}${EXTENSION}`)) await this.#removeJournals(id, numbers)
    }
    for (const name of [...files].sort()) {
      const id = basename(name, EXTENSION)
      const account = isTemporary(name) ? undefined : await this.#load(id, journals.get(id) ?? [])
      if (account) held.push(account)
    }

    if (!existsSync(this.#filling)) return held
    await requireMark(this.#filling)

    // No client has written to these accounts, because the server had not started yet.
    for (const { account } of held) await this.remove(account.id)
    await writing(this.#filling, this.#lock, () => rm(this.#filling))
    return []
  }

  async add(account: Account, rows: HeldRows): Promise<void> {
    const files = new AccountFiles(account.id, this.#parts)
    await files.add({ account, rows })
    this.#accounts.set(account.id, files)
  }

  append(accountId: string, change: StoredChange): void {
    this.#filesOf(accountId).append(change)
  }

  async remove(accountId: string): Promise<void> {
    await this.#filesOf(accountId).remove()
    this.#accounts.delete(accountId)
  }

  async fill(write: () => Promise<void>): Promise<void> {
    // Synchronous, because nothing is answered yet.
    await writing(this.#filling, this.#lock, () =>
      writeFileSync(this.#filling, '', { mode: OWNER_ONLY }),
    )
    await write()
    await writing(this.#filling, this.#lock, () => unlinkSync(this.#filling))
  }

  async close(): Promise<void> {
    for (const files of this.#accounts.values()) await files.close()
    await this.#lock.release()
  }

  #filesOf(accountId: string): AccountFiles {
    const files = this.#accounts.get(accountId)
    if (!files) throw new UnknownAccountError(accountId)
    return files
  }

  /** `journals` are the numbers of its files. Undefined if the account was being removed when the process ended. */
  async #load(id: string, journals: readonly number[]): Promise<HeldAccount | undefined> {
    const problem = accountIdProblem(id)
    if (problem) {
      const path = join(this.#parts.folder, `${id}${EXTENSION}`)
      throw refusal(path, `is not named after an account: ${problem}`)
    }

    const files = new AccountFiles(id, this.#parts)
    const held = await files.load(journals)
    if (held) this.#accounts.set(id, files)
    return held
  }

  /** Does the rest of a removal; throws the refusal of journals that lack their account for another reason. */
  async #removeJournals(id: string, numbers: readonly number[]): Promise<void> {
    const paths = [...numbers]
      .sort((a, b) => b - a)
      .map((number) => journalPath(this.#parts.folder, id, number))
    const last = paths.at(-1) as string
    if (!numbers.includes(0) || !isRemoval(await reading(last, () => readFile(last, 'utf8')))) {
      throw refusal(
        paths[0] as string,
        `belongs to an account whose file ${id}${EXTENSION} is missing`,
      )
    }
    for (const path of paths) await writing(path, this.#lock, () => rm(path))
  }
}

/** Throws unless the file at `path` is the mark of this store. The mark causes accounts to be removed. */
async function requireMark(path: string): Promise<void> {
  const found = await stat(path)
  if (found.isFile() && found.size === 0) return

  throw refusal(path, 'is not the empty file that svc-sandbox creates while it fills a folder')
}
