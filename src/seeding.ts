import type { Account } from './accounts/account.ts'
import { DocumentError } from './document/document-error.ts'
import type { Services } from './services.ts'
import type { Origin } from './store/fixture-account.ts'
import { packagedFixture } from './store/packaged-fixture.ts'

type Parts = Pick<Services, 'store' | 'config' | 'clock' | 'document'>

/** Fills an empty store from the fixture; what is there already is kept as it is. */
export async function seedStore(parts: Parts): Promise<{ seeded: number; kept: number }> {
  const { store } = parts
  const present = await store.accountIds()
  if (present.length > 0) {
    for (const id of present) requirePlan(await store.read(id), parts)
    return { seeded: 0, kept: present.length }
  }

  const accounts = await fixtureAccounts(parts)
  await store.fill(accounts)
  return { seeded: accounts.length, kept: 0 }
}

/** Makes the store what the fixture has it to be, every quota fresh, and the log of requests empty. */
export async function resetAccounts(
  parts: Parts & Pick<Services, 'quotas' | 'requests'>,
): Promise<Account[]> {
  const accounts = await fixtureAccounts(parts)
  const present = await parts.store.accountIds()
  const wanted = new Set(accounts.map(({ id }) => id))

  // Removed before the others come: one of theirs may take over a token of one of these.
  const surplus = present.filter((id) => !wanted.has(id))
  await Promise.all(surplus.map((id) => parts.store.remove(id)))
  await Promise.all(
    accounts.map((account) =>
      present.includes(account.id) ? parts.store.replace(account) : parts.store.add(account),
    ),
  )
  parts.quotas.clear()
  parts.requests.clear()
  return accounts
}

async function fixtureAccounts(parts: Parts): Promise<Account[]> {
  const { config, clock, document } = parts
  return readFixture(config.fixture, { now: clock.now(), seed: config.seed, document })
}

// What only a fixture needs is loaded when there is one to read: a sandbox that starts on a folder
// with accounts in it, or a user's own file, does without the other half.
async function readFixture(fixture: string, origin: Origin): Promise<Account[]> {
  const packaged = packagedFixture(fixture, origin)
  if (packaged) {
    const { buildAccount } = await import('./store/fixture-account.ts')
    return packaged.accounts.map((account) => buildAccount(account, origin))
  }
  const { loadFixture } = await import('./store/fixtures.ts')
  return loadFixture(fixture, origin)
}

// A fixture is held against the document when it is read; an account that was kept may be older than that.
function requirePlan({ id, plan }: Account, { document, config }: Parts): void {
  if (document.planNames.includes(plan)) return
  throw new DocumentError(
    `Account ${id} in ${config.data} has the plan ${JSON.stringify(plan)}, which the document does not ` +
      `have; it has ${document.planNames.join(', ')}. Start with the overlay that has it, or with --data ` +
      'on another folder.',
  )
}
