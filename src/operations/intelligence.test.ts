import { describe, expect, it } from 'vitest'
import type { Mention } from '../intelligence/mentions.ts'
import type { RankingRow } from '../intelligence/rankings.ts'
import { type Api, CAMPAIGN, type CallOptions, codeOf, startSandbox } from '../testing/sandbox.ts'

const TODAY = '2026-01-15'
const WEEK = { start_date: '2026-01-05', end_date: '2026-01-11' }
const PLATFORMS = [
  'ChatGPT',
  'Perplexity',
  'Gemini',
  'Claude',
  'Copilot',
  'Google AI Overviews',
  'Grok',
]

/** A campaign of the demo account with ten keywords and a year of data. */
async function demoCampaign(api: Api) {
  const { body } = await api.get('/campaigns', { query: { search: 'Northwheel category pages' } })
  return body.data[0] as { id: string; brand: string; keywords: string[] }
}

/** A list to its end, page by page. */
async function walk<Item>(api: Api, path: string, query: CallOptions['query'], limit: number) {
  const items: Item[] = []
  for (;;) {
    const { body } = await api.get(path, { query: { ...query, limit, offset: items.length } })
    const left = body.meta.pagination.total - items.length
    expect(body.data).toHaveLength(Math.min(limit, left))
    items.push(...body.data)
    expect(body.meta.pagination.has_more).toBe(items.length < body.meta.pagination.total)
    if (!body.meta.pagination.has_more) return items
  }
}

const rankingsOf = async (api: Api, query: CallOptions['query']): Promise<RankingRow[]> =>
  (await api.get('/serp/rankings', { query: { limit: 1000, ...query } })).body.data

const mentionsOf = async (api: Api, query: CallOptions['query']): Promise<Mention[]> =>
  (await api.get('/chat/mentions', { query: { limit: 1000, ...query } })).body.data

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

const DAYS_OF_WEEK = [5, 6, 7, 8, 9, 10, 11].map((day) => `2026-01-${String(day).padStart(2, '0')}`)

