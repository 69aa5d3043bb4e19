import { campaignOf } from '../../http/reading.ts'
import { parsedJson } from '../../http/response.ts'
import { idIn } from '../../journey/runner.ts'
import type { Observed } from '../observed.ts'

interface Request {
  body?: unknown
  headers?: Record<string, string>
}

/** An app that uses the service, and what a proxy in front of the service sees of it. */
export class App {
  readonly observed: Observed[]
  readonly #baseUrl: string
  readonly #token: string | undefined

  constructor(baseUrl: string, token: string | undefined, observed: Observed[] = []) {
    this.#baseUrl = baseUrl
    this.#token = token
    this.observed = observed
  }

  async request(
    method: string,
    path: string,
    { body, headers = {} }: Request = {},
  ): Promise<Observed> {
    const url = this.#baseUrl + path
    const requestHeaders = {
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const requestBody = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const startedAt = performance.now()
    const answer = await fetch(url, {
      method,
      headers: requestHeaders,
      ...(requestBody !== undefined && { body: requestBody }),
    })
    const text = await answer.text()
    const exchange: Observed = {
      id: `req_${this.observed.length}`,
      source: 'upstream',
      at: startedAt,
      credential: 'anonymous',
      method,
      url,
      requestHeaders,
      ...(requestBody !== undefined && { requestBody }),
      response: {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text,
        isUtf8: true,
        json: parsedJson(text),
      },
      startedAt,
      endedAt: performance.now(),
    }
    this.observed.push(exchange)
    return exchange
  }

  get(path: string): Promise<Observed> {
    return this.request('GET', path)
  }

  put(id: string, body: unknown): Promise<Observed> {
    return this.request('PUT', `/campaigns/${id}`, { body })
  }

  /** Creates a campaign, and returns its id for a path. */
  async create(body: unknown): Promise<string> {
    const id = idIn(campaignOf(await this.request('POST', '/campaigns', { body })))
    return encodeURIComponent(id ?? '')
  }
}

const form = (name: string, more: object = {}) => ({
  name,
  type: 'serp',
  keywords: ['running shoes', 'trail shoes'],
  frequency: 'daily',
  ...more,
})

const SETTINGS = { location: 'Berlin', device: 'desktop', search_engine: 'google' }

/**
 * An afternoon with a front end: people log in, look at lists and charts that poll, create, edit, rename and delete
 * campaigns, forget fields, go back to what is gone, and share the account.
 */
export async function spendAnAfternoon(baseUrl: string, tokens: { main: string; revoked: string }) {
  const { main, revoked } = tokens
  const app = new App(baseUrl, main)
  const visitor = new App(baseUrl, undefined, app.observed)
  const former = new App(baseUrl, revoked, app.observed)

  for (const password of ['wrong', 'right']) {
    await visitor.request('POST', '/auth/login', { body: { email: 'ada@example.com', password } })
  }
  await visitor.get('/campaigns')
  await visitor.get('/auth/me')
  await former.get('/auth/me')
  await former.get('/campaigns')

  for (let poll = 0; poll < 3; poll += 1) {
    await app.get('/auth/verify')
    await app.get('/auth/me')
    await app.get('/core/dashboards')
    await app.get('/core/dashboards/intelligence-overview')
    await app.get(`/campaigns?_=${poll}`)
  }

  const spring = await app.create(form('Spring sale', { settings: SETTINGS }))
  await app.request('POST', '/campaigns', { body: { name: 'Autumn sale', type: 'serp' } })
  await app.request('POST', '/campaigns', { body: { type: 'serp', frequency: 'daily' } })
  const autumn = await app.create(form('Autumn sale', { settings: SETTINGS }))
  const plain = await app.create(form('Plain'))
  for (const id of [spring, autumn, plain]) {
    await app.get('/campaigns')
    await app.get(`/campaigns/${id}`)
    await app.get(`/analytics/campaign/${id}`)
    await app.get(`/serp/rankings?campaign_id=${id}`)
  }
  await app.get('/chat/mentions?brand=Acme&start_date=2026-11-01')
  await app.get('/chat/mentions?brand=Acme&start_date=2026-11-02')
  await app.get(`/reports/generate?campaign_id=${spring}&format=pdf&date_range=last_30_days`)
  await app.get(`/export/csv?campaign_id=${spring}`)

  // Renames two, and looks at them.
  for (const id of [spring, plain]) {
    await app.put(id, { name: `Renamed ${id}` })
    await app.get(`/campaigns/${id}`)
  }
  // Saves forms without settings.
  const again = await app.create(form('Settings', { settings: SETTINGS }))
  for (const id of [autumn, again]) {
    await app.get(`/campaigns/${id}`)
    await app.put(id, form(`Saved ${id}`))
    await app.get(`/campaigns/${id}`)
  }
  for (const id of [spring, autumn]) {
    await app.request('DELETE', `/campaigns/${id}`)
    await app.get(`/campaigns/${id}`)
    await app.get(`/analytics/campaign/${id}`)
    await app.get('/campaigns')
  }
  await app.get('/campaigns/undefined')
  await app.get('/campaigns/null')
  await app.get('/notifications')
  await app.get('/notifications/count')
  return app
}
