/**
 * An API gateway in front of a small service. The gateway answers 401, 404, 405 and 429 itself; the service knows
 * accounts only, and its paths without the prefix.
 */
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
import { csvOf, isObject, meanOf, parsed, type Style, wholeNumber } from './style.ts'

/** The routes that the gateway knows: a path, and the operation of each method. */
const UPSTREAMS: Record<string, Record<string, string>> = {
  '/campaigns': { GET: 'listCampaigns', POST: 'createCampaign' },
  '/campaigns/{id}': { GET: 'getCampaign', PUT: 'updateCampaign', DELETE: 'deleteCampaign' },
  '/core/dashboards': { GET: 'getDashboards' },
  '/core/dashboards/intelligence-overview': { GET: 'getIntelligenceOverview' },
  '/serp/rankings': { GET: 'getRankings' },
  '/chat/mentions': { GET: 'getMentions' },
  '/analytics/campaign/{id}': { GET: 'getCampaignAnalytics' },
  '/reports/generate': { GET: 'generateReport' },
  '/export/csv': { GET: 'exportCsv' },
  '/auth/login': { POST: 'login' },
  '/auth/logout': { POST: 'logout' },
  '/auth/me': { GET: 'getCurrentUser' },
  '/auth/verify': { GET: 'verifyToken' },
}

export const gateway: Style = {
  newId: (seed) => String(1_000_000 + Number.parseInt(hashOf(seed).slice(0, 10), 16)),
  serve(world) {
    const service = serviceOf(world)
    return {
      answer(request) {
        const reply = guarded(() => world.before(request, () => proxied(world, service, request)))
        return decorated(world, request, reply)
      },
      broken(kind, request) {
        const refusal = new Refusal('invalid_request', `The request is ${kind}`, {
          situation: kind,
        })
        return decorated(world, request, refusedBy(refusal))
      },
    }
  },
}

function guarded(run: () => Reply): Reply {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return refusedBy(error)
    throw error
  }
}

