import { readFileSync } from 'node:fs'
import type { Adapter } from 'lowdb'
import type { SecretBox } from '../secret-box.ts'
import { type AccountFile, accountFileText, parseAccountFile, type Saved } from './account-file.ts'
import { type HeldLock, writeWhole } from './store-files.ts'

/** An account as it was read, or as it is to be written; null in between, so that it is not in memory twice. */
export type AccountContent = AccountFile | Saved | null

/** The parts for writing the files of accounts. */
export interface FileParts {
  secrets: SecretBox
  lock: HeldLock
}

/** The file of an account for lowdb, whose own adapter would make the text of a large account at once. */
export class AccountAdapter implements Adapter<AccountContent> {
  readonly #path: string
  readonly #parts: FileParts
  readonly #onLength: (length: number) => void

  /** `onLength` learns the characters of the file. */
  constructor(path: string, parts: FileParts, onLength: (length: number) => void) {
    this.#path = path
    this.#parts = parts
    this.#onLength = onLength
  }

  /** Throws a StoreError for an invalid file. */
  async read(): Promise<AccountFile> {
    // Synchronous, because nothing is answered yet: of 10,000 small files, threads take several times as long.
    // With an encoding, it takes twice as long for a large file.
    const text = readFileSync(this.#path).toString()
    this.#onLength(text.length)
    return parseAccountFile(text, this.#path, this.#parts.secrets)
  }

  async write(content: AccountContent): Promise<void> {
    const { secrets, lock } = this.#parts
    let length = 0
    const parts = accountFileText(content as Saved, secrets)
    const counted = function* () {
      for (const part of parts) {
        length += part.length
        yield part
      }
    }
    await writeWhole(this.#path, counted(), lock)
    this.#onLength(length)
  }
}
