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
    { keyword: 'x', start_position: 14, position: 3 },
    'Visibility rose by 4.2 points against the 30 days before, mostly because “x” climbed from 14 to 3.',
  ],
  [
    -4.21,
    { keyword: 'x', start_position: 3, position: null },
    'Visibility fell by 4.2 points against the 30 days before, mostly because “x” fell from 3 to >100.',
  ],
  [1, null, 'Visibility rose by 1.0 points against the 30 days before.'],
  [0.01, null, 'Visibility is the same as in the 30 days before.'],
  [
    -2,
    { keyword: 'أحذية', start_position: 3, position: 9 },
    'mostly because “\u2068أحذية\u2069” fell',
  ],
])('a change of %j is explained', (visibility, main, sentence) => {
  const message = messageOf({
    ...REPORT,
    changes: { ...REPORT.changes, visibility },
    main_change: main && { ...main, visibility: 1 },
  })

  expect(message).toContain(sentence)
})

test('the main change is the keyword that gained most visibility, or lost most', () => {
  const { changes, main_change, rankings = [] } = REPORT
  const direction = Math.sign(changes.visibility ?? 0)

  expect(direction).not.toBe(0)
  expect(Math.sign(main_change?.visibility ?? 0)).toBe(direction)
  const row = rankings.find(({ keyword }) => keyword === main_change?.keyword)
  expect(row).toMatchObject({
    start_position: main_change?.start_position,
    position: main_change?.position,
  })
})

test.each([
  [{ keywords: 1, top: 1 }, 'It is in the top 10.'],
  [{ keywords: 1, top: 0 }, 'It is not in the top 10.'],
  [{ keywords: 3, top: 0 }, 'None of them is in the top 10.'],
  [{ keywords: 3, top: 1 }, '1 of them is in the top 10.'],
  [{ keywords: 3, top: 3 }, 'All of them are in the top 10.'],
])('%j is said as %j', ({ keywords, top }, sentence) => {
  const distribution = { ...REPORT.summary.distribution, top_10: top }
  const report: ReportContent = {
    ...REPORT,
    summary: { ...REPORT.summary, keywords, distribution },
  }

  expect(messageOf(report)).toContain(sentence)
})
