import { expect, it } from 'vitest'
import { type Entry, neighbour, placeOf, spanOf, ticksOf, titleOf } from './timeline.ts'

const NOW = Date.UTC(2026, 0, 15, 9, 30)
const DAY = 86_400_000

const entry = (fields: Partial<Entry>): Entry => ({
  ...{ id: `${fields.kind}-${fields.at}`, kind: 'run', type: 'run', at: '2026-01-15T00:00:00Z' },
  ...{ until: null, count: 1, name: null, outcomes: {}, campaign_id: null, ref: null },
  moment: null,
  ...fields,
})

it('shows seven days up to now, unless the address says otherwise', () => {
  const asked = new URLSearchParams('days=30&to=2026-01-01T00:00:00Z')

  expect(spanOf(new URLSearchParams('days=5000&to=x'), NOW)).toEqual({
    ...{ from: NOW - 7 * DAY, to: NOW, days: 7 },
  })
  expect(spanOf(asked, NOW)).toMatchObject({ days: 30, to: Date.UTC(2026, 0, 1) })
})

it('places times between 0 and 100 percent', () => {
  const span = { from: NOW, to: NOW + DAY }

  expect([NOW - 1, NOW, NOW + DAY / 2, NOW + 2 * DAY].map((at) => placeOf(at, span))).toEqual([
    0, 0, 50, 100,
  ])
})

it.each([1, 7, 30, 90, 365, 400])('draws a few lines across %i days, all within', (days) => {
  const span = { from: NOW - days * DAY, to: NOW }
  const ticks = ticksOf(span)

  expect(ticks.length).toBeGreaterThan(1)
  expect(ticks.length).toBeLessThan(10)
  expect(ticks.every((at) => at >= span.from && at <= span.to)).toBe(true)
})

it('goes along a lane, and to the nearest entry of the next lane that has one', () => {
  const runs = ['10', '12', '14'].map((day) => entry({ at: `2026-01-${day}T00:00:00Z` }))
  const late = entry({ kind: 'fault', at: '2026-01-14T01:00:00Z' })
  const early = entry({ kind: 'fault', at: '2026-01-09T00:00:00Z' })
  const all = [...runs, late, early]
  const from = (of: Entry | undefined, key: string) => neighbour(all, of as Entry, key)

  expect(from(runs[0], 'ArrowRight')).toBe(runs[1])
  expect(from(runs[2], 'ArrowRight')).toBeUndefined()
  expect(from(runs[0], 'End')).toBe(runs[2])
  expect(from(runs[2], 'ArrowDown')).toBe(late)
  expect(from(early, 'ArrowUp')).toBe(runs[0])
  expect(from(runs[0], 'ArrowUp')).toBeUndefined()
})

it.each<[Partial<Entry>, string]>([
  [{ kind: 'clock', type: 'advance' }, 'Clock advanced'],
  [{ kind: 'clock', type: 'reset', name: 'demo' }, 'Reset: demo'],
  [{ kind: 'run', count: 3, name: 'Tandems' }, '3 runs of Tandems'],
  [{ kind: 'delivery', count: 9, type: null }, '9 deliveries'],
  [{ kind: 'fault', type: 'used', name: 'Slow' }, 'Fault Slow used'],
  [{ kind: 'request', type: 'getUser', name: 'GET /api/auth/me' }, 'GET /api/auth/me'],
])('names %j', (fields, title) => {
  expect(titleOf(entry(fields))).toBe(title)
})
