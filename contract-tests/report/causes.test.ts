import { expect, test } from 'vitest'
import { causesOf, contradictionsOf } from './causes.ts'
import type { Failure } from './result.ts'
import { check, failureOf, run } from './testing/samples.ts'

/** The facts of each cause. */
function causes(failures: Failure[]): string[][] {
  const result = run({ checks: [check('4', 'x', { failures })] })
  return causesOf(contradictionsOf(result)).map(({ names }) => names)
}

const noJson = { expected: 'a JSON body', actual: 'the string "Not allowed"', requests: [7] }

test('what one response breaks has one cause, led by what explains most', () => {
  const failures = [
    failureOf('1.3', { expected: 'an object', actual: 'not JSON', requests: [7] }),
    failureOf('4.4', noJson),
    failureOf('7.1', { requests: [7] }),
    failureOf('7.11', { actual: 'a failure without a code (status 405)', requests: [7] }),
  ]

  expect(causes(failures)).toEqual([['4.4', '1.3', '7.1', '7.11']])
})

test('a header that is missing everywhere is not the cause of a wrong body', () => {
  const failures = [
    failureOf('4.17', { expected: 'b', actual: 'a', requests: [3] }),
    failureOf('8.8', { actual: 'no such header', requests: [1, 2, 3, 7] }),
    failureOf('4.4', noJson),
  ]

  expect(causes(failures)).toEqual([['4.4'], ['4.17'], ['8.8']])
})

test('the headers of a response that is not JSON are another matter, its code is not', () => {
  const failures = [
    failureOf('4.4', { ...noJson, requests: [7, 8] }),
    failureOf('8.8', { actual: 'no such header', requests: [7] }),
    failureOf('8.18', { actual: 'a failure without a code (status 429)', requests: [8] }),
    failureOf('4.9', { actual: 'nothing', requests: [8] }),
  ]

  expect(causes(failures)).toEqual([['4.4', '4.9', '8.18'], ['8.8']])
})

test('a fact that is broken in several ways has one cause, but different pages have several', () => {
  const page = (status: number) => ({
    curl: 'curl a',
    method: 'GET',
    url: 'http://a',
    status,
    responseHeaders: { 'content-type': 'text/html' },
    responseBody: '',
    durationMs: 1,
  })
  const failures = [
    failureOf('7.13', { actual: 'one', requests: [1] }),
    failureOf('7.13', { actual: 'two', requests: [2] }),
    failureOf('4.4', { ...noJson, actual: 'a', requests: [3], exchange: page(404) }),
    failureOf('4.4', { ...noJson, actual: 'b', requests: [4], exchange: page(404) }),
    failureOf('4.4', { ...noJson, actual: 'c', requests: [5], exchange: page(405) }),
  ]

  expect(causes(failures)).toEqual([['4.4'], ['4.4'], ['7.13']])
})

test('an accepted failure has a cause of its own', () => {
  const known = { owner: 'a', expires: '2026-01-01' }
  const failures = [failureOf('4.4', { ...noJson, known }), failureOf('7.1', { requests: [7] })]

  expect(causes(failures)).toEqual([['7.1'], ['4.4']])
})

test('failures that name no request stay apart', () => {
  expect(causes([failureOf('2.1', {}), failureOf('2.2', {})])).toEqual([['2.1'], ['2.2']])
})
