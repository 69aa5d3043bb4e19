import {
  by,
  byMethod,
  changed,
  every,
  failedWith,
  from,
  header,
  isLimited,
  LIMIT,
  nth,
  REMAINING,
  RESET,
  succeeded,
  text,
  type When,
  without,
} from '../mutations.ts'
import { Failure, type Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

const HEADERS = [
  { name: LIMIT, present: '8.8', integer: '8.9' },
  { name: REMAINING, present: '8.10', integer: '8.11' },
  { name: RESET, present: '8.12', integer: '8.13' },
]

const malformedBody: When = (_, { malformed }) => malformed

/** The kinds of response on which a header is easily forgotten. */
const KINDS: [string, ...When[]][] = [
  ['any response'],
  ['a response to a missing key', failedWith('missing_api_key')],
  ['a response to a misspelled or revoked key', failedWith('invalid_api_key')],
  ['a response to a revoked key', from('revoked')],
  ['a campaign that does not exist', failedWith('not_found')],
  ['a refused body', failedWith('invalid_request')],
  ['a refusal of what is no JSON', malformedBody],
  ['a refusal for lack of permission', failedWith('insufficient_permissions')],
  ['a refusal by the limit', failedWith('rate_limit_exceeded')],
  ['any DELETE', byMethod('DELETE')],
  ['a successful DELETE', byMethod('DELETE'), succeeded],
  ['a created campaign', by('createCampaign'), succeeded],
  ['an updated campaign', by('updateCampaign'), succeeded],
  ['the CSV export', by('exportCsv'), succeeded],
  ['verify', by('verifyToken')],
  ['the list of campaigns', by('listCampaigns'), succeeded],
  ['login without a key', by('login')],
  ['logout without a key', by('logout')],
  ['successes of the restricted key', from('restricted'), succeeded],
  ['every 13th response', every(13)],
  ['every 25th response', every(25)],
]

/** All three for the widest kinds, one for each of the others, in turn. */
const missing: Fault[] = KINDS.flatMap(([kind, ...when], at) =>
  HEADERS.filter((_, index) => at === 0 || kind.startsWith('every') || index === at % 3).map(
    ({ name, present }) => ({
      name: `${name} is missing from ${kind}`,
      facts: [present],
      only: true as const,
      mutation: changed(...when, without(name)),
    }),
  ),
)

const status =
  (...statuses: number[]): When =>
  (answer) =>
    statuses.includes(answer.status)

/** Responses that a gateway or a framework gives in place of the service, without any of the three. */
const allMissing: Fault[] = (
  [
    ['any refused request (400)', status(400)],
    ['any refused key (401)', status(401)],
    ['any refusal (400 to 404)', status(400, 401, 403, 404)],
    ['any write', (_, { request }) => request.method !== 'GET'],
    ['any read', byMethod('GET')],
    ['successes of the main key', from('main'), succeeded],
  ] satisfies [string, ...When[]][]
).map(([kind, ...when]) => ({
  name: `The headers of the limit are missing from ${kind}`,
  facts: HEADERS.map(({ present }) => present),
  only: true,
  mutation: changed(...when, ({ headers }) => {
    for (const { name } of HEADERS) delete headers[name]
  }),
}))

const empty: Fault[] = HEADERS.map(({ name, present, integer }) => ({
  name: `${name} is empty`,
  facts: [present, integer],
  mutation: changed(header(name, () => '')),
}))

const twice: Fault[] = HEADERS.map(({ name, integer, present }) => ({
  name: `${name} is sent twice with two values`,
  facts: [integer, present],
  mutation: changed(header(name, (is) => [is, String(Number(is) + 7)])),
}))

const values: Fault[] = (
  [
    [LIMIT, 'is unlimited in words', () => 'unlimited'],
    [LIMIT, 'has a thousands separator', () => '1,000'],
    [LIMIT, 'has a unit', (is: string) => `${is}/hour`],
    [LIMIT, 'names its window', (is: string) => `${is};w=3600`],
    [LIMIT, 'has a fraction', (is: string) => `${is}.0`],
    [LIMIT, 'is hexadecimal', () => '0x3E8'],
    [REMAINING, 'has a fraction', (is: string) => `${is}.5`],
    [REMAINING, 'is null in words', () => 'null'],
    [REMAINING, 'is NaN', () => 'NaN'],
    [REMAINING, 'is a fraction of the limit', (is: string) => `${is}/1000`],
    [RESET, 'is a date of ISO 8601', () => '2026-11-21T06:00:00Z'],
    [RESET, 'is a date as HTTP writes it', () => 'Sat, 21 Nov 2026 06:00:00 GMT'],
    [RESET, 'has a fraction of a second', (is: string) => `${is}.25`],
    [RESET, 'has a unit', () => '3600s'],
    [RESET, 'is in exponential form', () => '1.795e9'],
  ] as const
).map(([name, how, value]) => ({
  name: `${name} ${how}`,
  only: true,
  facts: HEADERS.filter((each) => each.name === name).map(({ integer }) => integer),
  mutation: changed(header(name, value)),
}))

const rareValues: Fault[] = [
  {
    name: 'X-RateLimit-Remaining is a word where the limit is exceeded',
    facts: ['8.11'],
    mutation: changed(
      failedWith('rate_limit_exceeded'),
      header(REMAINING, () => 'none'),
    ),
  },
  {
    name: 'X-RateLimit-Limit is "none" where a key is missing',
    facts: ['8.9'],
    mutation: changed(
      failedWith('missing_api_key'),
      header(LIMIT, () => 'none'),
    ),
  },
  {
    name: 'X-RateLimit-Reset is empty where a key is misspelled',
    facts: ['8.13', '8.12'],
    mutation: changed(
      failedWith('invalid_api_key'),
      header(RESET, () => ''),
    ),
  },
  {
    name: 'X-RateLimit-Reset has a fraction on every 19th response',
    facts: ['8.13'],
    mutation: changed(
      every(19),
      header(RESET, (is) => `${is}.5`),
    ),
  },
  {
    name: 'X-RateLimit-Remaining has a fraction on successful deletes alone',
    facts: ['8.11'],
    mutation: changed(
      byMethod('DELETE'),
      succeeded,
      header(REMAINING, (is) => `${is}.0`),
    ),
  },
]

const arithmetic: Fault[] = [
  {
    name: 'The limit is what is left',
    facts: ['8.14'],
    mutation: changed(({ headers }) => {
      headers[LIMIT] = headers[REMAINING] as string
    }),
  },
  {
    name: 'The headers of every key have the limit of the main key',
    facts: ['8.14'],
    mutation: changed(header(LIMIT, () => '1000')),
  },
  {
    name: 'More requests are left than the limit',
    facts: ['8.14'],
    mutation: changed(header(REMAINING, (is) => String(Number(is) + 100_000))),
  },
  {
    name: 'One request more than the limit is left on every tenth response',
    facts: ['8.14'],
    mutation: changed(every(10), ({ headers }) => {
      headers[REMAINING] = String(Number(headers[LIMIT]) + 1)
    }),
  },
  {
    name: 'Limit and Remaining are exchanged',
    facts: ['8.14'],
    mutation: changed(({ headers }) => {
      Object.assign(headers, { [LIMIT]: headers[REMAINING], [REMAINING]: headers[LIMIT] })
    }),
  },
  {
    name: 'Remaining counts up from the limit',
    facts: ['8.14'],
    mutation: changed((answer, { quota }) => {
      answer.headers[REMAINING] = String(quota.limit + quota.used)
    }),
  },
  {
    name: 'The first response to the restricted key has more left than its limit',
    facts: ['8.14'],
    mutation: changed(from('restricted'), nth(1), ({ headers }) => {
      headers[REMAINING] = String(Number(headers[LIMIT]) + 1)
    }),
  },
]

/** A key that is used up, whose requests are answered in another way than with the failure of §8. */
const exceeding = (charge: Mutation['charge']): Mutation => ({ charge })

const exceeded: Fault[] = [
  {
    name: 'The limit is never enforced',
    facts: ['8.18'],
    mutation: exceeding(({ quota }) => {
      quota.used++
    }),
  },
  {
    name: 'The limited key alone is never limited',
    facts: ['8.18'],
    mutation: exceeding((exchange, next) => {
      if (!isLimited(exchange)) return next()
      exchange.quota.used++
    }),
  },
  {
    name: 'The limit of a used-up key is not enforced',
    facts: ['8.18'],
    mutation: {
      settings: { limitedUsed: 5 },
      charge: ({ quota }) => {
        quota.used++
      },
    },
  },
  {
    name: 'The limit is enforced on writes alone',
    facts: ['8.18'],
    mutation: exceeding((exchange, next) => {
      if (exchange.request.method !== 'GET') return next()
      exchange.quota.used++
    }),
  },
  ...['invalid_request', 'server_error', 'invalid_api_key', 'insufficient_permissions'].map(
    (code) => ({
      name: `Exceeding a limit is answered with ${code}`,
      facts: ['8.18', '7.15', '2.53'],
      mutation: {
        charge: (_, next) => {
          try {
            next()
          } catch {
            throw new Failure(code, 'Too many requests', 429)
          }
        },
      } satisfies Mutation,
    }),
  ),
  {
    name: 'Exceeding a limit is answered with success and empty data',
    facts: ['8.18'],
    mutation: {
      onRequest: (exchange, next) => {
        const answer = next()
        const over = answer.body.error?.code === 'rate_limit_exceeded'
        return over ? exchange.service.success({}) : answer
      },
    },
  },
  {
    name: 'Exceeding a limit is answered with an HTML page without the headers',
    facts: ['8.18', '8.8', '8.10', '8.12', '4.4', '1.3', '7.1'],
    mutation: changed(failedWith('rate_limit_exceeded'), (answer, exchange) => {
      for (const { name } of HEADERS) delete answer.headers[name]
      text(() => '<html>429 Too Many Requests</html>', 'text/html')(answer, exchange)
    }),
  },
  {
    name: 'A used-up key is refused, and its requests are carried out',
    facts: ['8.18', '4.15', '4.17', '4.18', '2.23'],
    mutation: exceeding((exchange, next) => {
      try {
        next()
      } catch (failure) {
        exchange.service.act(exchange)
        throw failure
      }
    }),
  },
]

export const LIMIT_FAULTS: Fault[] = [
  ...missing,
  ...allMissing,
  ...empty,
  ...twice,
  ...values,
  ...rareValues,
  ...arithmetic,
  ...exceeded,
]
