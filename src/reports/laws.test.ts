import { describe, expect, test } from 'vitest'
import { law, rateOf, sum } from '../../test/support/laws.ts'
import { mentions, rankings } from '../../test/support/processes/figures.ts'
import { placeOf } from '../../test/support/records/positions.ts'
import { buildReport } from '../../test/support/records/reports.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { comparedPeriod } from '../intelligence/comparison.ts'
import type { Period } from '../intelligence/period.ts'
import type { RankingRow } from '../intelligence/records.ts'
import { messageOf } from './pdf/message.ts'

describe('of every report', () => {
  test('the keyword of the main change has the largest part in the change of visibility', async () => {
    await reportLaw(async ({ seed, campaign, period, report }) => {
      const { changes, main_change, rankings: keywords = [] } = report
      const before = await rankings(seed, campaign, comparedPeriod(period) as Period)
      const now = await rankings(seed, campaign, period)
      const change = changes.visibility
      const direction = Math.sign(change ?? 0)
      const parts = keywords.map(({ keyword }) => ({
        keyword,
        part: pointsOf(now, keyword) - pointsOf(before, keyword),
      }))
      for (const { keyword, visibility_change } of keywords) {
        const part = parts.find((it) => it.keyword === keyword)?.part ?? 0
        if (change === null) expect(visibility_change).toBeNull()
        else expect(visibility_change).toBeCloseTo(part, 1)
      }
      if (change !== null) {
        expect(Math.abs(sum(parts.map(({ part }) => part)) - change)).toBeLessThan(0.02)
      }
      const most = Math.max(...parts.map(({ part }) => direction * part))
      if (main_change === null) expect(direction === 0 || most < 0.006).toBe(true)
      else {
        expect(Math.sign(main_change.visibility)).toBe(direction)
        expect(Math.abs(Math.abs(main_change.visibility) - most)).toBeLessThan(0.006)
      }
      const isMost = Math.abs(main_change?.visibility ?? 0) > Math.abs(change ?? 0) / 2
      if (messageOf(report).includes('mostly because')) expect(isMost).toBe(true)
    })
  })

  test('what stands is that of the last day with data', async () => {
    await reportLaw(async ({ seed, campaign, period, report }) => {
      const rows = await rankings(seed, campaign, period)
      const last = rows.at(-1)?.date
      const ofLast = rows.filter(({ date }) => date === last)
      const ranked = ofLast.flatMap(({ position }) => position ?? [])
      const first = rows.filter(({ date }) => date === rows[0]?.date)
      const startOf = (keyword: string) => first.find((it) => it.keyword === keyword)?.position
      const { standing } = report

      expect(standing?.date).toBe(last)
      if (!standing) return
      if (ranked.length === 0) expect(standing.average_position).toBeNull()
      else expect(standing.average_position).toBeCloseTo(sum(ranked) / ranked.length, 1)
      const entered = ofLast.filter(({ keyword, position }) => position && !startOf(keyword))
      const left = ofLast.filter(({ keyword, position }) => !position && startOf(keyword))
      const topTen = (row: RankingRow) =>
        Number(placeOf(row.position) <= 10) - Number(placeOf(startOf(row.keyword)) <= 10)
      expect(standing).toMatchObject({
        entered: entered.length,
        left: left.length,
        top_10_change: sum(ofLast.map(topTen)),
      })
      expect(messageOf(report).includes('stands at')).toBe(ranked.length > 0)
    })
  })

  test('no sentence is about figures that do not exist', async () => {
    await reportLaw(async ({ report }) => {
      const message = messageOf(report)

      if (report.standing === null) expect(message).toContain('No keyword was checked')
      expect(message.includes('No keyword was checked')).toBe(report.standing === null)
      if (report.mentions.answers === 0) expect(message).toContain('No AI platform was asked')
      expect(message.includes('campaign is paused')).toBe(report.status === 'paused')
      expect(message).not.toMatch(/null|undefined|NaN|\.\.| {2}/)
      if (report.standing === null && report.mentions.answers === 0) {
        expect(report.partial_day).toBeNull()
        expect(message).not.toMatch(/stands|Visibility|position|mentioned|not over/)
      }
    })
  })

  test('prompts, brands and sources are complete', async () => {
    await reportLaw(async ({ seed, campaign, period, report }) => {
      const { total, answers, prompts, brands, citations } = report.mentions
      const said = await mentions(seed, { ...period, brand: campaign.brand }, [campaign])

      expect(total).toBe(said.length)
      expect(sum(prompts.map((it) => it.mentions))).toBe(total)
      expect(sum(prompts.map((it) => it.answers))).toBe(answers)
      expect(sum(citations.domains.map((it) => it.citations))).toBe(citations.total)
      expect(sum(citations.pages.map((it) => it.citations))).toBe(citations.total)
      const shares = sum(brands.brands.map(({ share }) => share))
      if (total > 0)
        expect(Math.abs(shares - 100)).toBeLessThan(0.005 * brands.brands.length + 0.01)
    })
  })
})

interface Case {
  seed: number
  campaign: Campaign
  period: Period
  report: Awaited<ReturnType<typeof buildReport>>
}

function reportLaw(check: (given: Case) => Promise<void>): Promise<void> {
  return law(async (seed, campaign, period) => {
    const generatedAt = period.now as number
    const report = await buildReport(seed, campaign, { ...period, generatedAt })
    await check({ seed, campaign, period, report })
  })
}

/** The points of visibility that a keyword earns, as a client computes them from the rows. */
function pointsOf(rows: readonly RankingRow[], keyword: string): number {
  const own = rows.filter((it) => it.keyword === keyword)
  return rows.length === 0
    ? 0
    : (100 * sum(own.map(({ position }) => rateOf(position)))) / (27.6 * rows.length)
}
