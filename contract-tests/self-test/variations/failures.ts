import { changed, failed, failedWith, handled, isRestricted, type When } from '../mutations.ts'
import { Failure, type Mutation } from '../types.ts'
import type { Variation } from './variation.ts'

/** §7: "HTTP status codes for each error: not shown." */
const status = (...parts: [...When[], number]): Mutation => {
  const code = parts.pop() as number
  return changed(failed, ...(parts as When[]), (answer) => {
    answer.status = code
  })
}

const AUTHENTICATION = failedWith('missing_api_key', 'invalid_api_key')

/** §7: which code of the family an endpoint returns is not shown. */
const family = (code: string, ...when: When[]): Mutation =>
  changed(AUTHENTICATION, ...when, ({ body }) => {
    body.error.code = code
  })

const statuses: Variation[] = [
  {
    name: 'Missing fields are answered with 422',
    mutation: status(failedWith('invalid_request'), 422),
  },
  { name: 'Authentication errors are answered with 403', mutation: status(AUTHENTICATION, 403) },
  { name: 'Authentication errors are answered with 404', mutation: status(AUTHENTICATION, 404) },
  {
    name: 'Lacking permission is answered with 401',
    mutation: status(failedWith('insufficient_permissions'), 401),
  },
  {
    name: 'Campaigns that do not exist are answered with 410',
    mutation: status(failedWith('not_found'), 410),
  },
  {
    name: 'Exceeding a limit is answered with 503',
    mutation: status(failedWith('rate_limit_exceeded'), 503),
  },
  ...[200, 202, 400, 403, 418, 500].map((code) => ({
    name: `All failures are answered with ${code}`,
    mutation: status(code),
  })),
]

const codes: Variation[] = [
  ...['authentication_failed', 'INVALID_TOKEN', 'missing_api_key', 'invalid_api_key'].map(
    (code) => ({ name: `Authentication errors all have the code ${code}`, mutation: family(code) }),
  ),
  {
    name: 'Each second operation has another code of the family of authentication errors',
    mutation: family('INVALID_TOKEN', (_, { operation }) => (operation?.length ?? 0) % 2 === 0),
  },
]

const shapes: Variation[] = [
  {
    name: 'Failures have a meta and a request id',
    mutation: changed(failed, ({ body }, { number }) => {
      body.meta = { timestamp: '2026-11-21T05:00:00Z', version: '1.2.0' }
      body.request_id = `req_${number}`
    }),
  },
  {
    name: 'Errors have details, a status and a link',
    mutation: changed(failed, (answer) => {
      Object.assign(answer.body.error, {
        details: { fields: [{ name: 'name', problem: 'missing' }] },
        status: answer.status,
        documentation_url: 'https://docs.example.com/errors',
      })
    }),
  },
  {
    name: 'Failures have data: null',
    mutation: changed(failed, ({ body }) => {
      body.data = null
    }),
  },
  {
    name: 'Failures have details: null',
    mutation: changed(failed, ({ body }) => {
      body.error.details = null
    }),
  },
  {
    name: 'Messages of failures are empty',
    mutation: changed(failed, ({ body }) => {
      body.error.message = ''
    }),
  },
  {
    name: 'Failures are application/problem+json that holds the envelope',
    mutation: changed(failed, (answer) => {
      answer.headers['Content-Type'] = 'application/problem+json'
    }),
  },
  {
    name: 'Refusals have WWW-Authenticate and Retry-After',
    mutation: changed(failed, ({ headers }) => {
      Object.assign(headers, { 'WWW-Authenticate': 'Bearer realm="api"', 'Retry-After': '60' })
    }),
  },
]

const refuse = (code: string, message: string) => {
  throw new Failure(code, message)
}

/** §7 names an id that is missing as an example; whether an odd one is malformed or unknown is not shown. */
const order: Variation[] = [
  {
    name: 'Ids that are not of the own form are refused with invalid_request',
    mutation: {
      validate: ({ id }, next) => {
        if (id && !/^cmp_[0-9a-f]{8}$/.test(id)) refuse('invalid_request', 'No campaign id')
        next()
      },
    },
  },
  {
    name: 'Updates are validated before the campaign is looked for, and need all fields',
    mutation: {
      validate: ({ operation, input }, next) => {
        next()
        if (
          operation === 'updateCampaign' &&
          !['name', 'type', 'keywords', 'frequency'].every((name) => input[name])
        ) {
          refuse('invalid_request', 'PUT takes whole campaigns')
        }
      },
    },
  },
  {
    name: 'Bodies are validated before the permission is looked at',
    mutation: {
      permit: ({ request, operation }, next) => {
        const body = request.body.trim()
        const empty = body === '' || body === '{}'
        if (operation === 'createCampaign' && empty) refuse('invalid_request', 'The body is empty')
        next()
      },
    },
  },
  {
    name: 'Whether a campaign exists is looked at before the permission',
    mutation: {
      permit: ({ id, service }, next) => {
        if (id && !service.campaigns.has(id)) refuse('not_found', 'No such campaign')
        next()
      },
    },
  },
  {
    name: 'A body with a GET or DELETE is refused',
    mutation: {
      validate: ({ request }, next) => {
        if (['GET', 'DELETE'].includes(request.method) && request.body !== '') {
          refuse('invalid_request', 'No body is taken')
        }
        next()
      },
    },
  },
  {
    name: 'The restricted key may not read the current user',
    mutation: {
      permit: (exchange, next) => {
        if (exchange.operation === 'getCurrentUser' && isRestricted(exchange)) {
          refuse('insufficient_permissions', 'The key lacks users:read')
        }
        next()
      },
    },
  },
  {
    name: 'Login fails with authentication_failed, for its body names no user',
    mutation: handled('login', (exchange) =>
      exchange.input?.password
        ? exchange.service.success({})
        : refuse('authentication_failed', 'No user'),
    ),
  },
]

export const FAILURE_VARIATIONS: Variation[] = [...statuses, ...codes, ...shapes, ...order]
