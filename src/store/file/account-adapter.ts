import { readFile } from 'node:fs/promises'
import type { Adapter } from 'lowdb'
import type { SecretBox } from '../secret-box.ts'
import type { SerializedRecords } from '../serialized-records.ts'
import { type AccountFile, accountFileText, parseAccountFile, type Saved } from './account-file.ts'
import { writeWhole } from './store-files.ts'

/** An account as it was read, or as it is to be written; null in between, so that it is not in memory twice. */
export type AccountContent = AccountFile | Saved | null

/** The file of an account for lowdb, whose own adapter would make the text of a large account at once. */
export class AccountAdapter implements Adapter<AccountContent> {
  readonly #path: string
  readonly #serialized: SerializedRecords
  readonly #secrets: SecretBox
  readonly #onLength: (length: number) => void

  /** `onLength` learns the characters of the file. */
  constructor(
    path: string,
    serialized: SerializedRecords,
    secrets: SecretBox,
    onLength: (length: number) => void,
  ) {
    this.#path = path
    this.#serialized = serialized
    this.#secrets = secrets
    this.#onLength = onLength
  }

  /** Throws a StoreError for an invalid file. */
  async read(): Promise<AccountFile> {
    const text = await readFile(this.#path, 'utf8')
    this.#onLength(text.length)
    return parseAccountFile(text, this.#path, this.#secrets)
  }

  async write(content: AccountContent): Promise<void> {
    let length = 0
    const parts = accountFileText(content as Saved, this.#serialized, this.#secrets)
    const counted = function* () {
      for (const part of parts) {
        length += part.length
        yield part
      }
    }
    await writeWhole(this.#path, counted())
    this.#onLength(length)
  }
}
