import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Campaign } from '../accounts/campaign.ts'
import { campaignAnalytics } from '../intelligence/analytics.ts'
import { competitorStandings } from '../intelligence/competitors.ts'
import { reportPdf } from './pdf.ts'
import { buildReport, type ReportRequest, reportFilename, reportRecord } from './report.ts'

const SEED = 42
const REQUEST: ReportRequest = {
  from: '2025-10-02',
  to: '2025-10-31',
  today: '2025-10-31',
  generatedAt: Date.parse('2025-10-31T13:45:00Z'),
}

describe('the PDF of a report', () => {
  test('has the same bytes each time, and others for another report', async () => {
    const first = await reportPdf(buildReport(SEED, campaign(), REQUEST))
    const second = await reportPdf(buildReport(SEED, campaign(), REQUEST))
    const other = await reportPdf(buildReport(SEED + 1, campaign(), REQUEST))

    expect(first.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    expect(first.subarray(-6).toString('latin1').trim()).toBe('%%EOF')
    expect(second.equals(first)).toBe(true)
    expect(other.equals(first)).toBe(false)
    expect(first.toString('latin1')).toContain('(D:20251031134500Z)')
  })

  test('shows the figures of the analytics', async () => {
    const { keywords, summary } = campaignAnalytics(SEED, campaign(), REQUEST)

    const text = textOf(await reportPdf(buildReport(SEED, campaign(), REQUEST))).flat()

    expect(text).toContain('Spring launch')
    expect(text).toContain(summary.average_position?.toFixed(1))
    expect(text).toContain(`${summary.distribution.top_10} of ${summary.keywords}`)
    for (const { keyword, position, average_position, best_position } of keywords) {
      const at = text.indexOf(keyword)
      expect(text[at + 1]).toBe(String(position))
      expect(text[at + 3]).toBe(String(best_position))
      expect(text[at + 5]).toBe(average_position?.toFixed(1))
    }
    for (const { domain, average_position } of competitorStandings(SEED, campaign(), REQUEST)) {
      expect(text[text.indexOf(domain) + 1]).toBe(average_position?.toFixed(1))
    }
  })

  test('has the sections that are included, and no others', async () => {
    const titles = async (include: ReportRequest['include']) => {
      const text = textOf(
        await reportPdf(buildReport(SEED, campaign(), { ...REQUEST, include })),
      ).flat()
      return ['Rankings', 'Competitors', 'Trends'].filter((title) => text.includes(title))
    }

    expect(await titles(['rankings'])).toEqual(['Rankings'])
    expect(await titles(['trends', 'competitors'])).toEqual(['Competitors', 'Trends'])
    expect(await titles(undefined)).toEqual(['Rankings', 'Competitors', 'Trends'])
  })

  test('goes on over as many pages as it needs, each with titles and its number', async () => {
    const keywords = Array.from({ length: 120 }, (_, i) => `phrase ${i} of many`)

    const pages = textOf(await reportPdf(buildReport(SEED, campaign({ keywords }), REQUEST)))

    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
      if (page.some((text) => text.startsWith('phrase'))) expect(page).toContain('Keyword')
    })
    for (const keyword of keywords) {
      expect(pages.flat().filter((text) => text === keyword)).toHaveLength(1)
    }
  })

  test('shows characters that its font lacks in a legible way, and cuts what is too long', async () => {
    const keywords = ['東京', 'купить', `very ${'long '.repeat(40)}`]

    const text = textOf(await reportPdf(buildReport(SEED, campaign({ keywords }), REQUEST))).flat()

    expect(text).toContain('[U+6771 U+4EAC]')
    expect(text).toContain('kupit')
    expect(text.find((it) => it.startsWith('very'))).toMatch(/^very (long ){5,30}\w*…$/)
  })

  test('of a campaign without data says so', async () => {
    const young = campaign({ tracked_since: '2025-11-01' })

    const text = textOf(await reportPdf(buildReport(SEED, young, REQUEST))).flat()

    expect(text.filter((it) => it === 'No data in this period.')).toHaveLength(2)
  })
})

describe('a report', () => {
  test('is the analytics of the same period, with the sections that are included', () => {
    const { summary, changes, series } = campaignAnalytics(SEED, campaign(), REQUEST)

    const report = buildReport(SEED, campaign(), { ...REQUEST, include: ['trends'] })

    expect(report).toMatchObject({ summary, changes, trends: series, include: ['trends'] })
    expect(report).not.toHaveProperty('rankings')
    expect(report).not.toHaveProperty('competitors')
    expect(report.generated_at).toBe('2025-10-31T13:45:00.000Z')
  })

  test('has a name and a record made of what it is about', () => {
    const report = buildReport(SEED, campaign(), REQUEST)
    const file = {
      format: 'pdf',
      dateRange: 'last_30_days',
      downloadUrl: 'u',
      expiresAt: 0,
    } as const

    expect(reportFilename(report, 'csv')).toBe('spring-launch-2025-10-02-to-2025-10-31.csv')
    expect(reportRecord(report, file)).toMatchObject({
      campaign_id: 'cmp_1',
      filename: 'spring-launch-2025-10-02-to-2025-10-31.pdf',
      period: { start_date: '2025-10-02', end_date: '2025-10-31', days: 30 },
      expires_at: '1970-01-01T00:00:00.000Z',
    })
  })
})

/** The pieces of text on each page, as they were drawn. */
function textOf(pdf: Buffer): string[][] {
  const source = pdf.toString('latin1')
  return [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, body]) => inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1'))
    .filter((content) => content.includes('TJ'))
    .map((content) =>
      [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts]) => {
        const hex = [...(parts ?? '').matchAll(/<([0-9a-f]*)>/gi)]
          .map(([, digits]) => digits)
          .join('')
        // Decoders of this name differ between versions of Node; only the ellipsis matters here.
        return Buffer.from(hex, 'hex').toString('latin1').replaceAll('\u0085', '…')
      }),
    )
}

function campaign(change: Partial<Campaign> = {}): Campaign {
  return {
    id: 'cmp_1',
    name: 'Spring launch',
    type: 'serp',
    keywords: ['crm software', 'sales pipeline', 'email marketing'],
    frequency: 'daily',
    settings: { device: 'desktop' },
    brand: 'Acme Analytics',
    domain: 'acme.example',
    competitors: ['rankly.example', 'bright-loom.example'],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2024-01-01',
    ...change,
  }
}
