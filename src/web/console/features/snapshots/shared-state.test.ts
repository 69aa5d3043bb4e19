import { expect, it } from 'vitest'
import { contentsOf, type SharedState, stateInText } from './shared-state.ts'

const STATE: SharedState = {
  format: 'svc-sandbox/state',
  version: 1,
  name: 'Größe → 100 %',
  shows: '2026-01-15T09:30:00.000Z',
  frozen: true,
  seed: 1,
  sequence: 0,
  changes: 0,
  campaigns: [],
  past: [],
  last_runs: [],
  alerts: [],
  webhooks: [],
  faults: [],
}

it('reads the answer of the control API, too', () => {
  expect(stateInText(JSON.stringify({ success: true, data: STATE }))).toEqual(STATE)
})

it.each([
  ['{', /not JSON/],
  ['null', /not the state/],
  ['[]', /not the state/],
  ['{"format":"svc-sandbox/state","version":2}', /version 2/],
  [`"${'a'.repeat(5_000_000)}"`, /larger than 1 MB/],
])('refuses the file %.20s', (text, message) => {
  expect(() => stateInText(text)).toThrow(message)
})

it('describes a state whose members are missing', () => {
  const { shows, campaigns } = contentsOf({ ...STATE, shows: 'x', campaigns: undefined as never })

  expect({ shows, campaigns }).toEqual({ shows: undefined, campaigns: 0 })
})
