import { appendFileSync } from 'node:fs'
import { readFile, rm, truncate } from 'node:fs/promises'
import { journalHeader } from './journal-format.ts'

const OWNER_ONLY = 0o600

/**
 * The file to which the changes of an account are added as they come, a line for each write, so that a
 * write costs what is new in it and not what the account holds already.
 */
export class Journal {
  readonly path: string
  readonly #accountId: string
  /** Bytes; undefined while it is not known that the file ends with a whole line. */
  #size: number | undefined = 0

  constructor(path: string, accountId: string) {
    this.path = path
    this.#accountId = accountId
  }

  /** Its text, which may be torn at its end; undefined when there is none. */
  async read(): Promise<string | undefined> {
    try {
      const text = await readFile(this.path, 'utf8')
      this.#size = undefined
      return text
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  /** Whether a line can be added and the journal is not longer than `limit` bytes then. */
  hasRoom(line: string, limit: number): boolean {
    return this.#size !== undefined && this.#size + Buffer.byteLength(line) <= limit
  }

  /** Adds a line, all of it or, when it rejects, nothing. */
  async append(line: string): Promise<void> {
    const size = this.#size as number
    const text = size === 0 ? journalHeader(this.#accountId) + line : line
    try {
      // A few kilobytes go into the system's memory at once; handing them to another thread and back
      // takes longer than that, and a tenth of the time of a create.
      appendFileSync(this.path, text, { mode: OWNER_ONLY })
      this.#size = size + Buffer.byteLength(text)
    } catch (error) {
      await this.#cutTo(size)
      throw error
    }
  }

  /** Removes what was written so far. */
  async clear(): Promise<void> {
    await rm(this.path, { force: true })
    this.#size = 0
  }

  async #cutTo(size: number): Promise<void> {
    try {
      if (size === 0) await rm(this.path, { force: true })
      else await truncate(this.path, size)
    } catch {
      // Nothing is added to a torn line: the next write makes a new file of the account instead.
      this.#size = undefined
    }
  }
}
