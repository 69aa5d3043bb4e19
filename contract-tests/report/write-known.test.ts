import { expect, test } from 'vitest'
import { applyKnown, parseKnown } from './known.ts'
import { allPass, threeFailures } from './testing/samples.ts'
import { knownFile } from './write-known.ts'

test('a run accepts its own failures by the file that it writes, for 30 days', () => {
  const failed = threeFailures()
  const entries = parseKnown(knownFile(failed, []), 'known.yaml')

  expect(entries.map(({ fact, operation }) => `${fact} ${operation}`)).toEqual([
    '4.17 updateCampaign',
    '7.2 createCampaign',
    '8.8 listCampaigns',
    '8.8 createCampaign',
    '8.8 verifyToken',
  ])
  expect(applyKnown(failed, entries, '2026-04-01').result.outcome).toBe('known_failures')
  expect(applyKnown(failed, entries, '2026-04-02').result.outcome).toBe('failed')
})

test('entries that are still needed stay, others go', () => {
  const expires = '2999-01-01'
  const known = [
    { fact: '8.8', owner: 'ada', expires, reason: 'API-1' },
    { fact: '9.1', owner: 'ada', expires },
    { fact: '7.2', owner: 'ada', expires: '2026-03-01' },
  ]

  const entries = parseKnown(knownFile(threeFailures(), known), 'known.yaml')

  expect(entries.map(({ fact, owner }) => `${fact} ${owner}`)).toEqual([
    '8.8 ada',
    '4.17 unassigned',
    '7.2 unassigned',
  ])
  expect(entries[0]).toEqual(known[0])
})

test('a run without failures writes an empty list', () => {
  expect(parseKnown(knownFile(allPass(), []), 'known.yaml')).toEqual([])
})
