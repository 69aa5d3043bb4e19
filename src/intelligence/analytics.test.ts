import { describe, expect, test } from 'vitest'
import {
  campaignAnalytics,
  competitorStandings,
  mentions,
  rankings,
} from '../../test/support/processes/figures.ts'
import { placeOf, ranked } from '../../test/support/records/positions.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { FULL_WEIGHT, visibilityOf, visibilityWeight } from './figures.ts'
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
