/** As an ASP.NET service: GUIDs, routes in any case, numbered pages, ticks, problems by field. */
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

interface Context {
  request: Request
  user: Key
  route: string[]
}

/** An action method of a controller: its route in lower case, and what it returns. */
interface Endpoint {
  verb: string
  segments: string[]
  operation: string
  invoke(context: Context): ActionResult
}

type ActionResult = {
  status: number
  value?: unknown
  csv?: string
  headers?: Record<string, string>
}

export const aspnet: Style = {
  newId: (seed) => {
    const hex = hashOf(seed)
    const cuts = [0, 8, 12, 16, 20, 32]
    return cuts
      .slice(1)
      .map((end, at) => hex.slice(cuts[at], end))
      .join('-')
  },
  serve: (world) => new Host(world),
}

class Host {
  readonly #world: World
  readonly #endpoints: Endpoint[]

  constructor(world: World) {
    this.#world = world
    this.#endpoints = new Controllers(world).endpoints()
  }

  answer(request: Request): Reply {
    try {
      return this.#world.before(request, () => this.#run(request))
    } catch (error) {
      if (error instanceof Refusal) return this.#problem(request, error)
      throw error
    }
  }

  broken(kind: string, request: Request): Reply {
    return this.#problem(request, new Refusal('invalid_request', kind, { situation: kind }))
  }

