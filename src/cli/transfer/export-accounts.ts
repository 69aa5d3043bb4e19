import type { Account } from '../../accounts/account.ts'
import { ConfigError } from '../../config.ts'
import type { Backing } from '../../runtime/backing.ts'
import { eachAccountId } from '../../store/store.ts'
import { HEADER, headOf, type Line, linesOf } from './format.ts'

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
  const put = (line: Line) => write(`${JSON.stringify(line)}\n`)
  await put(HEADER)
  let count = 0
  for await (const id of accounts.length > 0 ? new Set(accounts) : eachAccountId(from.store)) {
    let lines = 0
    for await (const line of accountLines(id, from, warn)) {
      lines += 1
      await put(line)
    }
    await put({ end: id, lines: lines + 1 })
    count += 1
  }
  await put({ complete: true, accounts: count })
  return count
}

async function* accountLines(
  id: string,
  { store, events, snapshots, usage }: Exported,
  warn: (sentence: string) => void,
): AsyncGenerator<Line> {
  const account = await store.read(id)
  yield { account: headOf(await withUsage(account, usage)) }
  yield* linesOf(account)
  yield* deliveriesIn(await events.save(id))
  for (const snapshot of await snapshots.list(id)) {
    if ('problem' in snapshot) {
      warn(`The snapshot ${snapshot.name} of ${id} is left out. ${snapshot.problem}`)
      continue
    }
    const { name, savedAt: saved_at, shows } = snapshot
    const saved = await snapshots.account(id, name)
    yield { snapshot: { name, saved_at, shows, account: headOf(saved) } }
    yield* linesOf(saved)
    yield* deliveriesIn(await snapshots.rows(id, name))
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

function* deliveriesIn(saved: string): Generator<Line> {
  if (saved === '') return
  let at = 0
  // Not `split`: there may be 10,000.
  while (at < saved.length) {
    const end = saved.indexOf('\n', at)
    const line = saved.slice(at, end < 0 ? undefined : end)
    if (line !== '') yield { delivery: JSON.parse(line) }
    at = end < 0 ? saved.length : end + 1
  }
}
