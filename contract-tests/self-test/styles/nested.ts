/** As developers with Rails build an API: named roots, numbered pages, `Link` headers, 422, ETag, `null` for what is absent. */
import { createHash } from 'node:crypto'
import {
  type Campaign,
  type Fields,
  hashOf,
  Refusal,
  type Reply,
  type Request,
  type Shown,
  type World,
} from '../world.ts'
import {
  base62,
  csvOf,
  datesOf,
  isObject,
  meanOf,
  parsed,
  routed,
  type Style,
  wholeNumber,
} from './style.ts'

type Action = (world: World, request: Request) => Reply

const STATUS: Record<string, number> = {
  invalid_request: 422,
  unparsable: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  authentication_failed: 401,
  insufficient_permissions: 403,
  not_found: 404,
  'wrong method': 405,
  rate_limit_exceeded: 429,
  'too large': 413,
  'headers too large': 431,
  'not HTTP': 400,
}

const ACTIONS: Record<string, Action> = {
  listCampaigns: index,
  createCampaign: create,
  getCampaign: show,
  updateCampaign: update,
  deleteCampaign: destroy,
  getDashboards: dashboards,
  getIntelligenceOverview: dashboards,
  getRankings: rankings,
  getMentions: mentions,
  getCampaignAnalytics: analytics,
  generateReport: report,
  exportCsv,
  login,
  logout: () => ok({}),
  getCurrentUser: me,
  verifyToken: verify,
}

