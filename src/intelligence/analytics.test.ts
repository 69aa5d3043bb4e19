import { describe, expect, test } from 'vitest'
import {
  campaignAnalytics,
  competitorStandings,
  mentions,
  rankings,
} from '../../test/support/processes/figures.ts'
import { placeOf, ranked } from '../../test/support/records/positions.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { comparedPeriod } from './comparison.ts'
import { FULL_WEIGHT, visibilityOf, visibilityWeight } from './figures.ts'
import type { Period } from './period.ts'
import type { RankingRow } from './records.ts'

const SEED = 42
const TODAY = '2025-10-31'
const MONTH = {
  from: '2025-10-02',
  to: TODAY,
  today: TODAY,
  now: Date.parse('2025-10-31T12:00:00Z'),
}

describe('the analytics of a campaign', () => {
  test('average exactly the listed rows of rankings', async () => {
    const rows = await rankings(SEED, campaign(), MONTH)
    const before = await rankings(SEED, campaign(), comparedPeriod(MONTH) as Period)

    const { summary, previous_period, changes } = await campaignAnalytics(SEED, campaign(), MONTH)

    expect(summary.average_position).toBe(average(rows))
    expect(summary.visibility).toBe(visibility(rows))
    expect(summary.best_position).toBe(Math.min(...ranked(rows.map(({ position }) => position))))
    expect(summary.worst_position).toBe(Math.max(...ranked(rows.map(({ position }) => position))))
    expect(previous_period).toMatchObject({
      start_date: '2025-09-02',
      end_date: '2025-10-01',
      average_position: average(before),
      visibility: visibility(before),
    })
    expect(changes.average_position).toBeCloseTo((average(before) ?? 0) - (average(rows) ?? 0), 8)
    expect(changes.visibility).toBeCloseTo((visibility(rows) ?? 0) - (visibility(before) ?? 0), 8)
  })

  test('follow the rows day by day and keyword by keyword', async () => {
    const rows = await rankings(SEED, campaign(), MONTH)

    const { series, keywords } = await campaignAnalytics(SEED, campaign(), MONTH)

    expect(series).toHaveLength(30)
    for (const day of series) {
      const ofDay = rows.filter(({ date }) => date === day.date)
      expect(day.average_position).toBe(average(ofDay))
      expect(day.visibility).toBe(visibility(ofDay))
    }
    expect(keywords.map(({ keyword }) => keyword)).toEqual(campaign().keywords)
    for (const record of keywords) {
      const own = rows.filter(({ keyword }) => keyword === record.keyword)
      const positions = own.map(({ position }) => position)
      expect(record).toEqual({
        keyword: record.keyword,
        position: positions.at(-1),
        start_position: positions[0],
        change: changeOf(positions[0], positions.at(-1)),
        best_position: bestOf(positions, Math.min),
        worst_position: bestOf(positions, Math.max),
        average_position: average(own),
        visibility_change: expect.any(Number),
        estimated_traffic: traffic(own),
        search_volume: own.at(-1)?.search_volume,
        url: own.at(-1)?.url,
      })
    }
  })

  test('count the positions of the keywords and their moves', async () => {
    const many = campaign({ keywords: Array.from({ length: 200 }, (_, i) => `phrase ${i}`) })
    const rows = await rankings(SEED, many, MONTH)
    const last = rows.filter(({ date }) => date === TODAY)
    const first = rows.filter(({ date }) => date === MONTH.from)

    const { summary } = await campaignAnalytics(SEED, many, MONTH)

    const upTo = (limit: number) => last.filter(({ position }) => placeOf(position) <= limit).length
    expect(summary.distribution).toEqual({
      top_3: upTo(3),
      top_10: upTo(10),
      top_20: upTo(20),
      top_100: upTo(100),
      unranked: last.length - upTo(100),
    })
    const moves = last.map(({ position }, i) => placeOf(first[i]?.position) - placeOf(position))
    expect(summary.improved).toBe(moves.filter((move) => move > 0).length)
    expect(summary.declined).toBe(moves.filter((move) => move < 0).length)
    expect(summary.unchanged).toBe(moves.filter((move) => move === 0).length)
  })

  test('count exactly the listed mentions', async () => {
    const brand = campaign().brand
    const list = await mentions(SEED, { ...MONTH, brand }, [campaign()])
    const before = await mentions(SEED, { ...(comparedPeriod(MONTH) as Period), brand }, [
      campaign(),
    ])

    const {
      mentions: figures,
      series,
      previous_period,
    } = await campaignAnalytics(SEED, campaign(), MONTH)

    const of = (tone: string) => list.filter(({ sentiment }) => sentiment === tone).length
    const score = list.reduce((sum, { sentiment_score }) => sum + sentiment_score, 0) / list.length
    expect(figures.total).toBe(list.length)
    expect(previous_period?.mentions).toBe(before.length)
    expect(figures.by_sentiment).toMatchObject({
      positive: of('positive'),
      neutral: of('neutral'),
      negative: of('negative'),
    })
    expect(figures.by_sentiment.score).toBeCloseTo(score, 1)
    for (const { platform, mentions: count, sentiment } of figures.by_platform) {
      expect(count).toBe(list.filter((it) => it.platform === platform).length)
      expect(sentiment.positive + sentiment.neutral + sentiment.negative).toBe(count)
    }
    for (const { date, mentions: count } of series) {
      expect(count).toBe(list.filter(({ detected_at }) => detected_at.startsWith(date)).length)
    }
  })

  test('are null without rows: before tracking began, and in the future', async () => {
    const young = campaign({ created_at: '2025-10-30T00:00:00.000Z', tracked_since: '2025-10-30' })
    const future = { ...MONTH, from: '2025-11-01', to: '2025-11-30' }

    const now = await campaignAnalytics(SEED, young, MONTH)
    const later = await campaignAnalytics(SEED, young, future)

    expect(now.series.filter(({ average_position }) => average_position !== null)).toHaveLength(2)
    expect(now.changes.average_position).toBeNull()
    expect(now.keywords[0]?.start_position).toBe(
      (await rankings(SEED, young, { ...MONTH, to: '2025-10-30' }))[0]?.position,
    )
    expect(later.summary).toMatchObject({
      keywords: 4,
      average_position: null,
      best_position: null,
    })
    expect(later.previous_period?.average_position).toBe(now.summary.average_position)
    expect(later.keywords).toEqual([])
    expect(later.series).toEqual([])
  })

  test('of a campaign without keywords are empty', async () => {
    const { summary, keywords } = await campaignAnalytics(SEED, campaign({ keywords: [] }), MONTH)

    expect(summary).toMatchObject({ keywords: 0, average_position: null, visibility: null })
    expect(keywords).toEqual([])
  })
})

