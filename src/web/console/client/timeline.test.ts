import { expect, it } from 'vitest'
import { type Entry, periodOf, titleOf } from './timeline.ts'

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

  expect(periodOf(new URLSearchParams('days=5000&to=x'), NOW)).toEqual({
    ...{ from: NOW - 7 * DAY, to: NOW, days: 7 },
  })
  expect(periodOf(asked, NOW)).toMatchObject({ days: 30, to: Date.UTC(2026, 0, 1) })
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
