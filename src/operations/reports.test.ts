import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../test/support/records/csv.ts'
import { open, reportOf } from '../../test/support/records/downloads.ts'
import { demoCampaign } from '../../test/support/records/intelligence.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../test/support/sandbox.ts'

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

  it.each(['pdf', 'csv', 'json'])(
    'is saved as %s under the name of its campaign, in any script and length',
    async (format) => {
      const { api } = await startSandbox()
      const names = ['Кофейня «Утро»', `"; filename="x.exe"\r\nSet-Cookie: a=b`, 'ночь '.repeat(40)]

      const saved = []
      for (const name of names) {
        const { body } = await api.post('/campaigns', { body: { ...CAMPAIGN, name } })
        const query = { campaign_id: body.data.id, format, date_range: '2026-01-01..2026-01-05' }
        const { filename, download_url } = (await api.get('/reports/generate', { query })).body.data
        const { status, headers } = await open(download_url)
        saved.push({ status, filename, id: body.data.id, headers })
      }

      const dates = `-2026-01-01-to-2026-01-05.${format === 'csv' ? 'zip' : format}`
      expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(saved.map(({ filename }) => filename)).toEqual([
        `кофейня-утро${dates}`,
        `filename-x-exe-set-cookie-a-b${dates}`,
        `${'ночь-'.repeat(11).slice(0, -1)}${dates}`,
      ])
      for (const { headers, filename, id } of saved) {
        const ascii = /[^ -~]/.test(filename) ? `${id}${dates}` : filename
        expect(headers.get('content-disposition')).toContain(`attachment; filename="${ascii}"`)
        expect(nameIn(headers)).toBe(filename)
        expect(headers.get('set-cookie')).toBeNull()
      }
    },
  )

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

  it('has the same content as CSV and as JSON, in a file for each section', async () => {
    const { api } = await startSandbox()
    const archive = await reportOf(api, { format: 'csv' })
    const json = await reportOf(api, { format: 'json' })

    const files = unzipSync((await open(archive.download_url)).bytes)
    const content = JSON.parse((await open(json.download_url)).text)

    expect(Object.keys(files)).toEqual(['rankings.csv', 'competitors.csv', 'trends.csv'])
    for (const section of ['rankings', 'competitors', 'trends']) {
      const text = Buffer.from(files[`${section}.csv`] as Uint8Array).toString()
      const [names = [], ...lines] = parseCsv(text)
      const cells = content[section].map((row: Record<string, unknown>) =>
        names.map((name) => String(row[name] ?? '')),
      )
      expect(text.startsWith('\ufeff')).toBe(true)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines).toEqual(cells)
    }
  })

  it.each(['pdf', 'csv', 'json'])(
    'gives the same bytes of %s as long as it opens',
    async (format) => {
      const sandbox = await startSandbox()
      const { download_url } = await reportOf(sandbox.api, { format })
      const first = await open(download_url)

      sandbox.advance({ hours: 23 })
      const second = await open(download_url)

      expect(second.status).toBe(200)
      expect(second.bytes.equals(first.bytes)).toBe(true)
    },
  )

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
      const files = sections.map((section) => `${section}.csv`)
      expect(Object.keys(unzipSync(csv.bytes))).toEqual(files)
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

/** The name under which a client saves a file, by RFC 8187 if given. */
function nameIn(headers: Headers): string | undefined {
  const header = headers.get('content-disposition') ?? ''
  const extended = /; filename\*=UTF-8''([^;]+)$/.exec(header)?.[1]
  return extended === undefined
    ? /^attachment; filename="([^"]+)"$/.exec(header)?.[1]
    : decodeURIComponent(extended)
}
