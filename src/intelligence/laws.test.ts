import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  campaignAnalytics,
  competitorStandings,
  dashboard,
  intelligenceOverview,
  mentions,
  rankings,
} from '../../test/support/processes/in-one-go.ts'
import { placeOf, ranked } from '../../test/support/records/positions.ts'
import { type Campaign, STORY_KINDS } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import type { MentionQuery } from './answers/mentions.ts'
import { PLATFORMS } from './answers/platforms.ts'
import { formatDay } from './dates.ts'
import { percent } from './figures.ts'
import type { Period } from './period.ts'
import type { KeywordRecord, RankingRow } from './records.ts'

/** 2024-06-01 and 2026-06-01 */
const [EARLIEST, LATEST] = [19_875, 20_605]

const PHRASES = [
  'crm',
  'crm software',
  'best crm for small teams',
  'how to import contacts',
  'acme reviews',
  'bike shop leeds',
  'hotel with spa dublin',
  'cheap running shoes',
  'φορητός υπολογιστής',
  '日本語 クラウド',
  'résumé builder',
  'café près de moi',
]

const phrases = fc.uniqueArray(
  fc.oneof(fc.constantFrom(...PHRASES), fc.string({ unit: 'grapheme', maxLength: 20 })),
  { minLength: 1, maxLength: 8, selector: normalize },
)

const stories = fc.record({
  kind: fc.constantFrom(...STORY_KINDS),
  date: fc.integer({ min: EARLIEST - 60, max: LATEST + 60 }).map(formatDay),
})

const settled: fc.Arbitrary<Campaign> = fc.record({
  id: fc.integer({ min: 1, max: 999_999 }).map((number) => `cmp_${number}`),
  name: fc.constantFrom('Acme', 'Spring launch', 'Hotel Aurelia'),
  type: fc.constantFrom('serp', 'chat'),
  keywords: phrases,
  frequency: fc.constantFrom('daily', 'weekly'),
  settings: fc.record(
    {
      location: fc.constantFrom('Dublin, Ireland', 'Leeds, United Kingdom'),
      device: fc.constantFrom('desktop', 'mobile'),
      search_engine: fc.constantFrom('google', 'bing'),
    },
    { requiredKeys: [] },
  ),
  brand: fc.constantFrom('Acme', 'Northwheel', 'Hotel Aurelia'),
  domain: fc.constantFrom('acme.example', 'northwheel.example', ''),
  competitors: fc.uniqueArray(
    fc.constantFrom('rankly.example', 'Bright Loom', 'acme.example', 'a.example', 'b.example'),
    { maxLength: 5 },
  ),
  status: fc.constantFrom('active' as const, 'paused' as const),
  created_at: fc.constant('2025-01-01T00:00:00.000Z'),
  updated_at: fc.constant('2025-01-01T00:00:00.000Z'),
  tracked_since: fc.integer({ min: EARLIEST - 30, max: LATEST }).map(formatDay),
})

const plain = settled.map((campaign) => ({
  ...campaign,
  created_at: `${campaign.tracked_since}T00:00:00.000Z`,
}))

const campaigns: fc.Arbitrary<Campaign> = fc.oneof(
  plain,
  fc.tuple(plain, stories).map(([campaign, story]) => ({ ...campaign, story })),
)

/** Up to 40 days, some of which may not have happened. */
const periods: fc.Arbitrary<Period> = fc
  .record({
    start: fc.integer({ min: EARLIEST, max: LATEST }),
    length: fc.integer({ min: 1, max: 40 }),
    ahead: fc.integer({ min: -20, max: 5 }),
    minute: fc.integer({ min: 0, max: 1439 }),
  })
  .map(({ start, length, ahead, minute }) => {
    const last = start + length - 1
    const today = Math.max(start, last - Math.max(0, ahead)) + Math.max(0, -ahead)
    return {
      from: formatDay(start),
      to: formatDay(last),
      today: formatDay(today),
      now: (today * 1440 + minute) * 60_000,
    }
  })

const seeds = fc.integer({ min: 0, max: 0xffffffff })

/** The same cases in every run, so that a red test is red again. */
const RUNS = { numRuns: 40, seed: 20_251_031 }

function law(check: (seed: number, campaign: Campaign, period: Period) => void): void {
  fc.assert(fc.property(seeds, campaigns, periods, check), RUNS)
}

