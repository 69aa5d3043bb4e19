import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Account } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import { AccountAdapter, type AccountContent, type FileParts } from './account-adapter.ts'
import { Journal } from './journal.ts'
import { EXTENSION } from './store-files.ts'

/** Bytes. Small accounts would be rewritten too often with a shorter journal. */
const LEAST_JOURNAL_LIMIT = 256 * 1024

/** The files of an account: its file as of a revision, and a journal of later changes. */
export class AccountPlace {
  readonly path: string
  readonly file: Low<AccountContent>
  readonly journal: Journal
  revision = 0
  /** The account that was written last; undefined before the first write. */
  account: Account | undefined
  /** In files of an earlier release. */
  deliveries: Delivery[] | undefined
  /** Present while the journal is folded into the file. */
  folding: Promise<void> | undefined
  #journalLimit = LEAST_JOURNAL_LIMIT

  constructor(folder: string, accountId: string, parts: FileParts) {
    this.path = join(folder, `${accountId}${EXTENSION}`)
    const adapter = new AccountAdapter(this.path, parts, (length) => {
      // The journal may become as long as the file, so that each byte of a change is written about twice on average.
      this.#journalLimit = Math.max(LEAST_JOURNAL_LIMIT, length)
    })
    this.file = new Low<AccountContent>(adapter, null)
    this.journal = new Journal(folder, accountId)
  }

  /** After a failure, as on a full disk: the next try is due when the journal has grown as much again. */
  postponeFold(): void {
    this.#journalLimit = this.journal.size + LEAST_JOURNAL_LIMIT
  }

  get isFoldDue(): boolean {
    return this.folding === undefined && this.journal.size > this.#journalLimit
  }
}
