import {
  by,
  changed,
  every,
  failed,
  failedWith,
  from,
  misspelled,
  type When,
} from '../mutations.ts'
import type { Answer, Mutation } from '../types.ts'
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
export const ERROR_FAULTS: Fault[] = [...shapes, ...codes]
