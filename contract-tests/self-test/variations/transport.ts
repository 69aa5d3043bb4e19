import { gzipSync } from 'node:zlib'
import { changed, failed, from, header, LIMIT, REMAINING, RESET } from '../mutations.ts'
import { bytesOf } from '../server.ts'
import { TOKENS } from '../service.ts'
import type { Mutation } from '../types.ts'
import type { Variation } from './variation.ts'

/** §8: the unit of the reset time is not shown, nor how the window moves or what counts. */
const limits: Variation[] = [
  {
    name: 'The reset is in seconds left',
    mutation: changed(
      header(RESET, (is) => String(Math.max(0, Number(is) - Math.floor(Date.now() / 1000)))),
    ),
  },
  {
    name: 'The reset is in epoch milliseconds',
    mutation: changed(header(RESET, (is) => `${is}000`)),
  },
  ...[', ', ','].map((separator) => ({
    name: `The headers of the limit are sent twice with one value, joined by "${separator}"`,
    mutation: changed(({ headers }) => {
      for (const name of [LIMIT, REMAINING, RESET]) {
        headers[name] = [headers[name], headers[name]].join(separator)
      }
    }),
  })),
  {
    name: 'The headers of the limit are sent on two lines each',
    mutation: changed(({ headers }) => {
      for (const name of [LIMIT, REMAINING, RESET]) {
        headers[name] = [String(headers[name]), String(headers[name])]
      }
    }),
  },
  { name: 'The reset is 0', mutation: changed(header(RESET, () => '0')) },
  {
    name: 'The reset moves with each request, as a sliding window does',
    mutation: changed((answer, { number }) => {
      answer.headers[RESET] = String(Number(answer.headers[RESET]) + number)
    }),
  },
  {
    name: 'The window slides, so that requests come back',
    mutation: {
      charge: ({ quota, tally }, next) => {
        next()
        if (quota.limit > 5 && tally('charged') % 4 === 0) quota.used = Math.max(0, quota.used - 3)
      },
    },
  },
  {
    name: 'Failures do not count',
    mutation: {
      onRequest: (exchange, next) => {
        const answer = next()
        const { quota } = exchange
        const over = answer.body.error?.code === 'rate_limit_exceeded'
        if (answer.body.success === false && !over) quota.used = Math.max(0, quota.used - 1)
        return answer
      },
    },
  },
  {
    name: 'Others use the main key at the same time',
    mutation: {
      charge: ({ quota, number }, next) => {
        next()
        if (quota.limit >= 1000) quota.used = Math.min(quota.limit, quota.used + (number % 4))
      },
    },
  },
  {
    name: 'Every third response shows the window of a day',
    mutation: changed((answer, { number, quota }) => {
      if (number % 3 !== 0) return
      answer.headers[LIMIT] = '10000'
      answer.headers[REMAINING] = String(Math.max(0, 10_000 - quota.used))
      answer.headers[RESET] = String(Number(answer.headers[RESET]) + 80_000)
    }),
  },
  {
    name: 'Those without a key have a limit of 0',
    mutation: changed((answer, { key }) => {
      if (!key) Object.assign(answer.headers, { [LIMIT]: '0', [REMAINING]: '0', [RESET]: '0' })
    }),
  },
  {
    name: 'The limits of an Enterprise plan',
    mutation: { settings: { mainLimit: 5_000_000, restrictedLimit: 100_000 } },
  },
  { name: 'A fresh Starter key', mutation: { settings: { mainLimit: 100 } } },
  { name: 'A main key with 90 requests left', mutation: { settings: { mainUsed: 910 } } },
  { name: 'The limited key is used up', mutation: { settings: { limitedUsed: 5 } } },
  { name: 'The limited key has one request left', mutation: { settings: { limitedUsed: 4 } } },
  { name: 'The limited key has a limit of 12', mutation: { settings: { limitedLimit: 12 } } },
  { name: 'The limited key has a limit of 1', mutation: { settings: { limitedLimit: 1 } } },
]

