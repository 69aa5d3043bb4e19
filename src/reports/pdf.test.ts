import { describe, expect, test } from 'vitest'
import type { Campaign } from '../accounts/campaign.ts'
import { campaignAnalytics } from '../intelligence/analytics.ts'
import { competitorStandings } from '../intelligence/competitors.ts'
import { textOfPdf as textOf } from '../testing/pdf.ts'
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

  test('begins with a cover that says what it is about', async () => {
    const settings = { location: 'Lyon, France', device: 'mobile', search_engine: 'bing' }
    const report = buildReport(SEED, campaign({ settings }), REQUEST)

    const [cover = []] = textOf(await reportPdf(report))

    expect(cover).toContain('Spring launch')
    expect(cover).toContain('Acme Analytics · acme.example')
    expect(cover).toContain('2 October 2025 – 31 October 2025 (30 days)')
    expect(cover).toEqual(expect.arrayContaining(['Lyon, France', 'mobile', 'bing', 'cmp_1']))
    expect(cover.join(' ')).toContain(`position ${report.summary.average_position?.toFixed(1)}`)
  })

  test('shows the figures of the analytics', async () => {
    const { keywords, summary, changes } = campaignAnalytics(SEED, campaign(), REQUEST)

    const pages = textOf(await reportPdf(buildReport(SEED, campaign(), REQUEST)))

    const overview = sectionOf(pages, 'Overview')
    expect(overview).toContain(summary.average_position?.toFixed(1))
    expect(overview).toContain(`${summary.distribution.top_10} of ${summary.keywords}`)
    expect(overview[overview.indexOf('AI mentions') + 1]).toBe(String(summary.mentions))
    const trend = Math.sign(changes.visibility ?? 0) < 0 ? '−' : '+'
    expect(overview).toContain(`${trend}${Math.abs(changes.visibility ?? 0).toFixed(1)} points`)
    const rankings = sectionOf(pages, 'Rankings')
    for (const { keyword, position, average_position, best_position, url } of keywords) {
      const at = rankings.indexOf(keyword)
      expect(url).toContain(rankings[at + 1])
      expect(rankings[at + 2]).toBe(String(position))
      expect(rankings[at + 4]).toBe(String(best_position))
      expect(rankings[at + 6]).toBe(average_position?.toFixed(1))
    }
    const competitors = sectionOf(pages, 'Competitors')
    for (const { domain, average_position } of competitorStandings(SEED, campaign(), REQUEST)) {
      expect(competitors[competitors.indexOf(domain) + 1]).toBe(average_position?.toFixed(1))
    }
  })

  test('names those that moved most, with the places they had and have', async () => {
    const keywords = Array.from({ length: 30 }, (_, i) => `phrase ${i}`)
    const report = buildReport(SEED, campaign({ keywords }), REQUEST)
    const moved = report.rankings?.toSorted((a, b) => b.change - a.change) ?? []
    const [winner, loser] = [moved[0], moved.at(-1)]

    const overview = sectionOf(textOf(await reportPdf(report)), 'Overview')

    for (const [title, row] of [['Gained most', winner] as const, ['Lost most', loser] as const]) {
      const at = overview.indexOf(title)
      expect(overview.slice(at + 1, at + 3)).toEqual([
        row?.keyword,
        `${row?.start_position} → ${row?.position}`,
      ])
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

    const first = pages.findIndex((page) => page.includes('Rankings'))
    expect(pages.length - first).toBeGreaterThan(3)
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
      const isTable = i >= first && page.some((text) => text.startsWith('phrase'))
      if (isTable) expect(page).toContain('Keyword and page')
    })
    for (const keyword of keywords) {
      expect(sectionOf(pages, 'Rankings').filter((text) => text === keyword)).toHaveLength(1)
    }
  })

  test('draws Latin, Vietnamese, Greek and Cyrillic letters as they are', async () => {
    const keywords = [
      'łódzkie rowery',
      'xe đạp điện giá rẻ',
      'ηλεκτρικό ποδήλατο',
      'їжа для кішки ₴',
    ]
    const name = 'Электровелосипеды'

    const pages = textOf(await reportPdf(buildReport(SEED, campaign({ name, keywords }), REQUEST)))

    expect(pages[0]).toContain(name)
    expect(sectionOf(pages, 'Rankings')).toEqual(expect.arrayContaining(keywords))
  })

  test('shows characters that its font lacks in a legible way, and cuts what is too long', async () => {
    const keywords = ['東京', '서울', `very ${'long '.repeat(40)}`]

    const pages = textOf(await reportPdf(buildReport(SEED, campaign({ keywords }), REQUEST)))

    const text = sectionOf(pages, 'Rankings')
    expect(text).toContain('[U+6771 U+4EAC]')
    expect(text).toContain('seoul')
    expect(text.find((it) => it.startsWith('very'))).toMatch(/^very (long ){4,30}\w*…$/)
  })

  test('keeps to its bookmarks and page numbers with names of any length', async () => {
    const name = `${'Unbreakable'.repeat(40)} ${'and more '.repeat(40)}`

    const pages = textOf(await reportPdf(buildReport(SEED, campaign({ name }), REQUEST)))

    expect(pages[0]).toContain(`Page 1 of ${pages.length}`)
    expect(pages[1]).toContain('Overview')
  })

  test('of a single day compares with the day before, and counts in whole numbers', async () => {
    const today = { ...REQUEST, from: REQUEST.to }
    const report = buildReport(SEED, campaign(), today)
    const trends = report.trends?.map((day) => ({ ...day, mentions: 1 })) ?? []

    const pages = textOf(await reportPdf({ ...report, trends }))

    expect(pages[0]).toContain('31 October 2025 (1 day)')
    expect(pages.flat().join(' ')).toContain('against the day before')
    const chart = sectionOf(pages, 'AI mentions a day')
    expect(chart.slice(1, chart.indexOf('31 Oct'))).toEqual(['0', '1'])
  })

  test('of a campaign without data says so', async () => {
    const young = campaign({ tracked_since: '2025-11-01' })

    const text = textOf(await reportPdf(buildReport(SEED, young, REQUEST))).flat()

    expect(text.filter((it) => it === 'No data in this period.').length).toBeGreaterThan(1)
    expect(text.join(' ')).toContain('There is no ranking data between 2 October 2025 and')
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

/** What is drawn after a section's title. */
function sectionOf(pages: readonly string[][], title: string): string[] {
  const text = pages.flat()
  return text.slice(text.indexOf(title))
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