describe('GET /serp/rankings', () => {
  it('asks for the campaign', async () => {
    const { api } = await startSandbox()

    const response = await api.get('/serp/rankings')

    expect(response.status).toBe(400)
    expect(codeOf(response)).toBe('invalid_request')
    expect(response.body.error.details.issues).toEqual([
      { in: 'query', path: 'campaign_id', message: 'is missing' },
    ])
  })

  it('has one row for each keyword and day, by day and then in the order of the keywords', async () => {
    const { api } = await startSandbox()
    const { id, keywords } = await demoCampaign(api)

    const rows = await rankingsOf(api, { campaign_id: id, ...WEEK })

    const expected = DAYS_OF_WEEK.flatMap((date) => keywords.map((keyword) => [date, keyword]))
    expect(rows.map(({ date, keyword }) => [date, keyword])).toEqual(expected)
  })

  it('says what changed since the row of the day before', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const rows = await rankingsOf(api, { campaign_id: id, keywords: 'gravel bike', ...WEEK })

    const [, ...later] = rows
    expect(later.map(({ previous_position }) => previous_position)).toEqual(
      rows.slice(0, -1).map(({ position }) => position),
    )
    expect(rows.map(({ change }) => change)).toEqual(
      rows.map(({ position, previous_position }) => (previous_position as number) - position),
    )
  })

  it('covers the last 30 days unless asked otherwise', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const { body } = await api.get('/serp/rankings', { query: { campaign_id: id, limit: 1000 } })

    expect(body.meta.pagination.total).toBe(300)
    expect(body.data[0].date).toBe('2025-12-17')
    expect(body.data.at(-1).date).toBe(TODAY)
  })

  it.each([
    ['29 days before an end alone', { end_date: '2025-12-30' }, '2025-12-01', '2025-12-30'],
    ['at a start alone, to today', { start_date: '2026-01-10' }, '2026-01-10', TODAY],
    ['and ends on one day', { start_date: TODAY, end_date: TODAY }, TODAY, TODAY],
    [
      'in the past and ends today',
      { start_date: '2026-01-12', end_date: '2026-03-01' },
      '2026-01-12',
      TODAY,
    ],
  ])('begins %s', async (_name, period, first, last) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const rows = await rankingsOf(api, { campaign_id: id, ...period })

    expect(rows[0]?.date).toBe(first)
    expect(rows.at(-1)?.date).toBe(last)
  })

  it.each([
    ['without an end', { start_date: '2026-01-16' }],
    ['with one', { start_date: '2026-02-01', end_date: '2026-02-28' }],
  ])('has nothing of a period in the future %s', async (_name, period) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const { status, body } = await api.get('/serp/rankings', {
      query: { campaign_id: id, ...period },
    })

    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta.pagination).toMatchObject({ total: 0, has_more: false })
  })

  it('begins with the day on which the campaign was created', async () => {
    const sandbox = await startSandbox()
    const created = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    sandbox.advance({ days: 1 })

    const rows = await rankingsOf(sandbox.api, { campaign_id: created.body.data.id })

    expect(rows.map(({ date }) => date)).toEqual([TODAY, TODAY, '2026-01-16', '2026-01-16'])
    expect(rows.map(({ change }) => change === null)).toEqual([true, true, false, false])
  })

  it('gains a row for each keyword with each day, and keeps those of the days before', async () => {
    const sandbox = await startSandbox()
    const { id, keywords } = await demoCampaign(sandbox.api)
    const query = { campaign_id: id, start_date: '2026-01-05', end_date: '2026-01-31' }
    const before = await rankingsOf(sandbox.api, query)

    sandbox.advance({ days: 2 })
    const after = await rankingsOf(sandbox.api, query)

    expect(after).toHaveLength(before.length + 2 * keywords.length)
    expect(after.slice(0, before.length)).toEqual(before)
  })

  it.each([
    ['repeated', 'keywords=GRAVEL+bike&keywords=Folding%20Bike%20for%20train'],
    ['repeated with brackets', 'keywords[]=GRAVEL+bike&keywords[]=Folding%20Bike%20for%20train'],
    [
      'with numbered brackets',
      'keywords%5B0%5D=GRAVEL+bike&keywords%5B1%5D=Folding%20Bike%20for%20train',
    ],
    ['separated by commas', 'keywords=GRAVEL+bike,Folding%20Bike%20for%20train'],
    ['with one that is not tracked', 'keywords=gravel+bike,folding+bike+for+train,submarine'],
  ])('takes keywords %s, in any case, and gives a part of the whole', async (_form, keywords) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const all = await rankingsOf(api, { campaign_id: id, ...WEEK })

    const { body } = await api.get(`/serp/rankings?${keywords}`, {
      query: { campaign_id: id, ...WEEK },
    })

    const wanted = ['gravel bike', 'folding bike for train']
    expect(body.data).toEqual(all.filter(({ keyword }) => wanted.includes(keyword)))
    expect(body.meta.pagination.total).toBe(14)
  })

  it('has no rows for a keyword that the campaign does not track', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    expect(await rankingsOf(api, { campaign_id: id, keywords: 'submarine' })).toEqual([])
  })

  it('refuses an empty keyword', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const response = await api.get('/serp/rankings', { query: { campaign_id: id, keywords: '' } })

    expect(codeOf(response)).toBe('invalid_request')
    expect(response.body.error.details.issues[0].path).toMatch(/^keywords/)
  })

  it.each([1, 7, 300])('lists each row once in pages of %i', async (limit) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const query = { campaign_id: id, start_date: '2026-01-13' }

    const rows = await walk<RankingRow>(api, '/serp/rankings', query, limit)

    expect(rows).toHaveLength(30)
    expect(rows).toEqual(await rankingsOf(api, query))
  })

  it('is empty beyond its end', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const { status, body } = await api.get('/serp/rankings', {
      query: { campaign_id: id, offset: 1_000_000_000 },
    })

    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta.pagination).toMatchObject({ total: 300, has_more: false })
  })

  it('gives equal figures in equal sandboxes, whatever else was created there', async () => {
    const first = await startSandbox()
    const second = await startSandbox()
    await second.api.post('/campaigns', { body: CAMPAIGN })

    const one = await rankingsOf(first.api, { campaign_id: (await demoCampaign(first.api)).id })
    const two = await rankingsOf(second.api, { campaign_id: (await demoCampaign(second.api)).id })

    expect(two).toEqual(one)
  })

  it('gives other figures for another seed', async () => {
    const first = await startSandbox()
    const second = await startSandbox({ seed: 2 })

    const one = await rankingsOf(first.api, { campaign_id: (await demoCampaign(first.api)).id })
    const two = await rankingsOf(second.api, { campaign_id: (await demoCampaign(second.api)).id })

    expect(two.map(({ position }) => position)).not.toEqual(one.map(({ position }) => position))
  })

  it.each([
    ['an unknown campaign', 'cmp_unknown', 'svc_test_demo'],
    ['a name of the language', '__proto__', 'svc_test_demo'],
  ])('does not find %s', async (_name, campaign_id, key) => {
    const { api } = await startSandbox()

    const response = await api.get('/serp/rankings', { key, query: { campaign_id } })

    expect(response.status).toBe(404)
    expect(codeOf(response)).toBe('not_found')
    expect(response.body.error.message).toContain(campaign_id)
  })

  it("does not find another account's campaign", async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const response = await api.get('/serp/rankings', {
      key: 'svc_test_enterprise',
      query: { campaign_id: id },
    })

    expect(response.status).toBe(404)
    expect(codeOf(response)).toBe('not_found')
  })

  it('is open to a key with rankings:read, which the mentions are not', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const key = 'svc_restricted_readonly'

    const rankings = await api.get('/serp/rankings', { key, query: { campaign_id: id } })
    const mentions = await api.get('/chat/mentions', { key, query: { brand: 'Northwheel' } })

    expect(rankings.status).toBe(200)
    expect(codeOf(mentions)).toBe('insufficient_permissions')
  })
})

