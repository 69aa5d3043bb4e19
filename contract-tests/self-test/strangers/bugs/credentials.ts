import { type Key, PERMISSIONS, Refusal, type Request, TOKENS, type World } from '../world.ts'
import { arguable, type Bug, bugsOf, repliesTo, tally } from './bug.ts'

const WAY = 'credentials: another way'
const OPEN = 'credentials: an open operation'
const PERMISSION = 'credentials: permissions'
const FOREIGN = 'credentials: another account'

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

const OPERATIONS = Object.keys(PERMISSIONS)

function open(label: string, plant: (operation: string) => Bug['plant']): Bug[] {
  const others = OPERATIONS.filter((operation) => operation !== 'login')
  const login = `login works ${label}`
  return [
    ...bugsOf(
      OPEN,
      others.map((operation) => [`${operation} works ${label}`, plant(operation)]),
    ),
    ...bugsOf(OPEN, [[login, plant('login'), { styles: ['django', 'go'] }]]),
    // These check the user, whom the suite does not know, and the body first.
    ...arguable(OPEN, [[login, plant('login'), { styles: ['rails', 'aspnet', 'gateway'] }]]),
  ]
}

function allows(operation: string) {
  return (world: World) => {
    const { isAllowed } = world
    world.isAllowed = (key, asked, request) => asked === operation || isAllowed(key, asked, request)
  }
}

function denies(operation: string) {
  return (world: World) => {
    const { isAllowed } = world
    world.isAllowed = (key, asked, request) =>
      !(asked === operation && key.permissions.includes('*')) && isAllowed(key, asked, request)
  }
}

function foreign(operation: string) {
  return (world: World) => {
    const { find } = world
    world.find = (key, id, request) =>
      request.operation === operation
        ? world.campaigns.find((each) => each.id === id)
        : find(key, id, request)
  }
}

const VERIFY = 'verify'

