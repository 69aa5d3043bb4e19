import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Account } from '../accounts/account.ts'
import { frozenCopy } from '../store/account-shape.ts'
import {
  type AccountFile,
  accountFileText,
  parseJson,
  refusal,
  restored,
  soundAccountFile,
} from '../store/file/account-file.ts'
import {
  EXTENSION,
  type HeldLock,
  OWNER_ONLY_FOLDER,
  reading,
  writeWhole,
  writing,
} from '../store/file/store-files.ts'
import { PLAIN, type SecretBox } from '../store/secret-box.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import { Turns } from '../time/turns.ts'
import type { AccountState } from './account-state.ts'

/** The maximum number of snapshots of an account. */
export const MAX_SNAPSHOTS = 20

/** The extension of the events and deliveries of a snapshot. */
const ROWS_EXTENSION = '.rows'

interface SnapshotTimes {
  /** Epoch milliseconds of the server's clock. */
  savedAt: number
  /** Time of the account's clock when the snapshot was saved. */
  shows: number
}

/** A named state of an account, as lists show it. */
export interface SavedSnapshot extends SnapshotTimes {
  name: string
  /** The number of campaigns. */
  campaigns: number
}

/** The members of a saved account that its times are read from. */
export type SavedAccount = Readonly<Pick<Account, 'id' | 'clock'>>

/** The parts of a snapshot that are not in the account. */
export interface SnapshotParts {
  /** The events and deliveries of the account, as of `EventLog.save`. */
  rows: string
  /** The times of the snapshot. Throws if the account must not be saved in this state. */
  timesOf(account: SavedAccount): SnapshotTimes
}

/** A snapshot whose file cannot be used. The problem names the file and says how to fix it. */
export interface DamagedSnapshot {
  name: string
  problem: string
}

/** The content of a snapshot's file. */
interface SnapshotFile extends AccountFile {
  saved_at: number
  shows: number
}

export interface Snapshots extends AccountState {
  /** Sorted by name. */
  list(accountId: string): Promise<(SavedSnapshot | DamagedSnapshot)[]>
  find(accountId: string, name: string): Promise<SavedSnapshot | DamagedSnapshot | undefined>
  /** The account of a snapshot. Rejects with a StoreError if there is none, or if it is damaged. */
  account(accountId: string, name: string): Promise<Readonly<Account>>
  /**
   * Saves the present state of the account, or replaces the snapshot of the same name. Resolves when it is durable;
   * with undefined if the account has MAX_SNAPSHOTS already. `name` is used as a file name, so it must have been
   * validated. Rejects with the error that `timesOf` throws, with an UnknownAccountError, or with a StoreError.
   */
  save(accountId: string, name: string, parts: SnapshotParts): Promise<SavedSnapshot | undefined>
  /** The events and deliveries of a snapshot; empty if it has none. */
  rows(accountId: string, name: string): Promise<string>
  remove(accountId: string, name: string): Promise<void>
}

/** A snapshot in memory. */
interface KeptSnapshot extends SavedSnapshot {
  account: Readonly<Account>
  /** Its events and deliveries; absent if they are in a file. */
  rows?: string
}

/**
 * Stored states never change, so a snapshot in memory is a reference to one. With a `folder`, each snapshot is
 * also written to `<folder>/<account>/<name>.json`. The snapshots of an account are read when they are first
 * needed, so that the start does not wait for them.
 */
export class LocalSnapshots implements Snapshots {
  readonly #store: Pick<Store, 'read'>
  readonly #folder: string | undefined
  readonly #lock: HeldLock
  readonly #secrets: SecretBox
  readonly #known = new Map<string, Promise<Map<string, KeptSnapshot | DamagedSnapshot>>>()
  /** Two writes of one file at the same time would damage it. */
  readonly #turns = new Turns()

  constructor(store: Pick<Store, 'read'>, folder?: string, lock?: HeldLock, secrets = PLAIN) {
    this.#secrets = secrets
    this.#store = store
    this.#lock = lock
    this.#folder = folder
  }

