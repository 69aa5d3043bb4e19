import type { AccountHead } from '../../accounts/account.ts'
import { invalidValue } from '../../errors.ts'
import { isPackaged } from '../../fixtures/packaged-fixture.ts'
import { resetAccount, resetAccounts } from '../../fixtures/seeding.ts'
import { eachHead } from '../../store/store.ts'
import type { ControlHandlers, ControlRequest, ControlResult } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { FIRST_SNAPSHOT } from './accounts.ts'
import {
  type FixtureParts,
  fixtureNamed,
  type NamedFixture,
  ownFixture,
  packagedFixtureNamed,
  soundly,
  visitorFixture,
} from './fixtures.ts'

type Result = Promise<ControlResult<'resetSandbox'>>

export function resetHandlers(parts: ControlParts) {
  return {
    /** POST /_sandbox/reset */
    resetSandbox(request) {
      const { body: { fixture: name, account: inBody } = {}, query, isOperator } = request
      const named = inBody ?? query.account
      if (query.account !== undefined && query.account !== named) {
        throw invalidValue(
          'body',
          '/account',
          `must be the account of the query, ${query.account}, or be left out; found ${JSON.stringify(inBody)}`,
        )
      }
      const fixtureOf = isOperator ? fixtureNamed : packagedFixtureNamed
      const fixture = name === undefined ? undefined : fixtureOf(name, parts)
      return isOperator && named === undefined
        ? resetAll(fixture, request, parts)
        : resetOne(named, fixture, request, parts)
    },
  } satisfies Partial<ControlHandlers>
}

async function resetAll(
  fixture: NamedFixture | undefined,
  { cause }: ControlRequest<'resetSandbox'>,
  parts: ControlParts,
): Result {
  const { store } = parts
  const before = await store.page({ limit: await store.count() })
  const { name } = fixture ?? ownFixture(parts)
  const note = { cause, name, moments: await keepAll(parts) }
  const fresh = await soundly(() => resetAccounts(parts, fixture?.fixture, note))
  const accounts = fresh.map(({ id }) => id)
  const removed = before.ids.filter((id) => !accounts.includes(id))
  const lost =
    removed.length > 0 ? ` Removed accounts that are not in it: ${removed.join(', ')}.` : ''
  return {
    data: { accounts, removed },
    message: `All accounts and their quotas are reset to the fixture.${lost}`,
  }
}

async function resetOne(
  named: string | undefined,
  fixture: NamedFixture | undefined,
  request: ControlRequest<'resetSandbox'>,
  parts: ControlParts,
): Result {
  const account = await request.account(named)
  const source = fixture ?? fixtureOfOrigin(account, parts)
  const orOnly = request.isOperator || isPackaged(source.fixture)
  const moment = await parts.moments.keep(account, 'reset')
  const cause = { ...request.cause, moment }
  await soundly(() => resetAccount(account, parts, { ...source, orOnly }, cause))
  const lasting = moment === undefined ? ' This cannot be undone.' : ''
  return {
    data: { accounts: [account.id], removed: [] },
    message: `Account ${account.id} is reset to the fixture ${source.name}; its quotas are reset, too.${lasting}`,
  }
}

/** A reset of more accounts keeps no moments: it would take too long. */
const MOST_KEPT_AT_ONCE = 20

/** Keeps a moment of each account, unless there are many; by account id. */
async function keepAll({ store, moments }: ControlParts): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  if ((await store.count()) > MOST_KEPT_AT_ONCE) return kept
  for await (const head of eachHead(store)) {
    const moment = await moments.keep(head, 'reset')
    if (moment !== undefined) kept.set(head.id, moment)
  }
  return kept
}

/** The fixture that an account was made from. */
function fixtureOfOrigin({ id, origin }: Readonly<AccountHead>, parts: FixtureParts): NamedFixture {
  if (origin === null) return ownFixture(parts)
  const ofVisitors = visitorFixture(parts)
  // Another fixture may have the same name.
  if (origin.made_by === 'signup' && origin.fixture?.name === ofVisitors.name) return ofVisitors
  if (origin.fixture !== null) return fixtureNamed(origin.fixture.name, parts)
  throw invalidValue(
    'body',
    '/fixture',
    `is missing: ${id} was made of a fixture that was sent along, which is not kept. Name another, or restore its snapshot ${FIRST_SNAPSHOT}`,
  )
}
