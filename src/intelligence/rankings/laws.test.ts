import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  askedOf,
  campaigns,
  distributionOf,
  expectWhole,
  figuresOf,
  isPlace,
  law,
  mean,
  periods,
  placesOf,
  RUNS,
  seeds,
  sum,
} from '../../../test/support/laws.ts'
import {
  campaignAnalytics,
  competitorStandings,
  dashboard,
  intelligenceOverview,
  mentions,
  rankings,
} from '../../../test/support/processes/figures.ts'
import { placeOf, ranked } from '../../../test/support/records/positions.ts'
import { PLATFORMS } from '../answers/platforms.ts'
import { comparedPeriod } from '../comparison.ts'

type Position = number | null
const least = (of: readonly Position[]) => edgeOf(of, Math.min)
const greatest = (of: readonly Position[]) => edgeOf(of, Math.max)

function edgeOf(of: readonly Position[], choose: (...places: number[]) => number): Position {
  const places = ranked(of)
  return places.length === 0 ? null : choose(...places)
}

describe('of every campaign', () => {
  test('rows are in range and say which day and keyword they are about', async () => {
    await law(async (seed, campaign, period) => {
      const keys = new Set<string>()
      for (const row of await rankings(seed, campaign, period)) {
        const { position, previous_position } = row
        if (position !== null) expect(isPlace(position)).toBe(true)
        expect(row.url === null).toBe(position === null)
        expect(row.title === null).toBe(position === null)
        if (row.is_new) expect(previous_position).toBe(null)
        expect(row.is_new && position === null).toBe(false)
        expect(row.is_lost).toBe(position === null && previous_position !== null)
        expect(row.serp_features).toEqual(expect.arrayContaining(row.owned_features))
        // Only an AI overview cites sites that are not in the list.
        if (position === null)
          expect(['ai_overview']).toEqual(expect.arrayContaining(row.owned_features))
        expect(row.date >= period.from && row.date <= period.to).toBe(true)
        expect(row.date >= campaign.tracked_since && row.date <= period.today).toBe(true)
        expect(row.estimated_traffic).toBeLessThanOrEqual(row.searches)
        expect(campaign.keywords).toContain(row.keyword)
        keys.add(`${row.date} ${row.keyword}`)
      }
      expect(keys.size).toBe((await rankings(seed, campaign, period)).length)
    })
  })

  test('no two sites share a position on a day', async () => {
    await law(async (seed, campaign, period) => {
      for (const { position, competitors } of await rankings(seed, campaign, period)) {
        const places = ranked([position, ...competitors.map((rival) => rival.position)])
        expect(new Set(places).size).toBe(places.length)
        expect(places.every(isPlace)).toBe(true)
      }
    })
  })

  test('a filter selects its part of the whole', async () => {
    const parts = fc.tuple(seeds, campaigns, periods, fc.array(fc.nat()))
    await fc.assert(
      fc.asyncProperty(parts, async ([seed, campaign, period, picks]) => {
        const wanted = picks.map((n) => campaign.keywords[n % campaign.keywords.length] as string)
        const names = PLATFORMS.filter((_, n) => picks.includes(n)).map(({ name }) => name)
        const all = await rankings(seed, campaign, period)
        const said = await mentions(seed, askedOf(campaign, period), [campaign])

        expect(await rankings(seed, campaign, { ...period, keywords: wanted })).toEqual(
          all.filter(({ keyword }) => wanted.includes(keyword)),
        )
        expect(await rankings(seed, campaign, { ...period, to: period.from })).toEqual(
          all.filter(({ date }) => date === period.from),
        )
        expect(
          await mentions(seed, { ...askedOf(campaign, period), sentiment: 'neutral' }, [campaign]),
        ).toEqual(said.filter(({ sentiment }) => sentiment === 'neutral'))
        expect(
          await mentions(seed, { ...askedOf(campaign, period), platforms: names }, [campaign]),
        ).toEqual(
          names.length === 0 ? said : said.filter(({ platform }) => names.includes(platform)),
        )
      }),
      RUNS,
    )
  })

  test('figures are those of the listed rows, over the period and on each day', async () => {
    await law(async (seed, campaign, period) => {
      const rows = await rankings(seed, campaign, period)
      const said = await mentions(seed, askedOf(campaign, period), [campaign])
      const { summary, series, keywords } = await campaignAnalytics(seed, campaign, period)

      expect(summary).toMatchObject({ ...figuresOf(rows), mentions: said.length })
      for (const { date, distribution, mentions: count, ...day } of series) {
        const ofDay = rows.filter((row) => row.date === date)
        expect(day).toEqual(figuresOf(ofDay))
        expect(distribution).toEqual(distributionOf(ofDay))
        expect(count).toBe(said.filter(({ detected_at }) => detected_at.startsWith(date)).length)
      }
      for (const { keyword, ...record } of keywords) {
        const own = rows.filter((row) => row.keyword === keyword)
        const { average_position, estimated_traffic } = figuresOf(own)
        const places = own.map(({ position }) => position)
        const [start, end] = [places[0], places.at(-1)]
        expect(record).toMatchObject({
          ...{ position: end, start_position: start, average_position, estimated_traffic },
          ...{ best_position: least(places), worst_position: greatest(places) },
          change: typeof start === 'number' && typeof end === 'number' ? start - end : null,
          ...{ search_volume: own.at(-1)?.search_volume, url: own.at(-1)?.url },
        })
      }
    })
  })

  test('the summary has the best and the worst of its keywords, and counts their moves', async () => {
    await law(async (seed, campaign, period) => {
      const { summary, keywords } = await campaignAnalytics(seed, campaign, period)
      const moves = keywords.map(
        ({ start_position, position }) => placeOf(start_position) - placeOf(position),
      )

      expect(summary).toMatchObject({
        best_position: least(keywords.map(({ best_position }) => best_position)),
        worst_position: greatest(keywords.map(({ worst_position }) => worst_position)),
        improved: moves.filter((move) => move > 0).length,
        declined: moves.filter((move) => move < 0).length,
        unchanged: moves.filter((move) => move === 0).length,
      })
    })
  })

  test('the period before has the figures of its own rows and mentions', async () => {
    await law(async (seed, campaign, period) => {
      const before = comparedPeriod(period)
      const { summary, keywords, previous_period, changes } = await campaignAnalytics(
        seed,
        campaign,
        period,
      )
      if (before === undefined || previous_period === null) return

      const rows = await rankings(seed, campaign, before)
      const said = await mentions(seed, askedOf(campaign, before), [campaign])
      const { average_position, visibility, estimated_traffic } = figuresOf(rows)
      expect(previous_period).toMatchObject({
        ...{ average_position, visibility, estimated_traffic },
        mentions: said.length,
      })
      const shifts = keywords.flatMap(({ visibility_change }) => visibility_change ?? [])
      expect(shifts).toHaveLength(changes.visibility === null ? 0 : keywords.length)
      expect(sum(shifts)).toBeCloseTo(changes.visibility ?? 0, 0)
      expect(changes.mentions).toBe(
        previous_period.comparable ? summary.mentions - said.length : null,
      )
    })
  })

  test('there is no data before it began', async () => {
    await law(async (seed, campaign, period) => {
      const { previous_period, series, ...analytics } = await campaignAnalytics(
        seed,
        campaign,
        period,
      )
      const board = await dashboard(seed, [campaign], period)
      const overview = await intelligenceOverview(seed, [campaign], period)
      const isBefore = ({ date }: { date: string }) => date < campaign.tracked_since

      for (const day of [...series, ...board.series, ...overview.series].filter(isBefore)) {
        expect(day).toMatchObject({ average_position: null, estimated_traffic: 0, mentions: 0 })
      }
      for (const day of [...analytics.mentions.series, ...overview.chat.series].filter(isBefore)) {
        expect(day).toMatchObject({ mentions: 0, share_of_voice: null })
      }
      if (previous_period && previous_period.end_date < campaign.tracked_since) {
        expect(previous_period).toMatchObject({ average_position: null, mentions: 0 })
        expect(overview.chat.changes).toMatchObject({ sentiment_score: null, share_of_voice: null })
      }
      for (const { detected_at } of board.recent_mentions) {
        expect(detected_at >= campaign.tracked_since).toBe(true)
      }
    })
  })

  test('the steps of the distribution grow up to the number of keywords', async () => {
    await law(async (seed, campaign, period) => {
      const { summary, series } = await campaignAnalytics(seed, campaign, period)
      for (const { top_3, top_10, top_20, top_100, unranked } of [summary, ...series].map(
        (it) => it.distribution,
      )) {
        expect(top_3 <= top_10 && top_10 <= top_20 && top_20 <= top_100).toBe(true)
        expect([0, summary.keywords]).toContain(top_100 + unranked)
      }
      expect(summary.improved + summary.declined + summary.unchanged).toBe(
        summary.distribution.top_100 + summary.distribution.unranked,
      )
    })
  })

  test('competitors are compared by the listed rows, and their shares are a whole', async () => {
    await law(async (seed, campaign, period) => {
      const rows = await rankings(seed, campaign, period)
      const standings = await competitorStandings(seed, campaign, period)

      expect((await campaignAnalytics(seed, campaign, period)).competitors).toEqual(standings)
      standings.forEach((site, s) => {
        const positions = rows.map(({ position, competitors }) =>
          s === 0 ? position : (competitors[s - 1]?.position as number | null),
        )
        expect(site.average_position).toBe(mean(ranked(positions)))
        expect(site.own).toBe(s === 0)
      })
      const shares = standings.map(({ share_of_voice }) => share_of_voice)
      if (standings.some((site) => site.estimated_traffic > 0)) expectWhole(shares)
      else expect(sum(shares)).toBe(0)
    })
  })

  test('result pages have the features in the rows of the last day', async () => {
    await law(async (seed, campaign, period) => {
      const rows = await rankings(seed, campaign, period)
      const last = rows.filter(({ date }) => date === rows.at(-1)?.date)
      for (const { feature, keywords } of (await campaignAnalytics(seed, campaign, period))
        .serp_features) {
        expect(keywords).toBe(last.filter((row) => row.serp_features.includes(feature)).length)
      }
    })
  })

  test('movers are the keywords with the greatest changes', async () => {
    await law(async (seed, campaign, period) => {
      const { keywords, top_movers } = await campaignAnalytics(seed, campaign, period)
      const changes = keywords.map(placesOf).sort((a, b) => b - a)
      expect(top_movers.up.map(placesOf)).toEqual(
        changes.filter((change) => change > 0).slice(0, 5),
      )
      expect(top_movers.down.map(placesOf)).toEqual(
        changes
          .reverse()
          .filter((change) => change < 0)
          .slice(0, 5),
      )
    })
  })
})
