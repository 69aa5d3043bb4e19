import { type FollowableLog, LocalEntryLog, type LogLimits, type Owners } from './account-logs.ts'
import type { AccountState, Answer } from './account-state.ts'
import { type LoggedExchange, sizeOf } from './logged-exchange.ts'

/** The last requests of each account and of callers without one. */
export interface RequestLog extends AccountState, FollowableLog<LoggedExchange> {
  /** Adds a request. Returns at once and never throws; a log that is not in memory writes it soon afterwards. */
  add(exchange: Omit<LoggedExchange, 'sequence'>): void
  /** Resolves when all requests to this process are in the log, so that its own readers see them. Never rejects. */
  flush(): Answer<void>
  /** Removes requests, by default all; resolves with their number. */
  clear(owners?: Owners): Answer<number>
}

/** The requests to this process, in memory. */
export class LocalRequestLog extends LocalEntryLog<LoggedExchange> implements RequestLog {
  constructor({ perAccount = 1000, bytes = 64 * 1024 * 1024 }: Partial<LogLimits> = {}) {
    super({ perAccount, bytes }, sizeOf)
  }

  flush(): void {}
}