describe('visibility', () => {
  test('is 100 if every keyword is first, and falls with every place', () => {
    expect(visibilityOf(3 * FULL_WEIGHT, 3)).toBe(100)
    expect(visibilityOf(0, 0)).toBeNull()
    expect(visibilityWeight(1)).toBe(FULL_WEIGHT)
    for (let place = 2; place <= 100; place++) {
      expect(visibilityWeight(place)).toBeLessThan(visibilityWeight(place - 1))
      expect(visibilityWeight(place)).toBeGreaterThan(0)
    }
  })
})

describe('competitors', () => {
  const rivals = campaign({
    competitors: ['rankly.example', 'https://Bright-Loom.example', 'acme.example'],
  })

  test('are compared over the same rows, the own site first and none twice', async () => {
    const standings = await competitorStandings(SEED, rivals, MONTH)

    expect(standings.map(({ domain }) => domain)).toEqual([
      'acme.example',
      'rankly.example',
      'bright-loom.example',
    ])
    expect(standings[0]).toMatchObject({
      own: true,
      average_position: average(await rankings(SEED, rivals, MONTH)),
      visibility: visibility(await rankings(SEED, rivals, MONTH)),
      keywords_ahead: 0,
    })
  })

  test('never share a place with the own site or each other', async () => {
    const crowd = campaign({
      keywords: ['crm software'],
      competitors: Array.from({ length: 10 }, (_, i) => `rival${i}.example`),
    })

    for (let day = 1; day <= 30; day++) {
      const date = `2025-10-${String(day).padStart(2, '0')}`
      const places = await competitorStandings(SEED, crowd, { from: date, to: date, today: TODAY })
      const taken = ranked(places.map((it) => it.average_position))
      expect(new Set(taken).size).toBe(taken.length)
      const own = placeOf(places[0]?.average_position)
      for (const { average_position, keywords_ahead } of places) {
        expect(keywords_ahead).toBe(placeOf(average_position) < own ? 1 : 0)
      }
    }
  })

  test('have the names of chat answers, in any script', async () => {
    const names = ['Bright & Sons', 'кофе-хаус.рф', 'Старбакс', 'eBay']
    const standings = (
      await competitorStandings(SEED, campaign({ competitors: names }), MONTH)
    ).slice(1)
    const answers = (await campaignAnalytics(SEED, campaign({ competitors: names }), MONTH))
      .mentions
    const named = answers.share_of_voice.brands.map(({ brand }) => brand)

    expect(standings.map(({ name }) => name)).toEqual([
      'Bright & Sons',
      'Кофе Хаус',
      'Старбакс',
      'eBay',
    ])
    // The ten most frequent brands are listed.
    expect(standings.filter(({ name }) => named.includes(name)).length).toBeGreaterThan(2)
    expect(standings.map(({ domain }) => domain)).toEqual([
      'bright-and-sons.example',
      'xn----8sbntuvnel.xn--p1ai',
      'starbaks.example',
      'ebay.example',
    ])
  })

  test('are the brands of chat answers when the campaign lists none', async () => {
    const standings = await competitorStandings(SEED, campaign({ competitors: [] }), MONTH)
    const own = campaign({ competitors: [] })
    const named = (await mentions(SEED, { ...MONTH, brand: own.brand }, [own])).flatMap(
      (it) => it.competitors_mentioned,
    )

    expect(standings).toHaveLength(4)
    for (const { domain } of standings.slice(1)) {
      expect(named.map((name) => `${name.toLowerCase().replaceAll(' ', '-')}.example`)).toContain(
        domain,
      )
    }
  })
})

