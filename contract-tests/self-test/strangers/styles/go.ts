/** As a Go service: one mux, plain arrays, a cursor, a bucket that refills, no members that are empty. */
import {
  type Campaign,
  type Fields,
  hashOf,
  type Key,
  Refusal,
  type Reply,
  type Request,
  type Shown,
  type World,
} from '../world.ts'
import { base62, csvOf, isObject, meanOf, parsed, type Style, wholeNumber } from './style.ts'

const HOUR_MS = 3_600_000

export const go: Style = {
  newId: (seed) => `2a${base62(hashOf(seed), 25)}`,
  serve(world) {
    // A bucket holds what is left of the limit, and refills all the time.
    let refilledAt = world.startedAt
    const refill = () => {
      const share = (world.now() - refilledAt) / HOUR_MS
      for (const key of world.keys) key.used = Math.max(0, key.used - share * key.limit)
      refilledAt = world.now()
    }
    const whole = world.quota
    world.quota = (key, request) => {
      const { limit } = whole(key, request)
      const reset = world.now() + (key.used / key.limit) * HOUR_MS
      return { limit, remaining: Math.max(0, Math.floor(key.limit - key.used)), reset }
    }
    world.count = (key) => {
      refill()
      if (key.used + 1 > key.limit) return false
      key.used += 1
      return true
    }
    return {
      answer(request) {
        try {
          return world.before(request, () => serveHTTP(world, request))
        } catch (error) {
          if (error instanceof Refusal) return writeError(world, request, error)
          throw error
        }
      },
      broken(kind, request) {
        const error = new Refusal('invalid_request', `http: ${kind}`, { situation: kind })
        return writeError(world, request, error)
      },
    }
  },
}

function serveHTTP(world: World, request: Request): Reply {
  const [, root, ...rest] = request.path.split('/')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const name = nameOf(method, root ?? '', rest)
  if (name) request.operation = name
  if (name === 'wrong method') delete request.operation
  if (request.operation && ['campaigns', 'analytics'].includes(root ?? '') && rest.length > 0) {
    request.id = decodeURIComponent(rest.at(-1) as string)
  }
  const token = world.sentToken(request)
  const key = token === undefined ? undefined : world.keyFor(token, request)
  if (key) request.key = key
  // The limiter is the first of the chain.
  if (!world.count(key ?? world.strangers, request)) {
    const wait = Math.ceil(HOUR_MS / (key ?? world.strangers).limit / 1000)
    const headers = { 'Retry-After': String(wait) }
    throw new Refusal('rate_limit_exceeded', 'rate limit exceeded', { headers })
  }
  if (request.method === 'OPTIONS') return writeJSON(world, request, {}, 200, { Allow: METHODS })
  if (token === undefined) throw new Refusal('missing_api_key', 'missing bearer token')
  if (!key) throw new Refusal('invalid_api_key', 'invalid api key')
  if (name === undefined) throw new Refusal('not_found', 'no such route')
  if (name === 'wrong method') {
    const situation = { situation: name, headers: { Allow: METHODS } }
    throw new Refusal('invalid_request', 'method not allowed', situation)
  }
  if (!world.isAllowed(key, name, request)) {
    throw new Refusal('insufficient_permissions', `key may not ${name}`)
  }
  return handle(world, request, key, name)
}

const METHODS = 'GET, POST, PUT, DELETE'

/** The operation of a path; 'wrong method' if the path has others. */
function nameOf(method: string, root: string, rest: string[]): string | undefined {
  const path = [root, ...rest].join('/')
  const only = (wanted: string, name: string) => (method === wanted ? name : 'wrong method')
  if (root === 'campaigns' && rest.length === 0) {
    if (method === 'POST') return 'createCampaign'
    return only('GET', 'listCampaigns')
  }
  if (root === 'campaigns' && rest.length === 1) {
    const names: Record<string, string> = { PUT: 'updateCampaign', DELETE: 'deleteCampaign' }
    return names[method] ?? only('GET', 'getCampaign')
  }
  if (root === 'analytics' && rest[0] === 'campaign' && rest.length === 2) {
    return only('GET', 'getCampaignAnalytics')
  }
  switch (path) {
    case 'core/dashboards':
      return only('GET', 'getDashboards')
    case 'core/dashboards/intelligence-overview':
      return only('GET', 'getIntelligenceOverview')
    case 'serp/rankings':
      return only('GET', 'getRankings')
    case 'chat/mentions':
      return only('GET', 'getMentions')
    case 'reports/generate':
      return only('GET', 'generateReport')
    case 'export/csv':
      return only('GET', 'exportCsv')
    case 'auth/login':
      return only('POST', 'login')
    case 'auth/logout':
      return only('POST', 'logout')
    case 'auth/me':
      return only('GET', 'getCurrentUser')
    case 'auth/verify':
      return only('GET', 'verifyToken')
    default:
      return undefined
  }
}

