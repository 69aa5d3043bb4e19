import { ConfigError } from '../../config.ts'
import type { Backing } from '../../runtime/backing.ts'
import { accountIdsIn, type ReadAccount, readExport } from './read-export.ts'

/** The state that is replaced. */
type Imported = Pick<
  Backing,
  'store' | 'events' | 'snapshots' | 'usage' | 'quotas' | 'requests' | 'receivers'
>

/**
 * Adds the accounts of an export, one at a time, after `onBegin`. Resolves with their ids. Rejects with a ConfigError, before anything
 * is changed, if the file is damaged, or if an account exists and `replace` is false. An account that cannot be
 * written as a whole is removed again; those before it stay.
 */
export async function importAccounts(
  file: string,
  into: Imported,
  { replace, onBegin }: { replace: boolean; onBegin: () => void },
): Promise<string[]> {
  const ids = await accountIdsIn(file)
  if (!replace) await requireNone(ids, into)
  onBegin()
  for await (const read of readExport(file)) await importAccount(read, into)
  return ids
}

async function requireNone(ids: readonly string[], { store }: Imported): Promise<void> {
  const present: string[] = []
  for (const id of ids) if (await store.has(id, { ignoreCase: true })) present.push(id)
  if (present.length === 0) return
  throw new ConfigError(
    `${present.length === 1 ? 'The account' : 'The accounts'} ${present.join(', ')} ${present.length === 1 ? 'exists' : 'exist'} here. Add --replace to ` +
      'overwrite them with all that belongs to them.',
  )
}

async function importAccount(read: ReadAccount, into: Imported): Promise<void> {
  const { store, events, snapshots, usage } = into
  const { account, rows } = read
  const { id } = account
  const wasThere = await store.has(id)
  if (wasThere) await forget(id, into)
  try {
    let isThere = wasThere
    // A snapshot is always made of the present state, so the account takes that state first.
    for (const { name, savedAt, shows, ...saved } of read.snapshots) {
      await put(saved.account, isThere, store)
      isThere = true
      const timesOf = () => ({ savedAt, shows })
      await snapshots.save(id, name, { rows: saved.rows, timesOf })
    }
    await put(account, isThere, store)
    await usage.adopt(account)
    await events.restore(id, rows === '' ? undefined : rows)
  } catch (error) {
    // Half an account is of no use. One that was replaced is lost anyway.
    if (!wasThere) await remove(id, into).catch(() => {})
    throw error
  }
}

async function put(
  account: ReadAccount['account'],
  isThere: boolean,
  store: Imported['store'],
): Promise<void> {
  if (isThere) await store.replace(account)
  else await store.add(account)
}

async function remove(id: string, into: Imported): Promise<void> {
  if (await into.store.has(id)) await into.store.remove(id)
  await forget(id, into)
}

async function forget(id: string, into: Imported): Promise<void> {
  const { events, snapshots, usage, quotas, requests, receivers } = into
  for (const state of [events, snapshots, usage, quotas, requests, receivers]) {
    await state.forget(id)
  }
}
