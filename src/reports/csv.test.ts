import { describe, expect, test } from 'vitest'
import { mentions, rankings, worldFrom } from '../../test/support/processes/figures.ts'
import { buildReport } from '../../test/support/records/reports.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { rankingRows } from '../intelligence/rankings/rankings.ts'
import type { Mention } from '../intelligence/records.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import {
  CSV_COLUMNS,
  campaignsCsv,
  countExportedRankings,
  csvExportRecord,
  exportRankings,
  furtherCsv,
  mentionsCsv,
  rankingsCsv,
  sectionCsv,
} from './csv.ts'
import { csvRecord } from './csv-writer.ts'

const SEED = 42
const ALL = { offset: 0, limit: Number.POSITIVE_INFINITY }
const PERIOD = { from: '2025-01-01', to: '2025-10-31', today: '2025-10-31' }

describe('the CSV of rankings', () => {
  test('has exactly the rows of all campaigns, with every field', async () => {
    const campaigns = [campaign(1), campaign(2)]
    const world = worldFrom(SEED, campaigns)

    const [names = [], ...lines] = read(
      await all(rankingsCsv(exportRankings(world, campaigns, PERIOD))),
    )

    const expected = (
      await Promise.all(
        campaigns.map(async (it) =>
          (
            await rankingRows(world, [world.timeline(it.id) as Timeline], PERIOD, ALL)
          ).map((row) => ({
            campaign_id: it.id,
            campaign_name: it.name,
            ...row,
          })),
        ),
      )
    ).flat()
    expect(names).toEqual([...CSV_COLUMNS.rankings])
    expect([...names].sort()).toEqual(Object.keys(expected[0] ?? {}).sort())
    expect(lines).toEqual(
      expected.map((row) => names.map((name) => cellOf(row[name as keyof typeof row]))),
    )
    expect(countExportedRankings(worldFrom(SEED, campaigns), campaigns, PERIOD)).toBe(
      expected.length,
    )
  })

  test('has all rows of more than one block, in order', async () => {
    const keywords = Array.from({ length: 100 }, (_, i) => `phrase ${i}`)
    const many = { ...campaign(1), keywords }

    const [, ...lines] = read(
      await all(rankingsCsv(exportRankings(worldFrom(SEED, [many]), [many], PERIOD))),
    )

    expect(lines.map((line) => [line[2], line[3]])).toEqual(
      (await rankings(SEED, many, PERIOD)).map(({ date, keyword }) => [date, keyword]),
    )
  })

  test('keeps negative changes as numbers, and escapes text that a spreadsheet would run', async () => {
    const [row] = await rankings(SEED, campaign(1), PERIOD)
    const harmful = [
      ...['=1+1', '+1', '-1', '@cmd', '\tx', '＝1', '  =1', '\u00a0@cmd'],
      ...['\u200b=1+1', '\ufeff=1', '\u202e=1', '\u00ad \u2060=1', '\u0000=1', '\u{e0001}=1'],
      ...[
        '\u2800=1',
        '\u0301=1',
        '\ue000=1',
        '\ufffd=1',
        '\uffff=1',
        '﹦1',
        '⁼1',
        '−1',
        '\u200b\t@cmd',
      ],
    ].map((keyword) => ({ ...row, keyword, change: -3 }))

    const text = (await all(rankingsCsv([{ campaign: campaign(1), rows: harmful as never }]))).join(
      '',
    )

    for (const line of text.split('\r\n').slice(1, -1)) expect(line).toContain(",'")
    expect(text.match(/,-3,/g)).toHaveLength(harmful.length)
  })

  test('escapes formulas behind separators of other countries', () => {
    expect(csvRecord(['a;=cmd', 'a; \u200b@cmd', 'a;b;-1'])).toBe(
      "a;'=cmd,a; \u200b'@cmd,a;b;'-1\r\n",
    )
    expect(csvRecord(['a\n=cmd', 'a\t+1'])).toBe(`"a\n'=cmd",a\t'+1\r\n`)
    const list = ['a;=cmd', 'b; -1', '"']
    const cell = csvRecord([list]).trim().slice(1, -1).replaceAll('""', '"')
    expect(cell).toBe('["a;\\u003dcmd","b; \\u002d1","\\""]')
    expect(JSON.parse(cell)).toEqual(list)
  })

  test.each(['de', 'fr'] as const)(
    'has cells that a spreadsheet reads with locale %s',
    (locale) => {
      const cells = ['a; "b"', 'a; b', 'a, b', '3.5', 14.25, -3, 0, null, true, ['x; =1', 2.5]]

      const line = csvRecord([...cells, '2026-01-15T09:30:05.123Z', '2026-01-15'], locale)

      expect(line).toBe(
        `"a; ""b""";"a; b";a, b;3.5;14,25;-3;0;;true;"[""x; \\u003d1"",2.5]";2026-01-15 09:30:05;2026-01-15\r\n`,
      )
    },
  )

  test('ends each line with CRLF and quotes special characters', async () => {
    const [row] = await rankings(SEED, campaign(1), PERIOD)
    const odd = { ...row, keyword: 'a "b", c\nd' }

    const text = (await all(rankingsCsv([{ campaign: campaign(1), rows: [odd as never] }]))).join(
      '',
    )

    expect(text).toContain(',"a ""b"", c\nd",')
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  test('has its column names even without rows', async () => {
    expect((await all(rankingsCsv([]))).join('')).toBe(`${CSV_COLUMNS.rankings.join()}\r\n`)
  })

  test('is made in chunks, so that an export need not fit into memory', async () => {
    const [row] = await rankings(SEED, campaign(1), PERIOD)
    let taken = 0
    const endless = (function* () {
      for (;;) {
        taken++
        yield { campaign: campaign(1), rows: [row] }
      }
    })()

    const chunks = rankingsCsv(endless as never)
    await chunks.next()
    await chunks.next()

    expect(taken).toBeLessThanOrEqual(1000)
  })
})

describe('the CSV of mentions', () => {
  test('holds the mentions of each brand once, with lists in one cell', async () => {
    const campaigns = [campaign(1), { ...campaign(2), brand: campaign(1).brand.toUpperCase() }]
    const list = await mentions(SEED, { ...PERIOD, brand: campaign(1).brand }, campaigns)

    const [names, ...lines] = read(await all(mentionsCsv(daysOf(list))))

    const cell = (line: string[], name: string) => line[names?.indexOf(name) ?? -1]
    expect(lines.map((line) => cell(line, 'id'))).toEqual(list.map(({ id }) => id))
    expect(lines.map((line) => Number(cell(line, 'sentiment_score')))).toEqual(
      list.map((it) => it.sentiment_score),
    )
    expect(lines.map((line) => JSON.parse(cell(line, 'citations') ?? ''))).toEqual(
      list.map(({ citations }) => citations),
    )
    expect([...(names ?? [])].sort()).toEqual(Object.keys(list[0] ?? {}).sort())
  })
})

describe('other CSV files', () => {
  test('a section of a report has every figure of its JSON; the days of rivals have their own table', async () => {
    const report = await buildReport(SEED, campaign(1), { ...PERIOD, generatedAt: 0 })
    for (const section of ['rankings', 'competitors', 'trends'] as const) {
      const [columns = [], ...lines] = read(sectionCsv(report, section))
      const [row = {}] = report[section] ?? []
      const { distribution = {}, series: _, ...figures } = row as Record<string, object>
      expect([...columns].sort()).toEqual(Object.keys({ ...figures, ...distribution }).sort())
      expect(lines).toHaveLength(report[section]?.length ?? 0)
    }
  })

  test('the other tables of a report have every row and figure of its JSON', async () => {
    const report = await buildReport(SEED, campaign(1), { ...PERIOD, generatedAt: 0 })
    const { competitors = [], mentions: said } = report
    const days = competitors.flatMap(({ name, domain, series }) =>
      series.map((day) => ({ name, domain, ...day })),
    )
    const platforms = said.by_platform.map(({ sentiment, ...row }) => ({ ...row, ...sentiment }))
    const rows: Record<string, readonly object[]> = {
      'competitor-trends': days,
      platforms,
      prompts: said.prompts,
      brands: said.brands.brands,
      sources: said.citations.domains,
      pages: said.citations.pages,
    }

    const tables = furtherCsv(report)

    expect(Object.keys(tables)).toEqual(Object.keys(rows))
    for (const [name, table] of Object.entries(tables)) {
      const [columns = [], ...lines] = read(table)
      const list = rows[name] as Record<string, unknown>[]
      expect([...columns].sort()).toEqual(Object.keys(list[0] ?? {}).sort())
      expect(lines).toEqual(list.map((row) => columns.map((column) => cellOf(row[column]))))
    }
  })

  test('the record of an export names the columns that the file has', () => {
    const record = csvExportRecord('campaigns', {
      filename: 'campaigns.csv',
      downloadUrl: 'http://localhost/files/campaigns.csv',
      rows: 1,
      generatedAt: 0,
      expiresAt: 3_600_000,
    })

    expect(record.columns).toEqual(read(campaignsCsv([]))[0])
    expect(record.expires_at).toBe('1970-01-01T01:00:00.000Z')
  })
})

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The text of a cell that shows `value`. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isObject(value) ? JSON.stringify(value) : String(value)
}

async function all(chunks: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = []
  for await (const chunk of chunks) list.push(chunk)
  return list
}

/** A reader by RFC 4180 of its own, so that writer and reader cannot share a mistake. */
function read(chunks: Iterable<string>): string[][] {
  const text = [...chunks].join('')
  const lines: string[][] = [[]]
  for (const [, cell, end] of text.matchAll(/((?:"(?:[^"]|"")*")|[^",\r\n]*)(,|\r\n)/g)) {
    const plain = cell?.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : (cell ?? '')
    lines.at(-1)?.push(plain)
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

function campaign(number: number): Campaign {
  return {
    id: `cmp_${number}`,
    name: `Launch ${number}`,
    type: 'serp',
    keywords: ['crm software', 'café; "quoted"'],
    frequency: 'daily',
    settings: { device: 'mobile' },
    brand: `Acme ${number}`,
    domain: 'acme.example',
    competitors: ['rankly.example'],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2025-01-01',
  }
}

async function* daysOf(list: readonly Mention[]) {
  yield list
}
