import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { nextTurn } from '../../time/turn.ts'
import type { HeldAccount, StoredChange } from '../account-storage.ts'
import type { EventLogLimits } from '../events/event-log.ts'
import { HeldRows } from '../events/held-rows.ts'
import type { SecretBox } from '../secret-box.ts'
import { UnknownAccountError } from '../store-error.ts'
import {
  type AccountFile,
  accountFileText,
  parseAccountFile,
  refusal,
  restored,
} from './account-file.ts'
import { Journal } from './journal.ts'
import { journalLine, parseJournal, removalLine, replayed } from './journal-format.ts'
import {
  EXTENSION,
  type HeldLock,
  reading,
  writeWhole,
  writing,
  writingNow,
} from './store-files.ts'

/** Bytes. Small accounts would be rewritten too often with a shorter journal. */
const LEAST_JOURNAL_LIMIT = 256 * 1024

export interface FileParts {
  secrets: SecretBox
  /** The folder of the accounts. */
  folder: string
  lock: HeldLock
  limits?: Partial<EventLogLimits> | undefined
}

/** A state of an account to be written, or its file as it was read; null in between, so that it is not in memory twice. */
type Content = (HeldAccount & { revision: number }) | AccountFile | null

/**
 * The files of an account: `<id>.json` with its state as of a revision, and a journal of the later changes. A change is one
 * line of the journal, so all of it is durable together. When the journal is as long as the file, and when the store is
 * closed, it is folded into a new file: part by part, so that requests do not wait, while further changes go to a new
 * journal. The old one is removed when the new file is complete.
 */
export class AccountFiles {
  readonly path: string
  readonly #id: string
  readonly #parts: FileParts
  readonly #file: Low<Content>
  readonly #journal: Journal
  /** The state after the last change. */
  #held: HeldAccount | undefined
  #revision = 0
  /** Present while the journal is folded into the file. */
  #folding: Promise<void> | undefined
  #journalLimit = LEAST_JOURNAL_LIMIT

  constructor(id: string, parts: FileParts) {
    this.#id = id
    this.#parts = parts
    this.path = join(parts.folder, `${id}${EXTENSION}`)
    this.#journal = new Journal(parts.folder, id)
    this.#file = new Low<Content>(this.#adapter(), null)
  }

  /** Reads the account; `journals` are the numbers of its journal files. Undefined if it was being removed. */
  async load(journals: readonly number[]): Promise<HeldAccount | undefined> {
    const { path } = this
    const { secrets } = this.#parts
    await reading(path, () => this.#file.read())
    const file = this.#file.data as AccountFile
    this.#file.data = null
    if (file.account.id !== this.#id) {
      throw refusal(path, `holds account ${file.account.id}, but its name says ${this.#id}`)
    }

    const texts = await reading(this.#journal.path, () => this.#journal.read(journals))
    const entries = texts.flatMap((each) => parseJournal(each.text, this.#id, each.path))
    if (entries.at(-1)?.removed === true) {
      this.#removeFiles()
      return undefined
    }
    const rows = new HeldRows(this.#parts.limits)
    rows.apply(file)
    const { account, revision } = replayed(file, rows, entries, {
      path: this.#journal.path,
      secrets,
    })
    rows.markKept()
    this.#revision = revision
    this.#held = { account: restored(account), rows }
    this.#journal.makeReady()
    return this.#held
  }

  async add(held: HeldAccount): Promise<void> {
    this.#held = held
    this.#revision = 1
    await this.#write()
  }

  append(change: StoredChange): void {
    if (!this.#held) throw new UnknownAccountError(this.#id)
    const revision = this.#revision + 1
    const line = journalLine(revision, this.#id, change, this.#parts.secrets)
    writingNow(this.#journal.path, this.#parts.lock, () => this.#journal.append(line, this.#whole))
    this.#revision = revision
    if (change.account) this.#held = { ...this.#held, account: change.account }
    if (!this.#folding && this.#journal.size > this.#journalLimit) this.#folding = this.#foldSoon()
  }

  async remove(): Promise<void> {
    await this.#folding
    const { path } = this
    const removal = (isIt: boolean) => {
      this.#journal.append(removalLine(this.#revision + 1, isIt), this.#whole)
      this.#revision += 1
    }
    // At once. If the process is killed in between, the next start does the rest.
    writingNow(path, this.#parts.lock, () => {
      removal(true)
      try {
        this.#removeFiles()
      } catch (error) {
        removal(false)
        throw error
      }
    })
    this.#held = undefined
  }

  /** Folds the journal. A failure loses nothing: the next start reads it. */
  async close(): Promise<void> {
    await this.#folding
    await this.#fold().catch(() => {})
  }

  async #foldSoon(): Promise<void> {
    // The change whose line made it due is in the state then.
    await nextTurn()
    try {
      await this.#fold()
    } catch {
      // On a full disk, for example. The next try is due when the journal has grown as much again.
      this.#journalLimit = this.#journal.size + LEAST_JOURNAL_LIMIT
    }
    this.#folding = undefined
  }

  async #fold(): Promise<void> {
    const journal = this.#journal
    if (!this.#held || journal.isEmpty) return
    await writing(journal.path, this.#parts.lock, () => journal.setAside())
    await this.#write()
    await writing(journal.path, this.#parts.lock, () => journal.removeOlder())
  }

  async #write(): Promise<void> {
    this.#file.data = { ...(this.#held as HeldAccount), revision: this.#revision }
    try {
      await writing(this.path, this.#parts.lock, () => this.#file.write())
    } finally {
      this.#file.data = null
    }
  }

  /** The line of the state before a change. */
  readonly #whole = (): string => {
    const { account, rows } = this.#held as HeldAccount
    const change = { replaces: true as const, account, ...rows.whole() }
    return journalLine(this.#revision, this.#id, change, this.#parts.secrets)
  }

  /** The journal last: what is left of a removal that was interrupted can be told by its last line. */
  #removeFiles(): void {
    rmSync(this.path, { force: true })
    this.#journal.clear()
  }

  /**
   * How lowdb reads and writes the file. Its own adapters make the text of all the data at once, which would block requests
   * while 10,000 events are written.
   */
  #adapter(): Adapter<Content> {
    const { path } = this
    const { secrets, lock } = this.#parts
    const measured = (length: number) => {
      // The journal may become as long as the file, so that each byte of a change is written about twice on average.
      this.#journalLimit = Math.max(LEAST_JOURNAL_LIMIT, length)
    }
    return {
      async read() {
        // Synchronous, because nothing is answered yet.
        const text = readFileSync(path).toString()
        measured(text.length)
        return parseAccountFile(text, path, secrets)
      },
      async write(content) {
        const { account, rows, revision } = content as HeldAccount & { revision: number }
        let length = 0
        const parts = accountFileText({ account, revision }, secrets, rows.whole())
        const counted = function* () {
          for (const part of parts) {
            length += part.length
            yield part
          }
        }
        await writeWhole(path, counted(), lock)
        measured(length)
      },
    }
  }
}

/** Whether a journal without an account is what is left of a removal. */
export function isRemoval(journalText: string): boolean {
  const last = journalText.split('\n').at(-2)
  return last?.endsWith('"removed":true}') === true
}