describe('of every campaign', () => {
  test('rows are in range and say which day and keyword they are about', () => {
    law((seed, campaign, period) => {
      const keys = new Set<string>()
      for (const row of rankings(seed, campaign, period)) {
        const { position, previous_position } = row
        if (position !== null) expect(isPlace(position)).toBe(true)
        expect(row.url === null).toBe(position === null)
        expect(row.title === null).toBe(position === null)
        if (row.is_new) expect(previous_position).toBe(null)
        expect(row.is_new && position === null).toBe(false)
        expect(row.is_lost).toBe(position === null && previous_position !== null)
        expect(row.serp_features).toEqual(expect.arrayContaining(row.owned_features))
        if (position === null) expect(row.owned_features).toEqual([])
        expect(row.date >= period.from && row.date <= period.to).toBe(true)
        expect(row.date >= campaign.tracked_since && row.date <= period.today).toBe(true)
        expect(row.estimated_traffic).toBeLessThanOrEqual(row.searches)
        expect(campaign.keywords).toContain(row.keyword)
        keys.add(`${row.date} ${row.keyword}`)
      }
      expect(keys.size).toBe(rankings(seed, campaign, period).length)
    })
  })

  test('no two sites share a position on a day', () => {
    law((seed, campaign, period) => {
      for (const { position, competitors } of rankings(seed, campaign, period)) {
        const places = ranked([position, ...competitors.map((rival) => rival.position)])
        expect(new Set(places).size).toBe(places.length)
        expect(places.every(isPlace)).toBe(true)
      }
    })
  })

  test('a filter selects its part of the whole', () => {
    const parts = fc.tuple(seeds, campaigns, periods, fc.array(fc.nat()))
    fc.assert(
      fc.property(parts, ([seed, campaign, period, picks]) => {
        const wanted = picks.map((n) => campaign.keywords[n % campaign.keywords.length] as string)
        const names = PLATFORMS.filter((_, n) => picks.includes(n)).map(({ name }) => name)
        const all = rankings(seed, campaign, period)
        const said = mentions(seed, askedOf(campaign, period), [campaign])

        expect(rankings(seed, campaign, { ...period, keywords: wanted })).toEqual(
          all.filter(({ keyword }) => wanted.includes(keyword)),
        )
        expect(rankings(seed, campaign, { ...period, to: period.from })).toEqual(
          all.filter(({ date }) => date === period.from),
        )
        expect(
          mentions(seed, { ...askedOf(campaign, period), sentiment: 'neutral' }, [campaign]),
        ).toEqual(said.filter(({ sentiment }) => sentiment === 'neutral'))
        expect(
          mentions(seed, { ...askedOf(campaign, period), platforms: names }, [campaign]),
        ).toEqual(
          names.length === 0 ? said : said.filter(({ platform }) => names.includes(platform)),
        )
      }),
      RUNS,
    )
  })

  test('figures are those of the listed rows, over the period and on each day', () => {
    law((seed, campaign, period) => {
      const rows = rankings(seed, campaign, period)
      const said = mentions(seed, askedOf(campaign, period), [campaign])
      const { summary, series, keywords } = campaignAnalytics(seed, campaign, period)

      expect(summary).toMatchObject({ ...figuresOf(rows), mentions: said.length })
      for (const { date, distribution, mentions: count, ...day } of series) {
        const ofDay = rows.filter((row) => row.date === date)
        expect(day).toEqual(figuresOf(ofDay))
        expect(distribution).toEqual(distributionOf(ofDay))
        expect(count).toBe(said.filter(({ detected_at }) => detected_at.startsWith(date)).length)
      }
      for (const { keyword, average_position, estimated_traffic } of keywords) {
        const own = figuresOf(rows.filter((row) => row.keyword === keyword))
        expect(average_position).toBe(own.average_position)
        expect(estimated_traffic).toBe(own.estimated_traffic)
      }
    })
  })

  test('there is no data before it began', () => {
    law((seed, campaign, period) => {
      const { previous_period, series, ...analytics } = campaignAnalytics(seed, campaign, period)
      const board = dashboard(seed, [campaign], period)
      const overview = intelligenceOverview(seed, [campaign], period)
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

  test('the steps of the distribution grow up to the number of keywords', () => {
    law((seed, campaign, period) => {
      const { summary, series } = campaignAnalytics(seed, campaign, period)
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

  test('competitors are compared by the listed rows, and their shares are a whole', () => {
    law((seed, campaign, period) => {
      const rows = rankings(seed, campaign, period)
      const standings = competitorStandings(seed, campaign, period)

      expect(campaignAnalytics(seed, campaign, period).competitors).toEqual(standings)
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

  test('result pages have the features in the rows of the last day', () => {
    law((seed, campaign, period) => {
      const rows = rankings(seed, campaign, period)
      const last = rows.filter(({ date }) => date === rows.at(-1)?.date)
      for (const { feature, keywords } of campaignAnalytics(seed, campaign, period).serp_features) {
        expect(keywords).toBe(last.filter((row) => row.serp_features.includes(feature)).length)
      }
    })
  })

  test('mentions divide by tone and platform without a rest', () => {
    law((seed, campaign, period) => {
      const { total, by_sentiment, by_platform } = campaignAnalytics(
        seed,
        campaign,
        period,
      ).mentions
      const said = mentions(seed, askedOf(campaign, period), [campaign])
      const { positive, neutral, negative, score } = by_sentiment

      expect(positive + neutral + negative).toBe(total)
      expect(sum(by_platform.map((it) => it.mentions))).toBe(total)
      if (total > 0) expectWhole(by_platform.map((it) => it.share))
      expect(score ?? 0).toBeCloseTo(mean(said.map((it) => it.sentiment_score)) ?? 0, 1)
    })
  })

  test('the names in answers agree with the lists of mentions, day by day', () => {
    law((seed, campaign, period) => {
      const said = mentions(seed, askedOf(campaign, period), [campaign])
      const figures = campaignAnalytics(seed, campaign, period).mentions

      expect(figures.average_position).toBe(mean(said.map(({ position }) => position)))
      for (const { date, mentions: count, answers, sentiment, ai_visibility } of figures.series) {
        const ofDay = said.filter(({ detected_at }) => detected_at.startsWith(date))
        expect(count).toBe(ofDay.length)
        expect(sentiment.negative).toBe(ofDay.filter((it) => it.sentiment === 'negative').length)
        expect(ai_visibility).toBe(answers === 0 ? null : percent(count, answers))
      }
      for (const { brand, mentions: count } of figures.share_of_voice.brands) {
        expect(mentions(seed, { ...period, brand }, [campaign])).toHaveLength(count)
      }
      const cited = said.flatMap(({ citations }) => citations)
      expect(figures.citations.total).toBe(cited.length)
      expect(sum(Object.values(figures.citations.by_type))).toBe(cited.length)
      for (const { domain, citations } of figures.citations.domains) {
        expect(citations).toBe(cited.filter((it) => it.domain === domain).length)
      }
      for (const { url, citations } of figures.citations.pages) {
        expect(citations).toBe(cited.filter((it) => it.url === url).length)
      }
    })
  })

  test('answers divide by platform, prompt and day without a rest', () => {
    law((seed, campaign, period) => {
      const figures = campaignAnalytics(seed, campaign, period).mentions

      expect(sum(figures.by_platform.map((it) => it.answers))).toBe(figures.answers)
      expect(sum(figures.series.map((it) => it.answers))).toBe(figures.answers)
      expect(sum(figures.prompts.map((it) => it.answers))).toBe(figures.answers)
      expect(sum(figures.prompts.map((it) => it.mentions))).toBe(figures.total)
      const { own, competitors, brands } = figures.share_of_voice
      if (brands.length > 0) expectWhole([own, competitors])
      if (brands.length < 10 && brands.length > 0) expectWhole(brands.map(({ share }) => share))
    })
  })

  test('events are crossings that the rows show, newest first, and none is left out', () => {
    law((seed, campaign, period) => {
      const crossed = rankings(seed, campaign, period).filter(({ position, previous_position }) =>
        [3, 10, 100].some(
          (border) => placeOf(position) <= border !== placeOf(previous_position) <= border,
        ),
      )
      const events = campaignAnalytics(seed, campaign, period).recent_events
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
    })
  })

  test('movers are the keywords with the greatest changes', () => {
    law((seed, campaign, period) => {
      const { keywords, top_movers } = campaignAnalytics(seed, campaign, period)
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

  test('results do not depend on earlier queries', () => {
    law((seed, campaign, period) => {
      const answers = (of: Campaign, by: number, when: Period) =>
        JSON.stringify([
          rankings(by, of, when),
          campaignAnalytics(by, of, when),
          dashboard(by, [of], when),
          mentions(by, { ...when, brand: of.brand }, [of]),
        ])
      const longer = { ...period, from: formatDay(EARLIEST - 1) }
      const first = answers(campaign, seed, period)

      // Results are cached for a campaign that was read before, but not for a copy of it.
      expect(answers(campaign, seed + 1, period)).toBe(answers({ ...campaign }, seed + 1, period))
      expect(dashboard(seed, [campaign], longer)).toEqual(
        dashboard(seed, [{ ...campaign }], longer),
      )
      expect(answers(campaign, seed, period)).toBe(first)
    })
  })
})

describe('of every account', () => {
  const accounts = fc.uniqueArray(campaigns, { maxLength: 4, selector: ({ id }) => id })

  test('the dashboard adds up what its campaigns list', () => {
    fc.assert(
      fc.property(seeds, accounts, periods, (seed, all, period) => {
        const rows = all.flatMap((campaign) => rankings(seed, campaign, period))
        const board = dashboard(seed, all, period)

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

  test('each campaign counts the mentions that it found', () => {
    fc.assert(
      fc.property(seeds, accounts, periods, (seed, all, period) => {
        const board = dashboard(seed, all, period)
        for (const campaign of all) {
          const { id, brand } = campaign
          const said = mentions(seed, { ...period, brand }, all).filter(({ campaign_ids }) =>
            campaign_ids.includes(id),
          )
          expect(campaignAnalytics(seed, campaign, period, all).mentions.total).toBe(said.length)
          expect(board.campaigns.find((it) => it.id === id)?.mentions).toBe(said.length)
        }
      }),
      RUNS,
    )
  })

  test('the overview says the same, and its shares of voice are a whole', () => {
    fc.assert(
      fc.property(seeds, accounts, periods, (seed, all, period) => {
        const board = dashboard(seed, all, period)
        const { rankings: search, chat, series, changes } = intelligenceOverview(seed, all, period)

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

/** The mentions of a campaign's brand. */
function askedOf({ brand }: Campaign, period: Period): MentionQuery {
  return { ...period, brand }
}

/** The figures as a client computes them from the rows, by the rates that the document gives. */
function figuresOf(rows: readonly RankingRow[]) {
  const clicks = sum(rows.map(({ position }) => rateOf(position)))
  const visits = sum(rows.map((row) => Math.round(row.estimated_traffic * 100)))
  for (const { searches, position, estimated_traffic } of rows) {
    expect(Math.abs(estimated_traffic - (searches * rateOf(position)) / 100)).toBeLessThan(0.00501)
  }
  const visibility = rows.length === 0 ? null : (100 * clicks) / (27.6 * rows.length)
  return {
    average_position: mean(ranked(rows.map(({ position }) => position))),
    visibility: visibility === null ? null : closeTo(visibility),
    estimated_traffic: visits / 100,
  }
}

function rateOf(position: number | null): number {
  if (position === null) return 0
  const rates = [27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7, 2.4]
  return rates[position - 1] ?? 0.9 * 0.93 ** (position - 11)
}

/** Places gained; a keyword without a position is below the list. */
function placesOf({
  start_position,
  position,
}: Pick<KeywordRecord, 'start_position' | 'position'>): number {
  return placeOf(start_position) - placeOf(position)
}

function isPlace(position: number): boolean {
  return Number.isInteger(position) && position >= 1 && position <= 100
}

/** Half a hundredth may fall to either side. */
function closeTo(value: number) {
  return expect.closeTo(value, 1.9)
}

function distributionOf(rows: readonly RankingRow[]) {
  const upTo = (limit: number) => rows.filter(({ position }) => placeOf(position) <= limit).length
  return {
    top_3: upTo(3),
    top_10: upTo(10),
    top_20: upTo(20),
    top_100: upTo(100),
    unranked: rows.length - upTo(100),
  }
}

function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.round((sum(numbers) / numbers.length) * 100) / 100
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** Percentages of two decimals add up to 100, but for the rounding of each. */
function expectWhole(shares: readonly number[]): void {
  expect(Math.abs(sum(shares) - 100)).toBeLessThanOrEqual(0.005 * shares.length + 1e-9)
}
