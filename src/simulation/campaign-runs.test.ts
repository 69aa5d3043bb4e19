import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { campaignAnalytics, mentions, rankings } from '../../test/support/processes/figures.ts'
import { keptCampaign } from '../../test/support/records/campaigns.ts'
import { worldWith } from '../../test/support/worlds.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import type { ServiceEvent } from '../accounts/event.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { CheckReader } from '../intelligence/rankings/rows.ts'
import { runAfter } from '../intelligence/world/schedule.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import { HOUR_MS } from '../time/duration.ts'
import { CampaignRuns, LOOK_BACK_MS, type Run } from './campaign-runs.ts'

const SEED = 7

const CREATED = '2026-01-01T07:30:00.000Z'

const campaign = (frequency = 'daily'): Campaign =>
  keptCampaign({
    id: 'cmp_runs',
    frequency,
    settings: {},
    brand: 'Northpeak',
    domain: 'northpeak.example',
    competitors: ['rival.example'],
    created_at: CREATED,
    updated_at: CREATED,
    tracked_since: CREATED.slice(0, 10),
  })

function firstRuns(frequency: string, count: number): Run[] {
  const first: Run[] = []
  let last: LastRun = { at: null }
  for (let n = 0; n < count; n++) {
    const at = runAfter(campaign(frequency), last.at, last.at ?? Date.parse(CREATED)) as number
    first.push({ at, last })
    last = { at }
  }
  return first
}

function runs(frequency = 'daily') {
  const world = worldWith([campaign(frequency)], { seed: SEED })
  return new CampaignRuns(world, world.timeline('cmp_runs') as Timeline)
}

/** The events of a run, as receivers read them. */
const eventsOf = (runs: CampaignRuns, run: Run): ServiceEvent[] =>
  JSON.parse(JSON.stringify(runs.events(run)))

const ofType = <Type extends ServiceEvent['type']>(events: ServiceEvent[], type: Type) =>
  events.filter((event): event is Extract<ServiceEvent, { type: Type }> => event.type === type)

const period = (from: string, to: string) => ({ from, to, today: '2026-12-31' })

describe.each(['daily', 'weekly', 'hourly'])('the runs of a %s campaign', (frequency) => {
  const ran = firstRuns(frequency, 30)
  const times = ran.map(({ at }) => at)
  const all = ran.map((run) => ({ ...run, events: eventsOf(runs(frequency), run) }))

  it('report each position that differs from the previous run, as in the rows', async () => {
    const rows = await rankings(SEED, campaign(frequency), period('2026-01-01', '2026-12-31'))
    const position = (keyword: string, date: string) =>
      rows.find((row) => row.keyword === keyword && row.date === date)?.position
    const expected = times.flatMap((at, n) => {
      if (n === 0) return []
      const [date, before] = [formatDay(dayOf(at)), formatDay(dayOf(times[n - 1] as number))]
      return campaign().keywords.flatMap((keyword) => {
        const [now, then] = [position(keyword, date), position(keyword, before)] as (
          | number
          | null
        )[]
        if (now === then) return []
        return [
          {
            keyword,
            date,
            position: now,
            previous_date: before,
            previous_position: then,
            change: now === null || then === null ? null : (then as number) - (now as number),
          },
        ]
      })
    })

    const reported = all.flatMap(({ events }) =>
      ofType(events, 'ranking.changed').map(({ data }) => data),
    )

    expect(expected.length).toBeGreaterThan(frequency === 'hourly' ? 0 : 20)
    expect(reported).toMatchObject(expected)
  })

  it('report each mention once, as in the list', async () => {
    const last = times.at(-1) as number
    const query = { ...period('2026-01-01', formatDay(dayOf(last))), brand: 'Northpeak', now: last }
    const listed = await mentions(SEED, query, [campaign(frequency)])

    const reported = all.flatMap(({ events }) =>
      ofType(events, 'mention.detected').map(({ data }) => data),
    )

    expect(listed.length).toBeGreaterThan(0)
    expect(reported).toMatchObject(listed.reverse())
  })

  it('end with their completion, with the figures of the day', async () => {
    for (const { at, events } of all) {
      const last = events.at(-1) as ServiceEvent
      const day = formatDay(dayOf(at))
      const { summary } = await campaignAnalytics(SEED, campaign(), period(day, day))
      expect(ofType(events, 'campaign.completed')).toEqual([last])
      expect(last.data).toMatchObject({
        date: day,
        completed_at: new Date(at).toISOString(),
        keywords: 3,
        average_position: summary.average_position,
        visibility: summary.visibility,
        mentions: ofType(events, 'mention.detected').length,
      })
    }
  })

  it('give events unique identifiers that are the same each time', () => {
    const ids = all.flatMap(({ events }) => events.map(({ id }) => id))
    const idsAgain = (setBack?: number) =>
      ran.flatMap((run) =>
        runs(frequency)
          .events({ ...run, setBack })
          .map(({ id }) => id),
      )
    const again = idsAgain()
    const repeated = idsAgain(1)

    expect(new Set(ids).size).toBe(ids.length)
    expect(again).toEqual(ids)
    expect(new Set([...ids, ...repeated]).size).toBe(2 * ids.length)
    expect(ids[0]).toMatch(/^evt_[0-9a-f]{16}$/)
  })

  it('compare no keyword that the run before did not look up', () => {
    const at = times.at(-1) as number
    const before = campaign(frequency)
    const keywords = [...before.keywords, 'camping stove']
    const states = [{ change: 1, until: at - 1, campaign: before }]
    const world = worldWith([{ ...before, keywords }], { seed: SEED, past: { cmp_runs: states } })
    const runs = new CampaignRuns(world, world.timeline('cmp_runs') as Timeline)

    const after = eventsOf(runs, { at, last: { at: times.at(-2) as number } })

    const changed = ofType(after, 'ranking.changed').map(({ data }) => data.keyword)
    expect(changed).not.toContain('camping stove')
    expect(ofType(after, 'campaign.completed')[0]?.data.keywords).toBe(4)
  })
})

