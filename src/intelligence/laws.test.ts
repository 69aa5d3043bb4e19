import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  campaigns,
  EARLIEST,
  expectWhole,
  figuresOf,
  law,
  periods,
  RUNS,
  seeds,
  sum,
} from '../../test/support/laws.ts'
import {
  campaignAnalytics,
  dashboard,
  intelligenceOverview,
  mentions,
  rankings,
} from '../../test/support/processes/figures.ts'
import { placeOf } from '../../test/support/records/positions.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { dayNumber, formatDay } from './dates.ts'
import type { Period } from './period.ts'
import type { RankingRow } from './records.ts'

function riseOf({ position, previous_position }: RankingRow): boolean {
  return placeOf(position) < placeOf(previous_position)
}

describe('of every campaign', () => {
  test('events are crossings that the rows show, newest first, and none is left out', async () => {
    await law(async (seed, campaign, period) => {
      const all = (await rankings(seed, campaign, period)).filter(
        ({ position, previous_position }) =>
          [3, 10, 100].some(
            (border) => placeOf(position) <= border !== placeOf(previous_position) <= border,
          ),
      )
      // A keyword that crosses back within three days has crossed once.
      const crossed = all.filter((row, n) => {
        const next = all.slice(n + 1).find(({ keyword }) => keyword === row.keyword)
        if (!next || riseOf(next) === riseOf(row)) return true
        return dayNumber(next.date) - dayNumber(row.date) > 3
      })
      const { recent_events: events, algorithm_updates: updates } = await campaignAnalytics(
        seed,
        campaign,
        period,
      )
      const crossings = events.filter(({ type }) => type !== 'algorithm_update')

      expect(events.map(({ date }) => date)).toEqual(
        events.map(({ date }) => date).sort((a, b) => (a < b ? 1 : -1)),
      )
      for (const { date, keyword, position, previous_position, type } of crossings) {
        const row = crossed.find((it) => it.date === date && it.keyword === keyword)
        expect(row).toMatchObject({ position, previous_position })
        const rise = placeOf(position) < placeOf(previous_position)
        expect(type.startsWith(rise ? 'entered' : 'left')).toBe(true)
      }
      if (events.length < 10) expect(crossings.length).toBe(crossed.length)
      const listed = events.filter(({ type }) => type === 'algorithm_update')
      expect(updates.slice(0, listed.length)).toEqual(
        listed.map(({ date, search_engine }) => ({ date, search_engine })),
      )
      if (events.length < 10) expect(listed).toHaveLength(updates.length)
    })
  })

  test('results do not depend on earlier queries', async () => {
    await law(async (seed, campaign, period) => {
      const answers = async (of: Campaign, by: number, when: Period) =>
        JSON.stringify([
          await rankings(by, of, when),
          await campaignAnalytics(by, of, when),
          await dashboard(by, [of], when),
          await mentions(by, { ...when, brand: of.brand }, [of]),
        ])
      const longer = { ...period, from: formatDay(EARLIEST - 1) }
      const first = await answers(campaign, seed, period)

      // Results are cached for a campaign that was read before, but not for a copy of it.
      expect(await answers(campaign, seed + 1, period)).toBe(
        await answers({ ...campaign }, seed + 1, period),
      )
      expect(await dashboard(seed, [campaign], longer)).toEqual(
        await dashboard(seed, [{ ...campaign }], longer),
      )
      expect(await answers(campaign, seed, period)).toBe(first)
    })
  })
})

describe('of every account', () => {
  const accounts = fc.uniqueArray(campaigns, { maxLength: 4, selector: ({ id }) => id })

  test('the dashboard adds up what its campaigns list', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, accounts, periods, async (seed, all, period) => {
        const rows = (
          await Promise.all(all.map(async (campaign) => await rankings(seed, campaign, period)))
        ).flat()
        const board = await dashboard(seed, all, period)

        expect(board.totals).toMatchObject(figuresOf(rows))
        expect(sum(board.campaigns.map(({ keywords }) => keywords))).toBe(board.totals.keywords)
        expect(sum(board.series.map(({ mentions: count }) => count))).toBe(board.totals.mentions)
        expect(sum(board.series.map((it) => it.estimated_traffic))).toBeCloseTo(
          board.totals.estimated_traffic,
          4,
        )
      }),
      RUNS,
    )
  })

  test('each campaign has the figures of its analytics, with the mentions that it found', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, accounts, periods, async (seed, all, period) => {
        const board = await dashboard(seed, all, period)
        for (const campaign of all) {
          const { id, brand } = campaign
          const said = (await mentions(seed, { ...period, brand }, all)).filter(
            ({ campaign_ids }) => campaign_ids.includes(id),
          )
          const { summary, changes } = await campaignAnalytics(seed, campaign, period, all)
          expect(summary.mentions).toBe(said.length)
          const { average_position, mentions: count } = summary
          expect(board.campaigns.find((it) => it.id === id)).toMatchObject({
            ...{ average_position, mentions: count, changes },
          })
        }
      }),
      RUNS,
    )
  })

  test('the overview says the same, and its shares of voice are a whole', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, accounts, periods, async (seed, all, period) => {
        const board = await dashboard(seed, all, period)
        const {
          rankings: search,
          chat,
          series,
          changes,
        } = await intelligenceOverview(seed, all, period)

        expect(series).toEqual(board.series)
        expect(changes).toEqual(board.changes)
        expect(board.totals).toMatchObject({
          average_position: search.average_position,
          visibility: search.visibility,
          estimated_traffic: search.estimated_traffic,
          mentions: chat.mentions,
        })
        const { own, competitors, brands } = chat.share_of_voice
        if (chat.mentions > 0) expectWhole([own, competitors])
        expect(chat.changes.mentions).toBe(changes.mentions)
        expect(chat.series.map((day) => day.mentions)).toEqual(series.map((day) => day.mentions))
        const named = sum(brands.filter((it) => it.own).map(({ share }) => share))
        expect(named).toBeLessThanOrEqual(own + 0.005 * (brands.length + 1))
      }),
      RUNS,
    )
  })
})
