import { expect, test } from 'vitest'
import { campaignOf } from '../../test/support/worlds.ts'
import type { Account } from './account.ts'
import {
  campaignsAfter,
  MOST_DELETED,
  MOST_PAST_STATES,
  recordDeletion,
  recordPast,
  timeOfChange,
} from './campaign-history.ts'

function accountWith(count: number): Account {
  const campaigns = Array.from({ length: count }, (_, n) => campaignOf({ id: `cmp_${n}` }))
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return { campaigns: byId, past: new Map(), changes: 0 } as unknown as Account
}

const campaignIn = (account: Account, id: string) => {
  const campaign = account.campaigns.get(id)
  if (!campaign) throw new Error(id)
  return campaign
}

test('the campaigns that were deleted last are remembered, however long ago they were changed', () => {
  const account = accountWith(MOST_DELETED + 1)
  recordPast(account, campaignIn(account, 'cmp_0'), 1)
  for (let n = MOST_DELETED; n >= 0; n--) {
    recordDeletion(account, campaignIn(account, `cmp_${n}`), 10_000 * (n + 1))
  }
  expect(account.campaigns.size).toBe(0)
  expect(account.past.size).toBe(MOST_DELETED)
  expect(account.past.get('cmp_0')?.states).toHaveLength(2)
  expect(account.past.has(`cmp_${MOST_DELETED}`)).toBe(false)
})

test('the last states of a campaign are remembered', () => {
  const account = accountWith(1)
  for (let n = 0; n <= MOST_PAST_STATES; n++) {
    recordPast(account, campaignIn(account, 'cmp_0'), 10_000 * n)
  }
  const { states = [] } = account.past.get('cmp_0') ?? {}
  expect(states).toHaveLength(MOST_PAST_STATES)
  expect(states[0]?.change).toBe(2)
})

test('moments on a clock that stands still follow each other, and start over when it was set back', () => {
  const account = accountWith(0)
  expect([5000, 5000, 5000, 9000, 2000].map((now) => timeOfChange(account, now))).toEqual([
    5000, 5001, 5002, 9000, 2000,
  ])
})

test('an account after a change has the campaigns of then', () => {
  const account = accountWith(2)
  const first = campaignIn(account, 'cmp_0')
  recordPast(account, first, 1)
  account.campaigns.set('cmp_0', { ...first, name: 'Renamed' })
  recordDeletion(account, campaignIn(account, 'cmp_1'), 2)
  account.campaigns.set('cmp_2', campaignOf({ id: 'cmp_2', change: 3 }))
  const namesAfter = (change: number) =>
    [...campaignsAfter(account, change).campaigns.values()].map(({ id, name }) => [id, name])

  const [before, after] = [first.name, 'Renamed']
  expect(namesAfter(0)).toEqual(
    [
      ['cmp_1', before],
      ['cmp_0', before],
    ].sort(),
  )
  expect(namesAfter(1)).toContainEqual(['cmp_0', after])
  expect(namesAfter(1)).toContainEqual(['cmp_1', before])
  expect(namesAfter(2)).toEqual([['cmp_0', after]])
  expect(namesAfter(3)).toEqual([
    ['cmp_0', after],
    ['cmp_2', first.name],
  ])
})
