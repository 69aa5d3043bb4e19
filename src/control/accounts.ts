import { randomInt } from 'node:crypto'
import type { Account, AccountOrigin } from '../accounts/account.ts'
import { ALPHABET, nextId } from '../accounts/identifier.ts'
import { FULL_ACCESS } from '../accounts/key-lifetime.ts'
import { hashToken, newToken, tokenPrefix } from '../accounts/token.ts'
import type { ApiError } from '../errors.ts'
import { invalidInput } from '../invalid-input.ts'
import { removeAccount, requireFreeTokens } from '../seeding.ts'
import type { Services } from '../services.ts'
import { accountIdProblem } from '../store/account-shape.ts'
import { FixtureError } from '../store/fixture-error.ts'
import type { FixtureText } from '../store/fixtures.ts'
import { isoTime } from '../time/clock.ts'
import { accountNamed } from './account.ts'
import { shownKey } from './keys.ts'
import type { ControlHandler, DataOf } from './operation.ts'
import { ownScenario, type Scenario, scenarioOf } from './scenario.ts'
import { sentFixture } from './sent-fixture.ts'

/** GET /_sandbox/accounts */
export const listAccounts: ControlHandler<'listAccounts'> = async ({ query }, services) => {
  const { limit = 100, offset = 0 } = query
  await services.usage.flush()
  const ids = await services.store.accountIds()
  const page = ids.slice(offset, offset + limit)
  const accounts = await Promise.all(page.map((id) => services.store.read(id)))
  return { data: accounts.map(shownAccount), page: { total: ids.length, limit, offset } }
}

/** GET /_sandbox/accounts/{account_id} */
export const getAccount: ControlHandler<'getAccount'> = async ({ params }, services) => {
  await services.usage.flush()
  return { data: shownAccount(await accountNamed(params.account_id, services)) }
}

