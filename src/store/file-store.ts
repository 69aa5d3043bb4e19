import { existsSync } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Patch } from 'immer'
import { Low } from 'lowdb'
import { DataFile } from 'lowdb/node'
import type { Account } from '../accounts/account.ts'
import {
  type AccountFile,
  accountFile,
  accountFileText,
  parseAccountFile,
  refusal,
  restored,
} from './account-file.ts'
import { accountIdProblem } from './account-shape.ts'
import { type AccountStorage, AccountStore } from './account-store.ts'
import { makeFolder } from './data-folder.ts'
import { EntryCache } from './entry-cache.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { Journal } from './journal.ts'
import { journalLine, parseJournal, replayed } from './journal-format.ts'
import type { Store } from './store.ts'
import {
  EXTENSION,
  isTemporary,
  keepFromOthers,
  OWNER_ONLY,
  reading,
  withoutRest,
  writing,
} from './store-files.ts'

/** Stands in the data folder while its first accounts are written. */
const FILLING = 'seeding'
const JOURNAL_EXTENSION = '.journal'
/** Bytes: a small account is not written anew all the time. */
const LEAST_JOURNAL_LIMIT = 256 * 1024

/**
 * Opens the store in a data folder, which is made if need be, and locks it: one JSON file per
 * account under `accounts/`, and beside it a journal of the changes since that was written. When the
 * store is closed, and whenever the journal has become as long as the file, they go into a new file.
 * `now` (epoch ms) goes into the lock, for people to read; `texts` keeps those of records that are written.
 *
 * A change that was answered survives the end of this process, `kill -9` included, for it is then
 * a complete line of the journal, or in a complete file that took the place of the one before. It may
 * not survive a power failure: nobody waits for the disk (fsync), and what is here is test data.
 *
 * Rejects with a StoreError when the folder can't be written to or is in use by another process,
 * or when one of the files is not a sound account of this format. No such file is touched.
 */
