import { describe, expect, it } from 'vitest'
import { parseCsv } from '../testing/csv.ts'
import { type Api, CAMPAIGN, type CallOptions, codeOf, startSandbox } from '../testing/sandbox.ts'

const empty = 'svc_test_starter'
const DAY_MS = 86_400_000

/** A campaign of the demo account with ten keywords and a year of data. */
async function demoCampaign(api: Api): Promise<string> {
  const { body } = await api.get('/campaigns', { query: { search: 'Northwheel category pages' } })
  return body.data[0].id
}

/** A report on that campaign. */
async function reportOf(api: Api, query: CallOptions['query'] = {}) {
  const campaign_id = await demoCampaign(api)
  const { body } = await api.get('/reports/generate', { query: { campaign_id, ...query } })
  return body.data
}

async function exportOf(api: Api, query: CallOptions['query'] = {}, options: CallOptions = {}) {
  return (await api.get('/export/csv', { ...options, query })).body.data
}

/** Opens a link as a browser does: without an Authorization header. */
async function open(link: string | URL, method = 'GET') {
  const response = await fetch(link, { method })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  return { status, headers, bytes, text: bytes.toString() }
}

const failureOf = ({ text }: { text: string }) => JSON.parse(text).error

describe('GET /reports/generate', () => {
  it('gives a link to a PDF of the last 30 days with all sections unless asked otherwise', async () => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)

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
    ['csv', 'text/csv; charset=utf-8', /^keyword,position,/],
    ['json', 'application/json; charset=utf-8', /^\{.+\}\n$/s],
  ])('opens as %s without an Authorization header', async (format, type, content) => {
    const { api } = await startSandbox()
    const { download_url, filename } = await reportOf(api, { format })

    const { status, headers, text } = await open(download_url)

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${filename}"`)
    expect(filename).toMatch(new RegExp(`\\.${format}$`))
    expect(text).toMatch(content)
  })

  it('says as JSON what the analytics of the same period say', async () => {
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

  it('says as CSV what it says as JSON', async () => {
    const { api } = await startSandbox()
    const csv = await reportOf(api, { format: 'csv' })
    const json = await reportOf(api, { format: 'json' })

    const [names = [], ...lines] = parseCsv((await open(csv.download_url)).text)
    const { rankings } = JSON.parse((await open(json.download_url)).text)

    const cells = rankings.map((row: object) => names.map((name) => String(row[name as never])))
    expect(lines).toEqual(cells)
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
    ['last_30_days', '2025-12-17', '2026-01-15', 30],
    ['last_90_days', '2025-10-18', '2026-01-15', 90],
    ['2025-12-24..2025-12-26', '2025-12-24', '2025-12-26', 3],
    ['2026-01-15..2026-01-15', '2026-01-15', '2026-01-15', 1],
    ['2026-02-01..2026-02-28', '2026-02-01', '2026-02-28', 28],
    ['1900-01-01..1900-01-01', '1900-01-01', '1900-01-01', 1],
    ['2010-01-01..2020-01-08', '2010-01-01', '2020-01-08', 3660],
  ])('covers %s', async (date_range, start_date, end_date, days) => {
    const { api } = await startSandbox()

    const report = await reportOf(api, { date_range })

    expect(report.date_range).toBe(date_range)
    expect(report.period).toEqual({ start_date, end_date, days })
    expect((await open(report.download_url)).status).toBe(200)
  })

  it.each([
    'last_31_days',
    'yesterday',
    'LAST_7_DAYS',
    '2026-01-01',
    '2026-01-01..',
    '2026-01-01..2026-01-02..2026-01-03',
    '2026-02-30..2026-03-01',
    '2026-01-10..2026-01-09',
    '2010-01-01..2020-01-09',
    '0000-01-01..0000-01-02',
    '',
  ])('refuses the period %j and names it', async (date_range) => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)

    const response = await api.get('/reports/generate', { query: { campaign_id, date_range } })

    expect(response.status).toBe(400)
    expect(codeOf(response)).toBe('invalid_request')
    expect(response.body.error.details.issues).toEqual([
      expect.objectContaining({ in: 'query', path: 'date_range', value: date_range }),
    ])
    expect(response.body.error.message).toContain(`found "${date_range}"`)
    expect(response.body.error.message).toContain('last_7_days')
  })

  it.each([
    ['include=trends', ['trends'], 'date,'],
    ['include=competitors', ['competitors'], 'name,'],
    ['include=trends,rankings', ['rankings', 'trends'], 'keyword,'],
    ['include=trends&include=competitors', ['competitors', 'trends'], 'name,'],
    ['include[]=rankings&include[]=rankings', ['rankings'], 'keyword,'],
  ])('holds with %s these sections alone', async (include, sections, firstColumn) => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)
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
    expect(csv.text.startsWith(firstColumn)).toBe(true)
  })

  it.each([
    ['include', 'weather', /weather/],
    ['include', 'rankings,', /""|empty|rankings, competitors, trends/],
    ['format', 'docx', /docx/],
    ['campaign_id', '', /campaign_id/],
  ])('refuses %s=%j', async (name, value, message) => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)

    const response = await api.get('/reports/generate', { query: { campaign_id, [name]: value } })

    expect(response.status).toBe(400)
    expect(response.body.error.details.issues[0].path).toMatch(new RegExp(`^${name}`))
    expect(response.body.error.message).toMatch(message)
  })

  it('asks for the campaign, and does not find an unknown or foreign one', async () => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)

    const missing = await api.get('/reports/generate')
    const unknown = await api.get('/reports/generate', { query: { campaign_id: 'cmp_x' } })
    const foreign = await api.get('/reports/generate', { key: empty, query: { campaign_id } })

    expect([missing.status, unknown.status, foreign.status]).toEqual([400, 404, 404])
  })

  it.each(['pdf', 'csv', 'json'])(
    'is made of a campaign without any data yet as %s',
    async (format) => {
      const { api } = await startSandbox()
      const { body } = await api.post('/campaigns', {
        body: { ...CAMPAIGN, name: '价格 "½" \r\n🚢' },
      })
      const query = { campaign_id: body.data.id, format, date_range: '2020-01-01..2020-01-31' }

      const report = (await api.get('/reports/generate', { query })).body.data
      const file = await open(report.download_url)

      expect(report.summary.average_position).toBeNull()
      expect(file.status).toBe(200)
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="${report.filename}"`,
      )
    },
  )
})

describe('download links', () => {
  it('open until they are a day old', async () => {
    const sandbox = await startSandbox()
    const { download_url } = await reportOf(sandbox.api, { format: 'json' })

    sandbox.advance({ hours: 23, minutes: 59 })
    const inTime = await open(download_url)
    sandbox.advance({ minutes: 1 })
    const late = await open(download_url)

    expect(inTime.status).toBe(200)
    expect(late.status).toBe(403)
    expect(failureOf(late)).toMatchObject({
      code: 'insufficient_permissions',
      message: expect.stringContaining('expired at 2026-01-16T09:30:00.000Z'),
    })
  })

  it('are refused when any of their parts was altered or left out', async () => {
    const { api } = await startSandbox()
    const links = [
      (await reportOf(api, { format: 'json' })).download_url,
      (await exportOf(api, { campaign_id: await demoCampaign(api), keywords: 'gravel bike' }))
        .download_url,
    ]

    for (const link of links) {
      const names = [...new URL(link).searchParams.keys()]
      expect(names.length).toBeGreaterThan(7)
      for (const name of names) {
        const altered = new URL(link)
        altered.searchParams.set(name, `${altered.searchParams.get(name)}1`)
        const without = new URL(link)
        without.searchParams.delete(name)

        for (const changed of [altered, without]) {
          const response = await open(changed)
          expect(response.status, String(changed)).toBe(403)
          expect(failureOf(response).message).toContain('altered or cut off')
        }
      }
      // What was refused above is not the way in which URL writes a link.
      const same = new URL(link)
      same.searchParams.set('kind', same.searchParams.get('kind') as string)
      expect((await open(same)).status).toBe(200)
    }
  })

  it.each([
    ['cut off', (link: string) => link.slice(0, -1)],
    ['cut off before the signature', (link: string) => link.replace(/&signature=.*/, '')],
    ['without a query', (link: string) => link.replace(/\?.*/, '')],
    ['with a longer life', (link: string) => link.replace(/expires=\d+/, 'expires=9999999999')],
    ['of an unknown account', (link: string) => link.replace('acc_demo', 'acc_nobody')],
    ['of another account', (link: string) => link.replace('acc_demo', 'acc_starter')],
    ['of no account', (link: string) => link.replace('acc_demo', '__proto__')],
    ['with another file name', (link: string) => link.replace('/files/', '/files/x')],
    ['with more behind it', (link: string) => `${link}&format=pdf`],
    ['with two signatures', (link: string) => `${link}&signature=${link.slice(-43)}`],
    ['with a broken escape', (link: string) => link.replace('/files/', '/files/%zz')],
  ])('are refused alike when %s', async (_name, change) => {
    const { api } = await startSandbox()
    const { download_url } = await reportOf(api, { format: 'json' })

    const response = await open(change(download_url))

    expect(response.status).toBe(403)
    expect(failureOf(response)).toEqual({
      code: 'insufficient_permissions',
      message: expect.stringContaining('This link was altered or cut off.'),
    })
  })

  it('of one account do not open with the secret of another', async () => {
    const { api } = await startSandbox()
    await api.post('/campaigns', { key: empty, body: CAMPAIGN })
    const own = await exportOf(api)
    const other = await exportOf(api, {}, { key: empty })

    const signature = new URL(other.download_url).searchParams.get('signature') as string
    const forged = own.download_url.replace(/signature=.*/, `signature=${signature}`)

    expect((await open(forged)).status).toBe(403)
  })

  it('of a deleted campaign are not found', async () => {
    const { api } = await startSandbox()
    const { download_url, campaign_id } = await reportOf(api)
    await api.delete(`/campaigns/${campaign_id}`)

    const response = await open(download_url)

    expect(response.status).toBe(404)
    expect(failureOf(response).code).toBe('not_found')
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('have no %s', async (method) => {
    const { api } = await startSandbox()
    const { download_url } = await reportOf(api)

    const response = await open(download_url, method)

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(failureOf(response).code).toBe('invalid_request')
  })

  it('answer HEAD with the headers alone', async () => {
    const { api } = await startSandbox()
    const { download_url, filename } = await reportOf(api)

    const { status, headers, bytes } = await open(download_url, 'HEAD')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain(filename)
    expect(bytes).toHaveLength(0)
  })

  it('cost nothing of the quota', async () => {
    const { api } = await startSandbox()
    const { download_url } = await reportOf(api)
    const before = await api.get('/auth/verify')

    await open(download_url)
    const after = await api.get('/auth/verify')

    const remaining = (response: typeof before) => response.body.data.rate_limit.remaining
    expect(remaining(after)).toBe(remaining(before) - 1)
  })

  it('begin with the public URL', async () => {
    const { api } = await startSandbox({ publicUrl: 'https://sandbox.example' })

    expect((await reportOf(api)).download_url).toMatch(/^https:\/\/sandbox\.example\/files\//)
  })
})

describe('GET /export/csv', () => {
  it.each([
    ['rankings', 'rankings-2025-12-17-to-2026-01-15.csv'],
    ['mentions', 'mentions-2025-12-17-to-2026-01-15.csv'],
    ['campaigns', 'campaigns-2026-01-15.csv'],
  ])('announces a file of %s as it is', async (type, filename) => {
    const { api } = await startSandbox()

    const record = await exportOf(api, { type })
    const { headers, text } = await open(record.download_url)

    const [names, ...lines] = parseCsv(text)
    expect(record).toMatchObject({ type, filename, expires_at: '2026-01-16T09:30:00.000Z' })
    expect(names).toEqual(record.columns)
    expect(record.rows).toBeGreaterThan(0)
    expect(lines).toHaveLength(record.rows)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${filename}"`)
  })

  it('exports rankings unless asked otherwise, as GET /serp/rankings has them', async () => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)
    const query = {
      campaign_id,
      start_date: '2026-01-10',
      keywords: 'Gravel Bike,folding bike for train',
    }
    const { data } = (await api.get('/serp/rankings', { query })).body

    const record = await exportOf(api, query)
    const lines = parseCsv((await open(record.download_url)).text).slice(1)

    const rows = data.map((row: Record<string, unknown>) =>
      ['date', 'keyword', 'position', 'previous_position', 'change', 'url', 'search_volume'].map(
        (name) => String(row[name]),
      ),
    )
    expect(record.rows).toBe(12)
    expect(lines).toEqual(
      rows.map((cells: string[]) => [campaign_id, 'Northwheel category pages', ...cells]),
    )
  })

  it('exports mentions as GET /chat/mentions has them', async () => {
    const { api } = await startSandbox()
    const campaign_id = await demoCampaign(api)
    const { data } = (
      await api.get('/chat/mentions', { query: { brand: 'Northwheel', limit: 1000 } })
    ).body

    const record = await exportOf(api, { type: 'mentions', campaign_id })
    const [names = [], ...lines] = parseCsv((await open(record.download_url)).text)

    const column = (name: string) => lines.map((cells) => cells[names.indexOf(name)])
    expect(column('id')).toEqual(data.map(({ id }: { id: string }) => id))
    expect(column('excerpt')).toEqual(data.map(({ excerpt }: { excerpt: string }) => excerpt))
  })

  it.each(['rankings', 'mentions', 'campaigns'])(
    'leaves a campaign that came after the request out of the %s',
    async (type) => {
      const sandbox = await startSandbox()
      const query = { type, end_date: '2026-01-31' }
      const { download_url } = await exportOf(sandbox.api, query)
      const before = await open(download_url)

      sandbox.advance({ minutes: 1 })
      const { body } = await sandbox.api.get('/campaigns', { query: { limit: 1 } })
      const { brand } = body.data[0]
      await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, brand } })
      await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, name: 'Another brand' } })

      expect((await open(download_url)).text).toBe(before.text)
    },
  )

  it('keeps to what had happened when it was asked for', async () => {
    const sandbox = await startSandbox()
    const exports = []
    for (const type of ['rankings', 'mentions']) {
      exports.push(await exportOf(sandbox.api, { type, end_date: '2026-01-31' }))
    }

    sandbox.advance({ hours: 20 })

    for (const { download_url, rows } of exports) {
      expect(parseCsv((await open(download_url)).text)).toHaveLength(rows + 1)
    }
  })

  it.each([
    'application/json',
    '*/*',
    'text/html,*/*;q=0.8',
    'image/png',
    'application/json, text/csv;q=0.9',
  ])('answers Accept: %s with the envelope', async (accept) => {
    const { api } = await startSandbox()

    const { status, type, body } = await api.get('/export/csv', { headers: { Accept: accept } })

    expect([status, type]).toEqual([200, 'application/json'])
    expect(body.data.download_url).toMatch(/\/files\//)
  })

  it.each(['text/csv', 'Text/CSV', 'text/*', 'application/json;q=0.1, text/csv'])(
    'answers Accept: %s with the file itself, and the quota',
    async (accept) => {
      const { api } = await startSandbox()
      const campaign_id = await demoCampaign(api)
      const { download_url, filename } = await exportOf(api, { campaign_id })

      const response = await api.get('/export/csv', {
        query: { campaign_id },
        headers: { Accept: accept },
      })

      expect(response.type).toBe('text/csv')
      expect(response.text).toBe((await open(download_url)).text)
      expect(response.headers['content-disposition']).toBe(`attachment; filename="${filename}"`)
      expect(response.headers['x-ratelimit-remaining']).toBe('997')
      expect(response.headers['x-ratelimit-limit']).toBe('1000')
      expect(response.headers['x-request-id']).toMatch(/\S/)
    },
  )

  it('says in the envelope why it has no file', async () => {
    const { api } = await startSandbox()

    const response = await api.get('/export/csv', {
      query: { campaign_id: 'cmp_unknown' },
      headers: { Accept: 'text/csv' },
    })

    expect(response.status).toBe(404)
    expect(codeOf(response)).toBe('not_found')
  })

  it('keeps text from running as a formula, in every file', async () => {
    const { api } = await startSandbox()
    const body = { ...CAMPAIGN, name: '=1+1', keywords: ['@SUM(A1)'], brand: '+1' }
    const { id: campaign_id } = (await api.post('/campaigns', { key: empty, body })).body.data
    const text = async (query: Record<string, string>) =>
      (await open((await exportOf(api, query, { key: empty })).download_url)).text
    const report = await api.get('/reports/generate', {
      key: empty,
      query: { campaign_id, format: 'csv' },
    })

    const files = [
      await text({ type: 'campaigns' }),
      await text({ type: 'rankings' }),
      await text({ type: 'mentions' }),
      (await open(report.body.data.download_url)).text,
    ]

    const cells = files.map((file) => parseCsv(file).slice(1).flat())
    expect(cells[0]).toEqual(expect.arrayContaining(["'=1+1", "'@SUM(A1)", "'+1"]))
    expect(cells[1]).toEqual(expect.arrayContaining(["'=1+1", "'@SUM(A1)"]))
    expect(cells[3]).toEqual(expect.arrayContaining(["'@SUM(A1)"]))
    // A number is no formula.
    const formulas = cells
      .flat()
      .filter((cell) => /^[=+@\t\r-]/.test(cell) && !/^-[\d.]+$/.test(cell))
    expect(formulas).toEqual([])
  })

  it('keeps quotes, commas and line breaks of a name in one cell', async () => {
    const { api } = await startSandbox()
    const name = 'a "b", c\r\nd'
    await api.post('/campaigns', { key: empty, body: { ...CAMPAIGN, name } })

    const { download_url, rows } = await exportOf(api, { type: 'campaigns' }, { key: empty })
    const records = parseCsv((await open(download_url)).text)

    expect(records).toHaveLength(rows + 1)
    expect(records[1]?.[1]).toBe(name)
  })

  it('has a header and no rows for an account without campaigns', async () => {
    const { api } = await startSandbox()

    for (const type of ['rankings', 'mentions', 'campaigns']) {
      const { rows, download_url, columns } = await exportOf(api, { type }, { key: empty })

      expect(rows).toBe(0)
      expect((await open(download_url)).text).toBe(`${columns.join(',')}\r\n`)
    }
  })

  it.each([
    ['type', 'everything'],
    ['start_date', '2026-02-30'],
    ['campaign_id', ''],
  ])('refuses %s=%j and names it', async (name, value) => {
    const { api } = await startSandbox()

    const response = await api.get('/export/csv', { query: { [name]: value } })

    expect(response.status).toBe(400)
    expect(response.body.error.details.issues).toEqual([
      expect.objectContaining({ in: 'query', path: name, value }),
    ])
  })

  it('announces what is left of a period before a campaign began', async () => {
    const { api } = await startSandbox()
    await api.post('/campaigns', { key: empty, body: CAMPAIGN })

    const { rows, generated_at, expires_at } = await exportOf(api, {}, { key: empty })

    expect(rows).toBe(CAMPAIGN.keywords.length)
    expect(Date.parse(expires_at) - Date.parse(generated_at)).toBe(DAY_MS)
  })
})
