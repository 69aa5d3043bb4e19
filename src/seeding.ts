import type { Account } from './accounts/account.ts'
import { DocumentError } from './document/document-error.ts'
import { ApiError } from './errors.ts'
import { invalidInput } from './invalid-input.ts'
import type { Services } from './services.ts'

type Parts = Pick<Services, 'store' | 'config' | 'clock' | 'document' | 'fixtures'>
type Resettable = Parts &
  Pick<Services, 'quotas' | 'usage' | 'requests' | 'receivers' | 'snapshots' | 'simulation'>

/** Fills an empty store from the fixture; what is there already is kept as it is. */
export async function seedStore(parts: Parts): Promise<{ seeded: number; kept: number }> {
  const { store } = parts
  const present = await store.accountIds()
  if (present.length > 0) {
    for (const id of present) requirePlan(await store.read(id), parts)
    return { seeded: 0, kept: present.length }
  }

  const accounts = await fixtureAccounts(parts.config.fixture, parts)
  await store.fill(accounts)
  return { seeded: accounts.length, kept: 0 }
}

/**
 * Makes the store what a fixture (a name or a path) has it to be, by default the one that the sandbox was
 * started with, every quota and all usage fresh, and the log of requests empty. Rejects with a FixtureError.
 */
export async function resetAccounts(
  parts: Resettable,
  fixture = parts.config.fixture,
): Promise<Account[]> {
  const { store, quotas, usage, requests, receivers, simulation } = parts
  const accounts = await fixtureAccounts(fixture, parts)
  const present = await store.accountIds()
  const wanted = new Set(accounts.map(({ id }) => id))

  // Removed before the others come: one of theirs may take over a token of one of these.
  const surplus = present.filter((id) => !wanted.has(id))
  await Promise.all(surplus.map((id) => removeAccount(id, parts)))
  await Promise.all(
    accounts.map((account) =>
      present.includes(account.id) ? store.replace(account) : store.add(account),
    ),
  )
  for (const id of wanted) {
    simulation.forget(id)
    receivers.forget(id)
  }
  quotas.clear()
  usage.forget()
  requests.clear()
  return accounts
}

/** The fixture that an account is to be made of anew. */
export interface AccountSource {
  /** What callers name it by. */
  name: string
  /** A name or a path. */
  fixture: string
  /** Whether the only account of the fixture will do when none has the id: it may be another's. */
  orOnly: boolean
}

/**
 * Makes one account what a fixture has it to be, and the quotas of its keys fresh. An account that was made
 * while the sandbox runs, or of which the fixture has no account of that id, keeps its keys: those of the
 * fixture open another. Rejects with a FixtureError, or the failure that says why the fixture will not do.
 */
export async function resetAccount(
  account: Readonly<Account>,
  parts: Resettable,
  source: AccountSource,
): Promise<void> {
  const { store, quotas, usage, requests, receivers, simulation } = parts
  const { id, origin } = account
  const accounts = origin === null ? await fixtureAccounts(source.fixture, parts) : []
  const own = accounts.find((account) => account.id === id)
  const replacement = own ?? (await builtAs(account, source, parts))
  await requireFreeTokens(replacement, parts)
  await store.replace(replacement, (fresh, present) =>
    own ? fresh : { ...fresh, ...kept(present) },
  )
  simulation.forget(id)
  receivers.forget(id)
  quotas.clearAccount(id)
  requests.clear(id)
  if (own) usage.forget(id)
}

/** Removes an account and all that belongs to it, also beside the store. */
export async function removeAccount(
  id: string,
  {
    store,
    snapshots,
    quotas,
    usage,
    requests,
    receivers,
    simulation,
  }: Omit<Resettable, keyof Parts> & Pick<Parts, 'store'>,
): Promise<void> {
  await store.remove(id)
  simulation.forget(id)
  receivers.forget(id)
  quotas.clearAccount(id)
  usage.forget(id)
  requests.clear(id)
  await snapshots.removeAll(id)
}

/** Throws the failure that says so when one of the account's tokens opens another account. */
export async function requireFreeTokens(
  { id, keys }: Account,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  for (const { name, hash, prefix } of Object.values(keys)) {
    const taken = await store.findCredential(hash)
    if (taken === undefined || taken.accountId === id) continue
    throw new ApiError(
      'invalid_input',
      `The token of the key ${JSON.stringify(name)} (${prefix}…) opens the account ${taken.accountId} ` +
        'already, and a token can open one account only. Give it another token in the fixture.',
    )
  }
}

/** The account of the fixture from which this one was made, or the only one that there is, under this id. */
async function builtAs(
  { id, origin, seed }: Readonly<Account>,
  { fixture, name, orOnly }: AccountSource,
  { fixtures, clock }: Parts,
): Promise<Account> {
  const described = await fixtures.described(fixture, { now: clock.now(), seed })
  const wanted = origin?.fixture?.name === name ? origin.fixture.account : id
  const meant =
    described.find((each) => each.id === wanted) ??
    (orOnly && described.length === 1 ? described[0] : undefined)
  if (meant) return meant.build(id, { withKeys: false })

  const ids = described.map((each) => each.id).join(', ')
  throw invalidInput([
    {
      in: 'body',
      path: '/fixture',
      message: orOnly
        ? `must have an account ${wanted}, or one alone; ${name} has ${ids}`
        : `must have an account ${wanted}; ${name} has none`,
    },
  ])
}

/** What an account keeps that is made anew of a fixture that has it not. */
function kept({ keys, usage, origin, name, plan }: Readonly<Account>): Partial<Account> {
  // Whoever made it may have given it a name and a plan.
  return origin === null ? { keys, usage } : { keys, usage, origin, name, plan }
}

function fixtureAccounts(
  fixture: string,
  { fixtures, config, clock }: Pick<Parts, 'fixtures' | 'config' | 'clock'>,
): Promise<Account[]> {
  return fixtures.accounts(fixture, { now: clock.now(), seed: config.seed })
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