const keys: Variation[] = [
  {
    name: 'The restricted key may read rankings alone',
    mutation: { settings: { restrictedPermissions: ['rankings:read'] } },
  },
  {
    name: 'The restricted key may read mentions alone',
    mutation: { settings: { restrictedPermissions: ['mentions:read'] } },
  },
  {
    name: 'The restricted key has no permission',
    mutation: { settings: { restrictedPermissions: [] } },
  },
  {
    name: 'The restricted key may do everything',
    mutation: { settings: { restrictedPermissions: ['*'] } },
  },
  {
    name: 'The restricted key may write campaigns',
    mutation: {
      settings: {
        restrictedPermissions: ['campaigns:read', 'campaigns:write', 'rankings:read'],
      },
    },
  },
  ...(
    [
      [
        'reports, as an action of campaigns',
        ['campaigns:read', 'campaigns:report', 'rankings:read'],
        ['generateReport'],
      ],
      ['all of campaigns', ['campaigns:*'], ['listCampaigns', 'getRankings', 'generateReport']],
      ['everything, by a resource of its own', ['all:read'], []],
      ['rankings, by one', ['campaigns:read', 'intelligence:read'], ['getRankings']],
      ['everything, as *:*', ['*:*'], []],
      ['everything, by an action of its own', ['api:access'], []],
      ['campaigns, which it may write', ['campaigns:write'], ['listCampaigns', 'getCampaign']],
    ] satisfies [string, string[], string[]][]
  ).map(
    ([more, restrictedPermissions, reads]): Variation => ({
      name: `The restricted key may read ${more}`,
      mutation: {
        settings: { restrictedPermissions },
        permit: (exchange, next) => {
          const { token, operation, request } = exchange
          const mayRead = reads.length === 0 || reads.includes(operation ?? '')
          if (token === TOKENS.restricted && request.method === 'GET' && mayRead) return
          next()
        },
      },
    }),
  ),
  {
    name: 'The restricted key belongs to another account',
    mutation: { settings: { restrictedAccount: 'acc_other' } },
  },
  { name: 'The account has no campaigns', mutation: { settings: { seeded: 0 } } },
  { name: 'The account has 120 campaigns', mutation: { settings: { seeded: 120 } } },
]

const type = (value: string): Mutation =>
  changed((answer) => {
    answer.headers['Content-Type'] = value
  })

const wire: Variation[] = [
  {
    name: 'Every response takes 60 ms',
    mutation: changed((answer) => {
      answer.delay = 60
    }),
  },
  { name: 'JSON is labelled with its charset', mutation: type('application/json; charset=utf-8') },
  {
    name: 'JSON is labelled with a type of the vendor',
    mutation: type('application/vnd.svc.v1+json'),
  },
  { name: 'JSON is labelled in other case', mutation: type('Application/JSON;charset="UTF-8"') },
  {
    name: 'JSON is indented and ends in a line feed',
    mutation: changed((answer) => {
      answer.raw = `${JSON.stringify(answer.body, undefined, 2)}\n`
    }),
  },
  {
    name: 'JSON escapes slashes and all that is not ASCII',
    mutation: changed((answer) => {
      answer.raw = JSON.stringify(answer.body)
        .replaceAll('/', '\\/')
        .replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }),
  },
  {
    name: 'The names of headers are in lower case',
    mutation: changed((answer) => {
      answer.headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
      )
    }),
  },
  {
    name: 'The names of headers are in upper case',
    mutation: changed((answer) => {
      answer.headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
      )
    }),
  },
  {
    name: 'The values of headers have spaces around them',
    mutation: changed(({ headers }) => {
      for (const name of [LIMIT, REMAINING, RESET]) headers[name] = `  ${headers[name]} `
    }),
  },
  {
    name: 'Bodies are compressed',
    mutation: changed((answer) => {
      answer.raw = gzipSync(bytesOf(answer))
      answer.headers['Content-Encoding'] = 'gzip'
    }),
  },
  {
    name: 'Bodies are sent in chunks',
    mutation: changed((answer) => {
      answer.chunked = true
    }),
  },
  {
    name: 'Connections are closed after each response',
    mutation: changed(({ headers }) => {
      headers.Connection = 'close'
    }),
  },
  {
    name: 'Connections are closed after failures',
    mutation: changed(failed, ({ headers }) => {
      headers.Connection = 'close'
    }),
  },
  {
    name: 'There are more headers, other limits among them',
    mutation: changed(({ headers }, { number }) => {
      Object.assign(headers, {
        'X-Request-Id': `req_${number}`,
        'RateLimit-Policy': '"hour";q=1000;w=3600',
        'X-RateLimit-Limit-Day': '10000',
        'Set-Cookie': ['a=1; Path=/', 'b=2; HttpOnly'],
        'Strict-Transport-Security': 'max-age=31536000',
      })
    }),
  },
  {
    name: 'Unchanged lists have an ETag',
    mutation: changed(from('main'), ({ headers }) => {
      headers.ETag = '"1"'
    }),
  },
]

export const TRANSPORT_VARIATIONS: Variation[] = [...limits, ...keys, ...wire]
