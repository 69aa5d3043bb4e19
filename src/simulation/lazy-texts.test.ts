import { expect, test } from 'vitest'
import { collectUntil } from '../../test/support/garbage.ts'
import { accountWith } from '../../test/support/records/deliveries.ts'
import { campaignOf, worldWith } from '../../test/support/worlds.ts'
import { dayNumber } from '../intelligence/dates.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import { builtText, type LazyText } from '../store/events/event-log.ts'
import { CampaignRuns } from './campaign-runs.ts'
import { eventBody, rowsOf } from './event.ts'

const FIRST = dayNumber('2025-02-03')

/** The events of some runs of a campaign of its own world, and what these came from. */
function ran() {
  const campaign = campaignOf({ keywords: ['electric bike', 'city bike', 'cargo bike'] })
  const world = worldWith([campaign, campaignOf({ id: 'cmp_b', brand: 'Other' })])
  const timeline = world.timeline('cmp_a') as Timeline
  const runs = new CampaignRuns(world, timeline)
  const checks = timeline.checks({ first: FIRST, last: FIRST + 40 })
  const events = checks.flatMap(({ at }, n) => {
    return runs.events({ at, last: { at: checks[n - 1]?.at ?? null } })
  })
  return { events, from: [world, timeline, campaign, runs] }
}

test('events that nobody waits for have lazy bodies with the same text', () => {
  const { events } = ran()

  const { events: rows } = rowsOf(accountWith([]), events, true)

  expect(new Set(events.map(({ type }) => type)).size).toBe(3)
  expect(rows.every(({ body }) => typeof body === 'object')).toBe(true)
  expect(rows.map(({ body }) => builtText(body))).toEqual(events.map(eventBody))
})

test('the lengths of lazy bodies are roughly right, because logs count them', () => {
  const { events } = ran()
  const { events: rows } = rowsOf(accountWith([]), events, true)

  for (const type of new Set(events.map((event) => event.type))) {
    const bodies = rows.filter((row) => row.type === type).map(({ body }) => body as LazyText)
    const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0)
    const ratio =
      sum(bodies.map(({ length }) => length)) / sum(bodies.map((it) => it.build().length))
    expect(ratio, type).toBeGreaterThan(0.7)
    expect(ratio, type).toBeLessThan(1.5)
  }
})

test('lazy bodies keep neither their world nor their campaign in memory', async () => {
  const texts: LazyText[] = []
  const begin = () => {
    const { events, from } = ran()
    texts.push(...rowsOf(accountWith([]), events, true).events.map(({ body }) => body as LazyText))
    return from.map((each) => new WeakRef<object>(each))
  }
  const made = Array.from({ length: 5 }, begin)
  // The last ones may still be on the stack.
  const kept = () => made.slice(0, -1).flatMap((refs) => refs.filter((ref) => ref.deref()))

  await collectUntil(() => kept().length === 0)

  expect(kept()).toEqual([])
  expect(texts.every((text) => text.build().startsWith('{"type":"'))).toBe(true)
})
