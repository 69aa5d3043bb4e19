import { describe, expect, test } from 'vitest'
import { rankings } from '../../test/support/processes/in-one-go.ts'
import { keptCampaign } from '../../test/support/records/campaigns.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { dayNumber, weekday } from './dates.ts'
import { updateStream, updatesBetween } from './rankings/algorithm-updates.ts'
import { positionsOn } from './rankings/positions.ts'
import { tracksOf } from './rankings/tracks.ts'

const SEED = 42
const [FIRST, LAST] = [dayNumber('2023-01-01'), dayNumber('2025-12-31')]
const KEYWORDS = Array.from({ length: 200 }, (_, i) => `phrase number ${i}`)
const SITES = Array.from({ length: 12 }, (_, i) => `site-${i}.example`)

describe('the keywords of a site', () => {
  const updates = updatesBetween(updateStream(SEED), FIRST + 1, LAST)
  /** Indexes of the days on which an update is rolled out. */
  const shaken = new Set(updates.flatMap((day) => [0, 1, 2].map((age) => day - FIRST - 1 + age)))

  test('move together a little, and those of different sites do not', () => {
    const together = SITES.map((domain) => meanMoves(campaign({ domain })))
    const apart = together.map((_, s) =>
      meanMoves(campaign(), (keyword) => SITES[(s + keyword) % SITES.length] as string),
    )

    // Of 200 keywords that move each on its own, little is left in the mean.
    const calm = (of: number[][]) =>
      of.flatMap((moves) => moves.filter((_, day) => !shaken.has(day)))
    expect(spread(calm(together))).toBeGreaterThan(1.5 * spread(calm(apart)))
    // And yet each is mostly itself.
    expect(spread(calm(together))).toBeLessThan(0.5 * spread(movesOf(campaign()).flat()))
  })

  test('jump on the day of an algorithm update, whose dates are those of all sites', () => {
    const sizes = SITES.map((domain) => meanMoves(campaign({ domain })).map(Math.abs))
    const onDay = (day: number) => mean(sizes.map((of) => of[day - FIRST - 1] as number))
    const usual = mean(sizes.flat())

    expect(updates.length).toBeGreaterThan(6)
    expect(updates.length).toBeLessThan(18)
    expect(mean(updates.map(onDay))).toBeGreaterThan(5 * usual)
    expect(updatesBetween(updateStream(SEED + 1), FIRST, LAST)).not.toEqual(updates)
  })

  test('do not lie at the end of the list, nor for long in one place far down', () => {
    const sites = SITES.flatMap((domain) => [
      campaign({ domain }),
      campaign({ domain, story: { kind: 'launch', date: '2025-12-01' } }),
    ])
    const deep = sites.flatMap((of) =>
      tracksOf(SEED, of)
        .map((track) => positionsOn(track, LAST - 364, LAST))
        .filter((places) => places.every((place) => place > 60)),
    )

    expect(deep.length).toBeGreaterThan(50)
    expect(Math.max(...deep.map(longestStay))).toBeLessThan(9)
    expect(
      mean(deep.flatMap((places) => Array.from(places, (it) => Number(it === 100)))),
    ).toBeLessThan(0.01)
  })

  test('rank elsewhere in another place, and nearly the same on another device', () => {
    const home = levels({ device: 'desktop', location: 'Leeds' })
    const distance = (to: number[]) => mean(to.map((level, k) => Math.abs(level - (home[k] ?? 0))))

    const device = distance(levels({ device: 'mobile', location: 'Leeds' }))
    const place = distance(levels({ device: 'desktop', location: 'Dublin' }))

    expect(device).toBeGreaterThan(0.02)
    expect(place).toBeGreaterThan(1.4 * device)
  })
})

describe('the searches for a keyword', () => {
  const weeks = { from: '2025-01-06', to: '2025-12-28', today: '2025-12-31' }
  const few = KEYWORDS.slice(0, 40)
  const rows = rankings(SEED, campaign({ keywords: few }), weeks)
  const perKeyword = few.map((keyword) => rows.filter((row) => row.keyword === keyword))

  test('rise or fall at the weekend, by the keyword', () => {
    const weekends = perKeyword.map((of) => {
      const on = (sought: boolean) =>
        mean(of.filter(({ date }) => isWeekend(date) === sought).map(({ searches }) => searches))
      return on(true) / on(false)
    })

    expect(weekends.filter((ratio) => ratio < 0.85).length).toBeGreaterThan(5)
    expect(weekends.filter((ratio) => ratio > 1.1).length).toBeGreaterThan(5)
    expect(Math.min(...weekends)).toBeGreaterThan(0.4)
    expect(Math.max(...weekends)).toBeLessThan(1.6)
  })

  test.each([
    'kanban board tool',
    'gantt chart software',
    'crm',
    'task management app for teams',
    'payroll services',
    'project management for agencies',
    'b2b marketing',
  ])('fall at the weekend for what is looked for at work: %s', (keyword) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const of = rankings(seed, campaign({ keywords: [keyword] }), {
        from: '2025-01-06',
        to: '2025-03-30',
        today: '2025-03-30',
      })
      const on = (sought: boolean) =>
        mean(of.filter(({ date }) => isWeekend(date) === sought).map(({ searches }) => searches))
      expect(on(true) / on(false)).toBeLessThan(0.7)
    }
  })

  test('are those of a month, spread over its days', () => {
    for (const of of perKeyword) {
      const [{ search_volume = 0 } = {}] = of
      expect(mean(of.map(({ searches }) => searches)) / ((search_volume * 12) / 365)).toBeCloseTo(
        1,
        1,
      )
    }
  })
})

/** Changes of the logarithm of the position, by keyword and day. */
function movesOf(of: Campaign, siteOf?: (keyword: number) => string): number[][] {
  return KEYWORDS.map((keyword, k) => {
    const own = siteOf ? { ...of, domain: siteOf(k) } : of
    const [track] = tracksOf(SEED, { ...own, keywords: [keyword] })
    const positions = positionsOn(track as NonNullable<typeof track>, FIRST, LAST)
    return Array.from({ length: positions.length - 1 }, (_, i) =>
      Math.log((positions[i + 1] as number) / (positions[i] as number)),
    )
  })
}

/** The most days in a row in the same place. */
function longestStay(places: Uint8Array): number {
  let longest = 1
  for (let i = 1, days = 1; i < places.length; i++) {
    days = places[i] === places[i - 1] ? days + 1 : 1
    longest = Math.max(longest, days)
  }
  return longest
}

/** By day, over all keywords. */
function meanMoves(of: Campaign, siteOf?: (keyword: number) => string): number[] {
  const moves = movesOf(of, siteOf)
  return (moves[0] as number[]).map((_, day) =>
    mean(moves.map((keyword) => keyword[day] as number)),
  )
}

/** The mean logarithm of each keyword's positions in a year. */
function levels(settings: Campaign['settings']): number[] {
  return tracksOf(SEED, campaign({ settings })).map((track) =>
    mean(Array.from(positionsOn(track, LAST - 364, LAST), Math.log)),
  )
}

function isWeekend(date: string): boolean {
  return [0, 6].includes(weekday(dayNumber(date)))
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function spread(numbers: readonly number[]): number {
  return Math.sqrt(mean(numbers.map((each) => each ** 2)))
}

function campaign(change: Partial<Campaign> = {}): Campaign {
  return keptCampaign({ keywords: KEYWORDS, ...change })
}
