import { expect } from 'vitest'
import { controlOf } from './control.ts'
import { CAMPAIGN, type CallOptions, START, type TestSandbox } from './sandbox.ts'

const DAY_MS = 86_400_000

/** Makes accounts whose every text has a marker of its own. */
export async function newAccounts(sandbox: TestSandbox, count: number): Promise<IsolatedAccount[]> {
  const accounts: IsolatedAccount[] = []
  for (let n = 0; n < count; n++) {
    const marker = `marker${'abcdefgh'[n]}x`
    const { body } = await controlOf(sandbox).post('/accounts', { body: { name: marker } })
    accounts.push(new IsolatedAccount(sandbox, { ...body.data, marker }, accounts))
  }
  return accounts
}

/**
 * One account with a model of what it has. Each answer is held against the model, and must hold nothing of
 * another account.
 */
export class IsolatedAccount {
  readonly id: string
  readonly marker: string
  readonly token: string
  /** Names of campaigns by id. */
  readonly campaigns = new Map<string, string>()
  #webhooks = 0
  #keys = 1
  #days = 0
  #isFailing = false
  #made = 0
  /** Ids of other accounts' campaigns that were asked for: refusals and the log name them. */
  readonly #asked = new Set<string>()
  readonly #sandbox: TestSandbox
  readonly #all: readonly IsolatedAccount[]

  constructor(
    sandbox: TestSandbox,
    { id, marker, key }: { id: string; marker: string; key: { token: string } },
    all: readonly IsolatedAccount[],
  ) {
    this.#sandbox = sandbox
    this.#all = all
    this.id = id
    this.marker = marker
    this.token = key.token
  }

