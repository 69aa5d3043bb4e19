import { permissionsIn } from '../journey/other-keys.ts'
import { labelsOfCreated } from '../support/campaigns.ts'
import { type Check, check, type Judge, type Section } from '../support/check.ts'
import { operations } from '../support/documents.ts'
import { type Evidence, Undetermined } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  errorCode,
  outcomeOf,
  refused,
  succeeded,
} from '../support/reading.ts'
import { isAuthenticationError, verification } from '../support/verification.ts'

/** Refusals of requests that nobody may make: the credential, its fact, and what is wrong with it. */
const REFUSALS = [
  ['anonymous', '5.7.1', 'it has no key'],
  ['misspelled', '5.7.2', 'its key is misspelled'],
  ['revoked', '5.7.3', 'its key was deleted'],
] as const

const refusals: Check[] = REFUSALS.map(([credential, fact, reason]) =>
  check(
    [fact],
    `gives an authentication error to a request because ${reason}`,
    (judge, evidence) => {
      for (const { operation } of operations) {
        judge.part(() => {
          const exchange = evidence.get(`${credential}:${operation}`)
          judgeRefusal(judge, evidence, fact, reason, exchange)
        })
      }
      if (credential !== 'anonymous') return
      judge.part(() => judgeRefusal(judge, evidence, fact, reason, evidence.get('anonymous:empty')))
    },
  ),
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
    throw new Undetermined('requests without a valid key are over their limit')
  }
  // Which comes first is not shown, so a refused input is no contradiction: unless it was taken
  // with the main key.
  const sameOfMain = evidence
    .of('main')
    .find(({ operation, url }) => operation === exchange.operation && url === exchange.url)
  const wasTaken = sameOfMain !== undefined && succeeded(sameOfMain)
  if (code === 'invalid_request' && !wasTaken && !isCreate(exchange)) {
    throw new Undetermined(`${exchange.operation} refuses the request for its inputs first`)
  }
  judge.fails(fact, {
    expected: `an authentication error, because ${reason}`,
    actual: outcomeOf(exchange),
    exchange,
  })
}

/** The body of a create is stated, so it cannot be what is wrong. */
function isCreate({ operation }: Exchange): boolean {
  return operation === 'createCampaign'
}

const permissions: Check[] = [
  check(['5.4.2'], 'shows the permissions of a restricted key', (judge, evidence) => {
    const exchange = evidence.get('restricted:verify')
    const shown = verification(exchange)?.permissions
    if (!succeeded(exchange)) throw new Undetermined('the restricted key is refused')
    judge.expect('5.4.2', shown?.every((each) => typeof each === 'string') ?? false, {
      expected: 'permissions as an array of strings',
      actual: shown ? 'an array of other things' : 'no array',
      exchange,
    })
  }),
  readable('5.4.3', 'campaigns:read', ['listCampaigns', 'getCampaign']),
  readable('5.4.4', 'rankings:read', ['getRankings']),
  check(['5.7.6'], 'refuses what a key has no permission for', (judge, evidence) => {
    const held = heldByRestricted(evidence)
    if (held.includes('*') || held.includes('*:*'))
      throw new Undetermined('the restricted key holds every permission')
    for (const [operation, permission] of [
      ['listCampaigns', 'campaigns:read'],
      ['getRankings', 'rankings:read'],
    ] as const) {
      if (holds(held, permission)) continue
      judge.part(() => expectDenied(judge, evidence, operation, permission))
    }
    // Which permission a write needs is not shown, but it is none to read.
    const readsOnly = held.every((each) => each.endsWith(':read'))
    for (const operation of ['createCampaign', 'updateCampaign', 'deleteCampaign']) {
      judge.part(() => {
        if (readsOnly) expectDenied(judge, evidence, operation, 'a permission to write')
      })
    }
  }),
]

/** A key that holds the permission is not refused for lack of it. */
function readable(fact: string, permission: string, operationIds: string[]): Check {
  return check([fact], `lets a key with ${permission} read`, (judge, evidence) => {
    const held = heldByRestricted(evidence)
    if (!holds(held, permission)) {
      throw new Undetermined(`the restricted key does not hold ${permission}`)
    }
    for (const operation of operationIds) {
      judge.part(() => {
        const exchange = evidence.get(`restricted:${operation}`)
        judge.expect(fact, errorCode(exchange) !== 'insufficient_permissions', {
          expected: `no lack of permission, because the key holds ${permission}`,
          actual: outcomeOf(exchange),
          exchange,
        })
      })
    }
  })
}

function heldByRestricted(evidence: Evidence): string[] {
  const held = permissionsIn(evidence.get('restricted:verify'))
  if (!held) throw new Undetermined('GET /auth/verify shows no permissions of the restricted key')
  return held
}

