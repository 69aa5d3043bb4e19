import { appendFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { journalHeader } from './journal-format.ts'
import { OWNER_ONLY } from './store-files.ts'

const EXTENSION = '.journal'
const NAME = /^([^.]+)(?:\.(\d+))?\.journal$/

/** The account and the number of a journal file; 0 for the one that is written to. Undefined for another file. */
export function journalOf(name: string): { accountId: string; number: number } | undefined {
  const [, accountId, number = '0'] = NAME.exec(name) ?? []
  return accountId === undefined ? undefined : { accountId, number: Number(number) }
}

/** A journal file that was set aside, complete. */
interface Older {
  number: number
  path: string
  /** Bytes. */
  size: number
}

/**
 * The files to which changes of an account are appended, a line for each write, so that the time of a write
 * depends on the change and not on the size of the account. While the changes so far are folded into the file of the
 * account, they are set aside (`<id>.1.journal`), and later ones go to a new file (`<id>.journal`).
 */
export class Journal {
  readonly path: string
  readonly #folder: string
  readonly #accountId: string
  /** The first one has the earliest changes. */
  #older: Older[] = []
  /** Bytes of complete lines of the file at `path`. */
  #size = 0
  /** Whether it may have more than these. */
  #isTorn = false

  constructor(folder: string, accountId: string) {
    this.#folder = folder
    this.#accountId = accountId
    this.path = this.#pathOf(0)
  }

  /** The texts of the files with these numbers, in order of their changes. The last line of each may be incomplete. */
  async read(numbers: readonly number[]): Promise<{ path: string; text: string }[]> {
    const found: { path: string; text: string }[] = []
    for (const number of numbers.filter((each) => each > 0).sort((a, b) => a - b)) {
      const path = this.#pathOf(number)
      const text = await readFile(path)
      this.#older.push({ number, path, size: text.length })
      found.push({ path, text: text.toString() })
    }
    if (numbers.includes(0)) {
      const text = await readFile(this.path)
      this.#size = text.lastIndexOf('\n') + 1
      this.#isTorn = this.#size < text.length
      found.push({ path: this.path, text: text.toString() })
    }
    return found
  }

  /** Bytes. */
  get size(): number {
    return this.#older.reduce((sum, { size }) => sum + size, this.#size)
  }

  get isEmpty(): boolean {
    return this.size === 0 && !this.#isTorn
  }

  /** Whether lines can be added. */
  get isSound(): boolean {
    return !this.#isTorn
  }

  /** Adds a line. If it throws, nothing was added. */
  append(line: string): void {
    const text = this.#size === 0 ? journalHeader(this.#accountId) + line : line
    try {
      // Synchronous, because the system buffers a few kilobytes at once. Using another thread takes longer:
      // a tenth of the time of a create.
      appendFileSync(this.path, text, { mode: OWNER_ONLY })
      this.#size += Buffer.byteLength(text)
    } catch (error) {
      this.#cut()
      throw error
    }
  }

  /** Removes everything. */
  clear(): void {
    // Synchronous, because a line that is added meanwhile would be lost.
    for (const path of [...this.#older.map(({ path }) => path), this.path]) {
      rmSync(path, { force: true })
    }
    this.#older = []
    this.#size = 0
    this.#isTorn = false
  }

  /** Has later lines written to a new file: copying them from one file to another would block requests. */
  setAside(): void {
    if (this.#size === 0 || this.#isTorn) return
    const number = (this.#older.at(-1)?.number ?? 0) + 1
    const path = this.#pathOf(number)
    renameSync(this.path, path)
    this.#older.push({ number, path, size: this.#size })
    this.#size = 0
  }

  /** Removes what was set aside. */
  async removeOlder(): Promise<void> {
    for (let first = this.#older[0]; first; first = this.#older[0]) {
      await rm(first.path, { force: true })
      this.#older.shift()
    }
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${this.#accountId}${number === 0 ? '' : `.${number}`}${EXTENSION}`)
  }

  #cut(): void {
    try {
      if (this.#size === 0) rmSync(this.path, { force: true })
      else truncateSync(this.path, this.#size)
    } catch {
      // Nothing is added to an incomplete line; the next write replaces the file of the account instead.
      this.#isTorn = true
    }
  }
}
