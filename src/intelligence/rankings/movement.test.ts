import { expect, it } from 'vitest'
import { keptCampaign } from '../../../test/support/records/campaigns.ts'
import type { CampaignTally } from './campaign-tally.ts'
import { moversOf } from './movement.ts'

/** A campaign whose keywords have these positions on the first and on the last day. */
function tallyOf(id: string, moves: Record<string, [start: number, end: number]>): CampaignTally {
  const keywords = Object.entries(moves).map(([keyword, [start, end]]) => ({
    keyword,
    start,
    end,
  }))
  return { timeline: { campaign: keptCampaign({ id }) }, keywords } as unknown as CampaignTally
}

const namesOf = (movers: readonly { keyword: string }[]) => movers.map(({ keyword }) => keyword)

it('lists the greatest moves first, and of equal ones the one that ends higher', () => {
  const { up, down } = moversOf([
    tallyOf('cmp_a', { low: [30, 20], most: [60, 45], high: [15, 5], fell: [5, 8], sank: [5, 50] }),
  ])

  expect(namesOf(up)).toEqual(['most', 'high', 'low'])
  expect(namesOf(down)).toEqual(['sank', 'fell'])
})

it('lists moves between the same places in the order of the campaigns and their keywords', () => {
  const { up, down } = moversOf([
    tallyOf('cmp_b', { first: [9, 4], second: [9, 4], fallen: [4, 9] }),
    tallyOf('cmp_a', { third: [9, 4], fourth: [9, 4], 'fallen too': [4, 9] }),
    tallyOf('cmp_c', { fifth: [9, 4], sixth: [9, 4] }),
  ])

  expect(namesOf(up)).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
  expect(namesOf(down)).toEqual(['fallen', 'fallen too'])
})
