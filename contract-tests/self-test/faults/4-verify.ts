import {
  by,
  changed,
  data,
  from,
  handled,
  misspelled,
  nobody,
  revoked,
  succeeded,
  type When,
  type Who,
} from '../mutations.ts'
import { TOKENS } from '../service.ts'
import { Failure } from '../types.ts'
import type { Fault } from './fault.ts'

const verify = (change: object | ((data: never) => object), ...conditions: When[]) =>
  changed(
    by('verifyToken'),
    succeeded,
    ...conditions,
    data((is) => ({ ...is, ...(typeof change === 'function' ? change(is as never) : change) })),
  )

const FACT: Record<string, string> = {
  key_id: '4.32',
  account_id: '4.33',
  permissions: '4.34',
  rate_limit: '4.36',
}

const without = (field: string, ...conditions: When[]) =>
  changed(by('verifyToken'), succeeded, ...conditions, ({ body }) => {
    delete body.data[field]
  })

const shapes: Fault[] = [
  ...Object.entries(FACT).map(([field, fact]) => ({
    name: `Verify answers without ${field}`,
    facts: [fact],
    mutation: without(field),
  })),
  ...Object.entries(FACT).map(([field, fact]) => ({
    name: `Verify answers a restricted key without ${field}`,
    facts: [fact, '5.4.2'],
    mutation: without(field, from('restricted')),
  })),
  {
    name: 'Verify answers a key_id of a number',
    facts: ['4.32'],
    mutation: verify({ key_id: 17 }),
  },
  {
    name: 'Verify answers an account_id of an object',
    facts: ['4.33'],
    mutation: verify({ account_id: { id: 'acc_main' } }),
  },
  {
    name: 'Verify answers permissions as one string',
    facts: ['4.34', '2.52', '5.4.2'],
    mutation: verify({ permissions: '*' }),
  },
  {
    name: 'Verify answers permissions as an object of booleans',
    facts: ['4.34', '2.52', '5.4.2'],
    mutation: verify({ permissions: { '*': true } }),
  },
  {
    name: 'Verify answers permissions as a list of objects',
    facts: ['4.34', '2.52', '5.4.2'],
    mutation: verify({ permissions: [{ name: '*' }] }),
  },
  {
    name: 'Verify answers a permission without a colon',
    facts: ['2.52', '5.4.2'],
    mutation: verify(
      { permissions: ['campaigns:read', 'rankings:read', 'rankings'] },
      from('restricted'),
    ),
  },
  {
    name: 'Verify answers a permission with a dot in place of the colon',
    facts: ['2.52', '5.4.2'],
    mutation: verify({ permissions: ['campaigns.read', 'rankings.read'] }, from('restricted')),
  },
  {
    name: 'Verify answers full access as "all"',
    facts: ['2.52'],
    mutation: verify({ permissions: ['all'] }, from('main')),
  },
  {
    name: 'Verify answers a permission that has no action',
    facts: ['2.52', '5.4.2'],
    mutation: verify({ permissions: ['campaigns:', 'rankings:read'] }, from('restricted')),
  },
  {
    name: 'Verify answers rate_limit as a number',
    facts: ['4.36', '4.37'],
    mutation: verify({ rate_limit: 1000 }),
  },
  {
    name: 'Verify answers rate_limit as a list',
    facts: ['4.36', '4.37'],
    mutation: verify({ rate_limit: [1000, 999] }),
  },
  {
    name: 'Verify answers a limit of a string',
    facts: ['4.37'],
    mutation: verify({ rate_limit: { limit: '1000', remaining: 999 } }),
  },
  {
    name: 'Verify answers a limit with a fraction',
    facts: ['4.37'],
    mutation: verify({ rate_limit: { limit: 1000.5, remaining: 999 } }),
  },
  {
    name: 'Verify answers no limit',
    facts: ['4.37'],
    mutation: verify({ rate_limit: { remaining: 999 } }),
  },
  {
    name: 'Verify answers no remaining',
    facts: ['4.38'],
    mutation: verify({ rate_limit: { limit: 1000 } }),
  },
  {
    name: 'Verify answers a remaining of a string',
    facts: ['4.38'],
    mutation: verify({ rate_limit: { limit: 1000, remaining: '999' } }),
  },
  {
    name: 'Verify answers a remaining with a fraction, to the restricted key alone',
    facts: ['4.38'],
    mutation: verify({ rate_limit: { limit: 300, remaining: 298.5 } }, from('restricted')),
  },
  {
    name: 'Verify answers a remaining of null',
    facts: ['4.38'],
    mutation: verify({ rate_limit: { limit: 1000, remaining: null } }),
  },
  {
    name: 'Verify answers a list with the key in it',
    facts: ['4.32', '4.33', '4.34', '4.36'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is) => [is]),
    ),
  },
  {
    name: 'Verify answers with its fields under key',
    facts: ['4.32', '4.33', '4.34', '4.36'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is) => ({ key: is })),
    ),
  },
  {
    name: 'Verify answers in camel case',
    facts: ['4.32', '4.33', '4.36'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data(({ key_id, account_id, permissions, rate_limit }) => ({
        keyId: key_id,
        accountId: account_id,
        permissions,
        rateLimit: rate_limit,
      })),
    ),
  },
]

