import type { Account } from '../../accounts/account.ts'
import { ConfigError } from '../../config.ts'
import type { Backing } from '../../runtime/backing.ts'
import type { ReadAccount } from './read-export.ts'

/** The state that is replaced. */
type Imported = Pick<
  Backing,
  'store' | 'events' | 'snapshots' | 'usage' | 'quotas' | 'requests' | 'receivers'
>

/** Rejects with a ConfigError if one of the accounts exists. */
export async function requireNone(ids: readonly string[], { store }: Imported): Promise<void> {
  const present: string[] = []
  for (const id of ids) if (await store.has(id, { ignoreCase: true })) present.push(id)
  if (present.length === 0) return
  throw new ConfigError(
    `${present.length === 1 ? 'The account' : 'The accounts'} ${present.join(', ')} ${present.length === 1 ? 'exists' : 'exist'} here. Add --replace to ` +
      'overwrite them with all that belongs to them.',
  )
}

/** Adds an account, or replaces it. One that cannot be written as a whole is removed again. */
export async function importAccount(read: ReadAccount, into: Imported): Promise<void> {
  const { store, events, snapshots, usage } = into
  const { account, rows } = read
  const { id } = account
  const wasThere = await store.has(id)
  if (wasThere) await forget(id, into)
  try {
    let isThere = wasThere
    const put = async (state: Account) => {
      await (isThere ? store.replace(state) : store.add(state))
      isThere = true
    }
    // A snapshot is always made of the present state, so the account takes that state first.
    for (const { name, savedAt, shows, ...saved } of read.snapshots) {
      await put(saved.account)
      const timesOf = () => ({ savedAt, shows })
      await snapshots.save(id, name, { rows: saved.rows, timesOf })
    }
    await put(account)
    await usage.adopt(account)
    await events.restore(id, rows === '' ? undefined : rows)
  } catch (error) {
    // Half an account is of no use. One that was replaced is lost anyway.
    if (!wasThere) await removeAll().catch(() => {})
    throw error
  }

  async function removeAll(): Promise<void> {
    if (await store.has(id)) await store.remove(id)
    await forget(id, into)
  }
}

async function forget(id: string, into: Imported): Promise<void> {
  const { events, snapshots, usage, quotas, requests, receivers } = into
  for (const state of [events, snapshots, usage, quotas, requests, receivers]) {
    await state.forget(id)
  }
}
