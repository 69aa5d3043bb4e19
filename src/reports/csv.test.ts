import { describe, expect, test } from 'vitest'
import { mentions, rankings } from '../../test/support/processes/in-one-go.ts'
import { buildReport } from '../../test/support/records/reports.ts'
import { measureSlicesBy } from '../../test/support/turns.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { inOneGo } from '../time/steps.ts'
import {
  CSV_COLUMNS,
  campaignsCsv,
  csvExportRecord,
  mentionsCsv,
  rankingsCsv,
  reportCsv,
} from './csv.ts'
import {
  countExportedRankings,
  countMentionSteps,
  exportMentions,
  exportRankings,
} from './exports.ts'

const SEED = 42
const PERIOD = { from: '2025-01-01', to: '2025-10-31', today: '2025-10-31' }

describe('the CSV of rankings', () => {
  test('has exactly the rows of all campaigns', () => {
    const campaigns = [campaign(1), campaign(2)]

    const lines = read(rankingsCsv(exportRankings(SEED, campaigns, PERIOD)))

    expect(lines[0]).toEqual([...CSV_COLUMNS.rankings])
    const expected = campaigns.flatMap((it) =>
      rankings(SEED, it, PERIOD).map((row) => [
        it.id,
        it.name,
        row.date,
        row.keyword,
        String(row.position),
        row.previous_position === null ? '' : String(row.previous_position),
        row.change === null ? '' : String(row.change),
        row.url,
        String(row.search_volume),
      ]),
    )
    expect(lines.slice(1)).toEqual(expected)
    expect(countExportedRankings(SEED, campaigns, PERIOD)).toBe(expected.length)
  })

  test('keeps negative changes as numbers, and escapes text that a spreadsheet would run', () => {
    const [row] = rankings(SEED, campaign(1), PERIOD)
    const harmful = ['=1+1', '+1', '-1', '@cmd', '\tx', '＝1', '  =1', '\u00a0@cmd'].map(
      (keyword) => ({
        ...row,
        keyword,
        change: -3,
      }),
    )

    const text = [...rankingsCsv(harmful as never)].join('')

    for (const line of text.split('\r\n').slice(1, -1)) expect(line).toContain(",'")
    expect(text.match(/,-3,/g)).toHaveLength(8)
  })

  test('ends each line with CRLF and quotes special characters', () => {
    const [row] = rankings(SEED, campaign(1), PERIOD)
    const odd = { ...row, keyword: 'a "b", c\nd' }

    const text = [...rankingsCsv([odd] as never)].join('')

    expect(text).toContain(',"a ""b"", c\nd",')
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  test('has its column names even without rows', () => {
    expect([...rankingsCsv([])].join('')).toBe(`${CSV_COLUMNS.rankings.join()}\r\n`)
  })

  test('is made in chunks, so that an export need not fit into memory', () => {
    let taken = 0
    const endless = (function* () {
      for (;;) {
        taken++
        yield* exportRankings(SEED, [campaign(1)], {
          ...PERIOD,
          from: PERIOD.to,
          keywords: ['crm software'],
        })
      }
    })()

    const chunks = rankingsCsv(endless)
    chunks.next()
    chunks.next()

    expect(taken).toBeLessThanOrEqual(1000)
  })

  test('returns a chunk as soon as its time slice is used up', async () => {
    let now = 0
    await measureSlicesBy(() => now)
    const [row] = rankings(SEED, campaign(1), PERIOD)
    const slow = (function* () {
      for (; now < 100; now++) yield row
    })()

    const [, first] = rankingsCsv(slow as never)

    expect(first?.match(/\r\n/g)?.length).toBeLessThan(4)
  })
})

describe('the CSV of mentions', () => {
  test('holds the mentions of each brand once, with lists in one cell', () => {
    const campaigns = [campaign(1), { ...campaign(2), brand: campaign(1).brand.toUpperCase() }]
    const list = mentions(SEED, { ...PERIOD, brand: campaign(1).brand })

    const [names, ...lines] = read(mentionsCsv(exportMentions(SEED, campaigns, PERIOD)))

    const cell = (line: string[], name: string) => line[names?.indexOf(name) ?? -1]
    expect(lines.map((line) => cell(line, 'id'))).toEqual(list.map(({ id }) => id))
    expect(lines.map((line) => Number(cell(line, 'sentiment_score')))).toEqual(
      list.map((it) => it.sentiment_score),
    )
    expect(lines.some((line) => cell(line, 'citations')?.includes(' https://'))).toBe(true)
    expect(inOneGo(countMentionSteps(SEED, campaigns, PERIOD))).toBe(list.length)
  })
})

describe('other CSV files', () => {
  test('campaigns have a column for each setting', () => {
    const [names, line] = read(campaignsCsv([campaign(1)]))

    expect(Object.fromEntries((names ?? []).map((name, i) => [name, line?.[i]]))).toMatchObject({
      id: 'cmp_1',
      keywords: 'crm software; café, "quoted"',
      device: 'mobile',
      location: '',
    })
  })

  test('a report is the table of its first section', () => {
    const request = { ...PERIOD, generatedAt: 0 }
    const table = (include: ('rankings' | 'competitors' | 'trends')[]) =>
      read(reportCsv(buildReport(SEED, campaign(1), { ...request, include })))

    expect(table(['trends', 'rankings'])[0]).toEqual([...CSV_COLUMNS.report_rankings])
    expect(table(['trends', 'rankings'])).toHaveLength(3)
    expect(table(['competitors'])[1]?.slice(1, 3)).toEqual(['acme.example', 'true'])
    expect(table(['trends'])).toHaveLength(305)
  })

  test('a report has every figure of its JSON, except objects', () => {
    for (const section of ['rankings', 'competitors', 'trends'] as const) {
      const request = { ...PERIOD, generatedAt: 0, include: [section] }
      const report = buildReport(SEED, campaign(1), request)
      const [columns = []] = read(reportCsv(report))
      const [row = {}] = report[section] ?? []
      const figures = Object.entries(row).filter(([, value]) => typeof value !== 'object')
      expect([...columns].sort()).toEqual(figures.map(([name]) => name).sort())
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
    keywords: ['crm software', 'café, "quoted"'],
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
