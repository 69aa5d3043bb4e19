import { describe, expect, test } from 'vitest'
import { campaignOf, worldWith } from '../../test/support/worlds.ts'
import { analyticsOf } from './analytics.ts'
import { comparedPeriod } from './comparison.ts'
import { dashboardOf } from './dashboards.ts'
import type { Period } from './period.ts'
import type { Timeline } from './world/timeline.ts'

const MARCH = { from: '2025-03-01', to: '2025-03-31', today: '2025-03-10' }
const NOON = Date.parse('2025-03-10T11:00:00Z')

const analytics = async (period: Period) => {
  const world = worldWith([campaignOf()])
  return await analyticsOf(world, world.timelines[0] as Timeline, period)
}

describe('the compared period', () => {
  test('has as many days as have begun, the last one up to the same time', () => {
    expect(comparedPeriod({ ...MARCH, now: NOON })).toEqual({
      from: '2025-02-19',
      to: '2025-02-28',
      today: '2025-02-28',
      now: NOON - 10 * 86_400_000,
    })
    expect(comparedPeriod({ ...MARCH, today: '2025-06-01' })).toMatchObject({
      from: '2025-01-29',
      to: '2025-02-28',
    })
  })

  test('is that of the year before, a leap day too', () => {
    const year = { compare: 'previous_year', today: '2025-06-01' } as const
    expect(comparedPeriod({ ...MARCH, ...year })).toMatchObject({
      from: '2024-03-01',
      to: '2024-03-31',
    })
    const leap = { from: '2024-02-29', to: '2024-02-29', ...year }
    expect(comparedPeriod(leap)).toMatchObject({ from: '2023-02-28', to: '2023-02-28' })
  })

  test('can be chosen, or left out', () => {
    const compare = { from: '2025-01-05', to: '2025-01-14' }
    expect(comparedPeriod({ ...MARCH, compare })).toMatchObject(compare)
    expect(comparedPeriod({ ...MARCH, compare: 'none' })).toBeUndefined()
  })
})

describe('changes', () => {
  test('are those of the figures of both periods', async () => {
    const { summary, previous_period, changes, mentions } = await analytics(MARCH)
    const before = await analytics({ from: '2025-02-19', to: '2025-02-28', today: '2025-03-10' })

    expect(previous_period).toMatchObject({
      days: 10,
      covered_days: 10,
      comparable: true,
      estimated_traffic: before.summary.estimated_traffic,
    })
    expect(changes.estimated_traffic).toBeCloseTo(
      summary.estimated_traffic - (previous_period?.estimated_traffic ?? 0),
      2,
    )
    expect(changes.mentions).toBe(mentions.changes.mentions)
  })

  test('do not count a check that was not yet due at the same time of the compared day', async () => {
    // The campaign runs at noon, so today has no row yet.
    const { previous_period } = await analytics({ ...MARCH, now: NOON })
    const withLast = await analytics({
      from: '2025-02-19',
      to: '2025-02-28',
      today: '2025-02-28',
      now: Date.parse('2025-02-28T11:00:00Z'),
    })
    expect(previous_period?.estimated_traffic).toBe(withLast.summary.estimated_traffic)
  })

  test('are null for a campaign that is younger, which says so', async () => {
    const january = { from: '2025-01-10', to: '2025-01-31', today: '2025-06-01' }
    for (const view of [
      await analytics(january),
      await dashboardOf(worldWith([campaignOf()]), january),
    ]) {
      expect(view.previous_period).toMatchObject({ days: 22, covered_days: 9, comparable: false })
      expect(new Set(Object.values(view.changes))).toEqual(new Set([null]))
    }
  })

  test('are null without a comparison, and between periods of different lengths', async () => {
    const none = await analytics({ ...MARCH, compare: 'none' })
    const longer = await analytics({ ...MARCH, compare: { from: '2025-01-05', to: '2025-02-20' } })

    expect(none.previous_period).toBeNull()
    expect(longer.previous_period).toMatchObject({ days: 47, comparable: false })
    for (const { changes, mentions } of [none, longer]) {
      expect(changes.estimated_traffic).toBeNull()
      expect(mentions.changes.mentions).toBeNull()
    }
  })
})
