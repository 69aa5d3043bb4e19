import {
  afterRefusals,
  isJsonCreate,
  labelsOfCreated,
  madeAs,
  rowOf,
} from '../evidence/campaigns.ts'
import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import type { Misplaced, OperationId, Stranger } from '../evidence/steps.ts'
import { heldBy, isAuthenticationError, lacks, verification } from '../evidence/verification.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  campaignOf,
  dataOf,
  errorCode,
  outcomeOf,
  recordsWith,
  refused,
  succeeded,
} from '../http/reading.ts'
import { DENIED, MISPLACED_IN, PERHAPS_DENIED, WRITES } from '../journey/other-keys.ts'
import { rankingRows } from '../journey/rankings.ts'
import { operations } from '../specification/documents.ts'
import { type Check, check, type Judge } from './check.ts'

/** Credentials that must be refused, with their facts and the reasons. */
const REFUSALS = [
  ['anonymous', '5.7.1', 'it has no key'],
  ['misspelled', '5.7.2', 'its key is misspelled'],
  ['revoked', '5.7.3', 'its key was deleted'],
] as const

const refusals: Check[] = REFUSALS.map(([credential, fact, reason]) =>
  check([fact], `returns an authentication error because ${reason}`, (judge, evidence) => {
    judge.parts(operations, ({ operation }) => {
      const exchange = evidence.get(`${credential}:${operation}`)
      judgeRefusal(judge, evidence, fact, reason, exchange)
    })
    if (credential !== 'anonymous') return
    judge.part(() => judgeRefusal(judge, evidence, fact, reason, evidence.get('anonymous:empty')))
  }),
)

function judgeRefusal(
  judge: Judge,
  evidence: Evidence,
  fact: string,
  reason: string,
  exchange: Exchange,
): void {
  if (refused(exchange) && isAuthenticationError(exchange)) {
    judge.holds(fact)
    return
  }
  const code = errorCode(exchange)
  if (code === 'rate_limit_exceeded') {
    throw new Undetermined('requests without a valid key exceeded their rate limit')
  }
  // A server may check inputs before the key, unless it accepted these inputs with the main key.
  const sameOfMain = evidence
    .of('main')
    .find(({ operation, url }) => operation === exchange.operation && url === exchange.url)
  const wasTaken = sameOfMain !== undefined && succeeded(sameOfMain)
  if (code === 'invalid_request' && !wasTaken && !isCreate(exchange)) {
    throw new Undetermined(`${exchange.operation} validates its inputs before the key`)
  }
  judge.fails(fact, { expected: `an authentication error, because ${reason}`, exchange })
}

/** The body of a create is stated, so it must be valid. */
function isCreate({ operation }: Exchange): boolean {
  return operation === 'createCampaign'
}

/** Resources of §2 that a permission can name. */
const RESOURCES = [
  ...['campaigns', 'rankings', 'mentions', 'dashboards', 'analytics', 'alerts', 'reports'],
  ...['webhooks', 'exports', 'keys'],
]

