import { FEW_KEYS, replies, type Variation, variations } from '../changes.ts'
import {
  type Fields,
  type Key,
  Refusal,
  type Reply,
  type Request,
  TOKENS,
  type World,
} from '../world.ts'

const limitHeaders = (change: (name: string, value: string) => string) =>
  replies((reply) => {
    for (const [name, value] of Object.entries(reply.headers)) {
      if (/ratelimit/i.test(name)) reply.headers[name] = change(name.toLowerCase(), String(value))
    }
  })

/** Refuses operations of campaigns that were made just now. */
function notYet(operation: string, code: string) {
  return (world: World) => {
    const { find } = world
    world.find = (key, id, request) => {
      const found = find(key, id, request)
      const isNew = found && found.createdAt > world.startedAt - 60_000
      if (isNew && request.operation === operation) throw new Refusal(code, 'No data yet')
      return found
    }
  }
}

function refuses(is: (body: Fields, request: Request) => boolean, field: string) {
  return (world: World) => {
    const { problems } = world
    world.problems = (body, isPartial, request) =>
      is(body, request)
        ? [{ field, message: 'is not possible here' }]
        : problems(body, isPartial, request)
  }
}

const mandatory = (names: Record<string, string>) => (world: World) => {
  const { before } = world
  const name = names[world.style] as string
  world.before = (request, next) => {
    const isList = request.method === 'GET' && /^\/campaigns\/?$/.test(request.path)
    const isAuthentic = world.keyFor(world.sentToken(request) ?? '', request)
    if (isList && isAuthentic && !request.query.has(name)) {
      request.key = isAuthentic
      throw new Refusal('invalid_request', `The parameter ${name} is missing`)
    }
    return before(request, next)
  }
}

const codes = (change: (code: string, request: Request) => string) =>
  replies(({ body }, request) => {
    if (body?.error) body.error.code = change(body.error.code, request)
  })

const statuses = (change: (status: number, request: Request, reply: Reply) => number) =>
  replies((reply, request) => {
    reply.status = change(reply.status, request, reply)
  })

const AUTHENTICATION = [
  'missing_api_key',
  'invalid_api_key',
  'authentication_failed',
  'INVALID_TOKEN',
]

function mostCampaigns(most: number, code: string) {
  return (world: World) => {
    const { create, owned } = world
    world.create = (key, fields, days) => {
      if (owned(key).length >= world.options.seeded + most) {
        throw new Refusal(code, 'The plan has no room for another campaign')
      }
      return create(key, fields, days)
    }
  }
}

