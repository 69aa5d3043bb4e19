import { expect } from 'vitest'
import type { Campaign } from '../../../src/accounts/campaign.ts'
import { reportPdf } from '../../../src/reports/pdf/report-pdf.ts'
import type { ReportRequest } from '../../../src/reports/report.ts'
import { keptCampaign } from './campaigns.ts'
import { textOfPdf as textOf } from './pdf.ts'
import { buildReport } from './reports.ts'

export const SEED = 42
export const REQUEST: ReportRequest = {
  from: '2025-10-02',
  to: '2025-10-31',
  today: '2025-10-31',
  generatedAt: Date.parse('2025-10-31T13:45:00Z'),
}

/** A campaign with two competitors. */
export function campaign(parts: Partial<Campaign> = {}): Campaign {
  return keptCampaign({ competitors: ['rankly.example', 'bright-loom.example'], ...parts })
}

/** The text that is drawn after a section's title. */
export function sectionOf(pages: readonly string[][], title: string): string[] {
  const text = pages.flat()
  return text.slice(text.indexOf(title))
}

/** A report on `count` keywords leaves no line of a table alone on a page. */
export async function expectWholeTables(count: number): Promise<void> {
  const keywords = Array.from({ length: count }, (_, i) => `phrase ${i} of many`)
  const competitors = ['a', 'b', 'c', 'd'].map((name) => `${name}-rival.example`)
  const all = campaign({ keywords, competitors })

  const pages = textOf(await reportPdf(await buildReport(SEED, all, REQUEST)))

  const lines = (page: readonly string[], of: RegExp) => page.filter((text) => of.test(text))
  for (const page of pages.filter((it) => it.includes('Keyword and page'))) {
    expect(lines(page, /^phrase \d+ of many$/).length).toBeGreaterThan(1)
  }
  const compared = pages.filter((page) => page.includes('Brand and site'))
  expect(compared).toHaveLength(1)
  expect(lines(compared[0] ?? [], /^[a-d]-rival\.example$/).length).toBeGreaterThan(3)
}

/** A report draws these texts, and no number in place of a character. */
export async function expectDrawn(keyword: string, brand: string): Promise<void> {
  const own = campaign({ name: keyword, brand, keywords: [keyword] })

  const pdf = await reportPdf(await buildReport(SEED, own, REQUEST))

  const pages = textOf(pdf)
  const shown = keyword.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  expect(pages[0]).toContain(shown)
  expect(sectionOf(pages, 'Rankings')).toContain(shown)
  expect(pages[0]?.join('').split('In short')[1]).toMatch(/On 31 October 2025, | is not among/)
  expect(pages[0]?.join('').split('In short')[1]).toContain(brand)
  expect(pages.flat().join('')).not.toContain('[U+')
}