const permissions: Check[] = [
  check(['5.4.2'], 'returns the permissions of a restricted key', (judge, evidence) => {
    const exchange = evidence.get('restricted:verify')
    const shown = verification(exchange)?.permissions
    if (!succeeded(exchange)) throw new Undetermined('the restricted key is refused')
    judge.expect('5.4.2', shown?.every((each) => typeof each === 'string') ?? false, {
      expected: 'permissions as an array of strings',
      actual: shown ? 'an array of other types' : 'no array',
      exchange,
    })
  }),
  readable('5.4.3', 'campaigns:read', ['listCampaigns', 'getCampaign']),
  readable('5.4.4', 'rankings:read', ['getRankings']),
  check(['5.7.6'], 'refuses requests that the key has no permission for', (judge, evidence) => {
    const held = heldByRestricted(evidence)
    if (held.includes('*') || held.includes('*:*'))
      throw new Undetermined('the restricted key has every permission')
    for (const [operation, permission] of [
      ['listCampaigns', 'campaigns:read'],
      ['getRankings', 'rankings:read'],
    ] as const) {
      const others = RESOURCES.filter((each) => !permission.startsWith(`${each}:`))
      if (holds(held, permission) || !lacks(held, ...others)) continue
      judge.part(() => expectDenied(judge, evidence, operation, permission))
    }
    // The permission for a write is not shown, but a permission to read is not enough.
    const readsOnly = held.every((each) => each.endsWith(':read'))
    judge.parts(WRITES, (operation) => {
      if (readsOnly) expectDenied(judge, evidence, operation, 'a permission to write')
    })
    judge.parts(DENIED, (operation) => {
      if (!evidence.find(`restricted:${operation}`)) return
      expectDenied(judge, evidence, operation, 'a permission for it')
    })
  }),
  check(['5.7.6'], 'shows the permissions of what a key does', (judge, evidence) => {
    const held = heldBy(evidence.get('verify'))
    const write = evidence.exchanges.filter(isJsonCreate).find(succeeded)
    // Names of permissions to write are not shown, but a permission to read is none.
    if (!held || !write || !held.every((each) => each.endsWith(':read'))) return
    const shown = held.length === 0 ? 'no permission' : `only ${held.join(', ')}`
    const reason = `GET /auth/verify shows ${shown} of the key`
    judge.code('5.7.6', write, 'insufficient_permissions', reason)
  }),
  check(['5.7.6'], 'refuses a key without a permission with that reason', (judge, evidence) => {
    judge.parts(PERHAPS_DENIED, (operation) => {
      const own = evidence.get(operation)
      const exchange = evidence.get(`restricted:${operation}`)
      const isSame = own.url === exchange.url && sharesAccount(evidence)
      if (!isSame || !succeeded(own) || !refused(exchange)) return
      // A key may need other inputs, or have no requests left.
      if (['invalid_request', 'rate_limit_exceeded'].includes(errorCode(exchange) ?? '')) return
      const reason = 'the main key of the account gets the same'
      judge.code('5.7.6', exchange, 'insufficient_permissions', reason)
    })
  }),
]

/** A key with the permission is not refused for lack of it. */
function readable(fact: string, permission: string, operationIds: OperationId[]): Check {
  return check([fact], `lets a key with ${permission} read`, (judge, evidence) => {
    const held = heldByRestricted(evidence)
    if (!holds(held, permission)) {
      throw new Undetermined(`the restricted key does not have the permission ${permission}`)
    }
    judge.parts(operationIds, (operation) => {
      const exchange = evidence.get(`restricted:${operation}`)
      judge.expect(fact, errorCode(exchange) !== 'insufficient_permissions', {
        expected: `no insufficient_permissions, because the key has the permission ${permission}`,
        exchange,
      })
    })
  })
}

function heldByRestricted(evidence: Evidence): string[] {
  const held = heldBy(evidence.get('restricted:verify'))
  if (!held)
    throw new Undetermined('GET /auth/verify returns no permissions for the restricted key')
  return held
}

export function holds(held: string[], permission: string): boolean {
  const [resource, action] = permission.split(':')
  const sufficient = ['*', '*:*', permission, `${resource}:*`, `*:${action}`]
  return sufficient.some((each) => held.includes(each))
}

function expectDenied(
  judge: Judge,
  evidence: Evidence,
  operation: OperationId,
  lacking: string,
): void {
  const exchange = evidence.get(`restricted:${operation}`)
  const code = errorCode(exchange)
  const update = evidence.find('update')
  // A campaign of another account does not exist for the key, and the body of an update is not shown.
  const isStranger = code === 'not_found' && !sharesAccount(evidence)
  if (code === 'rate_limit_exceeded')
    throw new Undetermined('the restricted key exceeded its rate limit')
  const isOfInputs =
    code === 'invalid_request' &&
    (['getRankings', ...DENIED].includes(operation) ||
      (operation === 'updateCampaign' && !(update && succeeded(update))))
  if (isStranger || isOfInputs) {
    throw new Undetermined(`${operation} returned ${outcomeOf(exchange)} for the restricted key`)
  }
  judge.code('5.7.6', exchange, 'insufficient_permissions', `the key does not have ${lacking}`)
}

