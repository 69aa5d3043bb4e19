import { describe, expect, test } from 'vitest'
import {
  campaignAnalytics,
  dashboard,
  intelligenceOverview,
  mentions,
} from '../../test/support/processes/figures.ts'
import { placeOf } from '../../test/support/records/positions.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { comparedPeriod } from './comparison.ts'
import type { Period } from './period.ts'
import type { Mention, Mover } from './records.ts'

const SEED = 42
const TODAY = '2025-10-31'
const MONTH = {
  from: '2025-10-02',
  to: TODAY,
  today: TODAY,
  now: Date.parse('2025-10-31T12:00:00Z'),
}

/** Two campaigns share a brand, one is younger than the period, one is paused. */
const CAMPAIGNS = [
  campaign(1, { brand: 'Acme', competitors: ['rankly.example', 'northwind.example'] }),
  campaign(2, { brand: 'ACME', keywords: ['sales pipeline', 'lead scoring'], status: 'paused' }),
  campaign(3, { brand: 'Northwind', ...begun('2025-10-20'), competitors: ['acme.example'] }),
]
const BRANDS = ['Acme', 'Northwind']

describe('the dashboard', async () => {
  const shown = await dashboard(SEED, CAMPAIGNS, MONTH)

  test('counts the mentions of a brand once, however many campaigns watch it', async () => {
    const now = await allMentions(MONTH)
    const before = await allMentions(comparedPeriod(MONTH) as Period)

    expect(shown.totals.mentions).toBe(now.length)
    expect(shown.previous_period).toMatchObject({ mentions: before.length, comparable: false })
    // One of the campaigns is younger, which would count as growth.
    expect(shown.changes.mentions).toBeNull()
    expect(shown.series.reduce((sum, day) => sum + day.mentions, 0)).toBe(now.length)
    // Mentions of one run are as old as each other.
    const times = (list: readonly Mention[]) => list.map(({ detected_at }) => detected_at)
    expect(times(shown.recent_mentions)).toEqual(times(now.slice(0, 5)))
    expect(now).toEqual(expect.arrayContaining(shown.recent_mentions))
  })

  test('lists the keywords that moved most, in both directions', async () => {
    const moves = (
      await Promise.all(
        CAMPAIGNS.map(async (it) => (await campaignAnalytics(SEED, it, MONTH)).keywords),
      )
    )
      .flat()
      .map(({ start_position, position }) => placeOf(start_position) - placeOf(position))
      .sort((a, b) => b - a)

    expect(shown.top_movers.up.map(placesOf)).toEqual(moves.filter((move) => move > 0).slice(0, 5))
    expect(shown.top_movers.down.map(placesOf)).toEqual(
      moves
        .filter((move) => move < 0)
        .reverse()
        .slice(0, 5),
    )
  })

  test('lists twenty of many campaigns and counts all', async () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      campaign(i, i < 7 ? { status: 'paused' } : {}),
    )

    const { campaigns, totals } = await dashboard(SEED, many, MONTH)

    expect(campaigns.map(({ id }) => id)).toEqual(many.slice(0, 20).map(({ id }) => id))
    expect(totals).toMatchObject({ campaigns: 30, active_campaigns: 23, keywords: 90 })
  })

  test('of an empty account is empty', async () => {
    const empty = await dashboard(SEED, [], MONTH)

    expect(empty.totals).toMatchObject({ campaigns: 0, average_position: null, mentions: 0 })
    expect(empty.recent_mentions).toEqual([])
    expect(empty.series).toHaveLength(30)
  })

  test('finds recent mentions of a brand that was hardly ever mentioned', async () => {
    const early = { from: '2022-11-01', to: '2023-01-31', today: '2023-01-31' }
    const watched = [campaign(1, { brand: 'Acme', frequency: 'monthly', ...begun('2022-11-01') })]
    const expected = await mentions(SEED, { ...early, brand: 'Acme' }, watched)

    expect((await dashboard(SEED, watched, early)).recent_mentions).toEqual(expected.slice(0, 5))
  })
})

describe('the intelligence overview', async () => {
  const shown = await intelligenceOverview(SEED, CAMPAIGNS, MONTH)

  test('gives each brand its share of all names in all answers, also those without an own brand', async () => {
    const { answers, share_of_voice } = shown.chat
    const { own, competitors, brands } = share_of_voice

    expect(own + competitors).toBeCloseTo(100, 8)
    const counts = brands.map((it) => it.mentions)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(brands.length).toBeGreaterThan(3)
    for (const { brand, own: isOwn, mentions: count, ai_visibility } of brands) {
      const about = await mentions(SEED, { ...MONTH, brand }, CAMPAIGNS)
      expect(count).toBe(about.length)
      expect(ai_visibility).toBe(round2((count / answers) * 100))
      expect(isOwn).toBe(BRANDS.includes(canonical(brand)))
    }
  })

  test('of an empty account is empty', async () => {
    const { chat } = await intelligenceOverview(SEED, [], MONTH)

    expect(chat).toMatchObject({ mentions: 0, average_position: null })
    expect(chat.share_of_voice).toEqual({ own: 0, competitors: 0, brands: [] })
  })
})

/** Newest first, of all brands. */
async function allMentions(period: Period): Promise<Mention[]> {
  return (
    await Promise.all(
      BRANDS.map(async (brand) => {
        const since = CAMPAIGNS.filter((it) => canonical(it.brand) === brand)
          .map((it) => it.created_at)
          .sort()[0] as string
        return (await mentions(SEED, { ...period, brand }, CAMPAIGNS)).filter(
          (it) => it.detected_at >= since,
        )
      }),
    )
  )
    .flat()
    .sort((a, b) => (a.detected_at < b.detected_at ? 1 : -1))
}

function canonical(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

/** The beginning of a campaign. */
function begun(date: string): Partial<Campaign> {
  return { created_at: `${date}T00:00:00.000Z`, tracked_since: date }
}

function campaign(number: number, change: Partial<Campaign> = {}): Campaign {
  return {
    id: `cmp_${number}`,
    name: `Campaign ${number}`,
    type: 'serp',
    keywords: ['crm software', 'sales pipeline', 'email marketing'],
    frequency: 'daily',
    settings: {},
    brand: `Brand ${number}`,
    domain: `site${number}.example`,
    competitors: ['rankly.example'],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2024-01-01',
    ...change,
  }
}

function placesOf({ start_position, position }: Mover): number {
  return placeOf(start_position) - placeOf(position)
}