  #run(request: Request): Reply {
    const parts = request.path.split('/').filter(Boolean)
    const fits = ({ segments }: Endpoint) =>
      segments.length === parts.length &&
      segments.every((each, at) => each === '*' || each === parts[at]?.toLowerCase())
    const candidates = this.#endpoints.filter(fits)
    if (candidates.length === 0) throw new Refusal('not_found', `No resource at ${request.path}`)
    const verbs = candidates.map(({ verb }) => verb)
    const headers = { Allow: verbs.join(', ') }
    if (request.method === 'OPTIONS')
      return this.#result(request, { status: 200, value: { verbs }, headers })
    const verb = request.method === 'HEAD' ? 'GET' : request.method
    const endpoint = candidates.find((each) => each.verb === verb)
    if (!endpoint) {
      throw new Refusal('invalid_request', 'Method not allowed', {
        situation: 'wrong method',
        headers,
      })
    }
    request.operation = endpoint.operation
    const route = parts.filter((_part, at) => endpoint.segments[at] === '*').map(decodeURIComponent)
    if (route[0] !== undefined) request.id = route[0]
    const user = this.#authorize(request)
    return this.#result(request, endpoint.invoke({ request, user, route }))
  }

  #authorize(request: Request): Key {
    const world = this.#world
    const token = world.sentToken(request)
    const user = token === undefined ? undefined : world.keyFor(token, request)
    if (!user) {
      world.count(world.strangers, request)
      const isMissing = token === undefined
      const headers = { 'WWW-Authenticate': 'Bearer' }
      throw isMissing
        ? new Refusal('missing_api_key', 'The Authorization header is missing.', { headers })
        : new Refusal('INVALID_TOKEN', 'The token is invalid or expired.', { headers })
    }
    request.key = user
    if (!world.isAllowed(user, request.operation as string, request)) {
      throw new Refusal('insufficient_permissions', 'Forbidden')
    }
    if (!world.count(user, request)) throw new Refusal('rate_limit_exceeded', 'Quota exceeded')
    return user
  }

  #headers(request: Request): Record<string, string> {
    const { limit, remaining, reset } = this.#world.quota(
      request.key ?? this.#world.strangers,
      request,
    )
    return {
      'Content-Type': 'application/json; charset=utf-8',
      Server: 'Kestrel',
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(reset),
    }
  }

  #meta() {
    return { timestamp: ticks(this.#world.timestamp()), version: '1.2' }
  }

  #result(request: Request, { status, value, csv, headers }: ActionResult): Reply {
    const data = csv === undefined ? value : { fileName: 'rankings.csv', content: csv }
    const body = { success: true, data, message: null, meta: this.#meta() }
    return { status, headers: { ...this.#headers(request), ...headers }, body }
  }

  #problem(request: Request, { code, message, situation, problems, headers }: Refusal): Reply {
    const details: Record<string, string[]> = {}
    for (const { field, message } of problems) details[field] = [...(details[field] ?? []), message]
    const error = { code, message, details: problems.length > 0 ? details : null }
    const status = STATUS[situation] ?? 400
    const body = { success: false, error, meta: this.#meta() }
    return { status, headers: { ...this.#headers(request), ...headers }, body }
  }
}

const STATUS: Record<string, number> = {
  missing_api_key: 401,
  INVALID_TOKEN: 401,
  authentication_failed: 401,
  insufficient_permissions: 403,
  not_found: 404,
  'wrong method': 405,
  'media type': 415,
  rate_limit_exceeded: 429,
  'too large': 413,
  'headers too large': 431,
}

class Controllers {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  endpoints(): Endpoint[] {
    const on = (template: string, operation: string, invoke: Endpoint['invoke']): Endpoint => {
      const [verb, path] = template.split(' ') as [string, string]
      return { verb, segments: path.split('/'), operation, invoke }
    }
    const dashboard = ({ user }: Context) => this.#dashboard(user)
    return [
      on('GET campaigns', 'listCampaigns', (context) => this.#list(context)),
      on('POST campaigns', 'createCampaign', (context) => this.#post(context)),
      on('GET campaigns/*', 'getCampaign', (context) => {
        return { status: 200, value: this.#dto(this.#load(context), 'detail') }
      }),
      on('PUT campaigns/*', 'updateCampaign', (context) => this.#put(context)),
      on('DELETE campaigns/*', 'deleteCampaign', (context) => {
        const campaign = this.#load(context)
        this.#world.remove(campaign)
        return { status: 200, value: { deleted: [campaign.id] } }
      }),
      on('GET core/dashboards', 'getDashboards', dashboard),
      on('GET core/dashboards/intelligence-overview', 'getIntelligenceOverview', dashboard),
      on('GET serp/rankings', 'getRankings', (context) => this.#rankings(context)),
      on('GET chat/mentions', 'getMentions', (context) => this.#mentions(context)),
      on('GET analytics/campaign/*', 'getCampaignAnalytics', (context) => this.#analytics(context)),
      on('GET reports/generate', 'generateReport', (context) => this.#report(context)),
      on('GET export/csv', 'exportCsv', ({ user }) => {
        return { status: 200, csv: csvOf(this.#world.rankings(user, {})) }
      }),
      on('POST auth/login', 'login', ({ request }) => {
        const body = bodyOf(request)
        if (!body.email || !body.password) {
          const problems = [{ field: 'email', message: 'The email field is required.' }]
          throw new Refusal('invalid_request', 'Validation errors occurred.', { problems })
        }
        throw new Refusal('authentication_failed', 'The login attempt failed.')
      }),
      on('POST auth/logout', 'logout', () => ({ status: 200, value: { loggedOut: true } })),
      on('GET auth/me', 'getCurrentUser', ({ user }) => {
        return { status: 200, value: { userName: 'api', accountId: user.account } }
      }),
      on('GET auth/verify', 'verifyToken', (context) => this.#verify(context)),
    ]
  }

  #list({ request, user }: Context): ActionResult {
    const all = this.#world.owned(user)
    const pageNumber = wholeNumber(parameter(request, 'pageNumber'), 1) ?? 1
    const asked = wholeNumber(parameter(request, 'pageSize'), 1)
    const pageSize = Math.min(asked ?? this.#world.options.pageSize, 100)
    const rows = this.#world.slice(all, (pageNumber - 1) * pageSize, pageSize)
    const items = rows.map((each) => this.#dto(each, 'list'))
    return { status: 200, value: { items, pageNumber, pageSize, totalCount: all.length } }
  }

  #post({ request, user }: Context): ActionResult {
    const fields = this.#bound(request)
    const campaign = this.#world.create(user, fields, this.#world.options.freshDays ?? 30)
    const headers = { Location: `/api/Campaigns/${campaign.id}` }
    return { status: 201, value: this.#dto(campaign, 'create'), headers }
  }

  #put(context: Context): ActionResult {
    const fields = this.#bound(context.request)
    const campaign = this.#load(context)
    this.#world.update(campaign, fields, context.request)
    return { status: 200, value: this.#dto(campaign, 'update') }
  }

  /** The model of a body; validated before the action runs. */
  #bound(request: Request): Fields {
    if (!/json/.test(request.headers['content-type'] ?? '')) {
      throw new Refusal('invalid_request', 'Unsupported media type', { situation: 'media type' })
    }
    const body = bodyOf(request)
    const problems = this.#world.problems(body, false, request)
    if (problems.length > 0) {
      throw new Refusal('invalid_request', 'One or more validation errors occurred.', { problems })
    }
    return this.#world.accept(body, request)
  }

  #load({ request, user, route }: Context, id = route[0] ?? ''): Campaign {
    const campaign = this.#world.find(user, id.toLowerCase(), request)
    if (!campaign) throw new Refusal('not_found', `Campaign ${id} was not found.`)
    return campaign
  }

  #dto(campaign: Campaign, as: Shown): Fields {
    const { settings = null, ...fields } = this.#world.show(campaign, as)
    const createdOn = ticks(campaign.createdAt)
    return {
      id: campaign.id,
      ...fields,
      settings,
      createdOn,
      modifiedOn: ticks(campaign.updatedAt),
    }
  }

  #rankings(context: Context): ActionResult {
    const { request, user } = context
    const campaign = parameter(request, 'campaign_id') || undefined
    if (campaign !== undefined) this.#load(context, campaign)
    const keywords = parameters(request, 'keywords')
    const filter = { ...(campaign && { campaign }), keywords, ...range(request) }
    const items = this.#world.rankings(user, filter).map(({ date, keyword, position, ...row }) => ({
      campaignId: row.campaign_id,
      keyword,
      position,
      capturedAt: `${date}T00:00:00.0000000Z`,
    }))
    return { status: 200, value: { items, totalCount: items.length } }
  }

  #mentions({ request, user }: Context): ActionResult {
    const brand = parameter(request, 'brand') || undefined
    const platforms = parameters(request, 'platforms')
    const filter = { ...(brand && { brand }), platforms, ...range(request) }
    const items = this.#world.mentions(user, filter).map(({ date, ...row }) => ({
      ...row,
      mentionedAt: `${date}T18:05:11.1230000Z`,
    }))
    return { status: 200, value: { items, totalCount: items.length } }
  }

  #dashboard(user: Key): ActionResult {
    const positions = this.#world.rankings(user, {}).map(({ position }) => position)
    return { status: 200, value: { tiles: { averagePosition: meanOf(positions) } } }
  }

  #analytics(context: Context): ActionResult {
    const { id } = this.#load(context)
    const rows = this.#world.rankings(context.user, { campaign: id })
    const averagePosition = meanOf(rows.map(({ position }) => position))
    return { status: 200, value: { campaignId: id, averagePosition, trend: [] } }
  }

  #report(context: Context): ActionResult {
    const id = parameter(context.request, 'campaign_id')
    if (!id) throw new Refusal('invalid_request', 'The campaign_id field is required.')
    const url = this.#world.downloadUrl(this.#load(context, id))
    return { status: 200, value: { reportId: hashOf(id).slice(0, 8), download_url: url } }
  }

  #verify({ request, user }: Context): ActionResult {
    const { limit, remaining } = this.#world.quota(user, request)
    const value = {
      key_id: user.id,
      account_id: user.account,
      permissions: this.#world.permissionsShown(user),
      rate_limit: { limit, remaining },
    }
    return { status: 200, value }
  }
}

function bodyOf({ text }: Request): Fields {
  const body = parsed(text)
  if (isObject(body)) return body
  const message = body === undefined ? 'The JSON value is invalid.' : 'Expected an object.'
  const problems = [{ field: '$', message }]
  throw new Refusal('invalid_request', 'One or more validation errors occurred.', { problems })
}

/** Names of parameters in any case. */
function parameters({ query }: Request, name: string): string[] {
  return [...query]
    .filter(([each]) => each.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
}

function parameter(request: Request, name: string): string | null {
  return parameters(request, name)[0] ?? null
}

function range(request: Request): { start?: string; end?: string } {
  const given = (['start', 'end'] as const).flatMap((name) => {
    const value = parameter(request, `${name}_date`)
    if (value === null) return []
    if (Number.isNaN(Date.parse(value))) {
      const problems = [{ field: `${name}_date`, message: `The value '${value}' is not valid.` }]
      throw new Refusal('invalid_request', 'One or more validation errors occurred.', { problems })
    }
    return [[name, value.slice(0, 10)]]
  })
  return Object.fromEntries(given)
}

function ticks(at: number): string {
  return new Date(at).toISOString().replace('Z', '4821Z')
}
