import { describe, expect, test } from 'vitest'
import { rankings } from '../../test/support/processes/figures.ts'
import { keptCampaign } from '../../test/support/records/campaigns.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { dayNumber, weekday } from './dates.ts'
import { updateStream, updatesBetween } from './rankings/algorithm-updates.ts'
import { searchVolume } from './rankings/demand.ts'
import { positionOn, rankOf, searchOf, type Track, trackOf } from './rankings/position.ts'
import { phraseOf } from './wording/phrase.ts'
import { siteOf } from './world/timelines.ts'

const SEED = 42
const [FIRST, LAST] = [dayNumber('2023-01-01'), dayNumber('2025-12-31')]
const KEYWORDS = Array.from({ length: 200 }, (_, i) => `phrase number ${i}`)
const SITES = Array.from({ length: 12 }, (_, i) => `site-${i}.example`)

describe('the keywords of a site', () => {
  const updates = updatesBetween(updateStream(SEED, 'google'), FIRST + 1, LAST)
  /** Indexes of the days on which an update is rolled out. */
  const shaken = new Set(updates.flatMap((day) => [0, 1, 2].map((age) => day - FIRST - 1 + age)))

  test('move together a little, and those of different sites do not', () => {
    const together = SITES.map((domain) => meanMoves(campaign({ domain })))
    const apart = together.map((_, s) =>
      meanMoves(campaign(), (keyword) => SITES[(s + keyword) % SITES.length] as string),
    )

    // If 200 keywords move independently, little of it is left in the mean.
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
    expect(updatesBetween(updateStream(SEED + 1, 'google'), FIRST, LAST)).not.toEqual(updates)
  })

  test('are on the first page for some, and not in the list for others, by the site', () => {
    const sites = Array.from({ length: 60 }, (_, s) => `other-${s}.example`)
    const share = (domain: string, is: (place: number | null) => boolean) => {
      const tracks = tracksOf(campaign({ domain })).slice(0, 60)
      const places = tracks.flatMap((track) => positionsOn(track, LAST - 9, LAST))
      return places.filter(is).length / places.length
    }
    const firstPage = sites.map((domain) => share(domain, (it) => rankOf(it) <= 10))
    const unranked = sites.map((domain) => share(domain, (it) => it === null))

    expect(mean(firstPage)).toBeGreaterThan(0.1)
    expect(mean(firstPage)).toBeLessThan(0.18)
    expect(mean(unranked)).toBeGreaterThan(0.18)
    expect(mean(unranked)).toBeLessThan(0.32)
    // Strong and weak sites.
    expect(Math.max(...firstPage)).toBeGreaterThan(3 * Math.min(...firstPage))
    expect(Math.max(...unranked)).toBeGreaterThan(2 * Math.min(...unranked))
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

describe('the searches for a keyword', async () => {
  const weeks = { from: '2025-01-06', to: '2025-12-28', today: '2025-12-31' }
  const few = KEYWORDS.slice(0, 40)
  const rows = await rankings(SEED, campaign({ keywords: few }), weeks)
  const perKeyword = few.map((keyword) => rows.filter((row) => row.keyword === keyword))

  test('rise or fall at the weekend, by the keyword', () => {
    const weekends = perKeyword.map((of) => {
      const on = (sought: boolean) =>
        mean(of.filter(({ date }) => isWeekend(date) === sought).map(({ searches }) => searches))
      return on(true) / on(false)
    })

    expect(weekends.filter((ratio) => ratio < 0.95).length).toBeGreaterThan(5)
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
  ])('fall at the weekend for what is looked for at work: %s', async (keyword) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const of = await rankings(seed, campaign({ keywords: [keyword] }), {
        from: '2025-01-06',
        to: '2025-03-30',
        today: '2025-03-30',
      })
      const on = (sought: boolean) =>
        mean(of.filter(({ date }) => isWeekend(date) === sought).map(({ searches }) => searches))
      expect(on(true) / on(false)).toBeLessThan(0.7)
    }
  })

  test("are in the steps of Google's Keyword Planner", () => {
    const steps = [9900, 12_100, 14_800, 18_100, 22_200, 27_100, 33_100, 40_500, 49_500]
    const goods = [
      'bike',
      'lamp',
      'sofa',
      'tent',
      'watch',
      'kettle',
      'guitar',
      'camera',
      'hotel',
      'crm',
    ]
    const places = ['', 'United States', 'Germany', 'Ireland', 'London', 'Sweden']
    const found = goods.flatMap((word) =>
      ['', 'red ', 'small ', 'used '].flatMap((more) =>
        places.map((place) => searchVolume(SEED, `${more}${word}`, place) ?? 0),
      ),
    )
    const between = new Set(found.filter((volume) => volume > 8100 && volume < 60_000))

    expect(between.size).toBeGreaterThan(4)
    expect([...between].filter((volume) => !steps.includes(volume))).toEqual([])
  })

  test('are known at another minute on each day, since runs wait in queues', async () => {
    const of = await rankings(
      SEED,
      campaign({ created_at: '2025-01-01T06:00:00.000Z', tracked_since: '2025-01-01' }),
      {
        from: '2025-03-01',
        to: '2025-05-30',
        today: '2025-05-30',
      },
    )
    const minutes = of.map(({ checked_at }) => checked_at.slice(11, 16))

    expect(new Set(minutes).size).toBeGreaterThan(10)
    for (const minute of minutes) expect(minute > '05:30' && minute <= '06:00').toBe(true)
  })

  test('of a year are those of twelve average months', () => {
    for (const of of perKeyword) {
      if (of.some(({ search_volume }) => search_volume === null)) continue
      const search_volume = mean(of.map((row) => row.search_volume as number))
      expect(mean(of.map(({ searches }) => searches)) / ((search_volume * 12) / 365)).toBeCloseTo(
        1,
        1,
      )
    }
  })
})

describe('the year of a keyword', () => {
  const year = { from: '2025-01-01', to: '2025-12-31', today: '2025-12-31' }
  const searchesOf = async (keyword: string, location = 'United States') => {
    const rows = await rankings(
      SEED,
      campaign({ keywords: [keyword], settings: { location } }),
      year,
    )
    return (month: string) =>
      mean(rows.filter(({ date }) => date.startsWith(month)).map(({ searches }) => searches))
  }

  test('has its season', async () => {
    const garden = await searchesOf('garden furniture')
    const gifts = await searchesOf('gifts for cyclists')

    expect(garden('2025-06')).toBeGreaterThan(2.5 * garden('2025-12'))
    expect(gifts('2025-12')).toBeGreaterThan(3 * gifts('2025-06'))
    expect((await searchesOf('garden furniture', 'Australia'))('2025-12')).toBeGreaterThan(
      2 * (await searchesOf('garden furniture', 'Australia'))('2025-06'),
    )
  })

  test('is quiet at work on holidays', async () => {
    const crm = await searchesOf('crm software')
    for (const holiday of ['2025-12-25', '2025-01-01']) {
      expect(crm(holiday)).toBeLessThan(0.4 * crm('2025-09'))
    }
  })
})

test('the volume of a city is at most that of its country, and of the world', () => {
  const volume = (keyword: string, location: string) => searchVolume(SEED, keyword, location) ?? 0
  const places = ['London, United Kingdom', 'London, England, United Kingdom', 'Lyon, France']
  for (const keyword of [...KEYWORDS, 'crm', 'bike shop london', 'weather', 'hotel']) {
    for (const place of places) {
      const country = place.split(', ').at(-1) as string
      expect(volume(keyword, place)).toBeLessThanOrEqual(volume(keyword, country))
      expect(volume(keyword, country)).toBeLessThanOrEqual(volume(keyword, ''))
    }
  }
  const words = Array.from({ length: 300 }, (_, n) => `w${n}`)
  expect(Math.max(...words.map((word) => volume(word, '')))).toBeLessThan(5000)
  expect(volume('weather', '')).toBeGreaterThan(5_000_000)
  expect(volume('electric bikes', '')).toBe(volume('electric bike', ''))
  const phrases = words.map((word) =>
    searchVolume(SEED, `how to fix my ${word}`, 'Leeds, United Kingdom'),
  )
  expect(phrases).toContain(null)
})

/** Changes of the logarithm of the position, by keyword and day. */
function movesOf(of: Campaign, siteOf?: (keyword: number) => string): number[][] {
  return KEYWORDS.map((keyword, k) => {
    const own = siteOf ? { ...of, domain: siteOf(k) } : of
    const [track] = tracksOf({ ...own, keywords: [keyword] })
    const positions = positionsOn(track as Track, FIRST, LAST)
    return Array.from({ length: positions.length - 1 }, (_, i) =>
      Math.log(rankOf(positions[i + 1] ?? null) / rankOf(positions[i] ?? null)),
    )
  })
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
  return tracksOf(campaign({ settings })).map((track) =>
    mean(positionsOn(track, LAST - 364, LAST).map((it) => Math.log(rankOf(it)))),
  )
}

/** The tracks of the own site. */
function tracksOf(of: Campaign): Track[] {
  const search = searchOf(SEED, of)
  return of.keywords.map((keyword) => trackOf(search, { domain: siteOf(of) }, phraseOf(keyword)))
}

function positionsOn(track: Track, first: number, last: number): (number | null)[] {
  return Array.from({ length: last - first + 1 }, (_, n) => positionOn(track, first + n))
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
