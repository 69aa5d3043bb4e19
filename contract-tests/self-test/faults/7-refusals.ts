import { handled, isMain, named } from '../mutations.ts'
import { OPERATIONS, type OperationId } from '../routes.ts'
import { Failure, type Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

const malformed = (code: string): Mutation => ({
  validate: (exchange, next) => {
    if (exchange.malformed) throw new Failure(code)
    next()
  },
})

const requests: Fault[] = [
  ...['server_error', 'not_found', 'authentication_failed', 'insufficient_permissions'].map(
    (code) => ({
      name: `A body that is no JSON is answered with ${code}`,
      facts: ['7.8', '7.10', '2.53'],
      mutation: malformed(code),
    }),
  ),
  {
    name: 'A body that is no JSON creates a campaign of defaults',
    facts: ['7.8', '4.15'],
    mutation: {
      validate: (exchange, next) => {
        if (exchange.malformed && exchange.operation === 'createCampaign') {
          exchange.malformed = false
          exchange.input = { name: 'Unnamed', type: 'serp', keywords: [], frequency: 'daily' }
        }
        next()
      },
    },
  },
  {
    name: 'A body that is no JSON is refused, and leaves a campaign behind',
    facts: ['7.8', '4.15', '4.14'],
    mutation: {
      validate: (exchange, next) => {
        const { operation, service, request } = exchange
        if (exchange.malformed && operation === 'createCampaign') {
          service.addCampaign('acc_main', {
            name: /"name"\s*:\s*"([^"]*)/.exec(request.body)?.[1] ?? 'Unnamed',
            type: 'serp',
            keywords: [],
            frequency: 'daily',
          })
        }
        next()
      },
    },
  },
]

const WITH_ID = ['getCampaign', 'updateCampaign', 'deleteCampaign', 'getCampaignAnalytics'] as const

const existence: Fault[] = [
  ...WITH_ID.flatMap((operation) =>
    ['server_error', 'insufficient_permissions'].map((code) => ({
      name: `${named(operation)} of a campaign that does not exist fails with ${code}`,
      facts: ['7.11', '4.18', '2.53'],
      mutation: handled(operation, (_, next) => {
        try {
          return next()
        } catch {
          throw new Failure(code)
        }
      }),
    })),
  ),
  ...WITH_ID.map((operation) => ({
    name: `${named(operation)} of a campaign that does not exist is a success with empty data`,
    facts: ['7.11', '4.18'],
    mutation: handled(operation, ({ service }, next) => {
      try {
        return next()
      } catch {
        return service.success({})
      }
    }),
  })),
  ...WITH_ID.map((operation) => ({
    name: `${named(operation)} of a campaign that exists fails with not_found`,
    facts: ['7.12', '4.16', '4.17', '4.18', '4.23'],
    mutation: handled(operation, () => {
      throw new Failure('not_found')
    }),
  })),
  {
    name: 'Every third GET of a campaign that exists fails with not_found',
    facts: ['7.12', '4.16'],
    mutation: handled('getCampaign', ({ tally }, next) => {
      if (tally('gets') % 3 === 0) throw new Failure('not_found')
      return next()
    }),
  },
  {
    name: 'A campaign that was deleted is answered with invalid_request',
    facts: ['7.11', '4.18'],
    mutation: {
      handle: (exchange, next) => {
        const { operation, id, memory } = exchange
        if (operation === 'getCampaign' && memory.has(`deleted ${id}`)) {
          throw new Failure('invalid_request')
        }
        const answer = next()
        if (operation === 'deleteCampaign') memory.set(`deleted ${id}`, true)
        return answer
      },
    },
  },
]

/** Login is left out (its failure may be the user's), and so are logout and verify (never sent, or asked first). */
const TRIED = OPERATIONS.filter(
  (operation) => !['login', 'logout', 'verifyToken'].includes(operation),
)

const FOR_VALID_KEYS: Record<string, string> = {
  authentication_failed: '7.10',
  invalid_api_key: '7.15',
  missing_api_key: '7.16',
  INVALID_TOKEN: '7.18',
}

const refusing = (operation: OperationId, code: string): Mutation => ({
  permit: (exchange, next) => {
    if (exchange.operation === operation && isMain(exchange)) throw new Failure(code)
    next()
  },
})

const validKeys: Fault[] = [
  ...TRIED.map((operation, at) => {
    const code = Object.keys(FOR_VALID_KEYS)[at % 4] as string
    return {
      name: `${named(operation)} refuses a valid key with ${code}`,
      facts: [FOR_VALID_KEYS[code] as string],
      mutation: refusing(operation, code),
    }
  }),
  ...TRIED.map((operation) => ({
    name: `${named(operation)} refuses a key with * for lack of permission`,
    facts: ['2.53'],
    mutation: refusing(operation, 'insufficient_permissions'),
  })),
  ...(['listCampaigns', 'createCampaign', 'getMentions'] as const).map((operation) => ({
    name: `${named(operation)} fails with rate_limit_exceeded while requests are left`,
    facts: ['7.13'],
    mutation: refusing(operation, 'rate_limit_exceeded'),
  })),
  ...Object.entries({
    invalid_api_key: '7.15',
    INVALID_TOKEN: '7.18',
    rate_limit_exceeded: '7.13',
  }).map(([code, fact]) => ({
    name: `Every 13th request of the main key fails with ${code}`,
    facts: [fact],
    mutation: {
      permit: (exchange, next) => {
        if (isMain(exchange) && exchange.tally('main') % 13 === 0) throw new Failure(code)
        next()
      },
    } satisfies Mutation,
  })),
  {
    name: 'A body that lacks a field is refused with missing_api_key',
    facts: ['7.16', '7.7', '2.2', '2.4', '2.7', '2.9'],
    mutation: {
      validate: (exchange, next) => {
        try {
          next()
        } catch {
          throw new Failure(exchange.malformed ? 'invalid_request' : 'missing_api_key')
        }
      },
    },
  },
]

export const REFUSAL_FAULTS: Fault[] = [...requests, ...existence, ...validKeys]
