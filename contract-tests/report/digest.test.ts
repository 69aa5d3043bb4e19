import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import type { Failure, RunResult } from './result.ts'
import {
  check,
  failureOf,
  knownFailures,
  mostlyUndetermined,
  run,
  threeFailures,
} from './testing/samples.ts'

test('the same contradiction met by several checks is one, with all its operations', () => {
  const failure = failureOf('8.8', { expected: 'a header', actual: 'none', occurrences: 2 })
  const { contradictions, headline } = digest(
    run({
      checks: [
        check('4', 'lists', { failures: [{ ...failure, operation: 'listCampaigns' }] }),
        check('8', 'limits', { failures: [{ ...failure, operation: 'verifyToken' }] }),
      ],
    }),
  )

  expect(contradictions).toMatchObject([
    {
      fact: '8.8',
      occurrences: 4,
      operations: ['listCampaigns', 'verifyToken'],
    },
  ])
  expect(headline.sentence).toBe('1 statement of the specification is contradicted')
})

test('contradictions come in the order of the ledger, the accepted ones last', () => {
  const known = { owner: 'a', expires: '2026-01-01' }
  const failures = [
    failureOf('4.10', {}),
    failureOf('4.6', { known }),
    failureOf('7.1', {}),
    failureOf('4.9', {}),
  ]
  const { contradictions } = digest(run({ checks: [check('4', 'x', { failures })] }))

  expect(contradictions.map(({ fact }) => fact)).toEqual(['4.9', '4.10', '7.1', '4.6'])
})

test('a contradiction counts for the section of its fact, not of its check', () => {
  const failures = [failureOf('8.8', {}), failureOf('5.7.1', {})]
  const { sections } = digest(run({ checks: [check('4', 'x', { failures })] }))

  const failed = sections.filter((section) => section.failed > 0)
  expect(failed.map(({ section, mark }) => [section, mark])).toEqual([
    ['5', 'fail'],
    ['8', 'fail'],
  ])
})

test('facts are counted by verdict, and the sections add up to them', () => {
  const { facts, sections } = digest(threeFailures())

  expect(facts).toEqual({ total: 111, proved: 105, failed: 3, undetermined: 3 })
  expect(sections.reduce((sum, { proved }) => sum + proved, 0)).toBe(105)
})

test('a section of which something was not tried is not marked as passed', () => {
  const { sections } = digest(mostlyUndetermined())

  expect(sections.filter(({ mark }) => mark === 'pass').map(({ section }) => section)).toEqual([
    '9',
  ])
})

test('a run without facts is no pass', () => {
  const { headline } = digest(run({ facts: [], outcome: 'incomplete' }))

  expect(headline.word).toBe('INCOMPLETE')
  expect(headline.tone).toBe('unsure')
})

test('a check that failed without a contradiction is reported', () => {
  const { headline } = digest(
    run({ outcome: 'failed', checks: [check('4', 'x', { verdict: 'fail' })] }),
  )

  expect(headline.sentence).toBe('a check failed without naming a fact')
})

const BROKEN = '3 statements of the specification are contradicted'

test.each<[string, Partial<RunResult>, object]>([
  [
    'cut short after contradictions',
    { ...threeFailures(), outcome: 'cut_short', reason: 'No requests left' },
    { tone: 'bad', sentence: `No requests left. Before that, ${BROKEN}` },
  ],
  [
    'interrupted before any',
    { outcome: 'interrupted', reason: 'Stopped.' },
    { tone: 'unsure', sentence: 'Stopped. No contradiction was found before that' },
  ],
  [
    'whole, but not enough for --strict',
    { unmet: ['--strict: a', '--strict: b'] },
    {
      word: 'PASSED',
      tone: 'bad',
      sentence: expect.stringMatching(/[^;]; --strict does not allow that$/),
    },
  ],
  [
    'failed anyway',
    { ...threeFailures(), unmet: ['--strict: a'] },
    { word: 'FAILED', tone: 'bad', sentence: BROKEN },
  ],
  [
    'not new, and not whole',
    { ...knownFailures(), facts: mostlyUndetermined().facts },
    { tone: 'unsure', sentence: expect.stringMatching(/ remain, and \d+ of \d+ facts could not/) },
  ],
])('the headline of a run that is %s', (_, result, expected) => {
  expect(digest(run(result)).headline).toMatchObject(expected)
})

const TRAFFIC = { exchanges: 3, unjudged: 0 }
const OF_APP = failureOf('2.4', { expected: 'a name', actual: 'none', by: 'app' })
const OF_SERVER = [failureOf('4.6', {}), failureOf('8.8', {})]

test.each([
  [
    'the app',
    [OF_APP],
    "the app's requests contradict 1 statement of the specification; the server's responses contradict nothing",
  ],
  [
    'the server',
    OF_SERVER,
    "the app's requests contradict nothing; the server's responses contradict 2 statements of the specification",
  ],
  [
    'both, with the same fact',
    [OF_APP, failureOf('2.4', { expected: 'a name', actual: 'none' })],
    "the app's requests contradict 1 statement of the specification; the server's responses contradict 1 statement of the specification",
  ],
  [
    'both, with an assumption',
    [OF_APP, { ...failureOf('4.6', {}), fact: undefined, statement: 'Ours.' }],
    "the app's requests contradict 1 statement of the specification; the server's responses differ from 1 assumption",
  ],
])('the headline about traffic says who broke the contract: %s', (_, failures, sentence) => {
  const { headline, causes } = digest(
    run({ traffic: TRAFFIC, checks: [check('4', 'x', { failures: failures as Failure[] })] }),
  )

  expect(headline).toMatchObject({ word: 'FAILED', sentence })
  expect(new Set(causes.map(({ lead }) => lead.by)).size).toBe(
    new Set(failures.map(({ by }) => by)).size,
  )
})
