import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Patch } from 'immer'
import type { Account } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { Clock } from '../../time/clock.ts'
import { type AccountStorage, AccountStore } from '../account-store.ts'
import { PLAIN, type SecretBox } from '../secret-box.ts'
import type { Store } from '../store.ts'
import type { TouchedAccounts } from '../touched-accounts.ts'
import { type AccountFile, refusal, restored } from './account-file.ts'
import { AccountPlace } from './account-place.ts'
import { accountIdProblem } from './account-shape.ts'
import { openDataFolder } from './data-folder.ts'
import type { FolderLock } from './folder-lock.ts'
import { journalOf } from './journal.ts'
import { journalLine, parseJournal, replayed } from './journal-format.ts'
import { EXTENSION, isTemporary, makeFolder, OWNER_ONLY, reading, writing } from './store-files.ts'

/** The file in the data folder while its first accounts are written. */
const FILLING = 'seeding'

export interface FileStoreOptions {
  clock: Clock
  /** The lock of the folder, which the store releases. Default: the store locks it. */
  lock?: FolderLock
  /** Encrypts secrets in the files. Default: they are written as they are. */
  secrets?: SecretBox
  /** Takes the deliveries that an earlier release kept in an account. */
  adopt?: (accountId: string, deliveries: Delivery[]) => Promise<void>
  /** Takes the ids of accounts that change. */
  touched?: TouchedAccounts
}

/**
 * Opens and locks the store in a data folder, which is created if necessary. There is one JSON file per
 * account under `accounts/`, and next to it a journal of the changes since the file was written. When the
 * store is closed, and when the journal is as long as the file, the journal is folded into a new file, part by part, so
 * that requests do not wait.
 * The lock contains the time of `clock` for people to read.
 *
 * A change survives the end of this process, even `kill -9`, as soon as its promise resolves: it is then a
 * complete line of the journal, or in a complete file that replaced the old one. It may not survive a power
 * failure, because the store does not wait for the disk (fsync); it holds test data only.
 *
 * Rejects with a StoreError if the folder is not writable or is in use by another process, or if a file is
 * not a valid account. Invalid files are not changed.
 */
export async function openFileStore(folder: string, options: FileStoreOptions): Promise<Store> {
  const { clock, secrets, lock: given, adopt } = options
  const dataFolder = resolve(folder)
  const accountsFolder = join(dataFolder, 'accounts')
  const lock = given ?? (await openDataFolder(folder, { clock }))
  try {
    await makeFolder(accountsFolder, dataFolder)
    const filling = join(dataFolder, FILLING)
    const storage = new FileStorage(accountsFolder, { filling, lock, secrets })
    const accounts = await storage.load()
    if (adopt) await storage.giveAway(adopt)
    return new AccountStore(storage, accounts, options.touched)
  } catch (error) {
    await lock.release()
    throw error
  }
}

interface StorageParts {
  /** Path of the file that marks an incomplete `fill`. */
  filling: string
  lock: FolderLock
  secrets: SecretBox | undefined
}

class FileStorage implements AccountStorage {
  readonly #folder: string
  readonly #filling: string
  readonly #lock: FolderLock
  readonly #secrets: SecretBox
  readonly #places = new Map<string, AccountPlace>()

  constructor(folder: string, { filling, lock, secrets = PLAIN }: StorageParts) {
    this.#secrets = secrets
    this.#folder = folder
    this.#filling = filling
    this.#lock = lock
  }