function holds(held: string[], permission: string): boolean {
  const [resource, action] = permission.split(':')
  const sufficient = ['*', '*:*', permission, `${resource}:*`, `*:${action}`]
  return sufficient.some((each) => held.includes(each))
}

function expectDenied(judge: Judge, evidence: Evidence, operation: string, lacking: string): void {
  const exchange = evidence.get(`restricted:${operation}`)
  const code = errorCode(exchange)
  const update = evidence.find('update')
  // A campaign of another account does not exist for the key, and what an update takes is not shown.
  const isStranger = code === 'not_found' && !sharesAccount(evidence)
  if (code === 'rate_limit_exceeded') throw new Undetermined('the restricted key is over its limit')
  const isOfInputs =
    code === 'invalid_request' &&
    (operation === 'getRankings' ||
      (operation === 'updateCampaign' && !(update && succeeded(update))))
  if (isStranger || isOfInputs) {
    throw new Undetermined(`${operation} gave ${outcomeOf(exchange)} to the restricted key`)
  }
  judge.expect('5.7.6', code === 'insufficient_permissions', {
    expected: `insufficient_permissions, because the key lacks ${lacking}`,
    actual: outcomeOf(exchange),
    exchange,
  })
}

function sharesAccount(evidence: Evidence): boolean {
  const [main, restricted] = ['verify', 'restricted:verify'].map(
    (step) => verification(evidence.get(step))?.account_id,
  )
  return main !== undefined && main === restricted
}

/** The fact that a write contradicts when it happened although it was refused, by who sent it. */
const HAPPENED: [sender: string, fact: string][] = [
  ['anonymous', '5.7.1'],
  ['misspelled', '5.7.2'],
  ['revoked', '5.7.3'],
  ['restricted', '5.7.6'],
]

const sideEffects = check(
  HAPPENED.map(([, fact]) => fact),
  'does nothing of what it refuses',
  (judge, evidence) => {
    const { id, body } = evidence.campaign('first')
    const list = evidence.get('list:after refusals')
    const allowed = labelsOfCreated(evidence)
    for (const [sender, fact] of HAPPENED) {
      const label = `as ${sender}`
      const made = campaignsOf(list)?.find(
        ({ name }) =>
          typeof name === 'string' &&
          name.startsWith(evidence.settings.runId) &&
          name.endsWith(`createCampaign ${label}`) &&
          !allowed.has(name),
      )
      if (made) {
        judge.fails(fact, {
          expected: 'no campaign, because its creation was refused',
          actual: `the list then shows it, as ${made.id}`,
          exchange: evidence.get(`${sender}:createCampaign`),
        })
      }
    }
    judgeChanged(judge, evidence, id, body.name)
  },
)

/** The campaign as it was read after each of them had tried to change and to delete it. */
function judgeChanged(judge: Judge, evidence: Evidence, id: string, name: string): void {
  for (const [sender, fact] of HAPPENED) {
    const read = evidence.find(
      sender === 'restricted' ? 'get:after refusals' : `get:after ${sender}`,
    )
    const update = evidence.find(`${sender}:updateCampaign`)
    const deletion = evidence.find(`${sender}:deleteCampaign`)
    if (!read || !update || !deletion) continue
    const shown = campaignOf(read)?.name
    if (succeeded(read) && String(shown).endsWith(`updateCampaign as ${sender}`)) {
      if (succeeded(update)) return
      judge.fails(fact, {
        expected: `the name ${name}, because its update was refused`,
        actual: 'the campaign then has the name of the refused update',
        exchange: update,
      })
      return
    }
    if (errorCode(read) === 'not_found' && !isThereLater(evidence, read)) {
      if (succeeded(deletion)) return
      judge.fails(fact, {
        expected: `the campaign ${id}, because its deletion was refused`,
        actual: `reading it then gives ${outcomeOf(read)}`,
        exchange: deletion,
      })
      return
    }
    if (succeeded(read)) judge.holds(fact)
  }
}

function isThereLater(evidence: Evidence, read: Exchange): boolean {
  const later = evidence.exchanges.slice(evidence.exchanges.indexOf(read) + 1)
  return later.some(({ url }, index) => url === read.url && succeeded(later[index] as Exchange))
}

export const authentication: Section = {
  number: '5',
  title: 'Authentication',
  checks: [
    check(['5.1'], 'takes the token from the Authorization header', (judge, evidence) => {
      const taken = evidence.of('main').find(succeeded)
      if (taken) judge.holds('5.1')
    }),
    ...refusals,
    ...permissions,
    sideEffects,
  ],
}