const identity: Fault[] = [
  {
    name: 'The key_id of a key is another at each verify',
    facts: ['2.56'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is, { number }) => ({ ...is, key_id: `key_${number}` })),
    ),
  },
  {
    name: 'The account_id of a key is another at each verify',
    facts: ['2.57'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is, { number }) => ({ ...is, account_id: `acc_${number}` })),
    ),
  },
  {
    name: 'All keys have the same key_id',
    facts: ['2.58'],
    mutation: verify({ key_id: 'key_1' }),
  },
  {
    name: 'The key_id is that of the account, so its keys share it',
    facts: ['2.58'],
    mutation: verify(({ account_id }: { account_id: string }) => ({ key_id: account_id })),
  },
  {
    name: 'The key_id is the token',
    facts: ['3.1.3'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is, { token }) => ({ ...is, key_id: token })),
    ),
  },
  {
    name: 'Verify repeats the token in a field of its own',
    facts: ['3.1.3'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is, { token }) => ({ ...is, token })),
    ),
  },
  {
    name: 'Verify repeats the token within its message',
    facts: ['3.1.3'],
    mutation: changed(by('verifyToken'), succeeded, (answer, { token }) => {
      answer.body.message = `The key ${token} works`
    }),
  },
  {
    name: 'Verify repeats the token with escapes of JSON',
    facts: ['3.1.3'],
    mutation: changed(by('verifyToken'), succeeded, (answer, { token = '' }) => {
      const json = JSON.stringify({ ...answer.body, message: `The key ${token} works` })
      answer.raw = json.replace(token, token.replaceAll('_', '\\u005f'))
    }),
  },
  {
    name: 'Verify repeats the token of restricted keys deep in its data',
    facts: ['3.1.3'],
    mutation: changed(
      by('verifyToken'),
      from('restricted'),
      succeeded,
      data((is) => ({ ...is, keys: [{ secret: TOKENS.restricted }] })),
    ),
  },
]

/** Verify calls a token that does not work a success, with what it found in data. */
const calledGood = (name: string, who: Who, facts: string[]): Fault => ({
  name: `Verify answers ${name} with success and valid: false`,
  facts: ['4.39', ...facts],
  mutation: {
    onRequest: (exchange, next) => {
      const { operation, service } = exchange
      if (operation !== 'verifyToken' || !who(exchange)) return next()
      return service.success({ valid: false })
    },
  },
})

export const VERIFY_FAULTS: Fault[] = [
  ...shapes,
  ...identity,
  calledGood('no key', nobody, ['5.7.1', '4.2', '1.2']),
  calledGood('a misspelled key', misspelled, ['5.7.2', '3.3.1']),
  calledGood('a revoked key', revoked, ['5.7.3', '3.2.1', '3.3.2']),
  {
    name: 'Verify of a misspelled key fails with invalid_request',
    facts: ['4.39', '5.7.2', '3.3.1'],
    mutation: {
      authenticate: (exchange, next) => {
        if (exchange.operation === 'verifyToken' && misspelled(exchange)) {
          throw new Failure('invalid_request')
        }
        return next()
      },
    },
  },
  {
    name: 'Verify asks for the token in the query, too',
    facts: ['4.30', '4.29', '4.31'],
    mutation: handled('verifyToken', (exchange, next) => {
      if (!exchange.query.has('token')) throw new Failure('invalid_request', 'token is missing')
      return next()
    }),
  },
]
