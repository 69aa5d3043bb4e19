import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../test/support/records/csv.ts'
import { open, reportOf } from '../../test/support/records/downloads.ts'
import { demoCampaign } from '../../test/support/records/intelligence.ts'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'

/** What every archive has about the chat platforms. */
const CHAT_TABLES = ['platforms', 'prompts', 'brands', 'sources', 'pages', 'answers']

describe('GET /reports/generate', () => {
  it('returns a link to a PDF of the last 30 days with all sections by default', async () => {
    const { api } = await startSandbox()
    const { id: campaign_id } = await demoCampaign(api)

    const { status, body } = await api.get('/reports/generate', { query: { campaign_id } })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      campaign_id,
      format: 'pdf',
      date_range: 'last_30_days',
      period: { start_date: '2025-12-17', end_date: '2026-01-15', days: 30 },
      include: ['rankings', 'competitors', 'trends'],
      filename: 'northwheel-category-pages-2025-12-17-to-2026-01-15.pdf',
      generated_at: '2026-01-15T09:30:00.000Z',
      expires_at: '2026-01-16T09:30:00.000Z',
    })
  })

  it.each([
    ['pdf', 'application/pdf', /^%PDF-1\.\d.+%%EOF\s*$/s],
    ['csv', 'application/zip', /^PK[\s\S]*rankings\.csv[\s\S]*competitors\.csv[\s\S]*trends\.csv/],
    ['json', 'application/json; charset=utf-8', /^\{.+\}\n$/s],
  ])('opens as %s without an Authorization header', async (format, type, content) => {
    const { api } = await startSandbox()
    const { download_url, filename } = await reportOf(api, { format })

    const { status, headers, text } = await open(download_url)

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${filename}"`)
    expect(filename).toMatch(format === 'csv' ? /\.zip$/ : new RegExp(`\\.${format}$`))
    expect(text).toMatch(content)
  })

  it('has the analytics of the same period as JSON', async () => {
    const { api } = await startSandbox()
    const report = await reportOf(api, { format: 'json', date_range: '2026-01-01..2026-01-10' })
    const { body } = await api.get(`/analytics/campaign/${report.campaign_id}`, {
      query: { start_date: '2026-01-01', end_date: '2026-01-10' },
    })

    const content = JSON.parse((await open(report.download_url)).text)

    const { summary, keywords, series, changes, period } = body.data
    expect(report.summary).toEqual(summary)
    expect(content).toMatchObject({ summary, changes, period, rankings: keywords, trends: series })
    expect(content.competitors).toHaveLength(4)
    expect(content.competitors[0]).toMatchObject({ own: true, domain: 'northwheel.example' })
  })

  it.each([
    ['last_7_days', '2026-01-09', '2026-01-15', 7],
    ['2010-01-01..2020-01-08', '2010-01-01', '2020-01-08', 3660],
  ])('covers %s', async (date_range, start_date, end_date, days) => {
    const { api } = await startSandbox()

    const report = await reportOf(api, { date_range })

    expect(report.date_range).toBe(date_range)
    expect(report.period).toEqual({ start_date, end_date, days })
    expect((await open(report.download_url)).status).toBe(200)
  })

  it.each(['yesterday', '2010-01-01..2020-01-09', '0000-01-01..0000-01-02', ''])(
    'refuses the period %j and names it',
    async (date_range) => {
      const { api } = await startSandbox()
      const { id: campaign_id } = await demoCampaign(api)

      const response = await api.get('/reports/generate', { query: { campaign_id, date_range } })

      expect(response.status).toBe(400)
      expect(codeOf(response)).toBe('invalid_request')
      expect(response.body.error.details.issues).toEqual([
        expect.objectContaining({ in: 'query', path: 'date_range', value: date_range }),
      ])
      expect(response.body.error.message).toContain(`found "${date_range}"`)
      expect(response.body.error.message).toContain('last_7_days')
    },
  )

  it.each([
    ['include=trends', ['trends'], 'date,'],
    ['include=competitors', ['competitors'], 'name,'],
    ['include=trends,rankings', ['rankings', 'trends'], 'keyword,'],
    ['include=trends&include=competitors', ['competitors', 'trends'], 'name,'],
    ['include[]=rankings&include[]=rankings', ['rankings'], 'keyword,'],
  ])('contains with %s only these sections', async (include, sections, firstColumn) => {
    const { api } = await startSandbox()
    const { id: campaign_id } = await demoCampaign(api)
    const generate = async (format: string) => {
      const query = { campaign_id, format }
      return (await api.get(`/reports/generate?${include}`, { query })).body.data
    }

    const json = await generate('json')
    const content = JSON.parse((await open(json.download_url)).text)
    const csv = await open((await generate('csv')).download_url)

    const present = ['rankings', 'competitors', 'trends'].filter((name) => name in content)
    expect(json.include).toEqual(sections)
    expect(content.include).toEqual(sections)
    expect(present).toEqual(sections)
    if (sections.length === 1)
      expect(csv.text.replace('\ufeff', '').startsWith(firstColumn)).toBe(true)
    else {
      const rivals = sections.includes('competitors') ? ['competitor-trends'] : []
      const files = [...sections, ...rivals, ...CHAT_TABLES].map((name) => `${name}.csv`)
      expect(Object.keys(unzipSync(csv.bytes))).toEqual(files)
      const [, ...answers] = parseCsv(
        Buffer.from(unzipSync(csv.bytes)['answers.csv'] ?? []).toString(),
      )
      expect(answers).toHaveLength(content.mentions.total)
    }
  })

  it.each([
    ['include', 'weather', /weather/],
    ['include', 'rankings,', /""|empty|rankings, competitors, trends/],
    ['format', 'docx', /docx/],
    ['campaign_id', '', /campaign_id/],
  ])('refuses %s=%j', async (name, value, message) => {
    const { api } = await startSandbox()
    const { id: campaign_id } = await demoCampaign(api)

    const response = await api.get('/reports/generate', { query: { campaign_id, [name]: value } })

    expect(response.status).toBe(400)
    expect(response.body.error.details.issues[0].path).toMatch(new RegExp(`^${name}`))
    expect(response.body.error.message).toMatch(message)
  })
})
