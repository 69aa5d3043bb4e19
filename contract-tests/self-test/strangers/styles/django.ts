/** As the Django REST framework does it: viewsets, `limit` and `offset`, UUIDs, a PUT of the whole. */
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

interface View {
  pattern: RegExp
  operations: Record<string, [operation: string, run: (call: Call) => unknown]>
}

interface Call {
  world: World
  request: Request
  key: Key
  id: string
}

class Response {
  readonly data: unknown
  readonly status: number
  constructor(data: unknown, status: number) {
    this.data = data
    this.status = status
  }
}

const URLS: View[] = [
  view('/campaigns', { GET: ['listCampaigns', list], POST: ['createCampaign', create] }),
  view('/campaigns/<id>', {
    GET: ['getCampaign', (call) => serialized(call, object(call), 'detail')],
    PUT: ['updateCampaign', update],
    DELETE: ['deleteCampaign', destroy],
  }),
  view('/core/dashboards', { GET: ['getDashboards', dashboard] }),
  view('/core/dashboards/intelligence-overview', { GET: ['getIntelligenceOverview', dashboard] }),
  view('/serp/rankings', { GET: ['getRankings', rankings] }),
  view('/chat/mentions', { GET: ['getMentions', mentions] }),
  view('/analytics/campaign/<id>', { GET: ['getCampaignAnalytics', analytics] }),
  view('/reports/generate', { GET: ['generateReport', report] }),
  view('/export/csv', { GET: ['exportCsv', csv] }),
  view('/auth/login', { POST: ['login', login] }),
  view('/auth/logout', { POST: ['logout', () => ({ detail: 'Logged out.' })] }),
  view('/auth/me', {
    GET: ['getCurrentUser', ({ key }) => ({ id: 'usr-12', account: key.account })],
  }),
  view('/auth/verify', { GET: ['verifyToken', verify] }),
]

function view(path: string, operations: View['operations']): View {
  return { pattern: new RegExp(`^${path.replace('<id>', '([^/]+)')}/?$`), operations }
}

export const django: Style = {
  newId: (seed) => hashOf(seed).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5'),
  serve: (world) => ({
    answer(request) {
      try {
        return world.before(request, () => dispatched(world, request))
      } catch (error) {
        if (error instanceof Refusal) return failed(world, request, error)
        throw error
      }
    },
    broken: (kind, request) =>
      failed(
        world,
        request,
        new Refusal('invalid_request', `Request ${kind}.`, { situation: kind }),
      ),
  }),
}

function dispatched(world: World, request: Request): Reply {
  const { pattern, operations = {} } = URLS.find((each) => each.pattern.test(request.path)) ?? {}
  const id = pattern?.exec(request.path)?.[1]
  if (id !== undefined) request.id = decodeURIComponent(id)
  const [operation, run] = operations[request.method.replace('HEAD', 'GET')] ?? []
  if (operation) request.operation = operation
  const allowed = [...Object.keys(operations), 'HEAD', 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') {
    return rendered(
      world,
      request,
      new Response({ name: 'Api', parses: ['application/json'] }, 200),
      {
        Allow: allowed,
      },
    )
  }
  // Django authenticates and throttles before it looks for the handler of a method.
  const key = initial(world, request)
  if (!pattern) throw new Refusal('not_found', 'Not found.')
  if (!run) {
    const headers = { Allow: allowed }
    const message = `Method "${request.method}" not allowed.`
    throw new Refusal('invalid_request', message, { situation: 'wrong method', headers })
  }
  if (!world.isAllowed(key, operation as string, request)) {
    throw new Refusal('insufficient_permissions', 'You do not have permission.')
  }
  const result = run({ world, request, key, id: request.id ?? '' })
  if (typeof result === 'string') {
    const headers = { ...limits(world, request), 'Content-Type': 'text/csv' }
    return { status: 200, headers, text: result }
  }
  return rendered(world, request, result instanceof Response ? result : new Response(result, 200))
}

