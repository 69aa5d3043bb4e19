import { expect, it } from 'vitest'
import { judge } from './guard.ts'

const EVEN = { list: 0.2, read: 0.1, create: 0.3, refused: 0.1, start: 250 }

it.each([
  ['a loss that every pair shows', [1.15, 1.16, 1.14, 1.15, 1.17], 'slower'],
  ['a loss below the limit', [1.09, 1.08, 1.1, 1.09, 1.07], 'same'],
  ['a loss that differs as much as it is large', [1.3, 0.95, 1.12, 1.0, 1.4], 'unclear'],
  ['a single slow pair', [1.0, 1.9, 1.01, 0.99, 1.0], 'same'],
  ['a gain', [0.7, 0.71, 0.69, 0.7, 0.72], 'faster'],
])('judges %s, on a machine that gets slower and slower', (_, ratios, outcome) => {
  const pairs = ratios.map((ratio, round) => {
    const before = { ...EVEN, list: EVEN.list * (round + 1) }
    return { before, after: { ...before, list: before.list * ratio } }
  })

  const verdicts = judge(pairs)

  expect(verdicts[0]).toMatchObject({ figure: 'list', outcome })
  expect(verdicts.slice(1).map((verdict) => verdict.outcome)).toEqual(Array(4).fill('same'))
})
