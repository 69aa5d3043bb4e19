import type { Account } from '../accounts/account.ts'
import { invalidInput } from '../invalid-input.ts'
import { resetAccount, resetAccounts } from '../seeding.ts'
import type { Services } from '../services.ts'
import { isPackaged } from '../store/packaged-fixture.ts'
import { isoTime } from '../time/clock.ts'
import { FIRST_SNAPSHOT, soundly } from './accounts.ts'
import { controlDocument } from './document.ts'
import type { ControlHandler } from './operation.ts'
import { openScenarioOf, ownScenario, type Scenario, scenarioOf } from './scenario.ts'

/** GET /_sandbox/health */
export const getHealth: ControlHandler<'getHealth'> = async ({ now }, services) => {
  const { store, document, config } = services
  return {
    data: {
      status: 'ok',
      api_version: document.version,
      accounts: (await store.accountIds()).length,
      storage: config.data === undefined ? 'ephemeral' : 'disk',
      rate_limits: config.rateLimits,
      signup: config.openSignup,
      now: isoTime(now),
    },
  }
}

/** GET /_sandbox/openapi.json */
export const getControlDocument: ControlHandler<'getControlDocument'> = ({ serverUrl }) => ({
  document: { ...controlDocument, servers: [{ url: `${serverUrl}/_sandbox` }] },
})

/** POST /_sandbox/reset */
export const resetSandbox: ControlHandler<'resetSandbox'> = async (request, services) => {
  const { body: { fixture, account: inBody } = {}, query, isOperator } = request
  const named = inBody ?? query.account
  if (query.account !== undefined && query.account !== named) {
    throw invalidInput([
      {
        in: 'body',
        path: '/account',
        message: `must be the account of the query, ${query.account}, or be left out; found ${JSON.stringify(inBody)}`,
      },
    ])
  }
  const scenario = scenarioNamed(fixture, isOperator, services)
  if (isOperator && named === undefined) {
    const accounts = await soundly(() => resetAccounts(services, scenario?.fixture))
    return {
      data: { accounts: accounts.map(({ id }) => id) },
      message: 'Every account is as the fixture has it; quotas are fresh.',
    }
  }

  const account = await request.account(named)
  const source = scenario ?? scenarioOfOrigin(account, services)
  const orOnly = isOperator || isPackaged(source.fixture)
  await soundly(() => resetAccount(account, services, { ...source, orOnly }))
  return {
    data: { accounts: [account.id] },
    message: `The account ${account.id} is as the fixture ${source.name} has it; its quotas are fresh.`,
  }
}

function scenarioNamed(
  name: string | undefined,
  isOperator: boolean,
  services: Services,
): Scenario | undefined {
  if (name === undefined) return undefined
  return isOperator ? scenarioOf(name, services) : openScenarioOf(name)
}

/** The fixture that an account was made of. */
function scenarioOfOrigin({ id, origin }: Readonly<Account>, services: Services): Scenario {
  if (origin === null) return ownScenario(services)
  if (origin.fixture !== null) return scenarioOf(origin.fixture.name, services)
  throw invalidInput([
    {
      in: 'body',
      path: '/fixture',
      message: `is missing: ${id} was made of a fixture that was sent along, which is not kept. Name another, or restore its snapshot ${FIRST_SNAPSHOT}`,
    },
  ])
}
