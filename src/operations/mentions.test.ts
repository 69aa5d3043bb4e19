import { describe, expect, it } from 'vitest'
import { mentionsOf, walk } from '../../test/support/records/intelligence.ts'
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
