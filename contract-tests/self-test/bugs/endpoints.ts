import { type Bug, bugsOf, replies } from '../changes.ts'
import { type Key, Refusal, type Request, type World } from '../world.ts'

const MISSING = 'an endpoint is missing'
const REFUSED = 'a valid key is refused'
const ANYWAY = 'a write is refused, and made'

/** Ahead of everything else. */
function ahead(refuse: (request: Request, world: World) => void) {
  return (world: World) => {
    const { before } = world
    world.before = (request, next) => {
      refuse(request, world)
      return before(request, next)
    }
  }
}

const missing = (path: string) =>
  ahead((request) => {
    if (request.path === path) request.path = '/no/such/endpoint'
  })

const refused = (operation: string, code: string) => (world: World) => {
  const { isAllowed } = world
  world.isAllowed = (key, asked, request) => {
    if (asked === operation) throw new Refusal(code, 'The key is refused here')
    return isAllowed(key, asked, request)
  }
}

/** Makes a write whose request is then refused. */
function anyway(method: string, isOf: (world: World, request: Request) => boolean) {
  return ahead((request, world) => {
    const isWrite = request.method === method && /^\/campaigns/.test(request.path)
    if (!isWrite || !isOf(world, request)) return
    const [main] = world.keys as [Key]
    const id = request.path.split('/')[2] ?? ''
    const found = world.find(main, id, request)
    const body = method === 'DELETE' ? {} : JSON.parse(request.text)
    if (method === 'POST' && world.problems(body, false, request).length === 0)
      world.create(main, world.accept(body, request), 0)
    if (method === 'PUT' && found) found.fields = { ...found.fields, ...body }
    if (method === 'DELETE' && found) world.remove(found)
  })
}

const SENDERS: [string, (world: World, request: Request) => boolean][] = [
  ['without a key', (_world, { headers }) => headers.authorization === undefined],
  [
    'with a wrong key',
    (world, request) => {
      const token = world.sentToken(request)
      return token !== undefined && !world.keys.some((key) => key.token === token)
    },
  ],
  ['with a revoked key', (world, request) => sender(world, request)?.isRevoked === true],
  ['with a restricted key', (world, request) => sender(world, request)?.permissions.length === 2],
]

function sender(world: World, request: Request): Key | undefined {
  return world.keys.find(({ token }) => token === world.sentToken(request))
}

const WRITES = [
  ['POST', 'creates'],
  ['PUT', 'updates'],
  ['DELETE', 'deletes'],
] as const

export const ENDPOINTS = [
  ...bugsOf(
    MISSING,
    [
      '/campaigns',
      '/core/dashboards',
      '/core/dashboards/intelligence-overview',
      '/chat/mentions',
      '/auth/me',
    ].map((path): [string, Bug['plant']] => [`${path} does not exist`, missing(path)]),
  ),
  ...bugsOf(REFUSED, [
    ['getCampaign answers missing_api_key', refused('getCampaign', 'missing_api_key')],
    ['updateCampaign answers INVALID_TOKEN', refused('updateCampaign', 'INVALID_TOKEN')],
    [
      'deleteCampaign answers authentication_failed',
      refused('deleteCampaign', 'authentication_failed'),
    ],
    [
      'missing permissions are authentication_failed',
      replies(({ body }) => {
        const { error } = body ?? {}
        if (error?.code === 'insufficient_permissions') error.code = 'authentication_failed'
      }),
    ],
    [
      'a GET with Content-Type and no body is refused',
      ahead(({ method, headers, text }) => {
        if (method === 'GET' && headers['content-type'] && text === '')
          throw new Refusal('invalid_request', 'The body is empty')
      }),
    ],
  ]),
  ...bugsOf(
    ANYWAY,
    SENDERS.flatMap(([who, isOf]) =>
      WRITES.map(([method, does]): [string, Bug['plant']] => [
        `a request ${who} ${does}`,
        anyway(method, isOf),
      ]),
    ),
  ),
]
