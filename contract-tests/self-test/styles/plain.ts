/** Plain arrays and objects in the envelope, `limit` and `offset`, a message with each write, a limit that is looked at first. */
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
import {
  csvOf,
  datesOf,
  isObject,
  meanOf,
  parsed,
  routed,
  type Style,
  wholeNumber,
} from './style.ts'

interface Call {
  world: World
  request: Request
  key: Key
}

export const plain: Style = {
  newId: (seed) => `cmp_${hashOf(seed).slice(0, 8)}`,
  serve: (world) => ({
    answer(request) {
      try {
        return finished(
          world,
          request,
          world.before(request, () => dispatch(world, request)),
        )
      } catch (error) {
        if (error instanceof Refusal) return finished(world, request, refused(error))
        throw error
      }
    },
    broken(kind, request) {
      const refusal = new Refusal('invalid_request', `Request ${kind}`, { situation: kind })
      return finished(world, request, refused(refusal))
    },
  }),
}

function dispatch(world: World, request: Request): Reply {
  const methods = routed(request)
  const headers = { Allow: methods.join(', ') }
  const token = world.sentToken(request)
  const key = token === undefined ? undefined : world.keyFor(token, request)
  if (key) request.key = key
  if (!world.count(key ?? world.strangers, request)) {
    throw new Refusal('rate_limit_exceeded', 'No requests are left in this window')
  }
  if (request.method === 'OPTIONS') return { ...ok({ methods }), headers }
  if (token === undefined)
    throw new Refusal('missing_api_key', 'The Authorization header has no key')
  if (!key) throw new Refusal('invalid_api_key', 'The key is not valid')
  const { operation } = request
  if (operation === undefined && methods.length > 0) {
    const situation = { situation: 'wrong method', headers }
    throw new Refusal('invalid_request', 'The path has no such method', situation)
  }
  if (operation === undefined) throw new Refusal('not_found', 'No such endpoint')
  if (!world.isAllowed(key, operation, request)) {
    throw new Refusal('insufficient_permissions', `The key may not ${operation}`)
  }
  if (request.text.trim() !== '' && parsed(request.text) === undefined) {
    throw new Refusal('invalid_request', 'The body is no JSON')
  }
  return world.act(request, () => (ACTIONS[operation] as Action)({ world, request, key }))
}

type Action = (call: Call) => Reply

const ACTIONS: Record<string, Action> = {
  listCampaigns(call) {
    const { world, key } = call
    const page = paged(call, world.owned(key), world.options.pageSize)
    const rows = (page.rows as Campaign[]).map((each) => shown(call, each, 'list'))
    return { ...ok(rows), ...page.meta }
  },
  createCampaign(call) {
    const { world, key } = call
    const campaign = world.create(key, read(call, false), world.options.freshDays ?? 7)
    return ok(shown(call, campaign, 'create'), 201, 'Campaign created')
  },
  getCampaign: (call) => ok(shown(call, found(call), 'detail')),
  updateCampaign(call) {
    const campaign = found(call)
    call.world.update(campaign, { ...campaign.fields, ...read(call, true) }, call.request)
    return ok(shown(call, campaign, 'update'), 200, 'Campaign updated')
  },
  deleteCampaign(call) {
    const campaign = found(call)
    call.world.remove(campaign)
    return ok({ id: campaign.id, deleted: true }, 200, 'Campaign deleted')
  },
  getDashboards: ({ world, key }) => ok({ campaigns: world.owned(key).length, widgets: [] }),
  getIntelligenceOverview: ({ world, key }) =>
    ok({ keywords: world.owned(key).flatMap(({ fields }) => fields.keywords).length }),
  getRankings(call) {
    const rows = call.world.rankings(call.key, {
      ...selected(call),
      ...datesOf(call.request.query),
      keywords: namesIn(call.request.query, 'keywords'),
    })
    const page = paged(call, rows, call.world.options.rowsPerPage ?? rows.length)
    return { ...ok(page.rows), ...page.meta }
  },
  getMentions({ world, request, key }) {
    const brand = request.query.get('brand')
    const platforms = namesIn(request.query, 'platforms')
    const filter = { ...(brand && { brand }), platforms, ...datesOf(request.query) }
    return ok(world.mentions(key, filter))
  },
  getCampaignAnalytics(call) {
    const { id } = found(call)
    const rows = call.world.rankings(call.key, { campaign: id })
    const trend = rows.map(({ date, position }) => ({ date, position }))
    const average_position = meanOf(rows.map(({ position }) => position))
    return ok({ campaign_id: id, average_position, trend })
  },
  generateReport(call) {
    const id = call.request.query.get('campaign_id')
    if (!id) throw new Refusal('invalid_request', 'campaign_id is missing')
    return ok({ download_url: call.world.downloadUrl(found(call, id)) })
  },
  exportCsv: (call) => ok({ content: csvOf(call.world.rankings(call.key, selected(call))) }),
  login: ({ key }) => ok({ user: userOf(key), session: 'started' }),
  logout: () => ok({ session: 'ended' }),
  getCurrentUser: ({ key }) => ok(userOf(key)),
  verifyToken({ world, request, key }) {
    const { limit, remaining } = world.quota(key, request)
    return ok({
      key_id: key.id,
      account_id: key.account,
      permissions: world.permissionsShown(key),
      rate_limit: { limit, remaining },
    })
  },
}

