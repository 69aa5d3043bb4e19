import { expect, test } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { VersionedMap } from '../../accounts/versioned-map.ts'
import { dayNumber } from '../dates.ts'
import { worldOf } from '../world/world.ts'
import { rankIn } from './answer-block.ts'
import { answersOf } from './world-answers.ts'

const FIRST = campaignOf({ competitors: [] })
const NEWCOMER = campaignOf({
  competitors: [],
  id: 'cmp_b',
  created_at: '2025-02-01T12:00:00.000Z',
})
const campaigns = VersionedMap.of([[FIRST.id, FIRST]])

function answersWith(...others: Campaign[]) {
  const all = campaigns.with(others.map((campaign) => [campaign.id, campaign]))
  return answersOf(worldOf({ seed: 1, campaigns: all, past: new Map() })).topic('electric bike')
}

function findersOn(date: string, answers: ReturnType<typeof answersWith>): string[][] {
  const day = dayNumber(date)
  const finders: string[][] = []
  answers.visit({ first: day, last: day }, Number.POSITIVE_INFINITY, undefined, (...answer) => {
    finders.push(answer[4].by.map(({ timeline }) => timeline.campaign.id))
  })
  return finders
}

test('a newcomer finds the answers of later days, whoever looked at them before', () => {
  const alone = answersWith()
  expect(findersOn('2025-01-20', alone)).toContainEqual(['cmp_a'])
  expect(findersOn('2025-02-03', alone)).toContainEqual(['cmp_a'])

  const both = answersWith(NEWCOMER)

  expect(findersOn('2025-01-20', both)).toContainEqual(['cmp_a'])
  expect(findersOn('2025-02-03', both)).toContainEqual(['cmp_a', 'cmp_b'])
  expect(findersOn('2025-02-03', alone)).toContainEqual(['cmp_a'])
})

test('answers that no campaign changed are kept from one version to the next', () => {
  const other = { ...NEWCOMER, keywords: ['gravel bike'] }

  expect(answersWith(other)).toBe(answersWith())
})

test('a story that comes to a site with another keyword is in answers that were kept', () => {
  const story = { kind: 'launch', date: '2025-06-01' } as const
  const before = answersWith()
  const named = timesNamed(before)
  expect(named).toBeGreaterThan(0)

  const after = answersWith({ ...NEWCOMER, keywords: ['gravel bike'], story })

  expect(timesNamed(after)).toBe(0)
  expect(timesNamed(before)).toBe(named)
})

/** How often answers of a month name the first brand. */
function timesNamed(answers: ReturnType<typeof answersWith>): number {
  const days = { first: dayNumber('2025-03-01'), last: dayNumber('2025-03-31') }
  let times = 0
  answers.visit(days, Number.POSITIVE_INFINITY, undefined, (_day, _prompt, values, at) => {
    if (rankIn(values, at, 0) !== -1) times++
  })
  return times
}
