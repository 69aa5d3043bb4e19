import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { journalHeader } from './journal-format.ts'
import { OWNER_ONLY, temporaryOf } from './store-files.ts'

const EXTENSION = '.journal'
const NAME = /^([^.]+)(?:\.(\d+))?\.journal$/

/** The account and the number of a journal file; 0 for the one that is written to. Undefined for another file. */
export function journalOf(name: string): { accountId: string; number: number } | undefined {
  const [, accountId, number = '0'] = NAME.exec(name) ?? []
  return accountId === undefined ? undefined : { accountId, number: Number(number) }
}

/** The path of a journal file of an account. */
export function journalPath(folder: string, accountId: string, number: number): string {
  return join(folder, `${accountId}${number === 0 ? '' : `.${number}`}${EXTENSION}`)
}

/** A journal file that was set aside. */
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
      const bytes = await readFile(this.path)
      this.#size = bytes.lastIndexOf('\n') + 1
      this.#isTorn = this.#size < bytes.length
      found.push({ path: this.path, text: bytes.toString() })
    }
    return found
  }

  /** Makes a journal ready for further lines, which a previous process has left. */
  makeReady(): void {
    if (this.#isTorn) this.#cut()
  }

  /** Bytes. */
  get size(): number {
    return this.#older.reduce((sum, { size }) => sum + size, this.#size)
  }

  get isEmpty(): boolean {
    return this.size === 0 && !this.#isTorn && this.#older.length === 0
  }

  /**
   * Adds a line. If it throws, nothing was added. If the journal ends within a line, since an earlier failure could not be
   * undone, a new one replaces it, which begins with a line of the `whole` account.
   */
  append(line: string, whole: () => string): void {
    if (this.#isTorn) {
      this.#replace(whole() + line)
      return
    }
    const text = this.#size === 0 ? journalHeader(this.#accountId) + line : line
    try {
      // Synchronous, so that nothing comes between a decision about the account and its line.
      appendFileSync(this.path, text, { mode: OWNER_ONLY })
      this.#size += Buffer.byteLength(text)
    } catch (error) {
      this.#cut()
      throw error
    }
  }

  /** Has later lines written to a new file: copying them from one file to another would block requests. */
  setAside(): void {
    if (this.#size === 0) return
    const number = (this.#older.at(-1)?.number ?? 0) + 1
    const path = this.#pathOf(number)
    renameSync(this.path, path)
    this.#older.push({ number, path, size: this.#size })
    this.#size = 0
    this.#isTorn = false
  }

  /** Removes what was set aside. */
  async removeOlder(): Promise<void> {
    for (let first = this.#older[0]; first; first = this.#older[0]) {
      await rm(first.path, { force: true })
      this.#older.shift()
    }
  }

  /** Removes everything, the last lines at the end. */
  clear(): void {
    for (const { path } of this.#older) rmSync(path, { force: true })
    rmSync(this.path, { force: true })
    this.#older = []
    this.#size = 0
    this.#isTorn = false
  }

  #pathOf(number: number): string {
    return journalPath(this.#folder, this.#accountId, number)
  }

  #replace(lines: string): void {
    const text = journalHeader(this.#accountId) + lines
    const temporary = temporaryOf(this.path)
    writeFileSync(temporary, text, { mode: OWNER_ONLY })
    renameSync(temporary, this.path)
    this.#size = Buffer.byteLength(text)
    this.#isTorn = false
  }

  #cut(): void {
    this.#isTorn = false
    try {
      if (this.#size === 0) rmSync(this.path, { force: true })
      else truncateSync(this.path, this.#size)
    } catch {
      this.#isTorn = true
    }
  }
}
