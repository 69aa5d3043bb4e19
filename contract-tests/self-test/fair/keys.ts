import { gzipSync } from 'node:zlib'
import {
  all,
  changed,
  failed,
  header,
  keyed,
  LIMIT,
  type Plant,
  REMAINING,
  RESET,
  type Variation,
  variations,
} from '../changes.ts'
import { bytesIn } from '../listener.ts'
import { TOKENS } from '../world.ts'

/** Changes the headers of a limit. */
const each = (change: (value: string) => string | string[]) =>
  all(...[LIMIT, REMAINING, RESET].map((name) => changed(header(name, change))))

const may = (...permissions: string[]) => keyed('restricted', { permissions })

/** The restricted key has these permissions, and reads more than they say by their names. */
const reads = (permissions: string[], operations?: string[]): Plant =>
  all(may(...permissions), (world) => {
    const { isAllowed } = world
    world.isAllowed = (key, operation, request) =>
      (key.token === TOKENS.restricted &&
        request.method === 'GET' &&
        (!operations || operations.includes(operation))) ||
      isAllowed(key, operation, request)
  })

const type = (value: string) =>
  changed(
    ({ body }) => body !== undefined,
    header('Content-Type', () => value),
  )

const names = (change: (name: string) => string) =>
  changed((reply) => {
    const entries = Object.entries(reply.headers).map(([name, value]) => [change(name), value])
    reply.headers = Object.fromEntries(entries)
  })

export const KEYS_AND_WIRE: Variation[] = [
  // §8: the unit of the reset time is not shown, nor how the window moves or what counts.
  ...variations('limits', [
    [
      'X-RateLimit-Reset in seconds left',
      changed(
        header(RESET, (is) => String(Math.max(0, Number(is) - Math.floor(Date.now() / 1000)))),
      ),
    ],
    ...[', ', ','].map((separator): [string, Plant] => [
      `headers of the limit are sent twice, joined by "${separator}"`,
      each((value) => [value, value].join(separator)),
    ]),
    ['headers of the limit are sent on two lines', each((value) => [value, value])],
    [
      'the reset moves with each request',
      changed((reply, { number }) => {
        reply.headers[RESET] = String(Number(reply.headers[RESET]) + number)
      }),
    ],
    [
      'others use the main key at the same time',
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          const isFine = count(key, request)
          if (key.limit >= 1000) key.used = Math.min(key.limit, key.used + (request.number % 4))
          return isFine
        }
      },
    ],
    [
      'every third response shows the window of a day',
      changed(({ headers }, { number, key }, world) => {
        if (number % 3 !== 0) return
        headers[LIMIT] = '10000'
        headers[REMAINING] = String(Math.max(0, 10_000 - (key ?? world.strangers).used))
        headers[RESET] = String(Number(headers[RESET]) + 80_000)
      }),
    ],
    [
      'those without a key have a limit of 0',
      changed(({ headers }, { key }) => {
        if (!key) Object.assign(headers, { [LIMIT]: '0', [REMAINING]: '0', [RESET]: '0' })
      }),
    ],
    ['a main key with 90 requests left', keyed('main', { used: 910 })],
    ['the limited key is used up', keyed('limited', { used: 5 })],
    ['the limited key has one request left', keyed('limited', { used: 4 })],
    ['the limited key has a limit of 12', keyed('limited', { limit: 12 })],
    ['the limited key has a limit of 1', keyed('limited', { limit: 1 })],
  ]),
  ...variations('the restricted key', [
    ['the restricted key may read rankings alone', may('rankings:read')],
    ['the restricted key may read mentions alone', may('mentions:read')],
    ['the restricted key has no permission', may()],
    ['the restricted key may do everything', may('*')],
    [
      'the restricted key may write campaigns',
      may('campaigns:read', 'campaigns:write', 'rankings:read'),
    ],
    [
      'the restricted key may read everything, by a wildcard',
      may('campaigns:read', 'rankings:read', '*:read'),
    ],
    [
      'the restricted key may read reports, as an action of campaigns',
      reads(['campaigns:read', 'campaigns:report', 'rankings:read'], ['generateReport']),
    ],
    [
      'the restricted key may do all of campaigns',
      reads(['campaigns:*'], ['listCampaigns', 'getCampaign', 'getRankings', 'generateReport']),
    ],
    ['the restricted key may read everything, by a resource of its own', reads(['all:read'])],
    [
      'the restricted key may read rankings, by one',
      reads(['campaigns:read', 'intelligence:read'], ['getRankings']),
    ],
    ['the restricted key may read everything, as *:*', reads(['*:*'])],
    ['the restricted key may read everything, by an action of its own', reads(['api:access'])],
    [
      'the restricted key may read campaigns, which it may write',
      reads(['campaigns:write'], ['listCampaigns', 'getCampaign']),
    ],
    [
      'the restricted key belongs to another account',
      keyed('restricted', { account: 'acc_other' }),
    ],
  ]),
  ...variations('wire', [
    ['the account has 120 campaigns', () => {}, { options: { seeded: 120, pageSize: 200 } }],
    ['JSON is labelled with its charset', type('application/json; charset=utf-8')],
    ['JSON is labelled with a type of the vendor', type('application/vnd.svc.v1+json')],
    ['JSON is labelled in other case', type('Application/JSON;charset="UTF-8"')],
    [
      'JSON is indented and ends in a line feed',
      changed((reply) => {
        if (reply.body) reply.text = `${JSON.stringify(reply.body, undefined, 2)}\n`
      }),
    ],
    [
      'JSON escapes slashes and all that is not ASCII',
      changed((reply) => {
        if (!reply.body) return
        reply.text = JSON.stringify(reply.body)
          .replaceAll('/', '\\/')
          .replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }),
    ],
    ['the names of headers are in lower case', names((name) => name.toLowerCase())],
    ['the names of headers are in upper case', names((name) => name.toUpperCase())],
    ['the values of headers have spaces around them', each((value) => `  ${value} `)],
    [
      'bodies are compressed',
      changed((reply) => {
        reply.text = gzipSync(bytesIn(reply))
        reply.headers['Content-Encoding'] = 'gzip'
      }),
    ],
    [
      'bodies are sent in chunks',
      changed((reply) => {
        reply.isChunked = true
      }),
    ],
    [
      'connections are closed after failures',
      changed(
        failed,
        header('Connection', () => 'close'),
      ),
    ],
    [
      'further headers, other limits among them',
      changed(({ headers }, { number }) => {
        Object.assign(headers, {
          'X-Request-Id': `req_${number}`,
          'RateLimit-Policy': '"hour";q=1000;w=3600',
          'X-RateLimit-Limit-Day': '10000',
          'Set-Cookie': ['a=1; Path=/', 'b=2; HttpOnly'],
          'Strict-Transport-Security': 'max-age=31536000',
        })
      }),
    ],
    ['unchanged lists have an ETag', changed(header('ETag', () => '"1"'))],
    [
      'texts come back with their letters decomposed',
      changed((reply) => {
        if (reply.body) reply.body = JSON.parse(JSON.stringify(reply.body).normalize('NFD'))
      }),
    ],
  ]),
]
