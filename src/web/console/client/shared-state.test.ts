import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  contentsOf,
  linkText,
  MOST_IN_LINK,
  type SharedState,
  stateInLink,
  stateInText,
} from './shared-state.ts'

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

const packed = (text: string) => deflateRawSync(text).toString('base64url')

it('carries a state in a link', async () => {
  const text = await linkText(STATE)

  expect(text).toMatch(/^[\w-]+$/)
  expect(await stateInLink(text as string)).toEqual(STATE)
})

it('makes no link of a state that is too long for one', async () => {
  const name = Array.from({ length: MOST_IN_LINK }, (_, n) => (n * 7919).toString(36)).join()

  expect(await linkText({ ...STATE, name })).toBeUndefined()
})

it('reads the answer of the control API, too', () => {
  expect(stateInText(JSON.stringify({ success: true, data: STATE }))).toEqual(STATE)
})

it.each([
  ['%%%', /damaged/],
  ['AAAA', /damaged/],
  [packed('{'), /not JSON/],
  [packed('null'), /not the state/],
  [packed('[]'), /not the state/],
  [packed('{"format":"svc-sandbox/state","version":2}'), /version 2/],
  [packed(`"${'a'.repeat(5_000_000)}"`), /larger than 1 MB/],
])('refuses the link %.20s', async (text, message) => {
  await expect(stateInLink(text)).rejects.toThrow(message)
})

it('describes a state whose members are missing', () => {
  const { shows, campaigns } = contentsOf({ ...STATE, shows: 'x', campaigns: undefined as never })

  expect({ shows, campaigns }).toEqual({ shows: undefined, campaigns: 0 })
})
