import { expect, test } from 'vitest'
import { keptCampaign } from '../../../test/support/records/campaigns.ts'
import { buildReport } from '../../../test/support/records/reports.ts'
import type { ReportContent } from '../report.ts'
import { messageOf } from './message.ts'

const REPORT = await buildReport(42, keptCampaign(), {
  from: '2025-10-02',
  to: '2025-10-31',
  today: '2025-11-02',
  generatedAt: Date.parse('2025-11-02T13:45:00Z'),
})

test.each([
  [
    4.21,
    { keyword: 'x', visibility: 3.14 },
    'Visibility rose by 4.2 points against the 30 days before, mostly because of “x”, which gained 3.1 points.',
  ],
  [
    -4.21,
    { keyword: 'x', visibility: -2 },
    'Visibility fell by 4.2 points against the 30 days before; “x” lost most, 2.0 points.',
  ],
  [1, null, 'Visibility rose by 1.0 points against the 30 days before.'],
  [
    1,
    { keyword: 'x', visibility: 0.04 },
    'Visibility rose by 1.0 points against the 30 days before.',
  ],
  [0.01, null, 'Visibility is the same as in the 30 days before.'],
  [
    -2,
    { keyword: 'أحذية', visibility: -2 },
    'mostly because of “\u2068أحذية\u2069”, which lost 2.0 points',
  ],
])('a change of %j is explained', (visibility, main_change, sentence) => {
  const message = messageOf({
    ...REPORT,
    changes: { ...REPORT.changes, visibility },
    main_change,
  })

  expect(message).toContain(sentence)
})

test.each([
  [
    { ranked: 2, unranked: 0, entered: 0, left: 0 },
    'On 31 October 2025, Acme Analytics stands at position 7.5 on average for 2 keywords.',
  ],
  [
    { ranked: 2, unranked: 3, entered: 1, left: 2 },
    '1 keyword entered the first 100 and 2 left them. On 31 October 2025, Acme Analytics stands at position 7.5 on average for 2 of 5 keywords; the others are not among the first 100.',
  ],
  [
    { ranked: 0, unranked: 3, entered: 0, left: 3 },
    'Acme Analytics lost all its places: on 31 October 2025 it is not among the first 100 results for any of its 3 keywords. On average over the period, its position was',
  ],
  [
    { ranked: 0, unranked: 3, entered: 0, left: 0 },
    'Acme Analytics is not among the first 100 results for any of its 3 keywords on 31 October 2025.',
  ],
])('%j is said in words', ({ ranked, unranked, entered, left }, sentence) => {
  const { summary } = REPORT
  const distribution = { ...summary.distribution, top_100: ranked, unranked }
  const standing = { date: '2025-10-31', average_position: 7.5, entered, left, top_10_change: 0 }

  const message = messageOf({ ...REPORT, summary: { ...summary, distribution }, standing })

  expect(message).toContain(sentence)
})

test.each([
  [{ status: 'paused', last_run_at: null }, 'The campaign has not run yet.'],
  [{ status: 'paused', last_run_at: null }, 'The campaign is paused.'],
  [
    { status: 'paused', last_run_at: '2025-09-30T09:30:00.000Z' },
    'The campaign is paused; its last run was on 30 September 2025.',
  ],
  [
    { status: 'active', last_run_at: '2025-09-30T09:30:00.000Z' },
    'No keyword was checked between 2 October 2025 and 31 October 2025. The last run was on 30 September 2025.',
  ],
] as const)('without data, %j is told', (state, sentence) => {
  const mentions = { ...REPORT.mentions, answers: 0, total: 0 }

  const message = messageOf({ ...REPORT, ...state, standing: null, mentions })

  expect(message).toContain(sentence)
  expect(message).toContain('No AI platform was asked in this period.')
})

test('a name with a full stop ends a sentence', () => {
  const brand = { ...REPORT.mentions.brands.brands[0], own: false, brand: 'Foo & Co.', mentions: 9 }
  const brands = { ...REPORT.mentions.brands, brands: [brand as never] }

  const message = messageOf({ ...REPORT, mentions: { ...REPORT.mentions, brands } })

  expect(message).toMatch(/The rivals they named most: Foo & Co\.( |$)/)
})

test.each([
  [{ keywords: 1, top: 1 }, 'It is in the top 10.'],
  [{ keywords: 1, top: 0 }, 'It is not in the top 10.'],
  [{ keywords: 3, top: 0 }, 'None of them is in the top 10.'],
  [{ keywords: 3, top: 1 }, '1 of them is in the top 10.'],
  [{ keywords: 3, top: 3 }, 'All of them are in the top 10.'],
])('%j is said as %j', ({ keywords, top }, sentence) => {
  const distribution = {
    ...REPORT.summary.distribution,
    top_10: top,
    top_100: keywords,
    unranked: 0,
  }
  const report: ReportContent = {
    ...REPORT,
    summary: { ...REPORT.summary, keywords, distribution },
  }

  expect(messageOf(report)).toContain(sentence)
})