export const HABITS: Variation[] = [
  ...variations('limits', [
    [
      'GET /auth/verify is not counted',
      (world) => {
        const { count } = world
        world.count = (key, request) =>
          /^\/auth\/verify$/i.test(request.path) || count(key, request)
      },
      FEW_KEYS,
    ],
    [
      'X-RateLimit-Limit: -1 for an unlimited key',
      (world) => {
        const { count, quota } = world
        const isUnlimited = (key: Key) => key.token === TOKENS.main
        world.count = (key, request) => isUnlimited(key) || count(key, request)
        world.quota = (key, request) => {
          const found = quota(key, request)
          return isUnlimited(key) ? { ...found, limit: -1, remaining: -1 } : found
        }
      },
    ],
    ['X-RateLimit-Reset: 0', limitHeaders((name, value) => (name.endsWith('reset') ? '0' : value))],
    [
      'X-RateLimit-Reset in milliseconds',
      limitHeaders((name, value) =>
        name.endsWith('reset') ? String(Date.now() + 3_000_000) : value,
      ),
    ],
    [
      'a refilling bucket',
      (world) => {
        const { count } = world
        let at = world.startedAt
        world.count = (key, request) => {
          for (const each of world.keys)
            each.used = Math.max(0, each.used - ((world.now() - at) / 3_600_000) * each.limit)
          at = world.now()
          return key.used + 1 <= key.limit && count(key, request)
        }
        const { quota } = world
        world.quota = (key, request) => {
          const reset = world.now() + (key.used / key.limit) * 3_600_000
          return { ...quota(key, request), remaining: Math.floor(key.limit - key.used), reset }
        }
      },
    ],
    ['a plan of 100 requests an hour', undefined, { options: { mainLimit: 100 } }],
    ['a plan of a million requests', undefined, { options: { mainLimit: 1_000_000 } }],
    [
      'failures are not counted',
      (world) => {
        const { after } = world
        world.after = (reply, request) => {
          after(reply, request)
          if (reply.status >= 400 && reply.status !== 429 && request.key && request.key.used > 0)
            request.key.used -= 1
        }
      },
      FEW_KEYS,
    ],
  ]),
  ...variations('what is not there yet', [
    ['analytics of a new campaign: not_found', notYet('getCampaignAnalytics', 'not_found')],
    [
      'analytics of a new campaign: invalid_request',
      notYet('getCampaignAnalytics', 'invalid_request'),
    ],
    ['a report of a new campaign: not_found', notYet('generateReport', 'not_found')],
    ['a report of a new campaign: invalid_request', notYet('generateReport', 'invalid_request')],
    [
      'a report without download_url',
      replies(({ body }, { operation }) => {
        if (operation === 'generateReport' && body?.success)
          body.data = { report: { id: 9, state: 'queued' } }
      }),
    ],
    ['new campaigns have no rankings', undefined, { options: { freshDays: 0 } }],
    ['new campaigns have rankings of today', undefined, { options: { freshDays: 1 } }],
    ['new campaigns have a month of rankings', undefined, { options: { freshDays: 30 } }],
    ['an empty account', undefined, { options: { seeded: 0 } }],
    ['an empty account without rankings', undefined, { options: { seeded: 0, freshDays: 0 } }],
  ]),
  ...variations('room', [
    ['a plan with room for one campaign: invalid_request', mostCampaigns(1, 'invalid_request')],
    ['a plan with room for two campaigns', mostCampaigns(2, 'invalid_request')],
  ]),
  ...variations('paging', [
    ['three campaigns a page, 45 campaigns', undefined, { options: { seeded: 45, pageSize: 3 } }],
    ['twenty campaigns a page, 25 campaigns', undefined, { options: { seeded: 25 } }],
    ['twenty campaigns a page, 19 campaigns', undefined, { options: { seeded: 19 } }],
    ['a mandatory page parameter', mandatory({ plain: 'limit', nested: 'page' })],
    [
      'filters of rankings page at 10 rows',
      (world) => {
        const { rankings } = world
        world.rankings = (key, filter) => rankings(key, filter).slice(0, 10)
      },
    ],
    [
      'rankings go back 7 days without dates',
      (world) => {
        const { rankings } = world
        world.rankings = (key, filter) => {
          if (filter.start || filter.end) return rankings(key, filter)
          const start = new Date(world.now() - 7 * 86_400_000).toISOString().slice(0, 10)
          return rankings(key, { ...filter, start })
        }
      },
    ],
  ]),
  ...variations('inputs', [
    [
      'names of more than 100 characters are refused',
      refuses(({ name }) => typeof name === 'string' && name.length > 100, 'name'),
    ],
    [
      'keywords of more than 80 characters are refused',
      refuses(
        ({ keywords }) =>
          Array.isArray(keywords) && keywords.some((each) => String(each).length > 80),
        'keywords',
      ),
    ],
    [
      'more than ten keywords are refused',
      refuses(({ keywords }) => Array.isArray(keywords) && keywords.length > 10, 'keywords'),
    ],
    [
      'emoji in names are refused',
      refuses(({ name }) => /\p{Extended_Pictographic}/u.test(String(name)), 'name'),
    ],
    [
      'only letters, digits, spaces and hyphens are taken',
      refuses(
        ({ name, keywords }) =>
          [name, ...(Array.isArray(keywords) ? keywords : [])].some(
            (each) => typeof each === 'string' && !/^[\p{L}\p{N} ·,-]*$/u.test(each),
          ),
        'name',
      ),
    ],
    [
      'texts are ASCII',
      refuses(({ name, keywords }) => /[^\0-\x7f]/.test(JSON.stringify([name, keywords])), 'name'),
    ],
    [
      'unknown members are refused',
      refuses(
        (body) =>
          Object.keys(body).some(
            (name) => !['name', 'type', 'keywords', 'frequency', 'settings'].includes(name),
          ),
        'base',
      ),
    ],
    [
      'other devices than desktop are refused',
      refuses(
        ({ settings }) =>
          Boolean((settings as Fields)?.device) && (settings as Fields).device !== 'desktop',
        'settings',
      ),
    ],
    [
      'other locations than Germany are refused',
      refuses(
        ({ settings }) =>
          Boolean((settings as Fields)?.location) && (settings as Fields).location !== 'Germany',
        'settings',
      ),
    ],
    [
      'other frequencies than daily are refused',
      refuses(({ frequency }) => frequency === 'weekly' || frequency === 'monthly', 'frequency'),
    ],
    [
      'a second campaign of the same name is refused',
      (world) => {
        const { create } = world
        world.create = (key, fields, days) => {
          const isTwin = world.owned(key).some((each) => each.fields.name === fields.name)
          if (isTwin) throw new Refusal('invalid_request', 'The name is taken')
          return create(key, fields, days)
        }
      },
    ],
    [
      'unknown query parameters are refused',
      (world) => {
        const { isAllowed } = world
        const known =
          /^(page|per_page|limit|offset|campaign_id|start_date|end_date|keywords|platforms|brand|format|date_range|include)(\[\])?$/i
        world.isAllowed = (key, operation, request) => {
          const strange = [...request.query.keys()].find((name) => !known.test(name))
          if (strange) throw new Refusal('invalid_request', `Unknown parameter ${strange}`)
          return isAllowed(key, operation, request)
        }
      },
    ],
    [
      'numbers and booleans become texts',
      (world) => {
        const { problems, accept } = world
        const eased = (body: Fields): Fields =>
          typeof body.name === 'number' || typeof body.name === 'boolean'
            ? { ...body, name: String(body.name) }
            : body
        world.problems = (body, isPartial, request) => problems(eased(body), isPartial, request)
        world.accept = (body, request) => accept(eased(body), request)
      },
    ],
    [
      'filters need all of a campaign and both dates',
      (world) => {
        const { rankings } = world
        world.rankings = (key, filter) => {
          const isHalf = Boolean(filter.start) !== Boolean(filter.end)
          if (isHalf) throw new Refusal('invalid_request', 'start_date and end_date go together')
          return rankings(key, filter)
        }
      },
    ],
    [
      'filters of two keywords are refused',
      (world) => {
        const { rankings } = world
        world.rankings = (key, filter) => {
          if (new Set(filter.keywords).size > 1)
            throw new Refusal('invalid_request', 'One keyword at most')
          return rankings(key, filter)
        }
      },
    ],
    [
      'mentions need a brand',
      (world) => {
        const { mentions } = world
        world.mentions = (key, filter) => {
          if (!filter.brand) throw new Refusal('invalid_request', 'brand is missing')
          return mentions(key, filter)
        }
      },
    ],
  ]),
  ...variations('failures', [
    [
      'all keys that fail: authentication_failed',
      codes((code, { operation }) =>
        AUTHENTICATION.includes(code) && operation !== 'login' ? 'authentication_failed' : code,
      ),
    ],
    [
      'all keys that fail: INVALID_TOKEN',
      codes((code, { operation }) =>
        AUTHENTICATION.includes(code) && operation !== 'login' ? 'INVALID_TOKEN' : code,
      ),
    ],
    ['every failure has the status 400', statuses((status) => (status >= 400 ? 400 : status))],
    ['every response has the status 200', statuses((status) => (status >= 400 ? 200 : status))],
    ['every success has the status 200', statuses((status) => (status < 300 ? 200 : status))],
    [
      'failures have no details',
      replies(({ body }) => {
        if (body?.error) delete body.error.details
      }),
    ],
    [
      'failures have empty details',
      replies(({ body }) => {
        if (body?.error) body.error.details = {}
      }),
    ],
    [
      'failures have data: null',
      replies(({ body }) => {
        if (body?.error) body.data = null
      }),
    ],
    [
      'success has error: null',
      replies(({ body }) => {
        if (body?.success === true) body.error = null
      }),
    ],
    [
      'no response has meta',
      replies(({ body }) => {
        if (body) delete body.meta
      }),
    ],
  ]),
  ...variations('credentials', [
    ['bearer in any case', undefined],
    [
      'restricted keys may read everything but mentions and reports',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, operation, request) =>
          (request.method === 'GET' && !/Mentions|Report/.test(operation)) ||
          isAllowed(key, operation, request)
      },
    ],
  ]),
]
