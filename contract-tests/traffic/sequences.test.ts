import { expect, it } from 'vitest'
import { settingsFor } from '../self-test/suite.ts'
import { evidenceOf } from './evidence.ts'
import type { Observed } from './observed.ts'
import { judgeSequences } from './sequences.ts'
import { BASE_URL, seen } from './testing/seen.ts'

const CAMPAIGN = { name: 'A', type: 'serp', keywords: ['a'], frequency: 'daily' }
const created = (at: number) =>
  seen('POST', '/campaigns', { sent: CAMPAIGN, data: { id: 'cmp_1', ...CAMPAIGN }, at })
const read = (at: number, more: object = {}) =>
  seen('GET', '/campaigns/cmp_1', { data: { id: 'cmp_1', ...CAMPAIGN, ...more }, at })
const verified = (at: number, key: string, data: object) =>
  seen('GET', '/auth/verify', { data, at, key })

const TOKENS = { main: 'm', restricted: 'r', limited: 'l', revoked: 'v' }

function factsOf(observed: Observed[]) {
  const settings = settingsFor({ baseUrl: BASE_URL, tokens: TOKENS }, { tokens: { main: '' } })
  return judgeSequences(observed, evidenceOf(observed, settings)).result.facts
}

it.each([
  [
    'shows a campaign otherwise',
    [created(1), read(2, { name: 'B' }), read(3, { name: 'B' })],
    '2.23',
  ],
  [
    'serves a campaign that was deleted',
    [created(1), seen('DELETE', '/campaigns/cmp_1', { at: 2 }), read(3), read(4)],
    '4.18',
  ],
  [
    'gives two keys one id',
    [verified(1, 'svc_test_a', { key_id: 'k' }), verified(2, 'svc_test_b', { key_id: 'k' })],
    '2.58',
  ],
  [
    'lets another account read a campaign',
    [
      verified(1, 'svc_test_main', { key_id: 'k', account_id: 'a' }),
      verified(2, 'svc_test_b', { key_id: 'l', account_id: 'b' }),
      created(3),
      seen('GET', '/campaigns/cmp_1', { data: { id: 'cmp_1' }, at: 4, key: 'svc_test_b' }),
    ],
    '2.57',
  ],
])('names the fact where a server %s', (_, observed, fact) => {
  expect(factsOf(observed)).toEqual([fact])
})

it.each([
  ['one late read', [created(1), read(2, { name: 'B' }), read(3), read(4, { name: 'B' })]],
  [
    'what was read long after',
    [created(1), read(20_000, { name: 'B' }), read(20_001, { name: 'B' })],
  ],
  [
    'reads that overlap with the write',
    [
      { ...created(1), endedAt: 10 },
      { ...read(2, { name: 'B' }), endedAt: 5 },
      { ...read(3, { name: 'B' }), endedAt: 5 },
    ],
  ],
])('accuses nobody for %s', (_, observed) => {
  expect(factsOf(observed)).toEqual([])
})
