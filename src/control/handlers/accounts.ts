import { randomInt } from 'node:crypto'
import type { Account, AccountHead, AccountOrigin } from '../../accounts/account.ts'
import { ALPHABET, nextId } from '../../accounts/identifier.ts'
import { FULL_ACCESS, keyFor } from '../../accounts/key.ts'
import { addMark, type Cause } from '../../accounts/mark.ts'
import { newToken } from '../../accounts/token.ts'
import type { KeyUsage } from '../../accounts/usage.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { ApiError, invalidValue } from '../../errors.ts'
import type { FixtureText } from '../../fixtures/fixtures.ts'
import { requireFreeTokens } from '../../fixtures/seeding.ts'
import type { SavedAccount } from '../../runtime/snapshots.ts'
import { mustBeOneOf } from '../../schema/similar.ts'
import { accountIdProblem } from '../../store/account-shape.ts'
import { ifPresent } from '../../store/store.ts'
import { isoTime } from '../../time/clock.ts'
import { Turns } from '../../time/turns.ts'
import { accountNamed, quoted } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import {
  fixtureNamed,
  type NamedFixture,
  ownFixture,
  sentFixture,
  soundly,
  visitorFixture,
} from './fixtures.ts'
import { shownKey } from './keys.ts'

export function accountHandlers(parts: ControlParts) {
  const { store, usage, accountStates, visitors, document } = parts
  const viewOf = async (account: Readonly<AccountHead>) =>
    shownAccount(account, await store.campaignCount(account.id), await usage.usageOf(account))
  return {
    /** GET /_sandbox/accounts */
    async listAccounts({ query }) {
      const { limit, offset } = query
      await usage.flush()
      const { ids } = await store.page({ limit, offset })
      const views = await Promise.all(ids.map((id) => ifPresent(store.readHead(id).then(viewOf))))
      const data = views.filter((view) => view !== undefined)
      return { data, page: { total: await store.count(), limit, offset } }
    },

    /** GET /_sandbox/accounts/{account_id} */
    async getAccount({ params }) {
      await usage.flush()
      return { data: await viewOf(await accountNamed(params.account_id, parts)) }
    },

    /** POST /_sandbox/accounts */
    async createAccount({ body, cause }) {
      const { fixture } = body
      // YAML with accounts has more than one line, or braces.
      const isName = typeof fixture === 'string' && !/[\n{]/.test(fixture)
      const source =
        fixture === undefined
          ? ownFixture(parts)
          : isName
            ? fixtureNamed(fixture, parts)
            : sentFixture(fixture, document)
      return addAccount({ ...body, source, madeBy: 'operator', cause }, parts)
    },

    /** DELETE /_sandbox/accounts/{account_id} */
    async deleteAccount({ params }) {
      const data = await viewOf(await accountNamed(params.account_id, parts))
      await accountStates.remove(data.id)
      return { data, message: `The account ${data.id} is removed.` }
    },

    /** POST /_sandbox/signup */
    signUp({ body, address, cause }) {
      if (!visitors) {
        throw new ApiError(
          'permission_denied',
          'Sign-up is closed: this sandbox was not started with --open-signup. Its operator can create an account with POST /_sandbox/accounts.',
        )
      }
      return visitors.admit(address, () =>
        addAccount({ ...body, source: visitorFixture(parts), madeBy: 'signup', cause }, parts),
      )
    },
  } satisfies Partial<ControlHandlers>
}

/** The source of a new account. */
interface AccountPlan extends Omit<BodyOf<'createAccount'>, 'fixture'> {
  source: NamedFixture | FixtureText
  madeBy: AccountOrigin['made_by']
  cause: Cause
}

/** One after the other for each id, regardless of case. */
const creations = new Turns()

/** Creates an account with a full-access key. Rejects with the failure that says what is wrong with the plan. */
async function addAccount(plan: AccountPlan, parts: ControlParts) {
  if (plan.id !== undefined && accountIdProblem(plan.id)) {
    const message = `must be 1 to 64 letters, digits, "_" or "-"; found ${quoted(plan.id)}`
    throw invalidValue('body', '/id', message)
  }
  const id = plan.id ?? newAccountId()
  return creations.take(id.toLowerCase(), async () => {
    // Ignoring case, because ids become file names, and some file systems ignore case.
    if (await parts.store.has(id, { ignoreCase: true })) throw taken(id)
    return addFreeAccount(id, plan, parts)
  })
}

/** 12 random characters do not collide. */
function newAccountId(): string {
  const characters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `acc_${characters.join('')}`
}

async function addFreeAccount(id: string, plan: AccountPlan, parts: ControlParts) {
  const { store, document, clock, snapshots } = parts
  if (plan.plan !== undefined && !document.planNames.includes(plan.plan)) {
    throw invalidValue('body', '/plan', mustBeOneOf(document.planNames, plan.plan))
  }
  const account = await builtAccount(id, plan, parts)
  const [prefix = ''] = document.prefixesByType.get('test') ?? []
  const token = newToken(prefix)
  const key = keyFor(token, {
    id: nextId(account, 'key'),
    name: 'Full access',
    type: 'test',
    permissions: [FULL_ACCESS],
    created_at: clock.of(account),
  })
  account.keys[key.id] = key
  const about = { type: 'account', id, name: account.name }
  addMark(account, { ...plan.cause, at: clock.of(account), about })
  await requireFreeTokens(account, parts)
  await store.add(account).catch(async (error) => {
    // Another replica was faster.
    throw (await store.has(id)) ? taken(id) : error
  })
  if (account.origin?.fixture === null) {
    // A sent fixture is not kept, so this snapshot is the only way back to it.
    const timesOf = (saved: SavedAccount) => ({ savedAt: clock.now(), shows: clock.of(saved) })
    await snapshots.save(id, FIRST_SNAPSHOT, { rows: '', timesOf })
  }
  return {
    data: {
      ...shownAccount(account, account.campaigns.size, {}),
      key: { ...shownKey(key, clock.of(account)), token },
    } satisfies DataOf<'createAccount'>,
    message: 'Copy the token now: it is shown this once and cannot be looked up later.',
  }
}

/** Name of the snapshot of a new account whose fixture is not kept. */
export const FIRST_SNAPSHOT = 'created'

function shownAccount(
  account: Readonly<AccountHead>,
  campaigns: number,
  usage: Readonly<Record<string, KeyUsage>>,
): DataOf<'getAccount'> {
  const { id, name, plan, keys, origin } = account
  const used = Object.values(usage).map(({ last_used_at }) => last_used_at ?? 0)
  const lastUsed = Math.max(0, ...used)
  return {
    id,
    name,
    plan,
    campaigns,
    keys: Object.values(keys).filter(({ revoked_at }) => revoked_at === null).length,
    made_by: origin?.made_by ?? 'fixture',
    fixture: origin?.fixture?.name ?? null,
    created_at: origin ? isoTime(origin.created_at) : null,
    last_used_at: lastUsed === 0 ? null : isoTime(lastUsed),
  }
}

async function builtAccount(id: string, plan: AccountPlan, parts: ControlParts): Promise<Account> {
  const { source, seed = parts.config.seed, fixture_account, madeBy } = plan
  const now = parts.clock.now()
  const isNamed = 'fixture' in source
  const described = await soundly(() =>
    parts.fixtures.described(isNamed ? source.fixture : source, { now, seed }),
  )
  const meant = described.find((each) => each.id === (fixture_account ?? described[0]?.id))
  if (!meant) {
    const ids = described.map((each) => each.id)
    const what = `an account of the fixture: ${ids.join(', ')}`
    throw invalidValue('body', '/fixture_account', mustBeOneOf(ids, fixture_account ?? '', what))
  }
  // A token opens one account only: those of a shared fixture stay with the first account.
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

function taken(id: string): ApiError {
  const message = `must be an id that no account has, regardless of case; found ${quoted(id)}`
  return invalidValue('body', '/id', message)
}