function changeOf(start: number | null | undefined, end: number | null | undefined) {
  return typeof start === 'number' && typeof end === 'number' ? start - end : null
}

function bestOf(positions: readonly (number | null)[], choose: (...of: number[]) => number) {
  const places = ranked(positions)
  return places.length === 0 ? null : choose(...places)
}

function traffic(rows: readonly RankingRow[]): number {
  return rows.reduce((sum, row) => sum + Math.round(100 * row.estimated_traffic), 0) / 100
}

function average(rows: readonly RankingRow[]): number | null {
  const positions = ranked(rows.map(({ position }) => position))
  const sum = positions.reduce((total, position) => total + position, 0)
  return positions.length === 0 ? null : Math.round((sum / positions.length) * 100) / 100
}

function visibility(rows: readonly RankingRow[]): number | null {
  const weight = rows.reduce((total, { position }) => total + visibilityWeight(position ?? 0), 0)
  return rows.length === 0 ? null : Math.round((weight / rows.length / FULL_WEIGHT) * 10_000) / 100
}

function campaign(change: Partial<Campaign> = {}): Campaign {
  return {
    id: 'cmp_1',
    name: 'Spring launch',
    type: 'serp',
    keywords: ['crm software', 'sales pipeline', 'email marketing', 'lead scoring'],
    frequency: 'daily',
    settings: {},
    brand: 'Acme Analytics',
    domain: 'acme.example',
    competitors: [],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2024-01-01',
    ...change,
  }
}
