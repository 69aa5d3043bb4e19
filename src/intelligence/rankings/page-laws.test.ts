import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ranked } from '../../../test/support/records/positions.ts'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { analyticsOf } from '../analytics.ts'
import { dashboardOf } from '../dashboards.ts'
import { dayNumber, formatDay } from '../dates.ts'
import type { RankingRow } from '../records.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { countRankings, rankingRows } from './rankings.ts'
import { CheckReader } from './rows.ts'

const DAY = 86_400_000
const CREATED = Date.parse('2025-01-01T12:00:00Z')
const WORDS = ['electric bike', 'Gravel  bike', 'bike shop leeds', 'crm', '日本語 自転車']
const SITES = ['a.example', 'b.example', 'c.example', 'd.example', 'northwheel.example']

/** The parts of a campaign that a change can replace. */
const states = fc.record({
  keywords: fc.subarray(WORDS, { minLength: 1 }),
  competitors: fc.shuffledSubarray(SITES),
  frequency: fc.constantFrom('daily', 'weekly', 'hourly'),
  status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
  name: fc.constantFrom('One', 'Two'),
})

/** A campaign with up to three changes, at any minute of its first 80 days. */
const histories = fc
  .tuple(fc.array(states, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(80 * 1440)))
  .map(([parts, minutes]) => {
    const times = [...new Set(minutes)].sort((a, b) => a - b).slice(0, parts.length - 1)
    const used = parts.slice(0, times.length + 1)
    return { used, times: times.map((minute) => CREATED + (minute + 1) * 60_000) }
  })

const seeds = fc.integer({ min: 0, max: 0xffffffff })
const RUNS = { numRuns: 60, seed: 20_251_123 }

type History = { used: Partial<Campaign>[]; times: number[] }

/** The world after the first `changes` changes of one campaign, next to others. */
function worldAfter(seed: number, history: History, changes: number, others: Campaign[] = []) {
  const phases = history.used.slice(0, changes + 1).map((parts) => campaignOf(parts))
  const past = phases.slice(0, -1).map((campaign, n) => ({
    change: n + 1,
    until: history.times[n] as number,
    campaign,
  }))
  const present = phases.at(-1) as Campaign
  return worldWith([present, ...others], { seed, past: past.length > 0 ? { cmp_a: past } : {} })
}

const until = (time: number) => ({
  from: '2024-12-01',
  to: '2025-06-30',
  today: formatDay(Math.floor(time / DAY)),
  now: time,
})

async function rowsOf(
  world: World,
  time: number,
  id = 'cmp_a',
  parts: object = {},
): Promise<RankingRow[]> {
  const timeline = world.timeline(id) as Timeline
  const all = { offset: 0, limit: Number.POSITIVE_INFINITY }
  return await rankingRows(world, [timeline], { ...until(time), ...parts }, all)
}

const END = CREATED + 100 * DAY

