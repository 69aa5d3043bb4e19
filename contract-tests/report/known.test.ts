import { expect, test } from 'vitest'
import { applyKnown, knownFile, parseKnown } from './known.ts'
import type { RunResult } from './result.ts'
import { allPass, check, cutShort, failureOf, run, threeFailures } from './testing/samples.ts'

const TODAY = '2026-03-02'

/** Entries for these facts, valid today. */
const entries = (...facts: string[]) =>
  facts.map((fact) => ({ fact, owner: 'team-gateway', expires: '2026-03-31' }))

test('a list is read from YAML and from JSON', () => {
  const yaml = [
    '# accepted until the gateway is replaced',
    '- fact: "8.8"',
    '  operation: listCampaigns',
    '  owner: team-gateway',
    '  expires: 2026-06-30',
    '  reason: API-412',
  ].join('\n')
  const expected = [
    {
      fact: '8.8',
      operation: 'listCampaigns',
      owner: 'team-gateway',
      expires: '2026-06-30',
      reason: 'API-412',
    },
  ]

  expect(parseKnown(yaml, 'known.yaml')).toEqual(expected)
  expect(parseKnown(JSON.stringify(expected), 'known.json')).toEqual(expected)
  expect(parseKnown('# none any more\n', 'known.yaml')).toEqual([])
})

test('an id without quotes keeps its last zero', () => {
  const [entry] = parseKnown('- {fact: 4.10, owner: a, expires: 2026-06-30}', 'known.yaml')

  expect(entry?.fact).toBe('4.10')
})

test.each([
  ['fact: 8.8', 'known.yaml:1: known failures are a list of entries'],
  ['- 8.8', 'known.yaml:1: an entry has the fields fact, owner, expires, operation, reason'],
  ['- fact: 8.8\n  owner: a', 'known.yaml:1: the entry has no expires'],
  ['- fact: 8.8\n  owner:\n  expires: 2026-06-30', 'known.yaml:2: owner needs a text'],
  ['- fact: 8.8\n  owner: a\n  expires: soon', 'known.yaml:3: expires is a date such as'],
  ['- fact: 8.8\n  owner: a\n  expires: 2026-02-30', 'known.yaml:3: expires is a date such as'],
  [
    '- fact: eight\n  owner: a\n  expires: 2026-06-30',
    'known.yaml:1: no check proves a fact "eight"',
  ],
  [
    '- owner: a\n  fact: 8.99\n  expires: 2026-06-30',
    'known.yaml:2: no check proves a fact "8.99"; use an id such as 8.8',
  ],
  ['- fact: 8.8\n  owner: a\n  expire: 2026-06-30', 'known.yaml:3: unknown field expire; use'],
  [
    '- fact: 8.8\n  owner: a\n  expires: 2026-06-30\n  operation: listCampains',
    'known.yaml:4: there is no operation "listCampains"',
  ],
  ['- fact: [8.8', 'known.yaml:1: this is neither YAML nor JSON'],
  [
    '- {fact: 8.8, owner: a, expires: 2026-06-30}\n- {fact: 8.8, owner: b, expires: 2026-07-30}',
    'known.yaml:2: fact 8.8 is listed twice',
  ],
])('%j is refused with its line and field', (text, message) => {
  expect(() => parseKnown(text, 'known.yaml')).toThrow(message)
})

test('a run whose every failure is known passes, and shows them', () => {
  const { result, notices } = applyKnown(threeFailures(), entries('4.17', '7.2', '8.8'), TODAY)

  expect(result.outcome).toBe('known_failures')
  const failures = result.checks.flatMap((each) => each.failures)
  expect(failures.length).toBe(5)
  expect(failures.every(({ known }) => known?.owner === 'team-gateway')).toBe(true)
  expect(result.facts.filter(({ verdict }) => verdict === 'fail').length).toBe(3)
  expect(notices).toEqual([])
})

test('one failure that is not known fails the run', () => {
  const { result } = applyKnown(threeFailures(), entries('4.17', '8.8'), TODAY)

  expect(result.outcome).toBe('failed')
})

test('what was given is not changed', () => {
  const before = threeFailures()
  applyKnown(before, entries('4.17', '7.2', '8.8'), TODAY)

  expect(before).toEqual(threeFailures())
})

test('an entry for an operation excuses no other operation', () => {
  const onlyList = entries('8.8').map((entry) => ({ ...entry, operation: 'listCampaigns' }))
  const known = [...entries('4.17', '7.2'), ...onlyList]
  const { result } = applyKnown(threeFailures(), known, TODAY)

  const open = result.checks.flatMap(({ failures }) => failures).filter(({ known }) => !known)
  expect(open.map(({ operation }) => operation)).toEqual(['createCampaign', 'verifyToken'])
  expect(result.outcome).toBe('failed')
})

test('an entry holds on its last day, and then fails the run again', () => {
  const known = [{ fact: '8.8', owner: 'team-gateway', expires: TODAY }]
  const only = run({ checks: [check('8', 'x', { failures: [failureOf('8.8', {})] })] })

  expect(applyKnown(only, known, TODAY).result.outcome).toBe('known_failures')
  expect(applyKnown(only, known, '2026-03-03')).toMatchObject({
    result: { outcome: 'failed' },
    notices: [
      'The known failure of 8.8 (team-gateway) expired on 2026-03-02: it fails the run again.',
    ],
  })
})

test('an entry that matched nothing is no longer needed', () => {
  const { notices } = applyKnown(run({}), entries('8.8'), TODAY)

  expect(notices).toEqual([
    'The known failure of 8.8 (team-gateway) is no longer needed: nothing contradicts it. Remove it.',
  ])
})

test('an entry whose fact was not tried may still be needed', () => {
  const untried = run({}, { '8.8': 'no quota' })

  expect(applyKnown(untried, entries('8.8'), TODAY).notices).toEqual([])
  expect(applyKnown(cutShort(), entries('4.6'), TODAY).notices).toEqual([])
})

test('a run that failed for no reason that could be known stays failed', () => {
  const { result } = applyKnown(run({ outcome: 'failed' }), entries('8.8'), TODAY)

  expect(result.outcome).toBe('failed')
})

test('a check that broke down and a run that was cut short are not excused', () => {
  const broken: RunResult = run({
    outcome: 'failed',
    checks: [check('8', 'x', { verdict: 'fail' })],
  })
  const short: RunResult = { ...threeFailures(), outcome: 'cut_short' }

  expect(applyKnown(broken, entries('8.8'), TODAY).result.outcome).toBe('failed')
  expect(applyKnown(short, entries('4.17', '7.2', '8.8'), TODAY).result.outcome).toBe('cut_short')
})

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