function sharesAccount(evidence: Evidence): boolean {
  const [main, restricted] = (['verify', 'restricted:verify'] as const).map(
    (step) => verification(evidence.get(step))?.account_id,
  )
  return main !== undefined && main === restricted
}

/** The facts that a refused write contradicts if it happened, by sender. */
const HAPPENED: [sender: Stranger | 'restricted', fact: string][] = [
  ['anonymous', '5.7.1'],
  ['misspelled', '5.7.2'],
  ['revoked', '5.7.3'],
  ['restricted', '5.7.6'],
]

const sideEffects = check(
  HAPPENED.map(([, fact]) => fact),
  'changes nothing when it refuses a request',
  (judge, evidence) => {
    const { id, body } = evidence.campaign('first')
    const allowed = labelsOfCreated(evidence)
    for (const [sender, fact] of HAPPENED) {
      const made = madeAs(sender, evidence)
      if (made && !allowed.has(String(made.row.name))) {
        judge.fails(fact, {
          expected: 'no campaign, because its creation was refused',
          actual: `a list that contains it, as ${made.row.id}`,
          exchange: made.list,
        })
      }
    }
    judgeChanged(judge, evidence, id, body.name)
  },
)

/** Judges the campaign as it was read after each sender tried to change and delete it. */
function judgeChanged(judge: Judge, evidence: Evidence, id: string, name: string): void {
  for (const [sender, fact] of HAPPENED) {
    const isRestricted = sender === 'restricted'
    const afterStrangers = evidence.find('get:after strangers')
    const read = isRestricted
      ? afterRefusals(evidence).exchange
      : (afterStrangers ?? evidence.find('restricted:getCampaign'))
    const update = evidence.find(`${sender}:updateCampaign`)
    const deletion = evidence.find(`${sender}:deleteCampaign`)
    if (!read || !update || !deletion) continue
    const shown = (isRestricted ? afterRefusals(evidence).shown : campaignOf(read))?.name
    if (succeeded(read) && String(shown).endsWith(`updateCampaign as ${sender}`)) {
      if (succeeded(update)) return
      judge.fails(fact, {
        expected: `the name ${name}, because the update was refused`,
        actual: 'the name from the refused update',
        exchange: read,
      })
      return
    }
    if (errorCode(read) === 'not_found' && !isThereLater(evidence, read)) {
      if (succeeded(deletion)) return
      // Several deletions may have been refused before the read, so it is one of them.
      judge.fails(fact, {
        expected: `the campaign ${id}, because every deletion was refused`,
        actual: `a later read returns ${outcomeOf(read)}`,
        exchange: read,
      })
      continue
    }
    if (succeeded(read)) judge.holds(fact)
  }
}

function isThereLater(evidence: Evidence, read: Exchange): boolean {
  const later = evidence.exchanges.slice(evidence.exchanges.indexOf(read) + 1)
  return later.some(({ url }, index) => url === read.url && succeeded(later[index] as Exchange))
}

const PLACES: Record<Misplaced, string> = {
  'in the query': 'it has no Authorization header; the key is in the query',
  'in other headers': 'it has no Authorization header; the key is in X-API-Key and others',
  'in a cookie': 'it has no Authorization header; it has the cookies that a login with the key set',
  'no scheme': 'the key stands in the header without Bearer',
  'other scheme': 'the key stands after Token instead of Bearer',
  Basic: 'the key is sent as Basic authentication',
}

/** Requests of another account for a campaign of the run, and what each must not do. */
const FOREIGN = {
  'other:getCampaign': 'reads',
  'other:updateCampaign': 'updates',
  'other:deleteCampaign': 'deletes',
} as const

