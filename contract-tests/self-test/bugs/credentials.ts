import { type Bug, bugsOf, replies, tally } from '../changes.ts'
import { type Key, PERMISSIONS, type Request, TOKENS, type World } from '../world.ts'

const WAY = 'credentials: another way'
const OPEN = 'credentials: an open operation'

/** Another way to send a key. */
function alsoReads(read: (request: Request) => string | null | undefined) {
  return (world: World) => {
    const { sentToken } = world
    world.sentToken = (request) => sentToken(request) ?? (read(request) || undefined)
  }
}

/** Compares keys in another way. */
function finds(fits: (key: Key, token: string, request: Request, world: World) => boolean) {
  return (world: World) => {
    const { keyFor } = world
    world.keyFor = (token, request) =>
      keyFor(token, request) ?? world.keys.find((key) => fits(key, token, request, world))
  }
}

const isOf = (operation: string) => (request: Request) => request.operation === operation

const withoutKey = (operation: string) =>
  alsoReads((request) =>
    isOf(operation)(request) && request.headers.authorization === undefined ? TOKENS.main : '',
  )
const withWrongKey = (operation: string) =>
  finds(
    (key, token, request) =>
      isOf(operation)(request) &&
      key.token === TOKENS.main &&
      !Object.values(TOKENS).includes(token),
  )
const withRevokedKey = (operation: string) =>
  finds((key, token, request) => isOf(operation)(request) && key.token === token)

/** A request of an operation sets a cookie, which then is enough. */
function opensSession(operation: string) {
  return (world: World) => {
    alsoReads(({ headers }) => {
      const opened = world.memory.get('session')
      return headers.cookie?.includes('sid=s3ss10n') ? (opened as string | undefined) : undefined
    })(world)
    replies((reply, request) => {
      if (request.operation !== operation || !request.key) return
      world.memory.set('session', request.key.token)
      reply.headers['Set-Cookie'] = 'sid=s3ss10n; Path=/; HttpOnly'
    })(world)
  }
}

export const OPERATIONS = Object.keys(PERMISSIONS)

function open(label: string, plant: (operation: string) => Bug['plant']): Bug[] {
  const others = OPERATIONS.filter((operation) => operation !== 'login')
  return [
    ...bugsOf(
      OPEN,
      others.map((operation) => [`${operation} works ${label}`, plant(operation)]),
    ),
    // The other style checks the user, whom the suite does not know, and the body first.
    ...bugsOf(OPEN, [[`login works ${label}`, plant('login'), { styles: ['plain'] }]]),
  ]
}

export const CREDENTIALS = [
  ...bugsOf(WAY, [
    ['a key in the query (api_key) is accepted', alsoReads(({ query }) => query.get('api_key'))],
    ['a key in X-API-Key is accepted', alsoReads(({ headers }) => headers['x-api-key'])],
    [
      'a key without Bearer is accepted',
      alsoReads(({ headers }) => /^(svc_\S+)$/.exec(headers.authorization ?? '')?.[1]),
    ],
    [
      'a key under the scheme Token is accepted',
      alsoReads(({ headers }) => /^Token (\S+)$/.exec(headers.authorization ?? '')?.[1]),
    ],
    [
      'a key as Basic user is accepted',
      alsoReads(({ headers }) => {
        const encoded = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1]
        return (
          encoded &&
          atob(encoded)
            .split(':')
            .find((part) => part.startsWith('svc_'))
        )
      }),
    ],
    [
      'an empty Bearer is the first key',
      alsoReads(({ headers }) => (headers.authorization?.trim() === 'Bearer' ? TOKENS.main : '')),
    ],
    [
      'keys are compared in any case',
      finds((key, token) => !key.isRevoked && key.token.toLowerCase() === token.toLowerCase()),
    ],
    [
      'keys are compared by their beginning',
      finds((key, token) => !key.isRevoked && token.startsWith(key.token.slice(0, -4))),
    ],
    [
      'a key with more behind it is accepted',
      finds((key, token) => !key.isRevoked && token.startsWith(key.token)),
    ],
    [
      'any key with a known prefix is accepted',
      finds(
        (key, token) =>
          key.token === TOKENS.main &&
          token.startsWith('svc_test_') &&
          !Object.values(TOKENS).includes(token),
      ),
    ],
    [
      'a test key with the prefix of live keys is accepted',
      finds((key, token) => key.token === token.replace('svc_live_', 'svc_test_')),
    ],
    [
      'a key in the query of verify is accepted',
      alsoReads((request) => (isOf('verifyToken')(request) ? request.query.get('token') : '')),
    ],
    ['the cookie of a login replaces the key', opensSession('login')],
    ['the cookie of any response replaces the key', opensSession('listCampaigns')],
    ['revoked keys work', finds((key, token) => key.token === token)],
    [
      'a revoked key works from a cache once',
      finds((key, token, _request, world) => key.token === token && tally(world, token) === 1),
    ],
    [
      'revoked keys may read',
      finds((key, token, request) => key.token === token && request.method === 'GET'),
    ],
  ]),
  ...open('without a key', withoutKey),
  ...open('with a wrong key', withWrongKey),
  ...open('with a revoked key', withRevokedKey),
]
