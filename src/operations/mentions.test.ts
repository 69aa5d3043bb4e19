import { describe, expect, it } from 'vitest'
import { exportOf, open, reportOf } from '../../test/support/records/downloads.ts'
import { DAYS_OF_WEEK, mentionsOf, WEEK, walk } from '../../test/support/records/intelligence.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../test/support/sandbox.ts'
import type { Mention } from '../intelligence/records.ts'

const PLATFORMS = [
  'ChatGPT',
  'Perplexity',
  'Gemini',
  'Claude',
  'Copilot',
  'Google AI Overviews',
  'Grok',
]

describe('GET /chat/mentions', () => {
  it.each([
    ['is missing', {}],
    ['is empty', { brand: '' }],
    ['is blank', { brand: ' ' }],
    ['is too long', { brand: 'x'.repeat(201) }],
  ])('is refused if the brand %s', async (_name, query) => {
    const { api } = await startSandbox()

    const response = await api.get('/chat/mentions', { query })

    expect(response.status).toBe(400)
    expect(response.body.error.details.issues[0]).toMatchObject({ in: 'query', path: 'brand' })
  })

  it.each(['Northwheel', 'Zyx & Søn', '株式会社テスト', '$& {brand} %s'])(
    'gives answers that name %s',
    async (brand) => {
      const { api, advance } = await startSandbox()
      await api.post('/campaigns', { body: { ...CAMPAIGN, brand } })
      advance({ hours: 24 * 20 })

      const mentions = await mentionsOf(api, { brand })

      expect(mentions.length).toBeGreaterThan(3)
      for (const mention of mentions) {
        expect(mention.brand).toBe(brand)
        expect(mention.excerpt).toContain(brand)
      }
    },
  )

  it.each(['campaign_id', 'keyword', 'prompt', 'sentiment'] as const)(
    'divides the whole by %s',
    async (name) => {
      const { api } = await startSandbox()
      const all = await mentionsOf(api, { brand: 'Northwheel' })
      const valuesIn = (mention: Mention) =>
        name === 'campaign_id' ? mention.campaign_ids : [mention[name]]
      const values = [...new Set(all.flatMap(valuesIn))]

      expect(values.length).toBeGreaterThan(0)
      for (const value of values) {
        const part = await mentionsOf(api, { brand: 'Northwheel', [name]: value })
        expect(part).toEqual(all.filter((mention) => valuesIn(mention).includes(value)))
      }
      if (name !== 'sentiment')
        expect(await mentionsOf(api, { brand: 'Northwheel', [name]: 'unheard of' })).toEqual([])
    },
  )

  it('lists the newest first, without future ones', async () => {
    const { api } = await startSandbox()

    const mentions = await mentionsOf(api, { brand: 'Northwheel' })

    const times = mentions.map(({ detected_at }) => detected_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(times[0]?.slice(0, 10)).toMatch(/^2026-01-1[45]$/)
    expect((times[0] as string) <= '2026-01-15T09:30:00.000Z').toBe(true)
    expect(new Set(mentions.map(({ id }) => id)).size).toBe(mentions.length)
  })

  it('stays within the period, which includes both days', async () => {
    const { api } = await startSandbox()

    const days = (await mentionsOf(api, { brand: 'Northwheel', ...WEEK })).map(({ detected_at }) =>
      detected_at.slice(0, 10),
    )

    expect([...new Set(days)].sort()).toEqual(DAYS_OF_WEEK)
  })

  it.each([
    ['alone', 'platforms=PERPLEXITY', ['Perplexity']],
    ['repeated', 'platforms=chatgpt&platforms=Grok', ['ChatGPT', 'Grok']],
    ['repeated with brackets', 'platforms[]=chatGPT&platforms[]=grok', ['ChatGPT', 'Grok']],
    ['separated by commas', 'platforms=chatgpt,%20gemini', ['ChatGPT', 'Gemini']],
    ['with hyphens', 'platforms=google-ai-overviews', ['Google AI Overviews']],
    ['twice', 'platforms=claude,CLAUDE', ['Claude']],
  ])('accepts platforms %s, in any case', async (_form, platforms, names) => {
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

  it('counts for each campaign the mentions that it found', async () => {
    const { api, advance } = await startSandbox()
    const create = async (name: string) => {
      const body = { ...CAMPAIGN, name, brand: 'Elsewhere' }
      return (await api.post('/campaigns', { body })).body.data.id as string
    }
    const first = await create('First')
    advance({ hours: 72 })
    const second = await create('Second')
    advance({ hours: 48 })

    const all = await mentionsOf(api, { brand: 'elsewhere' })

    expect(all.some(({ campaign_ids }) => campaign_ids.length === 2)).toBe(true)
    for (const campaign_id of [first, second]) {
      const mentions = await mentionsOf(api, { brand: 'elsewhere', campaign_id })
      const analytics = (await api.get(`/analytics/campaign/${campaign_id}`)).body.data
      const exported = await exportOf(api, { type: 'mentions', campaign_id })
      const file = await open(exported.download_url)
      const report = await reportOf(api, { campaign_id, format: 'json' })
      const content = JSON.parse((await open(report.download_url)).text)

      expect(mentions).toEqual(all.filter(({ campaign_ids: ids }) => ids.includes(campaign_id)))
      expect(analytics.mentions.total).toBe(mentions.length)
      expect(exported.rows).toBe(mentions.length)
      for (const { id } of mentions) expect(file.text).toContain(id)
      expect(content.mentions.total).toBe(mentions.length)
      expect(content.mentions.share_of_voice).toBe(analytics.mentions.share_of_voice.own)
    }
  })

  it('refuses an unknown platform and lists the known ones', async () => {
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
})
