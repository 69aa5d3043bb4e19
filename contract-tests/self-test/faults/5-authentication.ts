import {
  by,
  changed,
  from,
  isRestricted,
  misspelled,
  named,
  nobody,
  revoked,
  succeeded,
  type Who,
} from '../mutations.ts'
import { OPERATIONS, type OperationId } from '../routes.ts'
import { TOKENS } from '../service.ts'
import { Failure, type Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

const STRANGERS: { who: Who; name: string; facts: string[] }[] = [
  { who: nobody, name: 'no key', facts: ['5.7.1', '4.2', '1.2', '5.1'] },
  { who: misspelled, name: 'a misspelled key', facts: ['5.7.2', '3.3.1', '5.1'] },
  { who: revoked, name: 'a revoked key', facts: ['5.7.3', '3.2.1', '3.3.2'] },
]

const refusals = (operation: OperationId, facts: string[]) =>
  operation === 'verifyToken' ? [...facts, '4.39'] : facts

/** Takes the key of whom it should refuse for the main one. */
const open = (who: Who, ...operations: OperationId[]): Mutation => ({
  authenticate: (exchange, next) => {
    const { operation, service } = exchange
    const concerned = operations.length === 0 || (operation && operations.includes(operation))
    return concerned && who(exchange) ? service.mainKey : next()
  },
})

const opened: Fault[] = STRANGERS.flatMap(({ who, name, facts }) =>
  OPERATIONS.map((operation) => ({
    name: `${named(operation)} is open with ${name}`,
    facts: refusals(operation, facts),
    mutation: open(who, operation),
  })),
)

/** Misspellings that a careless comparison takes for the key. */
const nearly: Fault[] = [
  {
    name: 'Any key with the prefix of a test key is taken',
    mutation: open(
      ({ token = '', service }) => token.startsWith('svc_test_') && !service.keys.has(token),
    ),
  },
  {
    name: 'A key with characters behind it is taken',
    mutation: open(
      ({ token = '' }) => token !== TOKENS.main && token.startsWith(TOKENS.main) && !isKey(token),
    ),
  },
  {
    name: 'A key in other case is taken',
    mutation: open(
      ({ token = '' }) => token !== TOKENS.main && token.toLowerCase() === TOKENS.main,
    ),
  },
  {
    name: 'A key whose last character is another is taken',
    mutation: open(
      ({ token = '' }) =>
        token !== TOKENS.main &&
        token.length === TOKENS.main.length &&
        token.startsWith(TOKENS.main.slice(0, -1)),
    ),
  },
].map((fault) => ({ ...fault, facts: ['5.7.2', '3.3.1', '4.39', '5.1'] }))

function isKey(token: string): boolean {
  return Object.values(TOKENS).includes(token)
}

const empty: Who = ({ token, request }) => !token && request.headers.authorization !== undefined

const noKey: Fault[] = [
  {
    name: 'An Authorization header with the word Bearer and no key is taken',
    facts: ['5.7.1', '4.2', '1.2', '5.1'],
    mutation: open(empty),
  },
  {
    name: 'Every sixth request without a key is let in',
    facts: ['5.7.1', '4.2', '1.2', '5.1', '4.39'],
    mutation: open((exchange) => nobody(exchange) && exchange.tally('strangers') % 6 === 0),
  },
  {
    name: 'The first request with a revoked key is let in',
    facts: ['5.7.3', '3.2.1', '3.3.2', '4.39'],
    mutation: open((exchange) => revoked(exchange) && exchange.tally('revoked') === 1),
  },
]

/** Refused, with a code that says something else than that authentication failed. */
const wrongCodes: Fault[] = STRANGERS.flatMap(({ who, name, facts }) =>
  ['invalid_request', 'not_found', 'server_error', 'insufficient_permissions'].map((code) => ({
    name: `${name[0]?.toUpperCase()}${name.slice(1)} is refused with ${code}`,
    facts: [...facts, '4.39'],
    mutation: {
      authenticate: (exchange, next) => {
        if (who(exchange)) throw new Failure(code)
        return next()
      },
    } satisfies Mutation,
  })),
)

const oneWrongCode: Fault[] = (
  [
    ['exportCsv', 'not_found', nobody, ['5.7.1', '4.2', '1.2']],
    // Not login and logout, which may look at their bodies first.
    ['getCampaign', 'not_found', nobody, ['5.7.1', '4.2', '1.2']],
    ['createCampaign', 'invalid_request', misspelled, ['5.7.2', '3.3.1']],
    ['updateCampaign', 'not_found', misspelled, ['5.7.2', '3.3.1']],
    ['getMentions', 'insufficient_permissions', misspelled, ['5.7.2', '3.3.1']],
    ['generateReport', 'invalid_request', revoked, ['5.7.3', '3.2.1', '3.3.2']],
    ['logout', 'server_error', revoked, ['5.7.3', '3.2.1', '3.3.2']],
  ] as const
).map(([operation, code, who, facts]) => ({
  name: `${named(operation)} refuses ${STRANGERS.find((each) => each.who === who)?.name} with ${code}`,
  facts: [...facts],
  mutation: {
    authenticate: (exchange, next) => {
      if (exchange.operation === operation && who(exchange)) throw new Failure(code)
      return next()
    },
  },
}))

const WRITES = [
  ['createCampaign', 'creates'],
  ['updateCampaign', 'updates'],
  ['deleteCampaign', 'deletes'],
] as const

const refusedYetDone: Fault[] = STRANGERS.flatMap(({ who, name, facts }) =>
  WRITES.map(([operation, does]) => ({
    name: `${named(operation)} with ${name} is refused, and ${does} nevertheless`,
    facts: [...facts, '4.15', '4.17', '4.18', '2.23', '7.12'],
    mutation: {
      authenticate: (exchange, next) => {
        if (exchange.operation === operation && who(exchange)) exchange.service.act(exchange)
        return next()
      },
    } satisfies Mutation,
  })),
)

const permitting = (operation: OperationId, who: Who, permit: () => void): Mutation => ({
  permit: (exchange, next) =>
    exchange.operation === operation && who(exchange) ? permit() : next(),
})

const refused = (code: string) => () => {
  throw new Failure(code)
}

const permission: Fault[] = [
  ...WRITES.map(([operation, does]) => ({
    name: `A key with campaigns:read and rankings:read alone ${does} campaigns`,
    facts: ['5.7.6'],
    mutation: permitting(operation, isRestricted, () => {}),
  })),
  ...WRITES.map(([operation, does]) => ({
    name: `A key without permission to write is refused, and ${does} nevertheless`,
    facts: ['5.7.6', '4.15', '4.17', '4.18', '2.23', '7.12'],
    mutation: {
      permit: (exchange, next) => {
        if (exchange.operation === operation && isRestricted(exchange)) {
          exchange.service.act(exchange)
        }
        next()
      },
    } satisfies Mutation,
  })),
  {
    name: 'Permissions are not looked at',
    facts: ['5.7.6'],
    mutation: { permit: () => {} },
  },
  {
    name: 'A key without campaigns:read lists campaigns',
    facts: ['5.7.6'],
    mutation: {
      settings: { restrictedPermissions: ['rankings:read'] },
      ...permitting('listCampaigns', isRestricted, () => {}),
    },
  },
  ...[
    'invalid_api_key',
    'authentication_failed',
    'not_found',
    'invalid_request',
    'server_error',
  ].map((code) => ({
    name: `Lacking permission is answered with ${code}`,
    facts: ['5.7.6', '7.15', '7.10'],
    mutation: {
      permit: (_, next) => {
        try {
          next()
        } catch {
          throw new Failure(code)
        }
      },
    } satisfies Mutation,
  })),
  {
    name: 'Lacking permission is answered with success and empty data',
    facts: ['5.7.6'],
    mutation: {
      onRequest: (exchange, next) => {
        const answer = next()
        const lacks = answer.body.error?.code === 'insufficient_permissions'
        return lacks ? exchange.service.success({}) : answer
      },
    },
  },
  {
    name: 'A key with campaigns:read may not list campaigns',
    facts: ['5.4.3'],
    mutation: permitting('listCampaigns', isRestricted, refused('insufficient_permissions')),
  },
  {
    name: 'A key with campaigns:read may not get a campaign',
    facts: ['5.4.3'],
    mutation: permitting('getCampaign', isRestricted, refused('insufficient_permissions')),
  },
  {
    name: 'A key with campaigns:read is refused the list with invalid_api_key',
    facts: ['5.4.3', '7.15'],
    mutation: permitting('listCampaigns', isRestricted, refused('invalid_api_key')),
  },
  {
    name: 'A key with rankings:read may not read rankings',
    facts: ['5.4.4'],
    mutation: permitting('getRankings', isRestricted, refused('insufficient_permissions')),
  },
  ...(['getCampaignAnalytics', 'getDashboards', 'exportCsv'] as const).flatMap((operation) =>
    ['not_found', 'server_error'].map((code) => ({
      name: `${named(operation)} is refused with ${code} to a key without the permission`,
      facts: ['5.7.6'],
      mutation: permitting(operation, isRestricted, refused(code)),
    })),
  ),
  {
    name: 'Verify is refused to a restricted key',
    facts: ['4.30'],
    mutation: permitting('verifyToken', isRestricted, refused('insufficient_permissions')),
  },
  {
    name: 'Verify shows no permissions of a key that may do everything',
    facts: ['5.7.6'],
    mutation: changed(succeeded, by('verifyToken'), from('main'), ({ body }) => {
      body.data.permissions = []
    }),
  },
]

export const AUTHENTICATION_FAULTS: Fault[] = [
  ...opened,
  ...nearly,
  ...noKey,
  ...wrongCodes,
  ...oneWrongCode,
  ...refusedYetDone,
]

export const PERMISSION_FAULTS: Fault[] = permission