function initial(world: World, request: Request): Key {
  const token = world.sentToken(request)
  const key = token === undefined ? undefined : world.keyFor(token, request)
  if (!key) world.count(world.strangers, request)
  if (token === undefined) throw new Refusal('missing_api_key', 'No credentials were provided.')
  if (!key) throw new Refusal('invalid_api_key', 'Invalid token.')
  request.key = key
  if (!world.count(key, request)) {
    const wait = Math.ceil((world.quota(key, request).reset - request.at) / 1000)
    const headers = { 'Retry-After': String(wait) }
    throw new Refusal('rate_limit_exceeded', 'Request was throttled.', { headers })
  }
  return key
}

function paged<Row>({ world, request }: Call, rows: Row[], standard: number): Fields {
  const limit = Math.min(wholeNumber(request.query.get('limit'), 1) ?? standard, 500)
  const offset = wholeNumber(request.query.get('offset'), 0) ?? 0
  const at = (start: number) => {
    const query = new URLSearchParams(request.query)
    query.set('limit', String(limit))
    query.set('offset', String(start))
    return `http://${request.headers.host}/api${request.path}?${query}`
  }
  return {
    count: rows.length,
    next: offset + limit < rows.length ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: world.slice(rows, offset, limit),
  }
}

function list(call: Call): Fields {
  const page = paged(call, call.world.owned(call.key), call.world.options.pageSize)
  const rows = (page.results as Campaign[]).map((each) => serialized(call, each, 'list'))
  return { ...page, results: rows }
}

function create(call: Call): Response {
  const { world, key } = call
  const fields = validated(call)
  const campaign = world.create(key, fields, world.options.freshDays ?? 30)
  return new Response(serialized(call, campaign, 'create'), 201)
}

function update(call: Call): Fields {
  const campaign = object(call)
  call.world.update(campaign, validated(call), call.request)
  return serialized(call, campaign, 'update')
}

function destroy(call: Call): Fields {
  const campaign = object(call)
  call.world.remove(campaign)
  return { id: campaign.id, deleted: true }
}

function validated({ world, request }: Call): Fields {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('application/json')) {
    const message = `Unsupported media type "${type}" in request.`
    throw new Refusal('invalid_request', message, { situation: 'media type' })
  }
  const body = parsed(request.text)
  if (body === undefined) throw new Refusal('invalid_request', 'JSON parse error.')
  if (!isObject(body)) throw new Refusal('invalid_request', 'Invalid data. Expected a dictionary.')
  const problems = world.problems(body, false, request)
  if (problems.length > 0) throw new Refusal('invalid_request', 'Invalid input.', { problems })
  return world.accept(body, request)
}

function object({ world, request, key, id }: Call): Campaign {
  const campaign = world.find(key, id, request)
  if (!campaign) throw new Refusal('not_found', 'No Campaign matches the given query.')
  return campaign
}

function serialized({ world }: Call, campaign: Campaign, as: Shown): Fields {
  const fields = world.show(campaign, as)
  return {
    url: `/api/campaigns/${campaign.id}`,
    id: campaign.id,
    ...fields,
    settings: fields.settings ?? {},
    created: microseconds(campaign.createdAt),
    modified: microseconds(campaign.updatedAt),
  }
}

function rankings(call: Call): Fields {
  const { world, request, key } = call
  const { query } = request
  const campaign = query.get('campaign_id')
  const keywords = query.getAll('keywords').filter(Boolean)
  const filter = { ...(campaign && { campaign }), keywords, ...period(query) }
  return paged(call, world.rankings(key, filter).reverse(), 100)
}

function mentions(call: Call): Fields {
  const { world, request, key } = call
  const { query } = request
  const brand = query.get('brand')
  const platforms = query.getAll('platforms').filter(Boolean)
  const filter = { ...(brand && { brand }), platforms, ...period(query) }
  const rows = world.mentions(key, filter).map(({ text, date, ...row }) => ({
    ...row,
    snippet: text,
    mentioned_at: `${date}T06:30:00.000000Z`,
  }))
  return paged(call, rows, 100)
}