function handle(world: World, request: Request, key: Key, name: string): Reply {
  const { query } = request
  const send = (data: unknown, status = 200) => writeJSON(world, request, data, status)
  const campaign = (id = request.id ?? '') => {
    const one = world.find(key, id, request)
    if (!one) throw new Refusal('not_found', 'campaign not found')
    return one
  }
  switch (name) {
    case 'listCampaigns':
      return list(world, request, key)
    case 'createCampaign': {
      const created = world.create(
        key,
        decoded(world, request, false),
        world.options.freshDays ?? 1,
      )
      return send(marshalled(world, created, 'create'), 200)
    }
    case 'getCampaign':
      return send(marshalled(world, campaign(), 'detail'))
    case 'updateCampaign': {
      const one = campaign()
      const fields = { ...one.fields, ...decoded(world, request, true) }
      world.update(one, fields, request)
      return send(marshalled(world, one, 'update'))
    }
    case 'deleteCampaign':
      world.remove(campaign())
      return send({})
    case 'getRankings': {
      const id = query.get('campaign_id') ?? ''
      const filter = {
        ...(id && { campaign: id }),
        keywords: split(query, 'keywords'),
        ...between(query),
      }
      if (id) campaign(id)
      const rows = world.rankings(key, filter)
      return send(rows.map(({ keyword, position, date }) => ({ day: date, keyword, position })))
    }
    case 'getMentions': {
      const brand = query.get('brand') ?? ''
      const platforms = split(query, 'platforms')
      const filter = { ...(brand && { brand }), platforms, ...between(query) }
      const rows = world.mentions(key, filter)
      return send(rows.map(({ date, text, ...row }) => ({ day: date, ...row, quote: text })))
    }
    case 'getCampaignAnalytics': {
      const { id } = campaign()
      const rows = world.rankings(key, { campaign: id })
      const points = rows.map(({ date, position }) => ({ day: date, position }))
      return send({ campaign_id: id, ...(points.length > 0 && { points }) })
    }
    case 'generateReport': {
      const id = query.get('campaign_id')
      if (!id) throw new Refusal('invalid_request', 'campaign_id is required')
      return send({ download_url: world.downloadUrl(campaign(id)) })
    }
    case 'exportCsv': {
      const headers = { ...limits(world, request), 'Content-Type': 'text/csv' }
      return { status: 200, headers, text: csvOf(world.rankings(key, {})) }
    }
    // The key says who logs in.
    case 'login':
      return send({ account: key.account, expires_in: 3600 })
    case 'logout':
      return send({ ok: true })
    case 'getCurrentUser':
      return send({ account: key.account, role: 'owner' })
    case 'verifyToken': {
      const { limit, remaining } = world.quota(key, request)
      const permissions = world.permissionsShown(key)
      const rate_limit = { limit, remaining }
      return send({ key_id: key.id, account_id: key.account, permissions, rate_limit })
    }
    default: {
      const positions = world.rankings(key, {}).map(({ position }) => position)
      return send({ campaigns: world.owned(key).length, mean_position: meanOf(positions) })
    }
  }
}

/** The cursor is the id of the last row. */
function list(world: World, request: Request, key: Key): Reply {
  const all = world.owned(key)
  const cursor = request.query.get('cursor')
  const size = Math.min(wholeNumber(request.query.get('limit'), 1) ?? world.options.pageSize, 100)
  const offset = cursor ? all.findIndex(({ id }) => id === atob(cursor)) + 1 : 0
  const rows = world.slice(all, offset, size)
  const last = rows.at(-1)
  const reply = writeJSON(
    world,
    request,
    rows.map((each) => marshalled(world, each, 'list')),
    200,
  )
  if (last && offset + size < all.length) reply.body.next_cursor = btoa(last.id)
  return reply
}

function decoded(world: World, request: Request, isPartial: boolean): Fields {
  const body = parsed(request.text)
  if (!isObject(body)) throw new Refusal('invalid_request', 'json: cannot decode body')
  const problems = world.problems(body, isPartial, request)
  if (problems.length > 0) {
    const [first] = problems
    throw new Refusal('invalid_request', `${first?.field} ${first?.message}`, { problems })
  }
  return world.accept(body, request)
}

function marshalled(world: World, campaign: Campaign, as: Shown): Fields {
  const fields = world.show(campaign, as)
  return { id: campaign.id, ...fields, created_at: Math.floor(campaign.createdAt / 1000) }
}

/** A list is given as words between commas, or by repeating the parameter. */
function split(query: URLSearchParams, name: string): string[] {
  const values = query.getAll(name)
  if (values.length !== 1) return values
  // A single value may contain a comma.
  return [values[0] as string, ...(values[0] as string).split(',')].filter(Boolean)
}

function between(query: URLSearchParams): { start?: string; end?: string } {
  const [start, end] = [query.get('start_date'), query.get('end_date')]
  const wrong = [start, end].find((each) => each && !/^\d{4}-\d{2}-\d{2}$/.test(each))
  if (wrong) throw new Refusal('invalid_request', `parsing time "${wrong}"`)
  return { ...(start && { start }), ...(end && { end }) }
}

const STATUS: Record<string, number> = {
  missing_api_key: 401,
  invalid_api_key: 403,
  authentication_failed: 403,
  insufficient_permissions: 403,
  not_found: 404,
  'wrong method': 405,
  rate_limit_exceeded: 429,
  'too large': 413,
  'headers too large': 431,
}

function writeError(world: World, request: Request, refusal: Refusal): Reply {
  const { code, message, situation, problems, headers } = refusal
  const details = problems.length > 0 ? { details: { field: problems[0]?.field } } : {}
  const body = { success: false, error: { code, message, ...details } }
  return {
    status: STATUS[situation] ?? 400,
    headers: { ...limits(world, request), ...headers },
    body,
  }
}

function writeJSON(
  world: World,
  request: Request,
  data: unknown,
  status: number,
  headers: Record<string, string> = {},
): Reply {
  const timestamp = new Date(world.timestamp()).toISOString().replace(/\.\d+Z$/, 'Z')
  const body: Fields = { success: true, data, meta: { timestamp, version: '1.2.0' } }
  return { status, headers: { ...limits(world, request), ...headers }, body }
}

function limits(world: World, request: Request): Record<string, string> {
  const { limit, remaining, reset } = world.quota(request.key ?? world.strangers, request)
  return {
    'Content-Type': 'application/json',
    'X-Ratelimit-Limit': String(limit),
    'X-Ratelimit-Remaining': String(remaining),
    'X-Ratelimit-Reset': String(Math.ceil(reset / 1000)),
  }
}
