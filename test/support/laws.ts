import fc from 'fast-check'
import { expect } from 'vitest'
import { type Campaign, STORY_KINDS } from '../../src/accounts/campaign.ts'
import { normalize } from '../../src/accounts/normalize.ts'
import type { MentionQuery } from '../../src/intelligence/answers/mentions.ts'
import { formatDay } from '../../src/intelligence/dates.ts'
import type { Period } from '../../src/intelligence/period.ts'
import type { KeywordRecord, RankingRow } from '../../src/intelligence/records.ts'
import { placeOf, ranked } from './records/positions.ts'

/** The first and the last day of campaigns: 2024-06-01 and 2026-06-01. */
export const [EARLIEST, LATEST] = [19_875, 20_605]

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

export const campaigns: fc.Arbitrary<Campaign> = fc.oneof(
  plain,
  fc.tuple(plain, stories).map(([campaign, story]) => ({ ...campaign, story })),
)

/** Up to 40 days, some of which may not have happened. */
export const periods: fc.Arbitrary<Period> = fc
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

export const seeds = fc.integer({ min: 0, max: 0xffffffff })

/** The same cases in every run, so that a red test is red again. */
export const RUNS = { numRuns: 40, seed: 20_251_031 }

export function law(
  check: (seed: number, campaign: Campaign, period: Period) => Promise<void> | void,
): Promise<void> {
  const law = async (...given: Parameters<typeof check>) => check(...given)
  return fc.assert(fc.asyncProperty(seeds, campaigns, periods, law), RUNS)
}

/** The mentions of a campaign's brand. */
export function askedOf({ brand }: Campaign, period: Period): MentionQuery {
  return { ...period, brand }
}

/** The figures as a client computes them from the rows, by the rates that the document gives. */
export function figuresOf(rows: readonly RankingRow[]) {
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

export function rateOf(position: number | null): number {
  if (position === null) return 0
  const rates = [27.6, 15.8, 11.0, 8.4, 6.3, 4.9, 3.9, 3.3, 2.7, 2.4]
  return rates[position - 1] ?? 0.9 * 0.93 ** (position - 11)
}

/** Places gained; a keyword without a position is below the list. */
export function placesOf({
  start_position,
  position,
}: Pick<KeywordRecord, 'start_position' | 'position'>): number {
  return placeOf(start_position) - placeOf(position)
}

export function isPlace(position: number): boolean {
  return Number.isInteger(position) && position >= 1 && position <= 100
}

/** Half a hundredth may fall to either side. */
function closeTo(value: number) {
  return expect.closeTo(value, 1.9)
}

export function distributionOf(rows: readonly RankingRow[]) {
  const upTo = (limit: number) => rows.filter(({ position }) => placeOf(position) <= limit).length
  return {
    top_3: upTo(3),
    top_10: upTo(10),
    top_20: upTo(20),
    top_100: upTo(100),
    unranked: rows.length - upTo(100),
  }
}

export function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.round((sum(numbers) / numbers.length) * 100) / 100
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** Percentages of two decimals add up to 100, but for the rounding of each. */
export function expectWhole(shares: readonly number[]): void {
  expect(Math.abs(sum(shares) - 100)).toBeLessThanOrEqual(0.005 * shares.length + 1e-9)
}