  async load(): Promise<Account[]> {
    const accounts: Account[] = []
    const names = await reading(this.#folder, () => readdir(this.#folder))

    const files = new Set(names.filter((name) => name.endsWith(EXTENSION)))
    const journals = new Map<string, number[]>()

    for (const name of names) {
      const path = join(this.#folder, name)
      // A temporary file that cannot be removed does no harm.
      if (isTemporary(name)) await rm(path, { recursive: true, force: true }).catch(() => {})
      const journal = journalOf(name)
      if (!journal) continue
      const { accountId, number } = journal
      const file = `${accountId}${EXTENSION}`
      if (!files.has(file)) {
        throw refusal(path, `belongs to an account whose file ${file} is missing`)
      }
      journals.set(accountId, [...(journals.get(accountId) ?? []), number])
    }
    for (const name of [...files].sort()) {
      const id = basename(name, EXTENSION)
      if (!isTemporary(name)) accounts.push(await this.#load(id, journals.get(id) ?? []))
    }

    if (!existsSync(this.#filling)) return accounts
    await requireMark(this.#filling)

    // No client has written to these accounts, because the server had not started yet.
    for (const { id } of accounts) await this.remove(id)
    await writing(this.#filling, this.#lock, () => rm(this.#filling))
    return []
  }

  /** Gives away the deliveries in the files of an earlier release, and writes these files without them. */
  async giveAway(adopt: NonNullable<FileStoreOptions['adopt']>): Promise<void> {
    for (const [id, place] of this.#places) {
      const { account, deliveries } = place
      if (!account || !deliveries) continue
      await adopt(id, deliveries)
      await this.save(account, undefined)
      place.deliveries = undefined
    }
  }

  async save(account: Account, changes: Patch[] | undefined): Promise<void> {
    const place = this.#place(account.id)
    const revision = place.revision + 1
    const patches = changes && this.#secrets.sealedPatches(account.id, changes)
    const line = patches && journalLine({ revision, patches })

    if (line !== undefined && place.journal.isSound) {
      await writing(place.journal.path, this.#lock, () => place.journal.append(line))
    } else {
      await place.folding
      await this.#write(place, account, revision)
      try {
        place.journal.clear()
      } catch {
        // A remaining journal does no harm: all its revisions are in the file.
      }
    }
    place.revision = revision
    place.account = account
    if (place.isFoldDue) place.folding = this.#foldSoon(place)
  }

  /** Folds the journal while changes go on, which are added to it. */
  async #foldSoon(place: AccountPlace): Promise<void> {
    try {
      await this.#foldJournal(place)
    } catch {
      // A failure loses nothing: the journal goes on.
      place.postponeFold()
    }
    place.folding = undefined
  }

  async remove(accountId: string): Promise<void> {
    const place = this.#place(accountId)
    // The journal is removed first, into the file. If the process is killed in between, the account is
    // either complete or gone.
    await place.folding
    await this.#foldJournal(place)
    await writing(place.path, this.#lock, () => rm(place.path, { force: true }))
    this.#places.delete(accountId)
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
    for (const place of this.#places.values()) {
      await place.folding
      // A failure loses nothing: the next start reads the journal.
      await this.#foldJournal(place).catch(() => {})
    }
    await this.#lock.release()
  }

  /** Writes the changes of the journal into the file of the account, and removes them from the journal. */
  async #foldJournal(place: AccountPlace): Promise<void> {
    const { account, journal, revision } = place
    if (!account || journal.isEmpty) return

    // A torn one is removed as a whole, since nothing is added to it.
    const { isSound } = journal
    await writing(journal.path, this.#lock, () => journal.setAside())
    await this.#write(place, account, revision)
    await writing(journal.path, this.#lock, () =>
      isSound ? journal.removeOlder() : journal.clear(),
    )
  }

  async #write({ path, file }: AccountPlace, account: Account, revision: number): Promise<void> {
    file.data = { account, revision }
    try {
      await writing(path, this.#lock, () => file.write())
    } finally {
      file.data = null
    }
  }

  /** `journals` are the numbers of its files. */
  async #load(id: string, journals: readonly number[]): Promise<Account> {
    const problem = accountIdProblem(id)
    if (problem) {
      const path = join(this.#folder, `${id}${EXTENSION}`)
      throw refusal(path, `is not named after an account: ${problem}`)
    }

    const place = this.#place(id)
    const { path } = place
    await reading(path, () => place.file.read())
    const stored = place.file.data as AccountFile
    place.file.data = null
    if (stored.account.id !== id) {
      throw refusal(path, `holds account ${stored.account.id}, but its name says ${id}`)
    }

    const { journal } = place
    const texts = await reading(journal.path, () => journal.read(journals))
    const entries = texts
      .flatMap(({ text, path }) => parseJournal(text, id, path))
      .map(({ revision, patches }) => ({
        revision,
        patches: this.#secrets.openedPatches(id, patches),
      }))
    const { account, revision } = replayed(stored, entries, journal.path)
    place.revision = revision
    place.account = restored(account)
    const deliveries = Object.values(account.deliveries ?? {})
    if (deliveries.length > 0) place.deliveries = deliveries
    return place.account
  }

  #place(accountId: string): AccountPlace {
    const known = this.#places.get(accountId)
    if (known) return known

    const place = new AccountPlace(this.#folder, accountId, {
      secrets: this.#secrets,
      lock: this.#lock,
    })
    this.#places.set(accountId, place)
    return place
  }
}

/** Throws unless the file at `path` is the mark of this store. The mark causes accounts to be removed. */
async function requireMark(path: string): Promise<void> {
  const found = await stat(path)
  if (found.isFile() && found.size === 0) return

  throw refusal(path, 'is not the empty file that svc-sandbox creates while it fills a folder')
}
