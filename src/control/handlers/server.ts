import controlDocument from '../../../spec/documents/control.ts'
import type { AccountHead } from '../../accounts/account.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { ApiError, invalidValue } from '../../errors.ts'
import { isPackaged } from '../../fixtures/packaged-fixture.ts'
import { resetAccount, resetAccounts } from '../../fixtures/seeding.ts'
import { documentText } from '../../openapi/document-text.ts'
import { eachHead } from '../../store/store.ts'
import { isoTime } from '../../time/clock.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { FIRST_SNAPSHOT } from './accounts.ts'
import {
  openScenarioOf,
  ownScenario,
  type Scenario,
  type ScenarioParts,
  scenarioOf,
  soundly,
  visitorScenario,
} from './sent-fixture.ts'

export function serverHandlers(parts: ControlParts) {
  const { store, document, config } = parts
  let controlText: ReturnType<typeof documentText> | undefined
  // It takes 90 ms, in which nothing else happens, and is the same until another document is served.
  let specification: DataOf<'getSpecification'> | undefined
  return {
    /** GET /_sandbox/health */
    async getHealth({ now }) {
      return {
        data: {
          status: 'ok',
          api_version: document.version,
          accounts: await store.count(),
          storage: storageOf(config),
          rate_limits: config.rateLimits,
          signup: config.openSignup,
          proxy: parts.upstream !== undefined,
          now: isoTime(now),
          document_revision: parts.overlayFiles.revision,
          overlay_problem: parts.overlayFiles.problem ?? null,
        },
      }
    },

    /** GET /_sandbox/health/live */
    getLiveness() {
      return { data: { status: 'live' } }
    },

    /** GET /_sandbox/health/ready */
    async getReadiness() {
      const problem = await parts.readiness.problem()
      if (problem === undefined) return { data: { status: 'ready' } }
      throw new ApiError('unavailable', problem, { headers: { 'Retry-After': '1' } })
    },

    /** GET /_sandbox/openapi.json */
    getControlDocument({ serverUrl, now }) {
      controlText ??= documentText(controlDocument)
      return { document: controlText({ now, server: `${serverUrl}/_sandbox` }) }
    },

    /** GET /_sandbox/specification */
    async getSpecification(request) {
      // The answer is the same for all accounts, but an unknown account is an error.
      if (request.query.account !== undefined) await request.account()
      // With the facts, assumptions and overlays, which are YAML in a checkout.
      const { contentsOf } = await import('./specification.ts')
      specification ??= contentsOf(document.raw, parts.overlays)
      return { data: specification }
    },

    /** GET /_sandbox/document/places */
    async getDocumentPlace(request) {
      // As for the whole specification.
      if (request.query.account !== undefined) await request.account()
      const { placeOf } = await import('./specification.ts')
      return { data: placeOf(document.raw, request.query.pointer) }
    },

    /** POST /_sandbox/reset */
    async resetSandbox(request) {
      const { body: { fixture, account: inBody } = {}, query, isOperator } = request
      const named = inBody ?? query.account
      if (query.account !== undefined && query.account !== named) {
        throw invalidValue(
          'body',
          '/account',
          `must be the account of the query, ${query.account}, or be left out; found ${JSON.stringify(inBody)}`,
        )
      }
      const scenario = scenarioNamed(fixture, isOperator, parts)
      if (isOperator && named === undefined) {
        const before = await store.page({ limit: await store.count() })
        const { name } = scenario ?? ownScenario(parts)
        const note = { cause: request.cause, name, moments: await keepAll(parts) }
        const fresh = await soundly(() => resetAccounts(parts, scenario?.fixture, note))
        const accounts = fresh.map(({ id }) => id)
        const removed = before.ids.filter((id) => !accounts.includes(id))
        const lost =
          removed.length > 0 ? ` Removed accounts that are not in it: ${removed.join(', ')}.` : ''
        return {
          data: { accounts, removed },
          message: `All accounts and their quotas are reset to the fixture.${lost}`,
        }
      }

      const account = await request.account(named)
      const source = scenario ?? scenarioOfOrigin(account, parts)
      const orOnly = isOperator || isPackaged(source.fixture)
      const moment = await parts.moments.keep(account, 'reset')
      const cause = { ...request.cause, moment }
      await soundly(() => resetAccount(account, parts, { ...source, orOnly }, cause))
      return {
        data: { accounts: [account.id], removed: [] },
        message: `Account ${account.id} is reset to the fixture ${source.name}; its quotas are reset, too.${moment === undefined ? ' This cannot be undone.' : ''}`,
      }
    },
  } satisfies Partial<ControlHandlers>
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

function storageOf({ data, database }: ControlParts['config']): 'ephemeral' | 'disk' | 'database' {
  if (database !== undefined) return 'database'
  return data === undefined ? 'ephemeral' : 'disk'
}

function scenarioNamed(
  name: string | undefined,
  isOperator: boolean,
  parts: ScenarioParts,
): Scenario | undefined {
  if (name === undefined) return undefined
  return isOperator ? scenarioOf(name, parts) : openScenarioOf(name)
}

/** The fixture that an account was made from. */
function scenarioOfOrigin({ id, origin }: Readonly<AccountHead>, parts: ScenarioParts): Scenario {
  if (origin === null) return ownScenario(parts)
  const ofVisitors = visitorScenario(parts)
  // Another fixture may have the same name.
  if (origin.made_by === 'signup' && origin.fixture?.name === ofVisitors.name) return ofVisitors
  if (origin.fixture !== null) return scenarioOf(origin.fixture.name, parts)
  throw invalidValue(
    'body',
    '/fixture',
    `is missing: ${id} was made of a fixture that was sent along, which is not kept. Name another, or restore its snapshot ${FIRST_SNAPSHOT}`,
  )
}
