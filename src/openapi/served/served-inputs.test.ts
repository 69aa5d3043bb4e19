import { describe, expect, it } from 'vitest'
import { CAMPAIGN, codeOf, startSandbox } from '../../../test/support/sandbox.ts'
import { overlayFile } from '../../../test/support/temporary.ts'
import { createSandbox } from '../../sandbox.ts'
import { DocumentError } from '../document-error.ts'

const PARAMETERS = "$.paths['/export/csv'].get.parameters"
const REPORT = "$.paths['/reports/generate'].get.parameters"
const MENTIONS = "$.paths['/chat/mentions'].get.parameters"

const change = (target: string, update: string) =>
  `  - { target: "${target}", update: ${update} }\n`
const remove = (target: string) => `  - { target: "${target}", remove: true }\n`

describe('an overlay is refused', () => {
  it.each<[string, string, RegExp]>([
    [
      'renames a required input',
      change('$.components.parameters.manyLimit', '{ name: page_size }'),
      /GET \/serp\/rankings: the query parameter limit is missing/,
    ],
    [
      'removes a required default',
      remove('$.components.parameters.manyLimit.schema.default'),
      /the query parameter limit must be required or have a default/,
    ],
    [
      'renames a filter',
      change('$.components.parameters.keywords', '{ name: search_terms }'),
      /no behaviour for the query parameter search_terms .*keywords.*x-without-effect/,
    ],
    [
      'moves an input to another place',
      change('$.components.parameters.offset', '{ in: header }'),
      /the query parameter offset is missing/,
    ],
    [
      'has a list in an unsupported style',
      change('$.components.parameters.keywords', '{ style: pipeDelimited }'),
      /keywords has the style "pipeDelimited"/,
    ],
    [
      'turns a text into a number',
      change(`${MENTIONS}[?@.name=='brand'].schema`, '{ type: integer }'),
      /brand must have the type string/,
    ],
    [
      'allows any text as a date',
      remove('$.components.parameters.start_date.schema.format'),
      /start_date must keep the format date/,
    ],
    [
      'counts pages from below zero',
      change('$.components.parameters.offset.schema', '{ minimum: -1 }'),
      /offset must have minimum: 0 or more/,
    ],
    [
      'has an unknown type of export',
      change(`${PARAMETERS}[?@.name=='type'].schema`, '{ enum: [alerts] }'),
      /GET \/export\/csv: .*type has the value "alerts", but .*rankings, mentions, campaigns only/,
    ],
    [
      'has an unknown format of reports',
      change(`${REPORT}[?@.name=='format'].schema`, '{ enum: [xlsx] }'),
      /format has the value "xlsx"/,
    ],
    [
      'allows any format',
      remove(`${REPORT}[?@.name=='format'].schema.enum`),
      /format must keep an enum/,
    ],
    [
      'has an unknown section',
      change(`${REPORT}[?@.name=='include'].schema.items`, '{ enum: [alerts] }'),
      /include items: has the value "alerts"/,
    ],
    [
      'has an unsupported default',
      change(`${REPORT}[?@.name=='date_range'].schema`, '{ default: last_year }'),
      /date_range has the value "last_year"/,
    ],
    [
      'allows other periods',
      change(`${REPORT}[?@.name=='date_range'].schema`, '{ pattern: ^last_year$ }'),
      /date_range must keep the pattern/,
    ],
    [
      'removes the default of a list',
      remove(`${REPORT}[?@.name=='include'].schema.default`),
      /include must be required or have a default/,
    ],
    [
      'removes the default of a format',
      remove(`${REPORT}[?@.name=='format'].schema.default`),
      /format must be required or have a default/,
    ],
    [
      'allows campaigns without keywords',
      remove("$.components.schemas.CampaignInput.required[?@=='keywords']"),
      /POST \/campaigns: the body must require the member keywords/,
    ],
    [
      'allows empty lists of keywords',
      change('$.components.schemas.CampaignInput.properties.keywords', '{ minItems: 0 }'),
      /member keywords: must have minItems: 1/,
    ],
    [
      'requires no member of a campaign',
      remove('$.components.schemas.CampaignInput.required'),
      /must require the member name/,
    ],
    [
      'requires no member of a login',
      remove('$.components.schemas.LoginInput.required'),
      /POST \/auth\/login: the body must require the member email/,
    ],
    [
      'allows a login without a body',
      change("$.paths['/auth/login'].post.requestBody", '{ required: false }'),
      /requestBody must be required/,
    ],
    [
      'has another media type',
      change("$.paths['/auth/login'].post.requestBody.content", '{ text/plain: {} }'),
      /requestBody must be application\/json alone.*text\/plain/,
    ],
    [
      'removes the type of a member',
      remove('$.components.schemas.CampaignUpdate.properties.competitors'),
      /PUT \/campaigns\/\{id\}: the body lacks the member competitors/,
    ],
    [
      'adds a member without effect',
      change('$.components.schemas.CampaignSettings.properties', '{ language: { type: string } }'),
      /member settings: the sandbox has no behaviour for the member language/,
    ],
    [
      'adds a body without effect',
      change(
        "$.paths['/auth/logout'].post",
        '{ requestBody: { content: { application/json: { schema: { type: object } } } } }',
      ),
      /POST \/auth\/logout: the sandbox has no behaviour for a body/,
    ],
  ])('when it %s', async (_, actions, message) => {
    const started = createSandbox({ overlay: overlayFile(actions) })

    await expect(started).rejects.toThrow(DocumentError)
    await expect(started).rejects.toThrow(message)
  })
})

