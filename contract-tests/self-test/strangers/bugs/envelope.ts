import { Refusal, type Reply, type Request, type World } from '../world.ts'
import { arguable, bugsOf, replies, repliesTo } from './bug.ts'

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

function plain(reply: Reply): void {
  delete reply.body
  reply.text = `<html><body><h1>${reply.status}</h1></body></html>`
  reply.headers['Content-Type'] = 'text/html'
}

function withoutLimits(reply: Reply): void {
  const others = Object.entries(reply.headers).filter(([name]) => !/ratelimit/i.test(name))
  reply.headers = Object.fromEntries(others)
}

const at = (is: (reply: Reply, request: Request) => boolean, change: (reply: Reply) => void) =>
  replies((reply, request) => {
    if (is(reply, request)) change(reply)
  })

const stamped = (change: (now: Date) => unknown) =>
  replies(({ body }) => {
    const { timestamp } = body?.meta ?? {}
    if (timestamp !== undefined) body.meta.timestamp = change(new Date(timestamp))
  })

const HOUR_MS = 3_600_000
const local = (now: Date) => new Date(now.getTime() + 2 * HOUR_MS).toISOString().slice(0, 19)

const urls = (change: (url: string) => string | null) => (world: World) => {
  const { downloadUrl } = world
  world.downloadUrl = (campaign) => change(downloadUrl(campaign)) as string
}

const failing = (change: (error: Record<string, unknown>, body: Record<string, unknown>) => void) =>
  replies(({ body }) => {
    if (body?.error) change(body.error, body)
  })

const limitHeader = (name: string, change: (value: string) => string) =>
  replies((reply) => {
    const found = Object.keys(reply.headers).find((each) => each.toLowerCase() === name)
    if (found) reply.headers[found] = change(reply.headers[found] as string)
  })