export async function openFileStore(
  folder: string,
  { now, texts = new EntryCache() }: { now: number; texts?: EntryCache },
): Promise<Store> {
  const dataFolder = resolve(folder)
  const accountsFolder = join(dataFolder, 'accounts')
  await makeFolder(accountsFolder, dataFolder)

  const lock = await lockFolder(dataFolder, now)
  try {
    const storage = new FileStorage(accountsFolder, join(dataFolder, FILLING), lock, texts)
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
  readonly #texts: EntryCache
  readonly #places = new Map<string, Place>()

  /** `filling` is the path of the file that marks accounts of a `fill` that was not completed. */
  constructor(folder: string, filling: string, lock: FolderLock, texts: EntryCache) {
    this.#texts = texts
    this.#folder = folder
    this.#filling = filling
    this.#lock = lock
  }

  async load(): Promise<Account[]> {
    const accounts: Account[] = []
    const names = await reading(this.#folder, () => readdir(this.#folder))

    for (const name of names.sort()) {
      const path = join(this.#folder, name)
      // One that can't be removed is in nobody's way.
      if (isTemporary(name)) await rm(path, { recursive: true, force: true }).catch(() => {})
      else if (name.endsWith(EXTENSION)) accounts.push(await this.#load(path))
      else if (name.endsWith(JOURNAL_EXTENSION)) {
        const file = `${basename(name, JOURNAL_EXTENSION)}${EXTENSION}`
        if (!names.includes(file)) {
          throw refusal(path, `continues an account that is not there: ${file} is missing`)
        }
      }
    }

    if (!existsSync(this.#filling)) return accounts
    await requireMark(this.#filling)

    // Nobody was served yet, so nothing that a client wrote can be among them.
    for (const { id } of accounts) await this.remove(id)
    await writing(this.#filling, () => rm(this.#filling))
    return []
  }

  async save(account: Account, changes: Patch[] | undefined): Promise<void> {
    const place = this.#place(account.id)
    const revision = place.revision + 1
    const line = changes && journalLine({ revision, patches: changes })

    if (line !== undefined && place.journal.hasRoom(line, place.journalLimit)) {
      await writing(place.journal.path, () => place.journal.append(line))
    } else {
      await this.#write(place, account, revision)
      // What remains of the journal does no harm: it has no revision that the file does not have.
      await place.journal.clear().catch(() => {})
    }
    place.revision = revision
    place.account = account
  }

  async remove(accountId: string): Promise<void> {
    const place = this.#place(accountId)
    // The journal goes first and leaves the file whole: whenever the process is killed, either the
    // account is there as it was or nothing of it is.
    await this.#foldJournal(place)
    await writing(place.path, () => rm(place.path, { force: true }))
    this.#places.delete(accountId)
  }

  async fill(write: () => Promise<void>): Promise<void> {
    await writing(this.#filling, () => writeFile(this.#filling, '', { mode: OWNER_ONLY }))
    await write()
    await writing(this.#filling, () => rm(this.#filling))
  }

  async close(): Promise<void> {
    for (const place of this.#places.values()) {
      // Nothing is lost when it fails: the next start reads the journal.
      await this.#foldJournal(place).catch(() => {})
    }
    await this.#lock.release()
  }

  /** Brings the file of an account up to date with its journal, which is then removed. */
  async #foldJournal(place: Place): Promise<void> {
    const { account, journal, revision } = place
    if (!account || journal.isEmpty) return

    await this.#write(place, account, revision)
    await writing(journal.path, () => journal.clear())
  }

  async #write({ path, file }: Place, account: Account, revision: number): Promise<void> {
    const write = async () => {
      await keepFromOthers(path)
      file.data = accountFile(account, revision)
      await file.write()
      file.data = null
    }
    await writing(path, () => withoutRest(path, write))
  }

  async #load(path: string): Promise<Account> {
    const id = basename(path, EXTENSION)
    const problem = accountIdProblem(id)
    if (problem) throw refusal(path, `is not named after an account: ${problem}`)

    const place = this.#place(id)
    await reading(path, () => place.file.read())
    const stored = place.file.data
    place.file.data = null
    if (!stored) throw refusal(path, 'disappeared while it was read')
    if (stored.account.id !== id) {
      throw refusal(path, `holds account ${stored.account.id}, but its name says ${id}`)
    }

    const { journal } = place
    const text = await reading(journal.path, () => journal.read())
    const entries = text === undefined ? [] : parseJournal(text, id, journal.path)
    const { account, revision } = replayed(stored, entries, journal.path)
    place.revision = revision
    place.account = restored(account)
    return place.account
  }

  #place(accountId: string): Place {
    const known = this.#places.get(accountId)
    if (known) return known

    const place = new Place(this.#folder, accountId, this.#texts)
    this.#places.set(accountId, place)
    return place
  }
}

/** Where an account is kept: its file as of some revision, and a journal of what came after that. */
class Place {
  readonly path: string
  readonly file: Low<AccountFile | null>
  readonly journal: Journal
  /** How many times the account was written. */
  revision = 0
  /** What was written last; undefined before that. */
  account: Account | undefined
  /** As long as the file, so that each byte of a change is written about twice on average. */
  journalLimit = LEAST_JOURNAL_LIMIT

  constructor(folder: string, accountId: string, texts: EntryCache) {
    this.path = join(folder, `${accountId}${EXTENSION}`)
    this.journal = new Journal(join(folder, `${accountId}${JOURNAL_EXTENSION}`), accountId)
    // The adapter is chosen here because lowdb's preset keeps data in memory under vitest.
    const adapter = new DataFile<AccountFile | null>(this.path, {
      parse: (text) => parseAccountFile(text, this.path),
      stringify: (data) => {
        const text = accountFileText(data as AccountFile, texts)
        this.journalLimit = Math.max(LEAST_JOURNAL_LIMIT, text.length)
        return text
      },
    })
    this.file = new Low<AccountFile | null>(adapter, null)
  }
}

/** Throws unless the file at `path` is the mark that this store leaves: because of it, accounts are removed. */
async function requireMark(path: string): Promise<void> {
  const found = await stat(path)
  if (found.isFile() && found.size === 0) return

  throw refusal(path, 'is not what svc-sandbox leaves there while it fills a folder: an empty file')
}
