import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Account } from '../accounts/account.ts'
import {
  type AccountFile,
  accountFile,
  accountFileText,
  parseJson,
  refusal,
  restored,
  soundAccountFile,
} from './account-file.ts'
import { frozenCopy } from './account-shape.ts'
import { EntryCache } from './entry-cache.ts'
import { StoreError } from './store-error.ts'
import { EXTENSION, OWNER_ONLY_FOLDER, reading, writeWhole, writing } from './store-files.ts'

/** Snapshots of one account. */
export const MAX_SNAPSHOTS = 20

/** The state of an account under a name. */
export interface Snapshot {
  name: string
  account: Readonly<Account>
  /** Epoch milliseconds of the server's clock. */
  savedAt: number
  /** What the account's clock showed then. */
  shows: number
}

/** A snapshot whose file cannot be used; the problem names the file and the way out. */
export interface DamagedSnapshot {
  name: string
  problem: string
}

/** What is in the file of a snapshot beside the account. */
interface SnapshotFile extends AccountFile {
  saved_at: number
  shows: number
}

/**
 * Snapshots of accounts. A state never changes, so to keep one in memory is to keep a reference to it. With a
 * `folder` each is written to `<folder>/<account>/<name>.json` as well; those of an account are read when one
 * of them is first asked for, so that the start does not wait for them.
 */
export class Snapshots {
  readonly #folder: string | undefined
  readonly #texts: EntryCache
  readonly #known = new Map<string, Promise<Map<string, Snapshot | DamagedSnapshot>>>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(folder?: string, texts = new EntryCache()) {
    this.#texts = texts
    this.#folder = folder
  }

  /** In order of their names. */
  async list(accountId: string): Promise<(Snapshot | DamagedSnapshot)[]> {
    return [...(await this.#of(accountId)).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async find(accountId: string, name: string): Promise<Snapshot | DamagedSnapshot | undefined> {
    return (await this.#of(accountId)).get(name)
  }

  /**
   * Keeps a snapshot in place of one of its name, and resolves with whether there was room for it: an account
   * has MAX_SNAPSHOTS at most. Durable when it resolves. `name` is that of a file, so it must have been checked.
   * Rejects with a StoreError.
   */
  save(snapshot: Snapshot): Promise<boolean> {
    return this.#inTurn(async () => {
      const { account, name } = snapshot
      const known = await this.#of(account.id)
      if (known.size >= MAX_SNAPSHOTS && !known.has(name)) return false
      await this.#write(snapshot)
      known.set(name, snapshot)
      return true
    })
  }

  remove(accountId: string, name: string): Promise<void> {
    return this.#inTurn(async () => {
      const known = await this.#of(accountId)
      if (this.#folder !== undefined) {
        const path = this.#path(accountId, name)
        await writing(path, () => rm(path, { force: true }))
      }
      known.delete(name)
    })
  }

  /** Removes those of an account that is no more. */
  removeAll(accountId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#known.delete(accountId)
      if (this.#folder === undefined) return
      const path = join(this.#folder, accountId)
      await writing(path, () => rm(path, { recursive: true, force: true }))
    })
  }

  // Two that write the same file at a time would break it.
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(change)
    this.#turn = turn.catch(() => {})
    return turn
  }

  #of(accountId: string): Promise<Map<string, Snapshot | DamagedSnapshot>> {
    const known = this.#known.get(accountId)
    if (known) return known
    const loading = this.#load(accountId)
    this.#known.set(accountId, loading)
    // A folder that could not be read is read again.
    loading.catch(() => this.#known.delete(accountId))
    return loading
  }

  async #load(accountId: string): Promise<Map<string, Snapshot | DamagedSnapshot>> {
    if (this.#folder === undefined) return new Map()
    const folder = join(this.#folder, accountId)
    const names = await reading(folder, () => namesIn(folder))
    const found = await Promise.all(names.map((name) => readSnapshot(folder, name, accountId)))
    return new Map(found.map((snapshot) => [snapshot.name, snapshot]))
  }

  async #write({ account, name, savedAt, shows }: Snapshot): Promise<void> {
    if (this.#folder === undefined) return
    const file: SnapshotFile = { ...accountFile(account, 0), saved_at: savedAt, shows }
    const path = this.#path(account.id, name)
    await writing(path, async () => {
      await mkdir(join(path, '..'), { recursive: true, mode: OWNER_ONLY_FOLDER })
      await writeWhole(path, accountFileText(file, this.#texts))
    })
  }

  #path(accountId: string, name: string): string {
    return join(this.#folder as string, accountId, `${name}${EXTENSION}`)
  }
}

/** Names of the snapshots in a folder, which need not be there. */
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
  accountId: string,
): Promise<Snapshot | DamagedSnapshot> {
  const path = join(folder, `${name}${EXTENSION}`)
  try {
    const content = parseJson(await reading(path, () => readFile(path, 'utf8')), path)
    const { account } = soundAccountFile(content, path)
    const { saved_at, shows } = content as SnapshotFile
    if (account.id !== accountId) throw refusal(path, `holds account ${account.id}`)
    if (typeof saved_at !== 'number' || typeof shows !== 'number') {
      throw refusal(path, 'is no snapshot: saved_at and shows should be numbers')
    }
    return { name, account: frozenCopy(restored(account)), savedAt: saved_at, shows }
  } catch (error) {
    if (error instanceof StoreError) return { name, problem: error.message }
    throw error
  }
}
