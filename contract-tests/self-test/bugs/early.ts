import { at, bugsOf, FEW_KEYS, replies } from '../changes.ts'
import type { Reply, Request } from '../world.ts'

const KIND = 'envelope and headers'

/** Requests that are answered somewhere else than most. */
const PLACES: [name: string, is: (reply: Reply, request: Request) => boolean][] = [
  ['413', ({ status }) => status === 413],
  ['431', ({ status }) => status === 431],
  [
    '404 of an unknown path',
    ({ status }, { operation }) => status === 404 && operation === undefined,
  ],
  ['405', ({ status }) => status === 405],
  ['malformed JSON', ({ status }, { text }) => status >= 400 && text !== '' && !isJson(text)],
  ['429', ({ status }) => status === 429],
  ['a missing key', ({ body }) => body?.error?.code === 'missing_api_key'],
  ['missing permissions', ({ status }, { key }) => status === 403 && key !== undefined],
  ['404 of a campaign', ({ status }, { operation }) => status === 404 && operation !== undefined],
]

const FURTHER: typeof PLACES = [
  ['HEAD', (_reply, { method }) => method === 'HEAD'],
  ['OPTIONS', (_reply, { method }) => method === 'OPTIONS'],
  ['CSV', (_reply, { operation }) => operation === 'exportCsv'],
  ['DELETE', (_reply, { method }) => method === 'DELETE'],
  ['GET /auth/verify', (_reply, { operation }) => operation === 'verifyToken'],
  ['failures', ({ body }) => body?.success === false],
]

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const partOf = (name: string) => (name === '413' ? FEW_KEYS : {})

const isPreflight = (_reply: Reply, { method, headers }: Request) =>
  method === 'OPTIONS' && headers.origin !== undefined

function plain(reply: Reply): void {
  delete reply.body
  reply.text = `<html><body><h1>${reply.status}</h1></body></html>`
  reply.headers['Content-Type'] = 'text/html'
}

function withoutLimits(reply: Reply): void {
  const others = Object.entries(reply.headers).filter(([name]) => !/ratelimit/i.test(name))
  reply.headers = Object.fromEntries(others)
}

const limitHeader = (name: string, change: (value: string) => string) =>
  replies((reply) => {
    const found = Object.keys(reply.headers).find((each) => each.toLowerCase() === name)
    if (found) reply.headers[found] = change(reply.headers[found] as string)
  })

export const EARLY_RESPONSES = [
  ...bugsOf(
    KIND,
    PLACES.map(([name, is]) => [`${name} is HTML`, at(is, plain), partOf(name)]),
  ),
  ...bugsOf(
    KIND,
    [...PLACES, ...FURTHER].map(([name, is]) => [
      `${name}: no rate-limit headers`,
      at(is, withoutLimits),
      partOf(name),
    ]),
  ),
  ...bugsOf(KIND, [
    [
      'HEAD is a 405 without headers',
      at(
        (_reply, { method }) => method === 'HEAD',
        (reply) => {
          reply.status = 405
          withoutLimits(reply)
        },
      ),
    ],
    [
      'malformed JSON is a server_error',
      at(
        (reply, request) => (PLACES[4] as (typeof PLACES)[number])[1](reply, request),
        ({ body }) => {
          if (body?.error) body.error = { code: 'server_error', message: 'Unexpected token' }
        },
      ),
    ],
    ['a preflight has no rate-limit headers', at(isPreflight, withoutLimits)],
    ['a preflight is HTML', at(isPreflight, plain)],
    [
      'without Accept, a failure is a page',
      at(({ body }, { headers }) => body?.error && headers.accept === undefined, plain),
    ],
    [
      'without Accept, verify redirects to the login',
      at(
        (_reply, { operation, headers }) => operation === 'verifyToken' && !headers.accept,
        (reply) => {
          plain(reply)
          reply.status = 302
        },
      ),
    ],
    [
      'without User-Agent and Accept-Encoding, verify is refused',
      at(
        (_reply, { operation, headers }) =>
          operation === 'verifyToken' && !(headers['accept-encoding'] || headers['user-agent']),
        (reply) => {
          reply.status = 403
          reply.body = { success: false, error: { code: 'invalid_request', message: 'A bot' } }
        },
      ),
    ],
    [
      'X-RateLimit-Limit has its window',
      limitHeader('x-ratelimit-limit', (value) => `${value};w=3600`),
    ],
    [
      'X-RateLimit-Reset is a date',
      limitHeader('x-ratelimit-reset', () => new Date(0).toISOString()),
    ],
    ['X-RateLimit-Remaining is empty', limitHeader('x-ratelimit-remaining', () => '')],
  ]),
]