const accounts = check(
  ['2.57'],
  'keeps the campaigns of an account from the keys of another',
  (judge, evidence) => {
    const [own, other] = (['verify', 'other:verifyToken'] as const).map(
      (step) => verification(evidence.get(step))?.account_id,
    )
    if (own === undefined || other === undefined) {
      throw new Undetermined('GET /auth/verify does not show the account of both keys')
    }
    if (own === other) throw new Undetermined('--other-token is a key of the same account')
    judgeForeignReads(judge, evidence)
    const { id } = evidence.campaign('first')
    const expected = `no access to ${id}, because it belongs to another account`
    for (const [step, verb] of Object.entries(FOREIGN) as [keyof typeof FOREIGN, string][]) {
      const exchange = evidence.find(step)
      if (!exchange?.response) continue
      const actual = `success: the other account ${verb} it`
      judge.expect('2.57', !succeeded(exchange), { expected, actual, exchange })
    }
    const list = evidence.get('other:listCampaigns')
    judge.expect('2.57', rowOf(list, id) === undefined, {
      expected,
      actual: 'a list of the other account that contains it',
      exchange: list,
    })
    const { shown, exchange } = afterRefusals(evidence)
    judge.expect('2.57', !String(shown?.name).endsWith('updateCampaign as other'), {
      expected,
      actual: 'the name from the update that was refused',
      exchange,
    })
  },
)

/** Reads of both accounts with one request. The other account must not see what is of the first. */
function judgeForeignReads(judge: Judge, evidence: Evidence): void {
  const rowsIn = (exchange: Exchange) => rankingRows(exchange).map((row) => JSON.stringify(row))
  const urlsIn = (exchange: Exchange) =>
    recordsWith(dataOf(exchange), ['download_url'])
      .map(({ download_url }) => download_url)
      .filter((url) => typeof url === 'string' && url !== '')
  const dataIn = (exchange: Exchange) => [JSON.stringify(dataOf(exchange))]
  const reads = [
    ['other:getRankings', evidence.ranked, rowsIn, 'rankings'],
    ['other:all rankings', evidence.ranked, rowsIn, 'rankings'],
    [
      'other:getCampaignAnalytics',
      evidence.find('getCampaignAnalytics'),
      dataIn,
      'the analytics of a campaign',
    ],
    ['other:generateReport', evidence.find('generateReport'), urlsIn, 'the report of a campaign'],
  ] as const
  for (const [step, own, partsOf, what] of reads) {
    const exchange = evidence.find(step)
    if (!own || !exchange?.response) continue
    const known = new Set<unknown>(succeeded(own) ? partsOf(own) : [])
    // A server that knows no such campaign says so of one that was deleted, too.
    const deleted = evidence.find('deleted:getCampaignAnalytics')
    const isKnown =
      step === 'other:getCampaignAnalytics' && deleted !== undefined && refused(deleted)
    const isShown =
      succeeded(exchange) && (isKnown || partsOf(exchange).some((each) => known.has(each)))
    judge.expect('2.57', !isShown, {
      expected: `not ${what} of another account`,
      actual: 'success, with what the key of the account gets',
      exchange,
    })
  }
}

export const authentication: Check[] = [
  check(['5.1'], 'takes the token from the Authorization header', (judge, evidence) => {
    const taken = evidence.of('main').find(succeeded)
    if (taken) judge.holds('5.1')
  }),
  check(['5.1'], 'takes the token from no other place', (judge, evidence) => {
    const alone = ['no scheme', 'other scheme', 'Basic', 'in a cookie'] as const
    const steps = [
      ...alone.map((place) => [`misplaced:${place}`, place] as const),
      ...(Object.entries(MISPLACED_IN) as [OperationId, Misplaced][]).map(
        ([operation, place]) => [`misplaced:${place}:${operation}`, place] as const,
      ),
    ]
    judge.parts(steps, ([step, place]) => {
      const exchange = evidence.get(step)
      judge.refusal('5.1', exchange, `a refusal, because ${PLACES[place]}`)
    })
  }),
  ...refusals,
  ...permissions,
  sideEffects,
  accounts,
]