export const CREDENTIALS = [
  ...bugsOf(WAY, [
    ['a key in the query (api_key) is accepted', alsoReads(({ query }) => query.get('api_key'))],
    ['a key in the query (token) is accepted', alsoReads(({ query }) => query.get('token'))],
    [
      'a key in the query (access_token) is accepted',
      alsoReads(({ query }) => query.get('access_token')),
    ],
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
      'a key under any scheme is accepted',
      alsoReads(({ headers }) => /^\w+ (svc_\S+)$/.exec(headers.authorization ?? '')?.[1]),
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
  ...bugsOf(PERMISSION, [
    ...['getMentions', 'generateReport', 'createCampaign', 'updateCampaign', 'deleteCampaign'].map(
      (operation) =>
        [`a restricted key may ${operation}`, allows(operation)] as [string, Bug['plant']],
    ),
    ...OPERATIONS.map(
      (operation) =>
        [`a full key is refused for ${operation}`, denies(operation)] as [string, Bug['plant']],
    ),
    [
      'a restricted key is shown *',
      (world) => {
        world.permissionsShown = () => ['*']
      },
    ],
    [
      'permissions of all keys are those of the first asked',
      (world) => {
        let first: string[] | undefined
        const { permissionsShown } = world
        world.permissionsShown = (key) => {
          first ??= permissionsShown(key)
          return first
        }
      },
    ],
    [
      'a restricted key is shown no permissions',
      (world) => {
        world.permissionsShown = (key) => (key.permissions.includes('*') ? ['*'] : [])
      },
    ],
    ['permissions are refused as not_found', (world) => refusesAs(world, 'not_found')],
    ['permissions are refused as invalid_api_key', (world) => refusesAs(world, 'invalid_api_key')],
    ['permissions are refused as invalid_request', (world) => refusesAs(world, 'invalid_request')],
    [
      'a restricted key may not read its campaigns',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, asked, request) =>
          !(asked === 'getCampaign' && key.permissions.length === 2) &&
          isAllowed(key, asked, request)
      },
    ],
    [
      'a restricted key may not read rankings',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, asked, request) =>
          !(asked === 'getRankings' && key.permissions.length === 2) &&
          isAllowed(key, asked, request)
      },
    ],
    [
      'a write is made before the permission is checked',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, asked, request) => {
          const isGood = isAllowed(key, asked, request)
          const campaign = request.id && world.find(key, request.id, request)
          if (!isGood && asked === 'deleteCampaign' && campaign) world.remove(campaign)
          return isGood
        }
      },
    ],
    [
      'a write is made before the key is checked',
      (world) => {
        const { before } = world
        world.before = (request, next) => {
          const id = /^\/campaigns\/([^/]+)$/.exec(request.path)?.[1]
          const campaign = world.campaigns.find((each) => each.id === id)
          if (campaign && request.method === 'PUT' && !request.headers.authorization) {
            const { name } = JSON.parse(request.text)
            campaign.fields = { ...campaign.fields, name }
          }
          return before(request, next)
        }
      },
    ],
  ]),
  ...arguable(PERMISSION, [
    ...['getDashboards', 'getCampaignAnalytics', 'exportCsv'].map(
      (operation) =>
        [`a restricted key may ${operation}`, allows(operation)] as [string, Bug['plant']],
    ),
    [
      'a full key is shown all permissions in place of *',
      (world) => {
        world.permissionsShown = (key) =>
          key.permissions.includes('*')
            ? [...new Set(Object.values(PERMISSIONS))].filter(Boolean)
            : key.permissions
      },
    ],
  ]),
  ...bugsOf(FOREIGN, [
    ['campaigns of another account are read', foreign('getCampaign')],
    ['campaigns of another account are updated', foreign('updateCampaign')],
    ['campaigns of another account are deleted', foreign('deleteCampaign')],
    ['analytics of another account are read', foreign('getCampaignAnalytics')],
    ['reports of another account are made', foreign('generateReport')],
    [
      'rankings of another account are read',
      (world) => {
        foreign('getRankings')(world)
        const { rankings } = world
        world.rankings = (key, filter) => {
          const campaign = world.campaigns.find(({ id }) => id === filter.campaign)
          return rankings(campaign ? { ...key, account: campaign.account } : key, filter)
        }
      },
    ],
    [
      'campaigns of all accounts are listed',
      (world) => {
        world.owned = () => world.campaigns
      },
    ],
    [
      'rankings of all accounts are listed',
      (world) => {
        const { rankings, owned } = world
        world.rankings = (key, filter) => {
          world.owned = () => world.campaigns
          const found = rankings(key, filter)
          world.owned = owned
          return found
        }
      },
      { styles: ['rails', 'django', 'aspnet', 'go'] },
    ],
    [
      'the account of the last key is used',
      (world) => {
        const { owned } = world
        world.owned = (key) => {
          const last = (world.memory.get('account') as string | undefined) ?? key.account
          world.memory.set('account', key.account)
          return owned({ ...key, account: last })
        }
      },
    ],
  ]),
  ...bugsOf(VERIFY, [
    [
      'all keys have one key_id',
      (world) => {
        repliesTo('verifyToken', ({ body }) => {
          body.data.key_id = world.keys[0]?.id
        })(world)
      },
    ],
    [
      'key_id is that of the session',
      (world) => {
        repliesTo('verifyToken', ({ body }) => {
          body.data.key_id = `key_${tally(world, 'sessions')}`
        })(world)
      },
    ],
    [
      'account_id changes',
      (world) => {
        repliesTo('verifyToken', ({ body }) => {
          body.data.account_id += tally(world, 'accounts')
        })(world)
      },
    ],
    [
      'key_id is a number',
      repliesTo('verifyToken', ({ body }) => {
        body.data.key_id = 17
      }),
    ],
    [
      'permissions are one text',
      repliesTo('verifyToken', ({ body }) => {
        body.data.permissions = body.data.permissions.join(' ')
      }),
    ],
    [
      'account_id is missing',
      repliesTo('verifyToken', ({ body }) => {
        delete body.data.account_id
      }),
    ],
    [
      'key_id is null',
      repliesTo('verifyToken', ({ body }) => {
        body.data.key_id = null
      }),
    ],
    [
      'rate_limit is a number',
      repliesTo('verifyToken', ({ body }) => {
        body.data.rate_limit = body.data.rate_limit.limit
      }),
    ],
    [
      'rate_limit has texts',
      repliesTo('verifyToken', ({ body }) => {
        body.data.rate_limit = { limit: '1000', remaining: '900' }
      }),
    ],
    [
      'rate_limit has no remaining',
      repliesTo('verifyToken', ({ body }) => {
        delete body.data.rate_limit.remaining
      }),
    ],
    [
      'a wrong key is verified with valid: false',
      (world) => {
        const { keyFor } = world
        world.keyFor = (token, request) => {
          const found = keyFor(token, request)
          return found || request.operation !== 'verifyToken'
            ? found
            : { ...(world.keys[0] as Key), permissions: [], id: '' }
        }
      },
    ],
    [
      'permissions are names without an action',
      (world) => {
        world.permissionsShown = (key) =>
          key.permissions.map((each) => each.split(':')[0] as string)
      },
    ],
  ]),
]

function refusesAs(world: World, code: string): void {
  const { isAllowed } = world
  world.isAllowed = (key, asked, request) => {
    if (isAllowed(key, asked, request)) return true
    throw new Refusal(code, 'Refused')
  }
}