describe('an overlay is served', () => {
  it('when it makes the brand optional: mentions of all brands, newest first, in pages', async () => {
    const actions = change(`${MENTIONS}[?@.name=='brand']`, '{ required: false }')
    const { api } = await startSandbox({ overlay: overlayFile(actions) })

    const period = { start_date: '2026-01-10' }

    const all = await api.get('/chat/mentions', { query: { ...period, limit: 1000 } })
    const page = await api.get('/chat/mentions', { query: { ...period, limit: 5, offset: 7 } })
    const one = await api.get('/chat/mentions', {
      query: { ...period, brand: 'Northwheel', limit: 1000 },
    })
    const { data, meta } = all.body

    const ofOne = data.filter(({ brand }: { brand: string }) => brand === 'Northwheel')
    expect(ofOne).toEqual(one.body.data)
    expect(data.length).toBeGreaterThan(ofOne.length)
    expect(meta.pagination.total).toBe(data.length)
    const times = data.map((mention: { detected_at: string }) => mention.detected_at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(page.body.data).toEqual(data.slice(7, 12))
  })

  it('when it makes the campaign optional: rankings of all campaigns, by day, in pages', async () => {
    const actions = change(
      "$.paths['/serp/rankings'].get.parameters[?@.name=='campaign_id']",
      '{ required: false }',
    )
    const { api } = await startSandbox({ overlay: overlayFile(actions) })
    const period = { start_date: '2026-01-14', end_date: '2026-01-15' }

    const all = await api.get('/serp/rankings', { query: { ...period, limit: 1000 } })
    const page = await api.get('/serp/rankings', { query: { ...period, limit: 9, offset: 6 } })
    const campaigns = await api.get('/campaigns')
    const { data, meta } = all.body

    // A weekly campaign has rows on one of the days at most.
    const ran =
      (day: string) =>
      async ({ id }: { id: string }) =>
        (
          await api.get('/serp/rankings', {
            query: { campaign_id: id, start_date: day, end_date: day },
          })
        ).body.data
    const rows = await Promise.all(campaigns.body.data.map(ran('2026-01-14')))
    const keywords = rows.flat().map(({ keyword }: { keyword: string }) => keyword)
    const ofDay = (day: string) =>
      data
        .filter(({ date }: { date: string }) => date === day)
        .map(({ keyword }: { keyword: string }) => keyword)
    expect(ofDay('2026-01-14')).toEqual(keywords)
    const days = data.map(({ date }: { date: string }) => date)
    expect(days).toEqual(days.toSorted())
    expect(meta.pagination.total).toBe(data.length)
    expect(page.body.data).toEqual(data.slice(6, 15))
  })

  it('when it narrows inputs, or changes upper bounds or defaults', async () => {
    const actions =
      change('$.components.parameters.limit.schema', '{ maximum: 5000, default: 3 }') +
      change('$.components.parameters.manyLimit', '{ required: true }') +
      change(`${PARAMETERS}[?@.name=='type'].schema`, '{ default: campaigns }') +
      remove(`${PARAMETERS}[?@.name=='campaign_id']`) +
      change(MENTIONS, '[{ name: tone, in: query, x-without-effect: true, schema: { enum: [a] } }]')
    const { api } = await startSandbox({ overlay: overlayFile(actions) })

    expect((await api.get('/campaigns')).body.data).toHaveLength(3)
    expect((await api.get('/campaigns', { query: { limit: 5000 } })).status).toBe(200)
    const exported = await api.get('/export/csv', { query: { campaign_id: 'cmp_unknown' } })
    expect(exported.body.data).toMatchObject({ type: 'campaigns', rows: 12 })
    const brand = 'Northwheel'
    const ofTone = await api.get('/chat/mentions', { query: { brand, limit: 5, tone: 'b' } })
    expect(codeOf(ofTone)).toBe('invalid_request')
  })

  it('when it gives a member a default, which an update does not store over an existing value', async () => {
    const actions =
      remove("$.components.schemas.CampaignInput.required[?@=='frequency']") +
      change('$.components.schemas.CampaignInput.properties.frequency', '{ default: weekly }')
    const { api } = await startSandbox({ overlay: overlayFile(actions) })
    const { frequency: _, ...rest } = CAMPAIGN

    const created = await api.post('/campaigns', { body: rest })
    const daily = await api.post('/campaigns', { body: CAMPAIGN })
    const path = `/campaigns/${daily.body.data.id}`
    const changed = await api.put(path, { body: { name: 'Renamed' } })

    expect(created.body.data.frequency).toBe('weekly')
    expect(changed.body.data).toMatchObject({ name: 'Renamed', frequency: 'daily' })
  })
})