  async create(_n: number) {
    const name = `${this.marker} ${this.#made++}`
    const keywords = [`${this.marker} shoes`, `${this.marker} boots`]
    const { status, body } = await this.#api('post', '/campaigns', {
      body: { ...CAMPAIGN, name, keywords, brand: this.marker },
    })
    expect(status).toBe(201)
    this.campaigns.set(body.data.id, name)
  }

  async rename(n: number) {
    const id = this.#one(n)
    const name = `${this.marker} renamed ${n}`
    const { status } = await this.#api('put', `/campaigns/${id ?? 'none'}`, { body: { name } })
    expect(status).toBe(id ? 200 : 404)
    if (id) this.campaigns.set(id, name)
  }

  async delete(n: number) {
    const id = this.#one(n)
    const { status } = await this.#api('delete', `/campaigns/${id ?? 'none'}`)
    expect(status).toBe(id ? 200 : 404)
    if (id) this.campaigns.delete(id)
  }

  async list(_n: number) {
    const { body } = await this.#api('get', '/campaigns', { query: { limit: 1000 } })
    const found = body.data.map(({ id, name }: { id: string; name: string }) => [id, name])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(this.campaigns))
    expect(body.meta.pagination.total).toBe(this.campaigns.size)
  }

  async read(n: number) {
    const id = this.#one(n)
    const { status, body } = await this.#api('get', `/campaigns/${id ?? 'none'}`)
    expect(status).toBe(id ? 200 : 404)
    if (id) expect(body.data.name).toBe(this.campaigns.get(id))
  }

  /** What belongs to another account is answered as what does not exist. */
  async readOther(n: number) {
    const other = this.#other(n)
    const id =
      [...other.campaigns.keys()][n % Math.max(1, other.campaigns.size)] ?? 'cmp_none00000000'
    const calls = [
      (at: string) => this.#api('get', `/campaigns/${at}`),
      (at: string) => this.#api('put', `/campaigns/${at}`, { body: { name: 'taken' } }),
      (at: string) => this.#api('delete', `/campaigns/${at}`),
      (at: string) => this.#api('get', `/analytics/campaign/${at}`),
      (at: string) => this.#api('get', '/serp/rankings', { query: { campaign_id: at } }),
      (at: string) =>
        this.#api('get', '/reports/generate', {
          query: { campaign_id: at, format: 'csv', date_range: 'last_7_days' },
        }),
      (at: string) => this.#api('get', '/export/csv', { query: { campaign_id: at } }),
      (at: string) =>
        this.#api('post', '/alerts', {
          body: { name: 'x', campaign_id: at, event: 'ranking.changed' },
        }),
    ]
    const call = calls[n % calls.length] as (typeof calls)[number]
    const unknown = 'cmp_zzzzzzzzzzzz'
    this.#asked.add(id)
    const [theirs, nobodys] = [await call(id), await call(unknown)]
    const comparable = (response: { status: number; text: string }, at: string) => [
      response.status,
      response.text.replaceAll(at, 'ID').replace(/"timestamp":"[^"]+"/, ''),
    ]
    expect(theirs.status).toBeGreaterThanOrEqual(400)
    expect(comparable(theirs, id)).toEqual(comparable(nobodys, unknown))
  }

  async figures(n: number) {
    const paths = ['/core/dashboards', '/core/dashboards/intelligence-overview']
    const { body } = await this.#api('get', paths[n % 2] as string)
    const { totals, rankings } = body.data
    expect(totals ? totals.campaigns : rankings.keywords / 2).toBe(this.campaigns.size)
    const id = this.#one(n)
    if (id) {
      const analytics = await this.#api('get', `/analytics/campaign/${id}`)
      expect(analytics.body.data.name).toBe(this.campaigns.get(id))
      const rows = await this.#api('get', '/serp/rankings', { query: { campaign_id: id } })
      expect(rows.status).toBe(200)
    }
    await this.#api('get', '/chat/mentions', { query: { brand: this.marker } })
  }

  async exportFile(n: number) {
    const type = ['campaigns', 'rankings', 'mentions'][n % 3] as string
    const { body } = await this.#api('get', '/export/csv', { query: { type } })
    const text = await (await fetch(body.data.download_url)).text()
    this.#isOwn(text)
    if (type === 'campaigns')
      expect(text.trimEnd().split('\r\n')).toHaveLength(this.campaigns.size + 1)
  }

  /** A link opens the account for which it was signed, and no other. */
  async foreignFile(n: number) {
    const { body } = await this.#api('get', '/export/csv', { query: { type: 'campaigns' } })
    const link = body.data.download_url.replace(this.id, this.#other(n).id)
    const response = await fetch(link)
    expect(response.status).toBe(403)
    this.#isOwn(await response.text())
  }

  async subscribe(_n: number) {
    const { body } = await this.#control('get', '/receiver')
    const hook = { url: body.data.url, events: ['ranking.changed'] }
    const { status } = await this.#api('post', '/webhooks', { body: hook })
    expect(status).toBe(this.#isFailing ? 500 : 201)
    if (status === 201) this.#webhooks++
  }

  async alert(n: number) {
    const id = this.#one(n)
    if (!id) return
    const body = { name: this.marker, campaign_id: id, event: 'ranking.changed' }
    expect((await this.#api('post', '/alerts', { body })).status).toBe(201)
    this.#isOwn((await this.#api('get', '/alerts', { query: { limit: 1000 } })).text)
  }

  async happen(_n: number) {
    const { status } = await this.#control('post', '/events', { body: { type: 'ranking.changed' } })
    expect(status).toBe(this.campaigns.size > 0 ? 201 : 404)
    await this.#control('get', '/deliveries')
  }

  async receive(_n: number) {
    await this.#control('get', '/receiver')
  }

  async requests(_n: number) {
    const { body } = await this.#control('get', '/requests', { query: { limit: 1000 } })
    for (const { account } of body.data) expect(account ?? this.id).toBe(this.id)
  }

  async makeKey(_n: number) {
    const key = { name: this.marker, permissions: ['campaigns:read'] }
    const { status, body } = await this.#control('post', '/keys', { body: key })
    expect(status).toBe(201)
    this.#keys++
    const verified = await this.#api('get', '/auth/verify', { key: body.data.token })
    expect(verified.body.data.account_id).toBe(this.id)
  }

  async advance(n: number) {
    const days = 1 + (n % 5)
    const body = { advance: `${days}d`, wait: true }
    const { status } = await this.#control('post', '/clock', { body })
    expect(status).toBe(200)
    this.#days += days
  }

  /** From now on webhooks of this account can't be made. */
  async fail(_n: number) {
    const rule = { operation: 'createWebhook', error: 'server_error', name: this.marker }
    expect((await this.#control('post', '/faults', { body: rule })).status).toBe(201)
    this.#isFailing = true
  }

  async steerOther(n: number) {
    const account = this.#other(n).id
    const query = { account }
    const calls = [
      () => this.#control('post', '/reset', { query }),
      () => this.#control('post', '/clock', { query, body: { advance: '1d', wait: true } }),
      () => this.#control('get', '/requests', { query }),
      () => this.#control('get', '/keys', { query }),
      () => this.#control('post', '/faults', { query, body: { error: 'server_error' } }),
      () => this.#control('delete', '/requests', { query }),
      () => this.#control('get', '/deliveries', { query }),
      () => this.#control('get', '/receiver', { query }),
      () => this.#control('get', '/snapshots', { query }),
      () => this.#control('get', `/accounts/${account}`),
      () => this.#control('delete', `/accounts/${account}`),
    ]
    const { status } = await (calls[n % calls.length] as (typeof calls)[number])()
    expect(status).toBe(403)
  }

  /** Saved, changed and put back. */
  async snapshot(_n: number) {
    const name = 'saved'
    expect((await this.#control('post', '/snapshots', { body: { name } })).status).toBe(201)
    await this.#api('post', '/campaigns', { body: { ...CAMPAIGN, name: this.marker } })
    expect((await this.#control('post', `/snapshots/${name}/restore`)).status).toBe(200)
    await this.list(0)
  }

  async reset(_n: number) {
    expect((await this.#control('post', '/reset')).status).toBe(200)
    this.campaigns.clear()
    this.#webhooks = 0
    this.#days = 0
    this.#isFailing = false
  }

  /** At the end all is as the model has it. */
  async check() {
    await this.list(0)
    await this.figures(0)
    const webhooks = await this.#api('get', '/webhooks', { query: { limit: 1000 } })
    expect(webhooks.body.meta.pagination.total).toBe(this.#webhooks)
    const { body } = await this.#control('get', '/clock')
    expect(Date.parse(body.data.now)).toBe(START + this.#days * DAY_MS)
    const keys = await this.#control('get', '/keys')
    expect(keys.body.data).toHaveLength(this.#keys)
    await this.subscribe(0)
  }

  #one(n: number): string | undefined {
    return [...this.campaigns.keys()][n % Math.max(1, this.campaigns.size)]
  }

  #other(n: number): IsolatedAccount {
    const others = this.#all.filter((each) => each !== this)
    return others[n % others.length] as IsolatedAccount
  }

  async #api(method: 'get' | 'post' | 'put' | 'delete', path: string, options: CallOptions = {}) {
    const response = await this.#sandbox.api[method](path, { key: this.token, ...options })
    this.#isOwn(response.text)
    const { timestamp } = response.body.meta
    expect(Date.parse(timestamp), `${this.id} has a clock of its own`).toBe(
      START + this.#days * DAY_MS,
    )
    return response
  }

  async #control(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    options: { query?: Record<string, string | number>; body?: unknown } = {},
  ) {
    const control = controlOf(this.#sandbox)
    const response = await control[method](path, { token: this.token, ...options })
    // A refusal names the account that was asked for.
    if (response.status !== 403) this.#isOwn(response.text)
    return response
  }

  #isOwn(text: string): void {
    for (const other of this.#all) {
      if (other === this) continue
      const foreign = [other.marker, other.id, other.token, ...other.campaigns.keys()]
      expect(foreign.filter((each) => !this.#asked.has(each) && text.includes(each))).toEqual([])
    }
  }
}
