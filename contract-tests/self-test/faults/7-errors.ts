import {
  by,
  changed,
  every,
  failed,
  failedWith,
  from,
  handled,
  isMain,
  misspelled,
  named,
  type When,
} from '../mutations.ts'
import { OPERATIONS, type OperationId } from '../routes.ts'
import { type Answer, Failure, type Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

const error = (...parts: [...When[], object]): Mutation => {
  const change = parts.pop() as object
  return changed(...(parts as When[]), ({ body }) => {
    body.error = { ...body.error, ...change }
  })
}

const body = (...parts: [...When[], (body: Answer['body']) => void]): Mutation => {
  const change = parts.pop() as (body: Answer['body']) => void
  return changed(failed, ...(parts as When[]), (answer) => change(answer.body))
}

const AUTHENTICATION = failedWith('missing_api_key', 'invalid_api_key')

const shapes: Fault[] = [
  {
    name: 'success of a failure is true',
    facts: ['7.1', '1.3'],
    mutation: body((it) => {
      it.success = true
    }),
  },
  {
    name: 'success of a failure is the text "false"',
    facts: ['7.1', '1.3'],
    mutation: body((it) => {
      it.success = 'false'
    }),
  },
  {
    name: 'success is missing from failures',
    facts: ['7.1', '1.3'],
    mutation: body((it) => {
      delete it.success
    }),
  },
  {
    name: 'success is null in the failures of deletes',
    facts: ['7.1', '1.3'],
    mutation: body(by('deleteCampaign'), (it) => {
      it.success = null
    }),
  },
  {
    name: 'success is 0 where a required field is missing',
    facts: ['7.1', '1.3'],
    mutation: body(failedWith('invalid_request'), (it) => {
      it.success = 0
    }),
  },
  {
    name: 'success is missing where a key lacks permission',
    facts: ['7.1', '1.3'],
    mutation: body(failedWith('insufficient_permissions'), (it) => {
      delete it.success
    }),
  },
  {
    name: 'error is a string',
    facts: ['7.2', '1.3'],
    mutation: body((it) => {
      it.error = it.error.message
    }),
  },
  {
    name: 'error is a string where a key is missing',
    facts: ['7.2', '1.3'],
    mutation: body(failedWith('missing_api_key'), (it) => {
      it.error = 'missing_api_key'
    }),
  },
  {
    name: 'error is a list of errors',
    facts: ['7.2', '1.3'],
    mutation: body((it) => {
      it.error = [it.error]
    }),
  },
  {
    name: 'error is missing where a campaign does not exist',
    facts: ['7.2', '1.3', '7.11'],
    mutation: body(failedWith('not_found'), (it) => {
      delete it.error
    }),
  },
  {
    name: 'error is called errors where a body is malformed',
    facts: ['7.2', '1.3', '7.8'],
    mutation: changed(
      failed,
      (_, { malformed }) => malformed,
      (answer) => {
        answer.body = { success: false, errors: [answer.body.error] }
      },
    ),
  },
  {
    name: 'The code is next to error, not in it',
    facts: ['7.3', '7.2', '1.3'],
    mutation: body((it) => {
      it.code = it.error.code
      delete it.error.code
    }),
  },
  {
    name: 'The code is missing where a key is revoked',
    facts: ['7.3'],
    mutation: changed(from('revoked'), failed, ({ body: it }) => {
      delete it.error.code
    }),
  },
  { name: 'The code is the status', facts: ['7.3', '7.6'], mutation: error(failed, { code: 400 }) },
  {
    name: 'The code of missing campaigns is a number',
    facts: ['7.3', '7.6', '7.11'],
    mutation: error(failedWith('not_found'), { code: 404 }),
  },
  {
    name: 'The message is missing from failures',
    facts: ['7.4'],
    mutation: body((it) => {
      delete it.error.message
    }),
  },
  {
    name: 'The message is missing where a key lacks permission',
    facts: ['7.4'],
    mutation: body(failedWith('insufficient_permissions'), (it) => {
      delete it.error.message
    }),
  },
  {
    name: 'The message is a list where a field is missing',
    facts: ['7.4'],
    mutation: error(failedWith('invalid_request'), { message: ['name is missing'] }),
  },
  {
    name: 'The message is a number for used-up keys',
    facts: ['7.4'],
    mutation: error(failedWith('rate_limit_exceeded'), { message: 3600 }),
  },
  {
    name: 'The message is an object by language',
    facts: ['7.4'],
    mutation: error(failed, { message: { en: 'The request failed' } }),
  },
  {
    name: 'The message is next to error, not in it',
    facts: ['7.4'],
    mutation: body((it) => {
      it.message = it.error.message
      delete it.error.message
    }),
  },
  {
    name: 'The message is null where a campaign does not exist',
    facts: ['7.4'],
    mutation: error(failedWith('not_found'), { message: null }),
  },
  {
    name: 'The message is missing from every fifth failure',
    facts: ['7.4'],
    mutation: body(every(5), (it) => {
      delete it.error.message
    }),
  },
  {
    name: 'details are a list',
    facts: ['7.5'],
    mutation: error(failed, { details: [{ field: 'name' }] }),
  },
  {
    name: 'details are a string where a field is missing',
    facts: ['7.5'],
    mutation: error(failedWith('invalid_request'), { details: 'name' }),
  },
  {
    name: 'details are false for misspelled keys',
    facts: ['7.5'],
    mutation: error(failed, (_, exchange) => misspelled(exchange), { details: false }),
  },
  {
    name: 'details are an empty list where a campaign does not exist',
    facts: ['7.5'],
    mutation: error(failedWith('not_found'), { details: [] }),
  },
]

/** Codes that the service does not have. */
const codes: Fault[] = (
  [
    ['Invalid_Api_Key', failedWith('invalid_api_key')],
    ['MISSING_API_KEY', failedWith('missing_api_key')],
    ['invalid_token', AUTHENTICATION],
    ['unauthorized', AUTHENTICATION],
    ['authentication-failed', AUTHENTICATION],
    ['key_revoked', from('revoked')],
    ['NOT_FOUND', failedWith('not_found')],
    ['campaign_not_found', failedWith('not_found')],
    ['validation_error', failedWith('invalid_request')],
    ['invalidRequest', failedWith('invalid_request')],
    ['malformed_json', (_: Answer, { malformed }: { malformed: boolean }) => malformed],
    ['forbidden', failedWith('insufficient_permissions')],
    ['insufficient_permission', failedWith('insufficient_permissions')],
    ['too_many_requests', failedWith('rate_limit_exceeded')],
    ['rate_limited', failedWith('rate_limit_exceeded')],
    ['', failedWith('invalid_request')],
  ] as const
).map(([code, when]) => ({
  name: `The code ${code || 'of nothing'} is used in place of one of the table`,
  facts: ['7.6', '5.7.1', '5.7.2', '5.7.3', '5.7.6', '7.11', '7.7', '7.8', '8.18', '4.39'],
  mutation: error(failed, when as When, { code }),
}))

/** Codes of the table in the wrong place. */
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

export const ERROR_FAULTS: Fault[] = [...shapes, ...codes, ...requests, ...existence, ...validKeys]
