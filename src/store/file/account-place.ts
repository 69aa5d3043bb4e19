import { join } from 'node:path'
import { Low } from 'lowdb'
import { DataFile } from 'lowdb/node'
import type { Account } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { SecretBox } from '../secret-box.ts'
import type { SerializedRecords } from '../serialized-records.ts'
import { type AccountFile, accountFileText, parseAccountFile } from './account-file.ts'
import { Journal } from './journal-format.ts'
import { EXTENSION } from './store-files.ts'

export const JOURNAL_EXTENSION = '.journal'
/** Bytes. Small accounts would be rewritten too often with a shorter journal. */
const LEAST_JOURNAL_LIMIT = 256 * 1024

/** The files of an account: its file as of a revision, and a journal of later changes. */
export class AccountPlace {
  readonly path: string
  readonly file: Low<AccountFile | null>
  readonly journal: Journal
  revision = 0
  /** The account that was written last; undefined before the first write. */
  account: Account | undefined
  /** In files of an earlier release. */
  deliveries: Delivery[] | undefined
  /** The length of the file, so that each byte of a change is written about twice on average. */
  journalLimit = LEAST_JOURNAL_LIMIT

  constructor(
    folder: string,
    accountId: string,
    serialized: SerializedRecords,
    secrets: SecretBox,
  ) {
    this.path = join(folder, `${accountId}${EXTENSION}`)
    this.journal = new Journal(join(folder, `${accountId}${JOURNAL_EXTENSION}`), accountId)
    // The presets of lowdb keep data in memory under vitest.
    const adapter = new DataFile<AccountFile | null>(this.path, {
      parse: (text) => parseAccountFile(text, this.path, secrets),
      stringify: (data) => {
        const text = accountFileText(data as AccountFile, serialized)
        this.journalLimit = Math.max(LEAST_JOURNAL_LIMIT, text.length)
        return text
      },
    })
    this.file = new Low<AccountFile | null>(adapter, null)
  }
}