function proxied(world: World, service: Service, request: Request): Reply {
  const path = Object.keys(UPSTREAMS).find((each) => patternOf(each).test(request.path))
  const methods = path ? (UPSTREAMS[path] as Record<string, string>) : {}
  const operation = methods[request.method === 'HEAD' ? 'GET' : request.method]
  if (operation) request.operation = operation
  const id = path && patternOf(path).exec(request.path)?.[1]
  if (id) request.id = decodeURIComponent(id)

  const isPreflight = request.method === 'OPTIONS'
  if (!isPreflight) authorize(world, request)
  if (!path) throw new Refusal('not_found', 'No route for this path')
  const headers = { Allow: Object.keys(methods).join(', ') }
  if (isPreflight) return { status: 200, headers, body: { success: true, data: { methods } } }
  if (!operation) {
    const situation = { situation: 'wrong method', headers }
    throw new Refusal('invalid_request', `${request.method} is not possible here`, situation)
  }
  const key = request.key as Key
  if (!world.isAllowed(key, operation, request)) {
    throw new Refusal('insufficient_permissions', 'The consumer is not in the group')
  }
  return (service[operation] as Handler)(request, key)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('{id}', '([^/]+)')}$`)
}

function authorize(world: World, request: Request): void {
  const token = world.sentToken(request)
  const key = token && world.keyFor(token, request)
  if (key) {
    request.key = key
    if (world.count(key, request)) return
    const seconds = Math.ceil((world.quota(key, request).reset - request.at) / 1000)
    const headers = { 'Retry-After': String(seconds) }
    throw new Refusal('rate_limit_exceeded', 'API rate limit exceeded', { headers })
  }
  world.count(world.strangers, request)
  const isAuthorization = request.headers.authorization !== undefined
  const code = isAuthorization ? 'authentication_failed' : 'missing_api_key'
  throw new Refusal(code, isAuthorization ? 'Unauthorized' : 'No API key found in request')
}

const STATUS: Record<string, number> = {
  missing_api_key: 401,
  authentication_failed: 401,
  insufficient_permissions: 403,
  not_found: 404,
  'wrong method': 405,
  rate_limit_exceeded: 429,
  'too large': 413,
  'headers too large': 431,
  conflict: 409,
}

function refusedBy({ code, message, situation, problems, headers }: Refusal): Reply {
  const violations = problems.map(({ field, message }) => `${field}: ${message}`)
  const details = violations.length > 0 ? { violations } : {}
  return {
    status: STATUS[situation] ?? 400,
    headers,
    body: { success: false, error: { code, message, details } },
  }
}

function decorated(world: World, request: Request, reply: Reply): Reply {
  const { limit, remaining, reset } = world.quota(request.key ?? world.strangers, request)
  const requestId = hashOf(`request ${request.number}`).slice(0, 16)
  const timestamp = new Date(world.timestamp()).toISOString().replace('Z', '+00:00')
  if (reply.body) reply.body.meta = { timestamp, version: '1.2.0', request_id: requestId }
  reply.headers = {
    'Content-Type': 'application/json;charset=UTF-8',
    Via: '1.1 gateway',
    'X-Request-Id': requestId,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(reset / 1000)),
    ...reply.headers,
  }
  return reply
}

type Handler = (request: Request, key: Key) => Reply
type Service = Record<string, Handler>

function serviceOf(world: World): Service {
  const one = (request: Request, key: Key, id = request.id ?? ''): Campaign => {
    const campaign = world.find(key, id, request)
    if (!campaign) throw new Refusal('not_found', `campaign ${id} unknown`)
    return campaign
  }
  const document = (campaign: Campaign, as: Shown): Fields => {
    const { settings, ...fields } = world.show(campaign, as)
    return { id: campaign.id, ...fields, ...(settings && { settings }), status: 'active' }
  }
  const read = (request: Request, isPartial: boolean): Fields => {
    const body = parsed(request.text)
    if (!isObject(body)) throw new Refusal('invalid_request', 'body must be a JSON object')
    const problems = world.problems(body, isPartial, request)
    if (problems.length > 0)
      throw new Refusal('invalid_request', 'constraint violation', { problems })
    return world.accept(body, request)
  }
  const dashboard = (_request: Request, key: Key): Reply =>
    ok({ campaigns: world.owned(key).map(({ id }) => ({ id, state: 'active' })) })

  return {
    listCampaigns(request: Request, key: Key): Reply {
      const page = wholeNumber(request.query.get('page'), 0) ?? 0
      const size = Math.min(
        wholeNumber(request.query.get('size'), 1) ?? world.options.pageSize,
        200,
      )
      const all = world.owned(key).toSorted((a, b) => b.updatedAt - a.updatedAt)
      const content = world.slice(all, page * size, size).map((each) => document(each, 'list'))
      const totalPages = Math.ceil(all.length / size)
      const last = page + 1 >= totalPages
      return ok({
        content,
        page: { number: page, size, totalElements: all.length, totalPages },
        last,
      })
    },
    createCampaign(request: Request, key: Key): Reply {
      const campaign = world.create(key, read(request, false), world.options.freshDays ?? 0)
      return ok(document(campaign, 'create'), 201)
    },
    getCampaign: (request: Request, key: Key) => ok(document(one(request, key), 'detail')),
    updateCampaign(request: Request, key: Key): Reply {
      const campaign = one(request, key)
      const { settings, ...fields } = read(request, true)
      const merged = settings && { settings: { ...campaign.fields.settings, ...settings } }
      world.update(campaign, { ...campaign.fields, ...fields, ...merged }, request)
      return ok(document(campaign, 'update'))
    },
    deleteCampaign(request: Request, key: Key): Reply {
      const campaign = one(request, key)
      world.remove(campaign)
      return ok(document(campaign, 'detail'))
    },
    getDashboards: dashboard,
    getIntelligenceOverview: dashboard,
    getRankings(request: Request, key: Key): Reply {
      const { query } = request
      const campaign = query.get('campaign_id')
      if (!campaign) throw new Refusal('invalid_request', 'campaign_id is missing')
      one(request, key, campaign)
      const filter = { campaign, keywords: namesIn(query, 'keywords'), ...spanOf(query) }
      const rows = world.rankings(key, filter)
      const rankings = rows.map(({ date, ...row }) => ({ ...row, date: `${date}T00:00:00+00:00` }))
      return ok({ rankings, total: rankings.length })
    },
    getMentions(request: Request, key: Key): Reply {
      const { query } = request
      const brand = query.get('brand')
      const filter = {
        ...(brand && { brand }),
        platforms: namesIn(query, 'platforms'),
        ...spanOf(query),
      }
      const rows = world.mentions(key, filter)
      return ok({ list: rows.map(({ date, ...row }) => ({ ...row, detected_on: date })) })
    },
    getCampaignAnalytics(request: Request, key: Key): Reply {
      const { id } = one(request, key)
      const rows = world.rankings(key, { campaign: id })
      return ok({
        id,
        mean: meanOf(rows.map(({ position }) => position)),
        observations: rows.length,
      })
    },
    generateReport(request: Request, key: Key): Reply {
      const id = request.query.get('campaign_id')
      if (!id) throw new Refusal('invalid_request', 'campaign_id is missing')
      return ok({ result: { download_url: world.downloadUrl(one(request, key, id)) } }, 202)
    },
    exportCsv(_request: Request, key: Key): Reply {
      const headers = { 'Content-Type': 'text/csv;charset=UTF-8' }
      return { status: 200, headers, text: csvOf(world.rankings(key, {})) }
    },
    login(request: Request): Reply {
      const body = parsed(request.text)
      const isComplete = isObject(body) && body.email && body.password
      if (!isComplete) throw new Refusal('invalid_request', 'email or password is missing')
      throw new Refusal('authentication_failed', 'bad credentials')
    },
    logout: () => ok({ status: 'logged out' }),
    getCurrentUser: (_request: Request, key: Key) => ok({ user: { account_id: key.account } }),
    verifyToken(request: Request, key: Key): Reply {
      const { limit, remaining } = world.quota(key, request)
      const permissions = world.permissionsShown(key)
      return ok({
        key_id: key.id,
        account_id: key.account,
        permissions,
        rate_limit: { limit, remaining },
      })
    },
  }
}

function ok(data: unknown, status = 200): Reply {
  return { status, headers: {}, body: { success: true, data } }
}

/** A list is a repeated parameter, with or without brackets. */
function namesIn(query: URLSearchParams, name: string): string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)].filter(Boolean)
}

function spanOf(query: URLSearchParams): { start?: string; end?: string } {
  const span: { start?: string; end?: string } = {}
  for (const side of ['start', 'end'] as const) {
    const date = query.get(`${side}_date`)
    if (date === null) continue
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Refusal('invalid_request', `${side}_date?`)
    span[side] = date
  }
  return span
}