export const ENVELOPE = [
  ...bugsOf(
    KIND,
    PLACES.map(([name, is]) => [`${name} is HTML`, at(is, plain)]),
  ),
  ...bugsOf(
    KIND,
    [...PLACES, ...FURTHER].map(([name, is]) => [
      `${name}: no rate-limit headers`,
      at(is, withoutLimits),
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
    ['meta.timestamp is local time', stamped((now) => `${local(now)}+02:00`)],
    ['meta.timestamp is local time without a zone', stamped(local)],
    ['meta.timestamp is local time with a false Z', stamped((now) => `${local(now)}.000Z`)],
    ['meta.timestamp is a number', stamped((now) => now.getTime())],
    ['meta.timestamp is an HTTP date', stamped((now) => now.toUTCString())],
    [
      'meta.version is a number',
      replies(({ body }) => {
        if (body?.meta) body.meta.version = 1.2
      }),
    ],
    [
      'meta.version is missing',
      replies(({ body }) => {
        if (body?.meta) delete body.meta.version
      }),
    ],
    [
      'logout has no data',
      repliesTo('logout', ({ body }) => {
        delete body.data
      }),
    ],
    [
      'logout has no body',
      repliesTo('logout', (reply) => {
        delete reply.body
        reply.status = 204
      }),
    ],
    [
      'logout has data: null',
      repliesTo('logout', ({ body }) => {
        body.data = null
      }),
    ],
    [
      'delete has no body',
      repliesTo('deleteCampaign', (reply) => {
        delete reply.body
        reply.status = 204
      }),
    ],
    [
      'delete has data: true',
      repliesTo('deleteCampaign', ({ body }) => {
        body.data = true
      }),
    ],
    [
      'update has data: null',
      repliesTo('updateCampaign', ({ body }) => {
        body.data = null
      }),
    ],
    [
      'create has the id alone as data',
      repliesTo('createCampaign', ({ body }) => {
        body.data = String(body.data?.id ?? body.data?.campaign?.id)
      }),
    ],
    ['download_url is null', urls(() => null)],
    ['download_url is a template', urls(() => 'https://files.example.com/reports/{report_id}.pdf')],
    ['download_url is a relative path', urls((url) => new URL(url).pathname.slice(1))],
    ['download_url is a path', urls((url) => new URL(url).pathname)],
    ['download_url has no host', urls((url) => `https://${new URL(url).pathname}`)],
    ['download_url is undefined in a text', urls(() => 'undefined/reports/undefined.pdf')],
    ['download_url is empty', urls(() => '')],
    ['download_url has spaces', urls(() => 'https://files.example.com/my report.pdf')],
    [
      'success is a text',
      replies(({ body }) => {
        if (body) body.success = String(body.success)
      }),
    ],
    [
      'success is 1 or 0',
      replies(({ body }) => {
        if (body) body.success = body.success ? 1 : 0
      }),
    ],
    [
      'success is missing in failures',
      failing((_error, body) => {
        delete body.success
      }),
    ],
    [
      'success is true in failures',
      failing((_error, body) => {
        body.success = true
      }),
    ],
    [
      'success is false in lists',
      repliesTo('listCampaigns', ({ body }) => {
        body.success = false
      }),
    ],
    [
      'error is a text',
      failing((error, body) => {
        body.error = error.message
      }),
    ],
    [
      'error has no message',
      failing((error) => {
        delete error.message
      }),
    ],
    [
      'error.message is a list',
      failing((error) => {
        error.message = [error.message]
      }),
    ],
    [
      'error.code is the status',
      failing((error) => {
        error.code = 400
      }),
    ],
    [
      'error.code is in upper case',
      failing((error) => {
        error.code = String(error.code).toUpperCase()
      }),
    ],
    [
      'error.code of validation is validation_error',
      failing((error) => {
        if (error.code === 'invalid_request') error.code = 'validation_error'
      }),
    ],
    [
      'error.code of permissions is forbidden',
      failing((error) => {
        if (error.code === 'insufficient_permissions') error.code = 'forbidden'
      }),
    ],
    [
      'error.code of the limit is too_many_requests',
      failing((error) => {
        if (error.code === 'rate_limit_exceeded') error.code = 'too_many_requests'
      }),
    ],
    [
      'error.details are a list',
      failing((error) => {
        if (error.details) error.details = [error.details]
      }),
    ],
    [
      'error.details are a text',
      failing((error) => {
        error.details = 'none'
      }),
    ],
    [
      'error and code lie at the top',
      replies((reply) => {
        const { error } = reply.body ?? {}
        if (error) reply.body = { success: false, code: error.code, message: error.message }
      }),
    ],
    [
      'dashboards are not in the envelope',
      repliesTo('getDashboards', (reply) => {
        reply.body = reply.body.data
      }),
    ],
    [
      'mentions are not in the envelope',
      repliesTo('getMentions', (reply) => {
        reply.body = reply.body.data
      }),
    ],
    [
      'mentions are no list',
      repliesTo('getMentions', ({ body }) => {
        body.data = { count: 3 }
      }),
    ],
    [
      'message is an object',
      replies(({ body }) => {
        if (body?.success === true) body.message = { text: 'OK' }
      }),
    ],
    [
      'a warning stands before the JSON',
      repliesTo('getDashboards', (reply) => {
        reply.text = `<br />\n<b>Warning</b>: Undefined index\n${JSON.stringify(reply.body)}`
      }),
    ],
    [
      'update answers with the list',
      repliesTo('updateCampaign', (reply) => {
        reply.text = '[]'
      }),
    ],
    ['X-RateLimit-Limit has a decimal', limitHeader('x-ratelimit-limit', (value) => `${value}.0`)],
    [
      'X-RateLimit-Limit has its window',
      limitHeader('x-ratelimit-limit', (value) => `${value};w=3600`),
    ],
    [
      'X-RateLimit-Reset is a date',
      limitHeader('x-ratelimit-reset', () => new Date(0).toISOString()),
    ],
    ['X-RateLimit-Remaining is empty', limitHeader('x-ratelimit-remaining', () => '')],
    [
      'a report of an unknown format is a server_error',
      (world) => {
        const { downloadUrl } = world
        world.downloadUrl = (campaign) => {
          if (!campaign.fields.settings) throw new Refusal('server_error', 'Cannot read settings')
          return downloadUrl(campaign)
        }
      },
    ],
    [
      'an unknown campaign is a server_error',
      failing((error) => {
        if (error.code === 'not_found') error.code = 'server_error'
      }),
    ],
    [
      'an unknown campaign is invalid_request',
      failing((error) => {
        if (error.code === 'not_found') error.code = 'invalid_request'
      }),
    ],
  ]),
  ...arguable(KIND, [
    [
      'OPTIONS has no body',
      at(
        (_reply, { method }) => method === 'OPTIONS',
        (reply) => {
          delete reply.body
          reply.status = 204
        },
      ),
    ],
    [
      'meta.timestamp is the time of the start',
      (world) => {
        replies(({ body }) => {
          if (body?.meta)
            body.meta.timestamp = new Date(world.startedAt - 24 * HOUR_MS).toISOString()
        })(world)
      },
    ],
    [
      'JSON is labelled as HTML',
      replies((reply) => {
        if (reply.body) reply.headers['Content-Type'] = 'text/html'
      }),
    ],
    [
      'JSON has a byte order mark',
      replies((reply) => {
        if (reply.body) reply.text = `\uFEFF${JSON.stringify(reply.body)}`
      }),
    ],
    [
      'success has error: {}',
      replies(({ body }) => {
        if (body?.success === true) body.error = {}
      }),
    ],
    [
      'meta is null',
      replies(({ body }) => {
        if (body) body.meta = null
      }),
    ],
  ]),
]