it('a failed run reports nothing', () => {
  const failing = { ...campaign(), failed_runs: ['2026-01-02'] }
  const world = worldWith([failing], { seed: SEED })
  const runs = new CampaignRuns(world, world.timeline('cmp_runs') as Timeline)
  const [first, second, third] = firstRuns('daily', 3) as [Run, Run, Run]

  expect(runs.events(second)).toEqual([])
  expect(Object.values(runs.counts(second))).toEqual([0, 0, 0])
  const changes = runs.changes(third)
  expect(changes.length).toBeGreaterThan(0)
  for (const { data } of changes) {
    expect(data).toMatchObject({ previous_date: formatDay(dayOf(first.at)) })
  }
})

it('reads its rows once to count its events, even on a day on which keywords were added', () => {
  const [, , { at, last }] = firstRuns('daily', 3) as [Run, Run, Run]
  const before = campaign()
  const keywords = [...before.keywords, 'camping stove']
  const states = [{ change: 1, until: at - HOUR_MS, campaign: before }]
  const world = worldWith([{ ...before, keywords }], { seed: SEED, past: { cmp_runs: states } })
  const runs = new CampaignRuns(world, world.timeline('cmp_runs') as Timeline)
  const read = vi.spyOn(CheckReader.prototype, 'read')
  onTestFinished(() => read.mockRestore())

  runs.counts({ at, last })

  expect(read).toHaveBeenCalledOnce()
})

it('looks back a month at most, although the run before is years ago', () => {
  const last = Date.parse(CREATED)
  const at = runAfter(campaign('hourly'), last, last + 20 * 366 * 24 * HOUR_MS) as number
  const run = { at, last: { at: last } }
  const made = runs('hourly')

  const events = eventsOf(made, run)

  const found = ofType(events, 'mention.detected').map(({ data }) => Date.parse(data.detected_at))
  expect(found.length).toBeGreaterThan(0)
  expect(Math.min(...found)).toBeGreaterThanOrEqual(at - LOOK_BACK_MS - 24 * HOUR_MS)
  expect(ofType(events, 'campaign.completed')[0]?.data.mentions).toBe(found.length)
  expect(runs('hourly').counts(run)['mention.detected']).toBe(found.length)
})
