import {
  acts,
  changed,
  failed,
  failedWith,
  handled,
  type Plant,
  refuses,
  type Variation,
  variations,
  type When,
} from '../changes.ts'
import { isObject, parsed } from '../styles/style.ts'
import { Refusal, type Request } from '../world.ts'

const AUTHENTICATION = failedWith('missing_api_key', 'invalid_api_key')

/** §7: "HTTP status codes for each error: not shown." */
const status = (code: number, ...when: When[]) =>
  changed(failed, ...when, (reply) => {
    reply.status = code
  })

/** §7: which code of the family an endpoint returns is not shown. */
const family = (code: string, ...when: When[]) =>
  changed(AUTHENTICATION, ...when, ({ body }) => {
    body.error.code = code
  })

const failures = (change: (body: Record<string, unknown>, number: number) => void) =>
  changed(failed, ({ body }, { number }) => change(body, number))

/** Refuses before the permission is looked at. */
function first(why: (request: Request) => [code: string, message: string] | undefined): Plant {
  return (world) => {
    const { isAllowed } = world
    world.isAllowed = (key, operation, request) => {
      const [code, message] = why(request) ?? []
      if (code && message) throw new Refusal(code, message)
      return isAllowed(key, operation, request)
    }
  }
}

const isWhole = (request: Request) => {
  const body = parsed(request.text)
  return isObject(body) && ['name', 'type', 'keywords', 'frequency'].every((name) => body[name])
}

export const FAILURES: Variation[] = [
  ...variations('statuses of failures', [
    ['authentication errors are 404', status(404, AUTHENTICATION)],
    ['missing permissions are 401', status(401, failedWith('insufficient_permissions'))],
    ['unknown campaigns are 410', status(410, failedWith('not_found'))],
    ['a limit is 503', status(503, failedWith('rate_limit_exceeded'))],
    ...[202, 403, 418, 500].map((code): [string, Plant] => [
      `every failure has the status ${code}`,
      status(code),
    ]),
  ]),
  ...variations('failures', [
    ['authentication errors are missing_api_key', family('missing_api_key')],
    ['authentication errors are invalid_api_key', family('invalid_api_key')],
    [
      'half of the operations answer INVALID_TOKEN',
      family('INVALID_TOKEN', (_, { operation }) => (operation?.length ?? 0) % 2 === 0),
    ],
    [
      'failures have a meta and a request id',
      failures((body, number) => {
        body.meta = { timestamp: '2026-11-21T05:00:00Z', version: '1.2.0' }
        body.request_id = `req_${number}`
      }),
    ],
    [
      'failures have details, a status and a link',
      changed(failed, ({ body, status }) => {
        Object.assign(body.error, {
          details: { fields: [{ name: 'name', problem: 'missing' }] },
          status,
          documentation_url: 'https://docs.example.com/errors',
        })
      }),
    ],
    [
      'failures have details: null',
      changed(failed, ({ body }) => {
        body.error.details = null
      }),
    ],
    [
      'messages of failures are empty',
      changed(failed, ({ body }) => {
        body.error.message = ''
      }),
    ],
    [
      'failures are application/problem+json that holds the envelope',
      changed(failed, ({ headers }) => {
        headers['Content-Type'] = 'application/problem+json'
      }),
    ],
    [
      'refusals have WWW-Authenticate and Retry-After',
      changed(failed, ({ headers }) => {
        Object.assign(headers, { 'WWW-Authenticate': 'Bearer realm="api"', 'Retry-After': '60' })
      }),
    ],
  ]),
  // §7 names an id that is missing as an example; whether an odd one is malformed or unknown is not shown.
  ...variations('what is looked at first', [
    [
      'ids of another form are refused with invalid_request',
      refuses(({ id }) => id !== undefined && !/^cmp_\w{8,12}$/.test(id) && 'No campaign id'),
    ],
    [
      'updates are validated before the campaign is looked for, and need all fields',
      refuses(
        (request) =>
          request.operation === 'updateCampaign' &&
          !isWhole(request) &&
          'PUT takes whole campaigns',
      ),
    ],
    [
      'bodies are validated before the permission',
      first(({ operation, text }) =>
        operation === 'createCampaign' && ['', '{}'].includes(text.trim())
          ? ['invalid_request', 'The body is empty']
          : undefined,
      ),
    ],
    [
      'whether a campaign exists is looked at before the permission',
      (world) => {
        first((request) => {
          const isKnown = !request.id || world.campaigns.some(({ id }) => id === request.id)
          return isKnown ? undefined : ['not_found', 'No such campaign']
        })(world)
      },
    ],
    [
      'a body with a GET or DELETE is refused',
      refuses(
        ({ method, text }) => /^(GET|DELETE)$/.test(method) && text !== '' && 'No body is taken',
      ),
    ],
    [
      'the restricted key may not read the current user',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, operation, request) =>
          (operation !== 'getCurrentUser' || key.permissions.includes('*')) &&
          isAllowed(key, operation, request)
      },
    ],
    [
      'login fails with authentication_failed, for its body names no user',
      handled('login', ({ text }) => {
        const body = parsed(text)
        if (isObject(body) && body.password)
          return { status: 200, headers: {}, body: { success: true, data: {} } }
        throw new Refusal('authentication_failed', 'No user')
      }),
    ],
    [
      'bodies without Content-Type: application/json are refused',
      acts(({ text, headers }, next) => {
        if (text !== '' && !headers['content-type']?.startsWith('application/json'))
          throw new Refusal('invalid_request', 'Send JSON', { status: 415 })
        return next()
      }),
    ],
  ]),
]
