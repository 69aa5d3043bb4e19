import { type ChangeFeed, type ChangeReader, LocalChangeFeed } from '../runtime/change-feed.ts'
import type { Notices } from './notices.ts'

/** The changes that any replica makes. Readers are also notified when changes may have been missed. */
export class PostgresChangeFeed implements ChangeFeed {
  readonly #notices: Notices
  readonly #local = new LocalChangeFeed()

  constructor(notices: Notices) {
    this.#notices = notices
    notices.listen('account', (accountId) => {
      if (accountId === undefined) this.#local.notifyAll()
      else this.#local.notify(accountId)
    })
    notices.listen('operators', () => this.#local.notifyOperators())
    notices.listen('everyone', () => this.#local.notifyAll())
  }

  notify(accountId: string): void {
    this.#notices.publish('account', accountId)
  }

  notifyOperators(): void {
    this.#notices.publish('operators')
  }

  notifyAll(): void {
    this.#notices.publish('everyone')
  }

  listen(reader: ChangeReader, onChange: () => void): () => void {
    return this.#local.listen(reader, onChange)
  }
}
