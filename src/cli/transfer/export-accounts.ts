import type { Account } from '../../accounts/account.ts'
import { ConfigError } from '../../config.ts'
import type { Backing } from '../../runtime/backing.ts'
import { type StoredAccount, stored } from '../../store/file/account-file.ts'
import { eachAccountId } from '../../store/store.ts'

/** The first line of an export. */
export const HEADER = { format: 'svc-sandbox/export', version: 2 } as const

/** A state of an account: the present one, or the one of a snapshot. */
export interface StateLine {
  /** As in the file of a data folder. */
  account: StoredAccount
  /** Its deliveries with their events, as `EventLog.save` writes them. */
  deliveries: object[]
}

/** A line of an export: the header, then each account, followed by its snapshots, and at the end the number of lines. */
export type Line =
  | typeof HEADER
  | StateLine
  /** Times are in epoch milliseconds. */
  | (StateLine & { snapshot: { name: string; saved_at: number; shows: number } })
  | { complete: true; lines: number }

/** The state that is exported. */
export type Exported = Pick<Backing, 'store' | 'events' | 'snapshots' | 'usage'>

interface Options {
  /** Ids of the accounts to export; all if empty. */
  accounts: readonly string[]
  /** Writes a line with its end; resolves when there is room for more. */
  write: (line: string) => Promise<void>
  warn: (sentence: string) => void
}

/**
 * Writes accounts with their deliveries and snapshots, one account in memory at a time. Resolves with their number.
 * Rejects with a ConfigError, before anything is written, if one of the accounts does not exist.
 */
export async function exportAccounts(
  from: Exported,
  { accounts, write, warn }: Options,
): Promise<number> {
  for (const id of accounts) {
    if (!(await from.store.has(id))) throw new ConfigError(`There is no account ${id}.`)
  }
  let lines = 0
  const put = (line: Line) => {
    lines += 1
    return write(`${JSON.stringify(line)}\n`)
  }
  await put(HEADER)
  let count = 0
  for await (const id of accounts.length > 0 ? new Set(accounts) : eachAccountId(from.store)) {
    for await (const line of accountLines(id, from, warn)) await put(line)
    count += 1
  }
  await put({ complete: true, lines: lines + 1 })
  return count
}

async function* accountLines(
  id: string,
  { store, events, snapshots, usage }: Exported,
  warn: (sentence: string) => void,
): AsyncGenerator<Line> {
  const account = await withUsage(await store.read(id), usage)
  yield { account: stored(account), deliveries: deliveriesIn(await events.save(id)) }
  for (const snapshot of await snapshots.list(id)) {
    if ('problem' in snapshot) {
      warn(`The snapshot ${snapshot.name} of ${id} is left out. ${snapshot.problem}`)
      continue
    }
    const { name, savedAt: saved_at, shows } = snapshot
    const deliveries = deliveriesIn(await snapshots.rows(id, name))
    const saved = stored(await snapshots.account(id, name))
    yield { snapshot: { name, saved_at, shows }, account: saved, deliveries }
  }
}

/** On PostgreSQL, usage is not in the account. */
async function withUsage(
  account: Readonly<Account>,
  usage: Exported['usage'],
): Promise<Readonly<Account>> {
  const [used, seen_at] = [await usage.usageOf(account), await usage.seenAt(account)]
  return { ...account, usage: used, origin: account.origin && { ...account.origin, seen_at } }
}

function deliveriesIn(saved: string): object[] {
  return saved === '' ? [] : saved.split('\n').map((line) => JSON.parse(line))
}