/** POST /_sandbox/accounts */
export const createAccount: ControlHandler<'createAccount'> = async ({ body }, services) => {
  const { fixture } = body
  // YAML in which accounts stand takes more than a line, or braces.
  const isName = typeof fixture === 'string' && !/[\n{]/.test(fixture)
  const source =
    fixture === undefined
      ? ownScenario(services)
      : isName
        ? scenarioOf(fixture, services)
        : sentFixture(fixture, services.document)
  return addAccount({ ...body, source, madeBy: 'operator' }, services)
}

/** DELETE /_sandbox/accounts/{account_id} */
export const deleteAccount: ControlHandler<'deleteAccount'> = async ({ params }, services) => {
  const account = await accountNamed(params.account_id, services)
  await removeAccount(account.id, services)
  return { data: shownAccount(account), message: `The account ${account.id} is removed.` }
}

/** What an account is made of. */
export interface AccountPlan {
  source: Scenario | FixtureText
  madeBy: AccountOrigin['made_by']
  id?: string
  name?: string
  plan?: string
  seed?: number
  fixture_account?: string
}

/** Makes an account with a full-access key of its own. Throws the failure that says what is wrong with the plan. */
export async function addAccount(plan: AccountPlan, services: Services) {
  const id = await reservedId(plan.id, services)
  try {
    return await addReserved(id, plan, services)
  } finally {
    reservedOf(services.store).delete(id.toLowerCase())
  }
}

async function addReserved(id: string, plan: AccountPlan, services: Services) {
  const { store, document, clock, snapshots } = services
  if (plan.plan !== undefined && !document.planNames.includes(plan.plan)) {
    throw invalid('/plan', `must be one of ${document.planNames.join(', ')}`, plan.plan)
  }
  const account = await builtAccount(id, plan, services)
  const [prefix = ''] = document.prefixesByType.get('test') ?? []
  const token = newToken(prefix)
  const key = {
    id: nextId(account, 'key'),
    name: 'Full access',
    type: 'test',
    prefix: tokenPrefix(token),
    hash: hashToken(token),
    permissions: [FULL_ACCESS],
    rate_limit: null,
    allowed_ips: [],
    created_at: clock.of(account),
    expires_at: null,
    revoked_at: null,
  }
  account.keys[key.id] = key
  await requireFreeTokens(account, services)
  await store.add(account)
  if (account.origin?.fixture === null) {
    // What was sent along is not kept, so this is the only way back to it.
    const state = await store.read(id)
    await snapshots.save({
      name: FIRST_SNAPSHOT,
      account: state,
      savedAt: clock.now(),
      shows: clock.of(state),
    })
  }
  return {
    data: {
      ...shownAccount(account),
      key: { ...shownKey(account, key, clock.of(account)), token },
    } satisfies DataOf<'createAccount'>,
    message: 'Copy the token now: it is shown this once and cannot be looked up later.',
  }
}

/** Name of the snapshot of an account as it was made of a fixture that is not kept. */
export const FIRST_SNAPSHOT = 'created'

function shownAccount(account: Readonly<Account>): DataOf<'getAccount'> {
  const { id, name, plan, campaigns, keys, origin, usage } = account
  const used = Object.values(usage).map(({ last_used_at }) => last_used_at ?? 0)
  const lastUsed = Math.max(0, ...used)
  return {
    id,
    name,
    plan,
    campaigns: campaigns.size,
    keys: Object.values(keys).filter(({ revoked_at }) => revoked_at === null).length,
    made_by: origin?.made_by ?? 'fixture',
    fixture: origin?.fixture?.name ?? null,
    created_at: origin ? isoTime(origin.created_at) : null,
    last_used_at: lastUsed === 0 ? null : isoTime(lastUsed),
  }
}

async function builtAccount(id: string, plan: AccountPlan, services: Services): Promise<Account> {
  const { source, seed = services.config.seed, fixture_account, madeBy } = plan
  const now = services.clock.now()
  const isNamed = 'fixture' in source
  const described = await soundly(() =>
    services.fixtures.described(isNamed ? source.fixture : source, { now, seed }),
  )
  const meant = described.find((each) => each.id === (fixture_account ?? described[0]?.id))
  if (!meant) {
    const ids = described.map((each) => each.id).join(', ')
    throw invalid('/fixture_account', `must be an account of the fixture: ${ids}`, fixture_account)
  }
  // A token opens one account only: those of a fixture that others are made of, too, stay with the first.
  const account = await meant.build(id, { withKeys: !isNamed })
  return {
    ...account,
    name: plan.name ?? account.name,
    plan: plan.plan ?? account.plan,
    origin: {
      made_by: madeBy,
      fixture: isNamed ? { name: source.name, account: meant.id } : null,
      created_at: now,
      seen_at: now,
    },
  }
}

/** Runs what reads a fixture that the caller chose, whose mistakes are the caller's. */
export async function soundly<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    if (error.problems.length === 0) throw invalid('/fixture', `cannot be used: ${error.message}`)
    throw invalidInput(
      error.problems.map(({ line, column, path, message }) => ({
        in: 'body',
        path: '/fixture',
        message: `line ${line}, column ${column}: ${path === '' ? '' : `${path} `}${message}`,
      })),
    )
  }
}

/** Ids of accounts that are being built, in lower case. */
const reserved = new WeakMap<Services['store'], Set<string>>()

function reservedOf(store: Services['store']): Set<string> {
  const known = reserved.get(store) ?? new Set()
  reserved.set(store, known)
  return known
}

async function reservedId(wanted: string | undefined, { store }: Services): Promise<string> {
  const ids = await store.accountIds()
  const beingBuilt = reservedOf(store)
  const id = freeId(wanted, new Set([...ids.map((id) => id.toLowerCase()), ...beingBuilt]))
  beingBuilt.add(id.toLowerCase())
  return id
}

// Case aside, because the names of files are made from ids, and may differ in nothing else.
function freeId(wanted: string | undefined, taken: ReadonlySet<string>): string {
  if (wanted !== undefined) {
    const problem = accountIdProblem(wanted)
    if (problem) throw invalid('/id', 'must be 1 to 64 letters, digits, "_" or "-"', wanted)
    if (taken.has(wanted.toLowerCase())) {
      throw invalid('/id', 'must be an id that no account has, whatever its case', wanted)
    }
    return wanted
  }
  for (;;) {
    const id = `acc_${Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
    if (!taken.has(id)) return id
  }
}

function invalid(path: string, message: string, value?: unknown): ApiError {
  const found = value === undefined ? '' : `; found ${JSON.stringify(value)?.slice(0, 100)}`
  return invalidInput([{ in: 'body', path, message: `${message}${found}` }])
}