function period(query: URLSearchParams): { start?: string; end?: string } {
  const dates = [
    ['start', query.get('start_date')],
    ['end', query.get('end_date')],
  ] as const
  const given = dates.filter(([, date]) => date !== null)
  const wrong = given.find(([, date]) => !/^\d{4}-\d{2}-\d{2}$/.test(date as string))
  if (wrong) {
    const problems = [{ field: `${wrong[0]}_date`, message: 'Enter a valid date.' }]
    throw new Refusal('invalid_request', 'Invalid input.', { problems })
  }
  return Object.fromEntries(given)
}

function dashboard({ world, key }: Call): Fields {
  const positions = world.rankings(key, {}).map(({ position }) => position)
  return { widgets: [{ title: 'Average position', value: meanOf(positions) }] }
}

function analytics(call: Call): Fields {
  const { id } = object(call)
  const rows = call.world.rankings(call.key, { campaign: id })
  return { campaign: id, samples: rows.length, mean: meanOf(rows.map(({ position }) => position)) }
}

function report(call: Call): Fields {
  const id = call.request.query.get('campaign_id')
  if (!id) {
    const problems = [{ field: 'campaign_id', message: 'This field is required.' }]
    throw new Refusal('invalid_request', 'Invalid input.', { problems })
  }
  const campaign = object({ ...call, id })
  return { state: 'SUCCESS', download_url: call.world.downloadUrl(campaign) }
}

function csv({ world, request, key }: Call): string {
  const campaign = request.query.get('campaign_id')
  return csvOf(world.rankings(key, { ...(campaign && { campaign }) }))
}

/** Without a body, the key starts the session of its owner. */
function login({ request, key }: Call): Fields {
  const body = parsed(request.text)
  if (!isObject(body) || Object.keys(body).length === 0) return { session: { owner: key.account } }
  const isComplete = body.username && body.password
  if (!isComplete) throw new Refusal('invalid_request', 'username and password are required.')
  throw new Refusal('authentication_failed', 'Unable to log in with these credentials.')
}

function verify({ world, request, key }: Call): Fields {
  const { limit, remaining } = world.quota(key, request)
  const permissions = world.permissionsShown(key)
  return { key_id: key.id, account_id: key.account, permissions, rate_limit: { limit, remaining } }
}

const STATUS: Record<string, number> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  authentication_failed: 400,
  insufficient_permissions: 403,
  not_found: 404,
  'wrong method': 405,
  'media type': 415,
  rate_limit_exceeded: 429,
  'too large': 413,
  'headers too large': 431,
}

function failed(world: World, request: Request, refusal: Refusal): Reply {
  const { code, situation, message, problems, headers } = refusal
  const fields = Object.fromEntries(problems.map((each) => [each.field, [each.message]]))
  const details = problems.length > 0 ? { details: { fields } } : {}
  const body = { success: false, error: { code, message, ...details } }
  const all = { ...limits(world, request), ...headers, 'Content-Type': 'application/json' }
  return { status: STATUS[situation] ?? 400, headers: all, body }
}

function rendered(
  world: World,
  request: Request,
  { data, status }: Response,
  headers: Record<string, string> = {},
): Reply {
  const meta = { timestamp: microseconds(world.timestamp()), version: 'v1.2.0' }
  return {
    status,
    headers: {
      ...limits(world, request),
      Vary: 'Accept',
      ...headers,
      'Content-Type': 'application/json',
    },
    body: { success: true, message: 'OK', data, meta },
  }
}

/** The reset is in seconds from now. */
function limits(world: World, request: Request): Record<string, string> {
  const { limit, remaining, reset } = world.quota(request.key ?? world.strangers, request)
  return {
    'X-RateLimit-Limit': `${limit}`,
    'X-RateLimit-Remaining': `${remaining}`,
    'X-RateLimit-Reset': `${Math.max(0, Math.ceil((reset - request.at) / 1000))}`,
  }
}

function microseconds(at: number): string {
  return new Date(at).toISOString().replace('Z', '417Z')
}