export const nested: Style = {
  newId: (seed) => `cmp_${base62(hashOf(seed), 12)}`,
  serve: (world) => ({
    answer(request) {
      try {
        return finished(
          world,
          request,
          world.before(request, () => dispatch(world, request)),
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return finished(world, request, refusal(error))
      }
    },
    broken(kind, request) {
      const refused = new Refusal('invalid_request', `Request ${kind}`, { situation: kind })
      return finished(world, request, refusal(refused))
    },
  }),
}

function dispatch(world: World, request: Request): Reply {
  request.path = request.path.replace(/(.)\/$/, '$1')
  const methods = routed(request)
  const headers = { Allow: methods.join(', ') }
  if (request.method === 'OPTIONS') return ok({ methods }, 200, headers)
  if (methods.length === 0) throw new Refusal('not_found', `No route matches ${request.path}`)
  if (!request.operation) {
    const situation = { situation: 'wrong method', headers }
    throw new Refusal('invalid_request', 'Method not allowed', situation)
  }
  authenticate(world, request)
  const action = ACTIONS[request.operation] as Action
  return world.act(request, () => action(world, request))
}

function authenticate(world: World, request: Request): void {
  const token = world.sentToken(request)
  if (token === undefined) {
    world.count(world.strangers, request)
    throw new Refusal('missing_api_key', 'No API key was given.')
  }
  const key = world.keyFor(token, request)
  if (!key) {
    world.count(world.strangers, request)
    throw new Refusal('invalid_api_key', 'The API key is not valid.')
  }
  request.key = key
  if (!world.count(key, request)) throw new Refusal('rate_limit_exceeded', 'Too many requests')
  if (!world.isAllowed(key, request.operation as string, request)) {
    throw new Refusal('insufficient_permissions', 'The key may not do this.')
  }
}

function index(world: World, request: Request): Reply {
  const page = wholeNumber(request.query.get('page'), 1) ?? 1
  const size = Math.min(
    wholeNumber(request.query.get('per_page'), 1) ?? world.options.pageSize,
    100,
  )
  const all = world.owned(keyOf(request)).toSorted((one, other) => other.createdAt - one.createdAt)
  const rows = world.slice(all, (page - 1) * size, size)
  const last = Math.max(1, Math.ceil(all.length / size))
  const links = [
    ...(page < last ? [['next', page + 1]] : []),
    ...(page > 1 ? [['prev', page - 1]] : []),
    ['last', last],
  ].map(([rel, number]) => `<${addressOf(request)}?page=${number}&per_page=${size}>; rel="${rel}"`)
  const campaigns = rows.map((each) => shown(world, each, 'list'))
  return ok({ campaigns }, 200, { Link: links.join(', '), 'X-Total-Count': String(all.length) })
}

function create(world: World, request: Request): Reply {
  const fields = permitted(world, request, false)
  const days = world.options.freshDays ?? 0
  const campaign = world.create(keyOf(request), fields, days)
  const data = { campaign: shown(world, campaign, 'create') }
  return ok(data, 201, { Location: `/api/campaigns/${campaign.id}` })
}

function show(world: World, request: Request): Reply {
  return ok({ campaign: shown(world, found(world, request), 'detail') })
}

function update(world: World, request: Request): Reply {
  const campaign = found(world, request)
  const sent = permitted(world, request, true)
  world.update(campaign, { ...campaign.fields, ...sent }, request)
  return ok({ campaign: shown(world, campaign, 'update') })
}

function destroy(world: World, request: Request): Reply {
  world.remove(found(world, request))
  return ok({})
}

function shown(world: World, campaign: Campaign, as: Shown): Fields {
  const { id, createdAt, updatedAt } = campaign
  const fields = world.show(campaign, as)
  return {
    id,
    ...fields,
    settings: fields.settings ?? null,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}

function permitted(world: World, request: Request, isPartial: boolean): Fields {
  const body = parsed(request.text)
  if (body === undefined) {
    throw new Refusal('invalid_request', 'The body is not JSON', { situation: 'unparsable' })
  }
  const fields = isObject(body) ? body : {}
  const problems = world.problems(fields, isPartial && isObject(body), request)
  if (problems.length > 0) throw new Refusal('invalid_request', 'Validation failed', { problems })
  return world.accept(fields, request)
}

function found(world: World, request: Request): Campaign {
  const campaign = world.find(keyOf(request), request.id as string, request)
  if (!campaign) throw new Refusal('not_found', `Couldn't find campaign '${request.id}'`)
  return campaign
}

function rankings(world: World, request: Request): Reply {
  const { query } = request
  const campaign = query.get('campaign_id') || undefined
  const isKnown = campaign === undefined || world.find(keyOf(request), campaign, request)
  if (!isKnown) throw new Refusal('not_found', `Couldn't find campaign '${campaign}'`)
  const listed = query.getAll('keywords[]')
  const single = query.get('keywords')
  const keywords = listed.length > 0 ? listed : single ? [single] : undefined
  const filter = { ...datesOf(query), ...(campaign && { campaign }), ...(keywords && { keywords }) }
  return ok({ rankings: world.rankings(keyOf(request), filter) })
}

function mentions(world: World, request: Request): Reply {
  const { query } = request
  const brand = query.get('brand') || undefined
  const listed = [...query.getAll('platforms[]'), ...query.getAll('platforms')]
  const filter = { ...datesOf(query), ...(brand && { brand }), platforms: listed }
  const rows = world.mentions(keyOf(request), filter)
  return ok({ mentions: rows.map((row, at) => ({ id: at + 1, ...row })) })
}

function dashboards(world: World, request: Request): Reply {
  const rows = world.rankings(keyOf(request), {})
  const average_position = meanOf(rows.map(({ position }) => position))
  return ok({ dashboard: { campaigns: world.owned(keyOf(request)).length, average_position } })
}

function analytics(world: World, request: Request): Reply {
  const { id } = found(world, request)
  const rows = world.rankings(keyOf(request), { campaign: id })
  return ok({ analytics: { campaign_id: id, average: meanOf(rows.map((row) => row.position)) } })
}

function report(world: World, request: Request): Reply {
  const id = request.query.get('campaign_id')
  if (!id) throw new Refusal('invalid_request', 'campaign_id is missing')
  const campaign = found(world, { ...request, id })
  return ok({ report: { status: 'ready', download_url: world.downloadUrl(campaign) } })
}

function exportCsv(world: World, request: Request): Reply {
  const text = csvOf(world.rankings(keyOf(request), {}))
  return { status: 200, headers: { 'Content-Type': 'text/csv; charset=utf-8' }, text }
}

function login(_world: World, request: Request): Reply {
  const body = parsed(request.text)
  if (!isObject(body) || !body.email || !body.password) {
    throw new Refusal('invalid_request', 'email and password are required')
  }
  throw new Refusal('authentication_failed', 'Unknown user')
}

function me(_world: World, request: Request): Reply {
  return ok({ user: { id: 7, email: 'dev@example.com', account_id: keyOf(request).account } })
}

function verify(world: World, request: Request): Reply {
  const key = keyOf(request)
  const { limit, remaining } = world.quota(key, request)
  return ok({
    key_id: key.id,
    account_id: key.account,
    permissions: world.permissionsShown(key),
    rate_limit: { limit, remaining },
  })
}

function keyOf(request: Request) {
  return request.key as NonNullable<Request['key']>
}

function addressOf({ headers, path }: Request): string {
  return `http://${headers.host}/api${path}`
}

function ok(data: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { success: true, data } }
}

function refusal({ code, situation, message, problems, headers, status }: Refusal): Reply {
  const byField = problems.map(({ field, message }) => [field, [message]])
  const details = problems.length > 0 ? { details: Object.fromEntries(byField) } : {}
  const error = { code, message, ...details }
  return { status: status ?? STATUS[situation] ?? 400, headers, body: { success: false, error } }
}

function finished(world: World, request: Request, reply: Reply): Reply {
  const { limit, remaining, reset } = world.quota(request.key ?? world.strangers, request)
  const timestamp = new Date(world.timestamp()).toISOString()
  if (reply.body) reply.body.meta = { timestamp, version: '1.2.0' }
  const tag = createHash('md5')
    .update(JSON.stringify(reply.body ?? reply.text ?? ''))
    .digest('hex')
  reply.headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ETag: `W/"${tag}"`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(reset / 1000)),
    ...reply.headers,
  }
  return reply
}
