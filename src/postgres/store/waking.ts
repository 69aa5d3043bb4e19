import type { Account } from '../../accounts/account.ts'
import type { AccountChange } from '../../simulation/due.ts'
import { type Sql, sql } from '../sql.ts'
import type { RowChanges } from './account-change.ts'
import { storable } from './storable-text.ts'

/** When accounts are looked at. */
export interface Planning {
  /** Milliseconds until the account has to be looked at because of a change; undefined if it has not. */
  after(change: AccountChange): number | undefined
  /** A change that was planned so is committed. */
  notePlanned(accountId: string, delayMs: number): void
}

/** The account after a change of some of its rows. */
export function changeOf(
  before: Readonly<Account>,
  after: Readonly<Account>,
  { written, hasClock }: RowChanges,
): AccountChange {
  const touched = written.filter(({ collection }) => ['campaigns', 'lastRuns'].includes(collection))
  return {
    head: after,
    campaigns: statesOf(after, new Set(touched.map(({ id }) => id))),
    isMoved: hasClock,
    hasWebhooks: before.webhooks !== after.webhooks && statuses(before) !== statuses(after),
  }
}

/** Has the work of a new account begin, in the transaction that made it. Resolves with the planned milliseconds. */
export async function wake(
  account: Account,
  planning: Planning | undefined,
  db: Sql,
): Promise<number | undefined> {
  const whole = { head: account, campaigns: [], isMoved: true, hasWebhooks: false }
  const delay = planning?.after(whole)
  if (delay === undefined) return undefined
  await db.query(sql`SELECT sandbox.wake(${storable(account.id)}, ${delay})`)
  return delay
}

function statesOf(account: Readonly<Account>, ids: Iterable<string>): AccountChange['campaigns'] {
  return [...ids].flatMap((id) => {
    const campaign = account.campaigns.get(id)
    return campaign ? [{ campaign, lastRun: account.lastRuns.get(id) }] : []
  })
}

function statuses({ webhooks }: Readonly<Account>): string {
  return JSON.stringify(Object.values(webhooks).map(({ id, status }) => [id, status]))
}