describe('periods', () => {
  const bad = [
    ['start_date', { start_date: '2026-02-30' }, '2026-02-30'],
    ['end_date', { end_date: '2025-02-29' }, '2025-02-29'],
    ['start_date', { start_date: '15.01.2026' }, '15.01.2026'],
    ['start_date', { start_date: '2026-1-5' }, '2026-1-5'],
    ['end_date', { end_date: '2026-01-15T00:00:00Z' }, '2026-01-15T00:00:00Z'],
    ['end_date', { end_date: '' }, '""'],
    ['start_date', { start_date: '2026-01-11', end_date: '2026-01-10' }, '2026-01-11'],
    ['start_date', { start_date: '2010-01-01', end_date: '2020-01-09' }, '2010-01-01'],
    ['end_date', { end_date: '0000-01-01' }, '0000-01-01'],
    ['end_date', { end_date: '0000-03-01', start_date: '0000-01-01' }, '0000-03-01'],
    ['start_date', { end_date: '1900-01-01', start_date: '1899-12-31' }, '1899-12-31'],
  ] as const

  it.each(bad)('are refused for their %s when %o, which is named', async (path, period, value) => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const paths = [
      `/serp/rankings?campaign_id=${id}`,
      '/chat/mentions?brand=Northwheel',
      '/core/dashboards?',
      '/core/dashboards/intelligence-overview?',
      `/analytics/campaign/${id}?`,
      '/export/csv?',
    ]

    for (const each of paths) {
      const response = await api.get(each, { query: period })

      expect(response.status, each).toBe(400)
      expect(codeOf(response)).toBe('invalid_request')
      expect(response.body.error.details.issues).toEqual([
        expect.objectContaining({ in: 'query', path }),
      ])
      expect(response.body.error.message).toContain(value)
    }
  })

  it('may be 3660 days long and as early as 1900', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    for (const path of ['/core/dashboards', `/analytics/campaign/${id}`, '/export/csv']) {
      const long = await api.get(path, {
        query: { start_date: '2010-01-01', end_date: '2020-01-08' },
      })
      const early = await api.get(path, {
        query: { start_date: '1900-01-01', end_date: '1900-01-01' },
      })

      expect([long.status, early.status], path).toEqual([200, 200])
    }
  })

  it('end with the day of the account, which is that of UTC', async () => {
    const sandbox = await startSandbox()
    const { id } = await demoCampaign(sandbox.api)
    const lastDay = async () => (await rankingsOf(sandbox.api, { campaign_id: id })).at(-1)?.date

    sandbox.advance({ hours: 14, minutes: 29 })
    const before = await lastDay()
    sandbox.advance({ minutes: 1 })

    expect(before).toBe(TODAY)
    expect(await lastDay()).toBe('2026-01-16')
  })
})

