import type { ControlId } from '../../control-client/operations.ts'
import { type FollowableLog, type LogPage, NO_ACCOUNT } from '../../runtime/account-logs.ts'
import type { Page } from '../../schema/page.ts'
import type { ControlRequest } from '../operation.ts'

/** The part of a log that a caller may see. */
export interface LogView<Entry> {
  newest(): Promise<number>
  /** The entries after `sequence`, oldest first. */
  after(sequence: number): Promise<Entry[]>
  /** A page of the entries, newest first, and the number of all. */
  page(range: Page): Promise<LogPage<Entry>>
  /** Sequence of the newest entry that was dropped to make room; 0 if there is none. */
  dropped(): Promise<number>
  /** Resolves when the log has an entry after `sequence`, or when `signal` is aborted. */
  changed(sequence: number, signal: AbortSignal): Promise<void>
}

type Scoped = Pick<ControlRequest<ControlId>, 'account' | 'isOperator'> & {
  query: { account?: string; unauthenticated?: boolean }
}

/** The id of the account to show; undefined for all accounts, which only the operator may see. */
export async function scopedAccount({
  account,
  isOperator,
  query,
}: Scoped): Promise<string | undefined> {
  return isOperator && query.account === undefined ? undefined : (await account()).id
}

/** The log of an account, together with entries of no account if the operator asks for them. */
export async function scopedLog<Entry extends { sequence: number }>(
  log: FollowableLog<Entry>,
  request: Scoped,
): Promise<LogView<Entry>> {
  const account = await scopedAccount(request)
  const isBoth = account !== undefined && request.isOperator && request.query.unauthenticated
  return logView(log, isBoth ? [account, NO_ACCOUNT] : [account])
}

/** The entries of some scopes of a log as one; the scope undefined means all entries. */
export function logView<Entry extends { sequence: number }>(
  log: FollowableLog<Entry>,
  scopes: readonly (string | undefined)[],
): LogView<Entry> {
  const inEach = <T>(read: (scope: string | undefined) => T | Promise<T>) =>
    Promise.all(scopes.map(read))
  return {
    newest: async () => log.newest(),
    changed: (sequence, signal) => log.changed(sequence, signal),
    async dropped() {
      return Math.max(...(await inEach((scope) => log.dropped(scope))))
    },
    async after(sequence) {
      // The scopes are read one by one: an entry that comes meanwhile could be missing although a later one is there.
      const newest = await log.newest()
      const found = await inEach((scope) => log.after(sequence, scope))
      return found
        .flat()
        .filter((entry) => scopes.length === 1 || entry.sequence <= newest)
        .sort((a, b) => a.sequence - b.sequence)
    },
    async page({ limit, offset }) {
      // The newest of all scopes are among the newest of each.
      const begin = scopes.length > 1 ? { limit: offset + limit, offset: 0 } : { limit, offset }
      const pages = await inEach((scope) => log.page(scope, begin))
      const items = pages.flatMap((page) => page.items).sort((a, b) => b.sequence - a.sequence)
      return {
        items: scopes.length > 1 ? items.slice(offset, offset + limit) : items,
        total: pages.reduce((sum, page) => sum + page.total, 0),
      }
    },
  }
}
