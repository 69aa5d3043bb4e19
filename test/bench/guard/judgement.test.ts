import { expect, it } from 'vitest'
import { type Figures, guardTable, judge, type Pair } from './judgement.ts'

const EVEN: Figures = { list: 0.2, read: 0.1, create: 0.3, refused: 0.1, start: 250 }

/** Pairs with these ratios of `list`, on a machine that gets slower and slower. */
function pairsOf(...ratios: number[]): Pair[] {
  return ratios.map((ratio, round) => {
    const before = { ...EVEN, list: EVEN.list * (round + 1) }
    return { before, after: { ...before, list: before.list * ratio } }
  })
}

const listIn = (pairs: Pair[]) => judge(pairs).find(({ figure }) => figure === 'list')

it.each([
  ['a loss that every pair shows', [1.15, 1.16, 1.14, 1.15, 1.17], 'slower'],
  ['a loss below the limit', [1.09, 1.08, 1.1, 1.09, 1.07], 'same'],
  ['a loss that differs as much as it is large', [1.3, 0.95, 1.12, 1.0, 1.4], 'unclear'],
  ['a single slow pair', [1.0, 1.9, 1.01, 0.99, 1.0], 'same'],
  ['a single fast pair among slow ones', [1.2, 1.21, 0.6, 1.2, 1.19], 'slower'],
  ['a gain', [0.7, 0.71, 0.69, 0.7, 0.72], 'faster'],
])('judges %s', (_, ratios, outcome) => {
  expect(listIn(pairsOf(...ratios))).toMatchObject({ outcome })
})

it('blames only the figure that became slower', () => {
  const outcomes = judge(pairsOf(1.5, 1.5, 1.5)).map(({ figure, outcome }) => [figure, outcome])

  expect(Object.fromEntries(outcomes)).toEqual({
    list: 'slower',
    read: 'same',
    create: 'same',
    refused: 'same',
    start: 'same',
  })
})

it('shows figures, ratio, spread and outcome', () => {
  const table = guardTable('v1.0.0', judge(pairsOf(1.2, 1.25, 1.3)))

  expect(table).toContain('| CPU | v1.0.0 | working tree | ratio | spread |')
  expect(table).toContain('| list | 400 µs | 500 µs | 1.25 | ± 0.05 | slower |')
  expect(table).toContain('| start | 250 ms | 250 ms | 1.00 | ± 0.00 | same |')
})

it('judges nothing without figures', () => {
  expect(() => judge([])).toThrow('Nothing was measured')
})
