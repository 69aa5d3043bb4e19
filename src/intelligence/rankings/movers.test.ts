import { expect, it } from 'vitest'
import type { Mover } from '../records.ts'
import { moversOf } from './tally.ts'

/** Keywords of a campaign that have these positions on the first and on the last day. */
function moversIn(campaign_id: string, moves: Record<string, [start: number, end: number]>) {
  return Object.entries(moves).map(([keyword, [start, end]]): Mover => {
    const positions = { start_position: start, position: end, change: start - end }
    return { campaign_id, campaign_name: campaign_id, keyword, ...positions }
  })
}

const namesOf = (movers: readonly Mover[]) => movers.map(({ keyword }) => keyword)

it('lists the greatest moves first, and of equal ones the one that ends higher', () => {
  const { up, down } = moversOf(
    moversIn('cmp_a', {
      low: [30, 20],
      most: [60, 45],
      high: [15, 5],
      fell: [5, 8],
      sank: [5, 50],
    }),
  )

  expect(namesOf(up)).toEqual(['most', 'high', 'low'])
  expect(namesOf(down)).toEqual(['sank', 'fell'])
})

it('lists moves between the same places in the order of the campaigns and their keywords', () => {
  const { up, down } = moversOf([
    ...moversIn('cmp_b', { first: [9, 4], second: [9, 4], fallen: [4, 9] }),
    ...moversIn('cmp_a', { third: [9, 4], fourth: [9, 4], 'fallen too': [4, 9] }),
    ...moversIn('cmp_c', { fifth: [9, 4], sixth: [9, 4] }),
  ])

  expect(namesOf(up)).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
  expect(namesOf(down)).toEqual(['fallen', 'fallen too'])
})
