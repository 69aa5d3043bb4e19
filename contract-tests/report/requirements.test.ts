import { expect, test } from 'vitest'
import { openWarnings, unmetOf } from './requirements.ts'
import { exitCodeOf, type Outcome } from './result.ts'
import { allPass, cutShort, run, threeFailures } from './testing/samples.ts'

const untried = () =>
  run({}, { '5.4.2': 'no --restricted-token was given', '4.15': 'the run is --read-only' })

test('a run that proves everything meets everything', () => {
  const strict = { strict: true, require: allPass().facts.length }

  expect(unmetOf(allPass(), strict)).toEqual([])
  expect(unmetOf(allPass(), { require: ['8.8'] })).toEqual([])
})

test('--strict names the facts that were not tried, and the way to try them', () => {
  expect(unmetOf(untried(), { strict: true })).toEqual([
    '--strict: 4.15 is not proved: the run is --read-only; run without --read-only.',
    expect.stringMatching(
      /^--strict: 5\.4\.2 is not proved: no --restricted-token was given; give --restricted-token /,
    ),
  ])
  expect(unmetOf(untried(), {})).toEqual([])
})

test('--strict accepts neither a run that was cut short nor a useless key', () => {
  const warnings = ['--restricted-token is refused']

  expect(unmetOf(cutShort(), { strict: true })[0]).toBe('--strict: the run did not reach its end.')
  expect(unmetOf({ ...allPass(), warnings }, { strict: true })).toEqual([
    '--strict: --restricted-token is refused',
  ])
})

test('--require takes a number of facts', () => {
  const all = untried().facts.length

  expect(unmetOf(untried(), { require: all - 2 })).toEqual([])
  const [first, ...others] = unmetOf(untried(), { require: all - 1 })
  expect(first).toBe(`--require ${all - 1}: only ${all - 2} facts are proved.`)
  expect(others).toHaveLength(2)
})

test('--require takes facts, of which each must be proved', () => {
  expect(unmetOf(untried(), { require: ['5.4.2', '9.1'] })).toEqual([
    expect.stringMatching(/^--require: 5\.4\.2 is not proved: .*; give --restricted-token /),
  ])
  expect(unmetOf(threeFailures(), { require: ['8.8'] })).toEqual([
    '--require: 8.8 is not proved: the server contradicts it.',
  ])
})

test.each<[Outcome, number, number]>([
  ['passed', 0, 1],
  ['incomplete', 0, 1],
  ['known_failures', 0, 1],
  ['failed', 1, 1],
  ['cut_short', 2, 1],
  ['could_not_run', 2, 2],
  ['interrupted', 130, 130],
])('%s exits with %i, and with %i when something is unmet', (outcome, met, unmet) => {
  expect(exitCodeOf({ outcome })).toBe(met)
  expect(exitCodeOf({ outcome, unmet: ['--strict: …'] })).toBe(unmet)
})

test('a warning is shown once', () => {
  const warnings = ['a', 'b']

  expect(openWarnings({ warnings, unmet: ['--strict: a'] })).toEqual(['b'])
  expect(openWarnings({})).toEqual([])
})