describe('GET /chat/mentions', () => {
  it.each([
    ['is missing', {}],
    ['is empty', { brand: '' }],
    ['is blank', { brand: ' ' }],
    ['is too long', { brand: 'x'.repeat(201) }],
  ])('is refused when the brand %s', async (_name, query) => {
    const { api } = await startSandbox()

    const response = await api.get('/chat/mentions', { query })

    expect(response.status).toBe(400)
    expect(response.body.error.details.issues[0]).toMatchObject({ in: 'query', path: 'brand' })
  })

  it.each(['Northwheel', 'Zyx & Søn', '株式会社テスト', '$& {brand} %s'])(
    'gives answers that name %s',
    async (brand) => {
      const { api } = await startSandbox()

      const mentions = await mentionsOf(api, { brand })

      expect(mentions.length).toBeGreaterThan(10)
      expect(mentions.filter((mention) => mention.brand !== brand)).toEqual([])
      expect(mentions.filter(({ excerpt }) => !excerpt.includes(brand))).toEqual([])
    },
  )

  it('tells a brand in any case as often', async () => {
    const { api } = await startSandbox()

    const one = await mentionsOf(api, { brand: 'Northwheel', ...WEEK })
    const two = await mentionsOf(api, { brand: 'NORTHWHEEL', ...WEEK })

    expect(two.map(({ id }) => id)).toEqual(one.map(({ id }) => id))
  })

  it('lists the newest first, none of them from the future', async () => {
    const { api } = await startSandbox()

    const mentions = await mentionsOf(api, { brand: 'Northwheel' })

    const times = mentions.map(({ detected_at }) => detected_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(times[0]?.slice(0, 10)).toMatch(/^2026-01-1[45]$/)
    expect((times[0] as string) <= '2026-01-15T09:30:00.000Z').toBe(true)
    expect(new Set(mentions.map(({ id }) => id)).size).toBe(mentions.length)
  })

  it('keeps within the period, both of its days included', async () => {
    const { api } = await startSandbox()

    const days = (await mentionsOf(api, { brand: 'Northwheel', ...WEEK })).map(({ detected_at }) =>
      detected_at.slice(0, 10),
    )

    expect([...new Set(days)].sort()).toEqual(DAYS_OF_WEEK)
  })

  it('finds more as the day goes on', async () => {
    const sandbox = await startSandbox()
    const today = { brand: 'Northwheel', start_date: TODAY, end_date: TODAY }
    const morning = await mentionsOf(sandbox.api, today)

    sandbox.advance({ hours: 14 })
    const night = await mentionsOf(sandbox.api, today)

    expect(night.length).toBeGreaterThan(morning.length)
    expect(night.slice(night.length - morning.length)).toEqual(morning)
  })

  it.each([
    ['alone', 'platforms=PERPLEXITY', ['Perplexity']],
    ['repeated', 'platforms=chatgpt&platforms=Grok', ['ChatGPT', 'Grok']],
    ['repeated with brackets', 'platforms[]=chatGPT&platforms[]=grok', ['ChatGPT', 'Grok']],
    ['separated by commas', 'platforms=chatgpt,%20gemini', ['ChatGPT', 'Gemini']],
    ['with hyphens', 'platforms=google-ai-overviews', ['Google AI Overviews']],
    ['twice', 'platforms=claude,CLAUDE', ['Claude']],
  ])('takes platforms %s, in any case', async (_form, platforms, names) => {
    const { api } = await startSandbox()
    const all = await mentionsOf(api, { brand: 'Northwheel' })

    const { body } = await api.get(`/chat/mentions?${platforms}`, {
      query: { brand: 'Northwheel', limit: 1000 },
    })

    const wanted = all.filter(({ platform }) => names.includes(platform))
    expect(wanted.length).toBeGreaterThan(0)
    expect(body.data).toEqual(wanted)
    expect(body.meta.pagination.total).toBe(wanted.length)
  })

  it('refuses an unknown platform and names those that there are', async () => {
    const { api } = await startSandbox()

    const response = await api.get('/chat/mentions?platforms=ChatGPT,AltaVista', {
      query: { brand: 'Northwheel' },
    })

    const { message, details } = response.body.error
    expect(response.status).toBe(400)
    expect(codeOf(response)).toBe('invalid_request')
    expect(message).toContain('AltaVista')
    for (const name of PLATFORMS) expect(message).toContain(name)
    expect(details.issues).toEqual([
      expect.objectContaining({ in: 'query', path: 'platforms', value: 'AltaVista' }),
    ])
  })

  it('divides the whole by sentiment', async () => {
    const { api } = await startSandbox()
    const all = await mentionsOf(api, { brand: 'Northwheel' })

    const parts = []
    for (const sentiment of ['positive', 'neutral', 'negative']) {
      const part = await mentionsOf(api, { brand: 'Northwheel', sentiment })
      expect(part).toEqual(all.filter((mention) => mention.sentiment === sentiment))
      parts.push(...part)
    }

    expect(parts).toHaveLength(all.length)
  })

  it('refuses a sentiment that there is not', async () => {
    const { api } = await startSandbox()

    const response = await api.get('/chat/mentions', { query: { brand: 'x', sentiment: 'angry' } })

    expect(codeOf(response)).toBe('invalid_request')
    expect(response.body.error.message).toContain('angry')
    expect(response.body.error.message).toContain('positive, neutral, negative')
  })

  it.each([
    ['of the whole', {}],
    ['of one sentiment', { sentiment: 'neutral' }],
    ['of some platforms', { platforms: 'claude,grok' }],
  ])('lists each mention once in pages %s', async (_name, filter) => {
    const { api } = await startSandbox()
    const query = { brand: 'Northwheel', ...filter }

    const mentions = await walk<Mention>(api, '/chat/mentions', query, 7)

    expect(mentions.length).toBeGreaterThan(7)
    expect(mentions).toEqual(await mentionsOf(api, query))
  })

  it('gives equal mentions in equal sandboxes, whatever other brands are watched there', async () => {
    const first = await startSandbox()
    const second = await startSandbox()
    await second.api.post('/campaigns', { body: { ...CAMPAIGN, brand: 'Elsewhere' } })

    const one = await mentionsOf(first.api, { brand: 'Northwheel' })
    const two = await mentionsOf(second.api, { brand: 'Northwheel' })

    expect(two).toEqual(one)
  })
})

describe('what is computed from rankings and mentions', () => {
  it('makes the analytics of a campaign from its rows', async () => {
    const { api } = await startSandbox()
    const { id, keywords } = await demoCampaign(api)
    const rows = await rankingsOf(api, { campaign_id: id, ...WEEK })

    const { body } = await api.get(`/analytics/campaign/${id}`, { query: WEEK })

    const positions = rows.map(({ position }) => position)
    const on = (date: string) => rows.filter((row) => row.date === date)
    const { summary, series, period } = body.data
    expect(period).toEqual({ ...WEEK, days: 7 })
    expect(summary.keywords).toBe(keywords.length)
    expect(summary.average_position).toBeCloseTo(mean(positions), 2)
    expect(summary.best_position).toBe(Math.min(...positions))
    expect(summary.worst_position).toBe(Math.max(...positions))
    expect(series.map(({ date }: { date: string }) => date)).toEqual(DAYS_OF_WEEK)
    for (const day of series) {
      expect(day.average_position).toBeCloseTo(
        mean(on(day.date).map(({ position }) => position)),
        2,
      )
    }
    for (const figures of body.data.keywords) {
      const own = rows.filter(({ keyword }) => keyword === figures.keyword)
      expect(figures).toMatchObject({
        position: own.at(-1)?.position,
        start_position: own[0]?.position,
        best_position: Math.min(...own.map(({ position }) => position)),
        worst_position: Math.max(...own.map(({ position }) => position)),
        search_volume: own[0]?.search_volume,
        url: own[0]?.url,
      })
    }
  })

  it('counts movements and places of the last day in the analytics', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)
    const rows = await rankingsOf(api, { campaign_id: id, ...WEEK })

    const { summary } = (await api.get(`/analytics/campaign/${id}`, { query: WEEK })).body.data

    const ends = rows.filter(({ date }) => date === WEEK.end_date)
    const starts = rows.filter(({ date }) => date === WEEK.start_date)
    const gains = ends.map(({ position }, i) => (starts[i]?.position as number) - position)
    const within = (place: number) => ends.filter(({ position }) => position <= place).length
    expect(summary).toMatchObject({
      improved: gains.filter((gain) => gain > 0).length,
      declined: gains.filter((gain) => gain < 0).length,
      unchanged: gains.filter((gain) => gain === 0).length,
      distribution: {
        top_3: within(3),
        top_10: within(10),
        top_20: within(20),
        top_100: within(100),
      },
    })
  })

  it('counts the mentions of the brand in the analytics', async () => {
    const { api } = await startSandbox()
    const { id, brand } = await demoCampaign(api)
    const all = await mentionsOf(api, { brand })

    const { summary, mentions, series } = (await api.get(`/analytics/campaign/${id}`)).body.data

    const count = (wanted: Partial<Mention>) =>
      all.filter((mention) =>
        Object.entries(wanted).every(([name, value]) => mention[name as 'id'] === value),
      ).length
    expect(summary.mentions).toBe(all.length)
    expect(mentions.total).toBe(all.length)
    expect(mentions.by_sentiment).toMatchObject({
      positive: count({ sentiment: 'positive' }),
      neutral: count({ sentiment: 'neutral' }),
      negative: count({ sentiment: 'negative' }),
    })
    expect(mentions.by_sentiment.score).toBeCloseTo(
      mean(all.map(({ sentiment_score }) => sentiment_score)),
      2,
    )
    for (const { platform, mentions: number } of mentions.by_platform) {
      expect(number, platform).toBe(count({ platform }))
    }
    for (const { date, mentions: number } of series) {
      expect(number, date).toBe(all.filter((each) => each.detected_at.startsWith(date)).length)
    }
  })

  it('compares with the period before', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const now = (await api.get(`/analytics/campaign/${id}`, { query: WEEK })).body.data
    const before = (
      await api.get(`/analytics/campaign/${id}`, {
        query: { start_date: '2025-12-29', end_date: '2026-01-04' },
      })
    ).body.data

    const { average_position, visibility, mentions } = before.summary
    expect(now.previous_period).toEqual({
      ...before.period,
      average_position,
      visibility,
      mentions,
    })
    expect(now.changes.mentions).toBe(now.summary.mentions - mentions)
    expect(now.changes.average_position).toBeCloseTo(
      average_position - now.summary.average_position,
      2,
    )
  })

  it('does not find analytics of an unknown or foreign campaign', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const unknown = await api.get('/analytics/campaign/cmp_unknown')
    const foreign = await api.get(`/analytics/campaign/${id}`, { key: 'svc_test_starter' })

    expect([unknown.status, foreign.status]).toEqual([404, 404])
    expect([codeOf(unknown), codeOf(foreign)]).toEqual(['not_found', 'not_found'])
  })

  it('makes the dashboard from all campaigns', async () => {
    const { api } = await startSandbox()
    const { data: campaigns } = (await api.get('/campaigns')).body
    const rows = []
    for (const { id } of campaigns) {
      rows.push(...(await rankingsOf(api, { campaign_id: id, ...WEEK })))
    }
    const brands = [...new Set<string>(campaigns.map(({ brand }: { brand: string }) => brand))]
    const mentions = []
    for (const brand of brands) mentions.push(...(await mentionsOf(api, { brand, ...WEEK })))

    const { data } = (await api.get('/core/dashboards', { query: WEEK })).body

    const keywords = campaigns.flatMap((each: { keywords: string[] }) => each.keywords)
    const newest = mentions.sort((a, b) => (a.detected_at < b.detected_at ? 1 : -1)).slice(0, 5)
    expect(data.period).toEqual({ ...WEEK, days: 7 })
    expect(data.totals).toMatchObject({
      campaigns: 8,
      active_campaigns: 7,
      keywords: keywords.length,
      mentions: mentions.length,
    })
    expect(data.totals.average_position).toBeCloseTo(mean(rows.map(({ position }) => position)), 2)
    expect(data.series.map(({ date }: { date: string }) => date)).toEqual(DAYS_OF_WEEK)
    expect(data.recent_mentions).toEqual(newest)
  })

  it('lists on the dashboard what the analytics of each campaign say', async () => {
    const { api } = await startSandbox()

    const { data } = (await api.get('/core/dashboards', { query: WEEK })).body

    expect(data.campaigns).toHaveLength(8)
    for (const campaign of data.campaigns) {
      const analytics = (await api.get(`/analytics/campaign/${campaign.id}`, { query: WEEK })).body
        .data
      const { keywords, average_position, visibility, mentions } = analytics.summary
      expect(campaign).toMatchObject({ keywords, average_position, visibility, mentions })
      expect(campaign.changes).toEqual(analytics.changes)
    }
  })

  it('names the keywords that moved most', async () => {
    const { api } = await startSandbox()
    const { data: campaigns } = (await api.get('/campaigns')).body
    const changes: number[] = []
    for (const { id } of campaigns) {
      const { data } = (await api.get(`/analytics/campaign/${id}`, { query: WEEK })).body
      changes.push(...data.keywords.map(({ change }: { change: number }) => change))
    }

    const { top_movers } = (await api.get('/core/dashboards', { query: WEEK })).body.data

    const change = (mover: { change: number }) => mover.change
    const up = changes.filter((each) => each > 0).sort((a, b) => b - a)
    const down = changes.filter((each) => each < 0).sort((a, b) => a - b)
    expect(top_movers.up.map(change)).toEqual(up.slice(0, 5))
    expect(top_movers.down.map(change)).toEqual(down.slice(0, 5))
  })

  it('says in the overview what the dashboard says', async () => {
    const { api } = await startSandbox()

    const overview = (await api.get('/core/dashboards/intelligence-overview', { query: WEEK })).body
      .data
    const { totals, distribution, changes, series } = (
      await api.get('/core/dashboards', { query: WEEK })
    ).body.data

    const { keywords, average_position, visibility } = totals
    const { chat } = overview
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
    expect(overview.rankings).toEqual({ keywords, average_position, visibility, distribution })
    expect(overview.changes).toEqual(changes)
    expect(overview.series).toEqual(series)
    expect(chat.mentions).toBe(totals.mentions)
    const { positive, neutral, negative } = chat.sentiment
    expect(positive + neutral + negative).toBe(totals.mentions)
    expect(sum(chat.platforms.map(({ mentions }: { mentions: number }) => mentions))).toBe(
      totals.mentions,
    )
    expect(sum(chat.platforms.map(({ share }: { share: number }) => share))).toBeCloseTo(100, 0)
    expect(chat.share_of_voice.own + chat.share_of_voice.competitors).toBeCloseTo(100, 1)
  })

  it('has nothing to say of an account without campaigns', async () => {
    const { api } = await startSandbox()
    const key = 'svc_test_starter'

    const board = await api.get('/core/dashboards', { key })
    const overview = await api.get('/core/dashboards/intelligence-overview', { key })

    expect(board.body.data).toMatchObject({
      totals: {
        campaigns: 0,
        active_campaigns: 0,
        keywords: 0,
        average_position: null,
        visibility: null,
        improved: 0,
        declined: 0,
        unchanged: 0,
        mentions: 0,
      },
      changes: { average_position: null, visibility: null, mentions: 0 },
      top_movers: { up: [], down: [] },
      campaigns: [],
      recent_mentions: [],
    })
    expect(board.body.data.series).toHaveLength(30)
    expect(overview.body.data).toMatchObject({
      rankings: { keywords: 0, average_position: null, visibility: null },
      chat: {
        mentions: 0,
        sentiment: { positive: 0, neutral: 0, negative: 0, score: null },
        average_position: null,
        share_of_voice: { own: 0, competitors: 0, brands: [] },
      },
    })
  })
})