describe('of every history of a campaign', () => {
  test('a change rewrites no row that was visible before', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, histories, async (seed, history) => {
        for (const [n, time] of history.times.entries()) {
          const before = await rowsOf(worldAfter(seed, history, n), time - 1)
          expect(await rowsOf(worldAfter(seed, history, n + 1), time - 1)).toEqual(before)
        }
      }),
      RUNS,
    )
  })

  test('a new campaign moves no site that was there before', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, histories, states, async (seed, history, parts) => {
        const created_at = new Date(CREATED + 81 * DAY).toISOString()
        const other = campaignOf({ ...parts, id: 'cmp_b', created_at, domain: 'new.example' })
        const before = await rowsOf(worldAfter(seed, history, 3), END)
        const after = await rowsOf(worldAfter(seed, history, 3, [other]), END)
        // An AI overview can name the new brand from then on.
        const placesOf = (rows: RankingRow[]) =>
          rows.map((row) => (row.checked_at < created_at ? row : { ...row, owned_features: [] }))
        expect(placesOf(after)).toEqual(placesOf(before))
      }),
      RUNS,
    )
  })

  test('the previous position is that of the keyword’s row before, whatever page is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, histories, fc.nat(400), async (seed, history, offset) => {
        const world = worldAfter(seed, history, 3)
        const rows = await rowsOf(world, END)
        const last = new Map<string, number | null>()
        for (const { keyword, position, previous_position, is_new, is_lost } of rows) {
          const key = keyword.replace(/\s+/g, ' ').toLowerCase()
          const before = last.get(key)
          expect(previous_position).toBe(before ?? null)
          expect(is_new).toBe(position !== null && before === null)
          expect(is_lost).toBe(position === null && typeof before === 'number')
          last.set(key, position)
        }
        const timeline = world.timeline('cmp_a') as Timeline
        const page = await rankingRows(world, [timeline], until(END), { offset, limit: 7 })
        expect(page).toEqual(rows.slice(offset, offset + 7))
      }),
      RUNS,
    )
  })

  test('a row is found by the check of its day: weekly ones are a week apart, paused ones missing', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, histories, async (seed, history) => {
        const world = worldAfter(seed, history, 3)
        const timeline = world.timeline('cmp_a') as Timeline
        const span = { first: dayNumber('2024-12-01'), last: dayNumber('2025-06-30') }
        const checks = timeline.checks(span, END).filter(({ only }) => only?.size !== 0)
        const rows = await rowsOf(world, END)

        for (const row of rows) {
          const check = checks.find((each) => isOf(row, each)) as Check
          expect(Date.parse(row.checked_at)).toBeLessThanOrEqual(check.at)
          expect(Date.parse(row.checked_at)).toBeGreaterThan(check.at - 30 * 60_000)
        }
        expect(countRankings(timeline, until(END))).toBe(rows.length)
      }),
      RUNS,
    )
  })

  test('a run reads the same rows, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        histories,
        fc.infiniteStream(fc.nat(5)),
        async (seed, history, skips) => {
          const world = worldAfter(seed, history, 3)
          const timeline = world.timeline('cmp_a') as Timeline
          const rows = await rowsOf(world, END)
          const reader = new CheckReader(world, timeline)
          const span = { first: dayNumber('2024-12-01'), last: dayNumber('2025-06-30') }
          for (const check of timeline.checks(span, END)) {
            if (skips.next().value === 0) continue
            const expected = rows.filter((row) => isOf(row, check))
            expect(reader.read(check)).toMatchObject(
              expected.map(({ keyword, position, search_volume, previous_position }) => ({
                keyword: { spelled: keyword },
                volume: search_volume,
                position,
                ...(previous_position !== null && { before: { position: previous_position } }),
              })),
            )
          }
        },
      ),
      RUNS,
    )
  })

  test('figures are those of the rows, gaps are null, and the last row of a keyword counts', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, histories, async (seed, history) => {
        const world = worldAfter(seed, history, 3)
        const timeline = world.timeline('cmp_a') as Timeline
        const rows = await rowsOf(world, END)
        const analytics = await analyticsOf(world, timeline, until(END))
        const traffic = rows.reduce((sum, row) => sum + Math.round(100 * row.estimated_traffic), 0)

        expect(analytics.summary.estimated_traffic).toBe(traffic / 100)
        for (const day of analytics.series) {
          const ofDay = rows.filter(({ date }) => date === day.date)
          const places = ranked(ofDay.map(({ position }) => position))
          if (ofDay.length === 0)
            expect(day).toMatchObject({ visibility: null, estimated_traffic: 0 })
          expect(day.distribution.top_100).toBe(places.length)
          expect(day.distribution.unranked).toBe(ofDay.length - places.length)
        }
        for (const record of analytics.keywords) {
          const own = rows.filter(({ keyword }) => keyword === record.keyword)
          if (own.length === 0) continue
          expect(record.position).toBe(own.at(-1)?.position)
          expect(timeline.campaign.keywords).toContain(record.keyword)
        }
        for (const site of analytics.competitors.slice(1)) {
          const listed = rows.flatMap(({ competitors }) =>
            competitors.filter(({ domain }) => domain === site.domain),
          )
          const places = ranked(listed.map(({ position }) => position))
          const mean = places.reduce((sum, place) => sum + place, 0) / places.length
          if (places.length === 0) expect(site.average_position).toBeNull()
          else expect(site.average_position).toBeCloseTo(mean, 1)
          expect(site.series).toHaveLength(analytics.series.length)
        }
        const board = await dashboardOf(world, until(END))
        expect(board.totals.estimated_traffic).toBe(analytics.summary.estimated_traffic)
      }),
      { ...RUNS, numRuns: 25 },
    )
  })
})

describe('kept figures', () => {
  const keywords = Array.from({ length: 30 }, (_, n) => `phrase ${n}`)
  const board = async (world: World, time: number) => await dashboardOf(world, until(time))

  test('have the rows of a run from its end on', async () => {
    const world = worldWith([campaignOf({ keywords })])
    const [morning, evening] = [CREATED + 9.9 * DAY, CREATED + 10.1 * DAY]
    const rows = async (time: number) => (await board(world, time)).series.at(-1)?.distribution

    expect((await rows(morning))?.unranked).toBe(0)
    expect(((await rows(evening))?.top_100 ?? 0) + ((await rows(evening))?.unranked ?? 0)).toBe(30)
    expect((await rows(morning))?.top_100).toBe(0)
  })

  test('have the keywords that are tracked at their time, also after a later one was asked for', async () => {
    const changed = CREATED + 10.2 * DAY
    const used = [keywords, keywords.slice(1)].map((tracked) => ({ keywords: tracked }))
    const world = () => worldAfter(1, { used, times: [changed] }, 1)
    const asked = world()
    await board(asked, changed + 1)

    const { distribution } = await board(asked, changed - 1)

    expect(distribution).toEqual((await board(world(), changed - 1)).distribution)
    expect(distribution.top_100 + distribution.unranked).toBe(30)
  })

  test('follow when a site that was known before takes a place', async () => {
    const campaign = campaignOf({ keywords })
    const created_at = new Date(CREATED - 50 * DAY).toISOString()
    const older = SITES.map((domain, n) =>
      campaignOf({ id: `cmp_${n}`, keywords, created_at, domain, competitors: SITES }),
    )
    const alone = (await board(worldWith([campaign]), END)).totals
    const among = (await analyticsOf(...withTimeline(worldWith([...older, campaign])), until(END)))
      .summary
    const afresh = (
      await analyticsOf(...withTimeline(worldWith([...older, { ...campaign }])), until(END))
    ).summary

    expect(among).toEqual(afresh)
    expect(among.average_position).not.toBe(alone.average_position)
  })

  const withTimeline = (world: World): [World, Timeline] => [
    world,
    world.timeline('cmp_a') as Timeline,
  ]
})