function userOf({ account }: Key) {
  return { user_id: `usr_${account}`, email: 'user@example.com', account_id: account }
}

function shown({ world }: Call, campaign: Campaign, as: Shown): Fields {
  return { id: campaign.id, ...world.show(campaign, as) }
}

function found({ world, request, key }: Call, id = request.id ?? ''): Campaign {
  const campaign = world.find(key, id, request)
  if (!campaign) throw new Refusal('not_found', 'No such campaign')
  return campaign
}

/** The campaign that the query selects, if it names one. */
function selected(call: Call): { campaign?: string } {
  const id = call.request.query.get('campaign_id')
  return id ? { campaign: found(call, id).id } : {}
}

function read({ world, request }: Call, isPartial: boolean): Fields {
  const body = parsed(request.text)
  if (!isObject(body)) throw new Refusal('invalid_request', 'The body is no object')
  const problems = world.problems(body, isPartial, request)
  const [first] = problems
  if (first) throw new Refusal('invalid_request', `${first.field} ${first.message}`, { problems })
  return world.accept(body, request)
}

function paged<Row>({ world, request }: Call, rows: Row[], standard: number) {
  // What fits on a page is not paged.
  if (rows.length <= standard) return { rows: world.slice(rows, 0, standard), meta: {} }
  const limit = wholeNumber(request.query.get('limit'), 1) ?? standard
  const offset = wholeNumber(request.query.get('offset'), 0) ?? 0
  const meta = { pagination: { limit, offset, total: rows.length } }
  return { rows: world.slice(rows, offset, limit), meta: { meta } }
}

/** A list is repeated, with brackets or separated by commas; a single value may contain a comma. */
function namesIn(query: URLSearchParams, name: string): string[] {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)].filter(Boolean)
  return values.length === 1 ? [values[0] as string, ...(values[0] as string).split(',')] : values
}

function ok(data: unknown, status = 200, message?: string): Reply {
  return { status, headers: {}, body: { success: true, data, ...(message && { message }) } }
}

const STATUS: Record<string, number> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  authentication_failed: 401,
  INVALID_TOKEN: 401,
  insufficient_permissions: 403,
  not_found: 404,
  'wrong method': 405,
  'too large': 413,
  rate_limit_exceeded: 429,
  'headers too large': 431,
  server_error: 500,
}

function refused({ code, message, situation, headers, status }: Refusal): Reply {
  const details = code === 'invalid_request' ? { details: { reason: message } } : {}
  const body = { success: false, error: { code, message, ...details } }
  return { status: status ?? STATUS[situation] ?? 400, headers, body }
}

function finished(world: World, request: Request, reply: Reply): Reply {
  const { limit, remaining, reset } = world.quota(request.key ?? world.strangers, request)
  const timestamp = new Date(world.timestamp()).toISOString()
  if (reply.body?.success === true) reply.body.meta = { timestamp, version: '1.2.0', ...reply.meta }
  reply.headers = {
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(reset / 1000)),
    ...reply.headers,
  }
  return reply
}
