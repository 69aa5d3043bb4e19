import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../test/support/records/csv.ts'
import { exportOf, open } from '../../test/support/records/downloads.ts'
import { demoCampaign } from '../../test/support/records/intelligence.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

/** The key of an account without campaigns. */
const empty = 'svc_test_starter'

describe('GET /export/csv', () => {
  it.each([
    ['rankings', 'rankings-2025-12-17-to-2026-01-15.csv'],
    ['mentions', 'mentions-2025-12-17-to-2026-01-15.csv'],
    ['campaigns', 'campaigns-2026-01-15.csv'],
  ])('describes a file of %s correctly', async (type, filename) => {
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

  it('exports rankings by default, as in GET /serp/rankings', async () => {
    const { api } = await startSandbox()
    const { id: campaign_id } = await demoCampaign(api)
    const query = {
      campaign_id,
      start_date: '2026-01-10',
      keywords: 'Gravel Bike,folding bike for train',
    }
    const { data } = (await api.get('/serp/rankings', { query })).body

    const record = await exportOf(api, query)
    const lines = parseCsv((await open(record.download_url)).text).slice(1)

    const cells = data.map((row: Record<string, unknown>) =>
      record.columns.slice(2).map((name: string) => {
        const value = row[name] ?? ''
        return typeof value === 'object' ? JSON.stringify(value) : String(value)
      }),
    )
    expect(record.rows).toBe(12)
    expect([...record.columns].sort()).toEqual(
      ['campaign_id', 'campaign_name', ...Object.keys(data[0])].sort(),
    )
    expect(lines).toEqual(
      cells.map((row: string[]) => [campaign_id, 'Northwheel category pages', ...row]),
    )
  })

  it.each(['rankings', 'campaigns'])(
    'separates the cells of %s by semicolons with locale=de, and has the same lines',
    async (type) => {
      const { api } = await startSandbox()
      const textWith = async (locale: string) =>
        (await open((await exportOf(api, { type, locale })).download_url)).text
      const [english, german] = [await textWith('en'), await textWith('de')]

      const [names] = parseCsv(english)
      expect(german.startsWith(`\ufeff${names?.join(';')}\r\n`)).toBe(true)
      expect(german.split('\r\n')).toHaveLength(english.split('\r\n').length)
      expect(german).not.toMatch(/;\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z;/)
      expect(german).not.toMatch(/;-?\d+\.\d+;/)
    },
  )

  it('begins with the byte order mark of UTF-8, unless bom=0', async () => {
    const { api } = await startSandbox()
    const report = async (query: Record<string, string>) => {
      const { id: campaign_id } = await demoCampaign(api)
      const { body } = await api.get('/reports/generate', {
        query: { campaign_id, format: 'csv', include: 'rankings', ...query },
      })
      return body.data
    }

    for (const file of [(it: Record<string, string>) => exportOf(api, it), report]) {
      const marked = await open((await file({})).download_url)
      const also = await open((await file({ bom: '1' })).download_url)
      const bare = await open((await file({ bom: '0' })).download_url)

      expect(marked.bytes.subarray(0, 3)).toEqual(Buffer.from('efbbbf', 'hex'))
      expect(also.bytes.equals(marked.bytes)).toBe(true)
      expect(bare.bytes.equals(marked.bytes.subarray(3))).toBe(true)
    }
    const headers = { Accept: 'text/csv' }
    const direct = await api.get('/export/csv', { headers, query: { bom: '0' } })
    expect(direct.text).toMatch(/^campaign_id,/)
  })

  it('exports the mentions that answer a question about one of the keywords', async () => {
    const { api } = await startSandbox()
    const { id: campaign_id } = await demoCampaign(api)
    const cells = async (query: Record<string, string>) => {
      const record = await exportOf(api, { type: 'mentions', campaign_id, ...query })
      const lines = parseCsv((await open(record.download_url)).text).slice(1)
      expect(lines).toHaveLength(record.rows)
      return lines.map((line) => ({ id: line[1], prompt: line[7] }))
    }

    const all = await cells({})
    const some = await cells({ keywords: 'Gravel Bike' })
    const others = await cells({ keywords: 'nothing of ours' })

    expect(some.length).toBeGreaterThan(0)
    expect(some.map(({ prompt }) => prompt).filter((it) => !/gravel bike/i.test(it ?? ''))).toEqual(
      [],
    )
    expect(some).toEqual(all.filter(({ id }) => some.some((it) => it.id === id)))
    expect(some.length).toBeLessThan(all.length)
    expect(others).toEqual([])
  })

  it('exports the campaigns that have one of the keywords', async () => {
    const { api } = await startSandbox()
    const { data } = (await api.get('/campaigns')).body
    const having = data.filter(({ keywords }: { keywords: string[] }) =>
      keywords.includes('gravel bike'),
    )

    const record = await exportOf(api, { type: 'campaigns', keywords: 'GRAVEL BIKE,x' })
    const lines = parseCsv((await open(record.download_url)).text).slice(1)

    expect(having.length).toBeGreaterThan(0)
    expect(lines.map(([id]) => id)).toEqual(having.map(({ id }: { id: string }) => id))
    expect(record.rows).toBe(having.length)
  })

  it('contains only what had happened at the time of the request', async () => {
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

  it.each(['text/csv', 'application/json;q=0.1, text/csv'])(
    'answers Accept: %s with the file itself, and the quota',
    async (accept) => {
      const { api } = await startSandbox()
      const { id: campaign_id } = await demoCampaign(api)
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
      expect(response.headers.vary).toMatch(/\bAccept\b/)
    },
  )

  it('prevents text from running as a formula in every file', async () => {
    const { api, advance } = await startSandbox()
    const body = { ...CAMPAIGN, name: '=1+1', keywords: ['@SUM(A1)'], brand: '+1' }
    const { id: campaign_id } = (await api.post('/campaigns', { key: empty, body })).body.data
    advance({ minutes: 1 })
    const text = async (query: Record<string, string>) =>
      (await open((await exportOf(api, query, { key: empty })).download_url)).text
    const report = await api.get('/reports/generate', {
      key: empty,
      query: { campaign_id, format: 'csv', include: 'rankings' },
    })

    const files = [
      await text({ type: 'campaigns' }),
      await text({ type: 'rankings' }),
      await text({ type: 'mentions' }),
      (await open(report.body.data.download_url)).text,
    ]

    const cells = files.map((file) => parseCsv(file).slice(1).flat())
    expect(cells[0]).toEqual(expect.arrayContaining(["'=1+1", '["@SUM(A1)"]', "'+1"]))
    expect(cells[1]).toEqual(expect.arrayContaining(["'=1+1", "'@SUM(A1)"]))
    expect(cells[3]).toEqual(expect.arrayContaining(["'@SUM(A1)"]))
    // A number is not a formula.
    const formulas = cells
      .flat()
      .filter((cell) => /^[=+@\t\r-]/.test(cell) && !/^-[\d.]+$/.test(cell))
    expect(formulas).toEqual([])
  })
})