describe('a results page', () => {
  const page = (parts: Partial<Campaign>) => campaignOf({ keywords: WORDS, ...parts })

  test('does not depend on the order of the competitors', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.shuffledSubarray(SITES, { minLength: 2 }),
        async (seed, competitors) => {
          const [one, other] = (await Promise.all(
            [competitors, competitors.toReversed()].map(
              async (order) =>
                await rowsOf(worldWith([page({ competitors: order })], { seed }), END),
            ),
          )) as [RankingRow[], RankingRow[]]
          const sorted = (rows: RankingRow[]) =>
            rows.map((row) => ({
              ...row,
              competitors: row.competitors.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)),
            }))
          expect(sorted(other)).toEqual(sorted(one))
        },
      ),
      { ...RUNS, numRuns: 20 },
    )
  })

  test('is the same for all campaigns that look at it, and each place has one site', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.nat(60), async (seed, later) => {
        const created_at = new Date(CREATED + later * DAY).toISOString()
        const world = worldWith(
          [
            page({ competitors: ['a.example', 'b.example'] }),
            page({
              id: 'cmp_b',
              created_at,
              domain: 'a.example',
              brand: 'A',
              competitors: ['northwheel.example', 'c.example'],
            }),
          ],
          { seed },
        )
        const places = new Map<string, Map<number, string>>()
        for (const [id, own] of [
          ['cmp_a', 'northwheel.example'],
          ['cmp_b', 'a.example'],
        ] as const) {
          for (const row of await rowsOf(world, END, id)) {
            const key = `${row.date} ${row.keyword}`
            const of = places.get(key) ?? new Map<number, string>()
            places.set(key, of)
            const sites = [
              { domain: own, position: row.position },
              ...row.competitors,
              ...row.other_results.map(({ position }) => ({ domain: `${own} again`, position })),
            ]
            for (const { domain, position } of sites) {
              if (position === null) continue
              expect(of.get(position) ?? domain).toBe(domain)
              of.set(position, domain)
            }
          }
        }
      }),
      { ...RUNS, numRuns: 20 },
    )
  })

  test('lists a second page of the site for some, with another address', async () => {
    const keywords = Array.from({ length: 80 }, (_, n) => `phrase ${n}`)
    const rows = await rowsOf(worldWith([campaignOf({ keywords })]), END)
    const doubled = rows.filter(({ other_results }) => other_results.length > 0)

    expect(doubled.length / rows.length).toBeGreaterThan(0.01)
    expect(doubled.length / rows.length).toBeLessThan(0.15)
    for (const { url, position, other_results } of doubled) {
      expect(other_results[0]?.url).not.toBe(url)
      expect(other_results[0]?.position).toBeGreaterThan(position as number)
    }
    const pages = keywords.map((keyword) => rows.filter((row) => row.keyword === keyword))
    const swapped = pages.filter((of) => new Set(of.flatMap(({ url }) => url ?? [])).size > 1)
    expect(swapped.length).toBeGreaterThan(5)
  })

  test('has a map only for searches for something near a place', async () => {
    const keywords = ['crm software', 'bike shop leeds', 'dentist near me', 'plumber', 'e-bike']
    const rows = await rowsOf(
      worldWith([campaignOf({ keywords, settings: { location: 'Dublin, Ireland' } })]),
      END,
    )
    const local = new Set(
      rows
        .filter(({ serp_features }) => serp_features.includes('local_pack'))
        .map((it) => it.keyword),
    )

    expect([...local]).not.toContain('crm software')
    expect([...local]).not.toContain('e-bike')
    expect(local.size).toBeGreaterThan(0)
    for (const { position, owned_features } of rows) {
      if (owned_features.includes('sitelinks')) expect(position).toBe(1)
      if (owned_features.includes('featured_snippet')) expect(position).toBeLessThanOrEqual(6)
    }
  })
})

/** Whether a check found a row. */
function isOf({ date, keyword }: RankingRow, { day, only, phase }: Check): boolean {
  return date === formatDay(day) && (only ?? new Set(phase.keywords)).has(normalize(keyword))
}