  async list(accountId: string): Promise<(KeptSnapshot | DamagedSnapshot)[]> {
    return [...(await this.#of(accountId)).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async rows(accountId: string, name: string): Promise<string> {
    if (this.#folder === undefined) {
      const { rows = '' } = ((await this.find(accountId, name)) ?? {}) as Partial<KeptSnapshot>
      return rows
    }
    const path = this.#rowsPath(accountId, name)
    return reading(path, () => readFile(path, 'utf8'))
  }

  async find(accountId: string, name: string): Promise<KeptSnapshot | DamagedSnapshot | undefined> {
    return (await this.#of(accountId)).get(name)
  }

  async account(accountId: string, name: string): Promise<Readonly<Account>> {
    const snapshot = await this.find(accountId, name)
    if (snapshot === undefined) throw new StoreError(`There is no snapshot ${name}.`)
    if ('problem' in snapshot) throw new StoreError(snapshot.problem)
    return snapshot.account
  }

  save(
    accountId: string,
    name: string,
    { rows, timesOf }: SnapshotParts,
  ): Promise<KeptSnapshot | undefined> {
    return this.#turns.take(accountId, async () => {
      const known = await this.#of(accountId)
      if (known.size >= MAX_SNAPSHOTS && !known.has(name)) return undefined
      const account = await this.#store.read(accountId)
      const snapshot = { name, account, campaigns: account.campaigns.size, ...timesOf(account) }
      await this.#write(snapshot, rows)
      known.set(name, this.#folder === undefined ? { ...snapshot, rows } : snapshot)
      return snapshot
    })
  }

  remove(accountId: string, name: string): Promise<void> {
    return this.#turns.take(accountId, async () => {
      const known = await this.#of(accountId)
      if (this.#folder !== undefined) {
        const path = this.#path(accountId, name)
        await writing(path, this.#lock, () => rm(path, { force: true }))
        await rm(this.#rowsPath(accountId, name), { force: true }).catch(() => {})
      }
      known.delete(name)
    })
  }

  forget(accountId: string): Promise<void> {
    return this.#turns.take(accountId, async () => {
      this.#known.delete(accountId)
      if (this.#folder === undefined) return
      const path = join(this.#folder, accountId)
      await writing(path, this.#lock, () => rm(path, { recursive: true, force: true }))
    })
  }

  async remembers(accountId: string): Promise<boolean> {
    return this.#known.has(accountId) || (await this.#load(accountId)).size > 0
  }

  #of(accountId: string): Promise<Map<string, KeptSnapshot | DamagedSnapshot>> {
    const known = this.#known.get(accountId)
    if (known) return known
    const loading = this.#load(accountId)
    this.#known.set(accountId, loading)
    // The next call tries again.
    loading.catch(() => this.#known.delete(accountId))
    return loading
  }

  async #load(accountId: string): Promise<Map<string, KeptSnapshot | DamagedSnapshot>> {
    if (this.#folder === undefined) return new Map()
    const folder = join(this.#folder, accountId)
    const names = await reading(folder, () => namesIn(folder))
    const found = await Promise.all(
      names.map((name) => readSnapshot(folder, name, { accountId, secrets: this.#secrets })),
    )
    return new Map(found.map((snapshot) => [snapshot.name, snapshot]))
  }

  async #write({ account, name, savedAt, shows }: KeptSnapshot, rows: string): Promise<void> {
    if (this.#folder === undefined) return
    const saved = { account, revision: 0, saved_at: savedAt, shows }
    const path = this.#path(account.id, name)
    await writing(path, this.#lock, async () => {
      await mkdir(join(path, '..'), { recursive: true, mode: OWNER_ONLY_FOLDER })
      await writeWhole(this.#rowsPath(account.id, name), rows, this.#lock)
      const text = accountFileText(saved, this.#secrets)
      await writeWhole(path, text, this.#lock)
    })
  }

  #rowsPath(accountId: string, name: string): string {
    return join(this.#folder as string, accountId, `${name}${ROWS_EXTENSION}`)
  }

  #path(accountId: string, name: string): string {
    return join(this.#folder as string, accountId, `${name}${EXTENSION}`)
  }
}

/** Names of the snapshots in a folder, which may not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder)
    return files
      .filter((file) => file.endsWith(EXTENSION) && !file.startsWith('.'))
      .map((file) => basename(file, EXTENSION))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readSnapshot(
  folder: string,
  name: string,
  { accountId, secrets }: { accountId: string; secrets: SecretBox },
): Promise<KeptSnapshot | DamagedSnapshot> {
  const path = join(folder, `${name}${EXTENSION}`)
  try {
    const content = parseJson(await reading(path, () => readFile(path, 'utf8')), path)
    const { account } = soundAccountFile(content, path, secrets)
    const { saved_at, shows } = content as SnapshotFile
    if (account.id !== accountId) throw refusal(path, `holds account ${account.id}`)
    if (typeof saved_at !== 'number' || typeof shows !== 'number') {
      throw refusal(path, 'is not a snapshot: saved_at and shows should be numbers')
    }
    const copy = frozenCopy(restored(account))
    return { name, account: copy, campaigns: copy.campaigns.size, savedAt: saved_at, shows }
  } catch (error) {
    if (error instanceof StoreError) return { name, problem: error.message }
    throw error
  }
}
