import { expect, test } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import { perCampaign } from './tracks.ts'

/** A cached function that counts its calls, and a factory of campaigns with a number of keywords. */
function counted() {
  let calls = 0
  const value = perCampaign((seed) => {
    calls++
    return seed
  })
  const campaign = (keywords: number) =>
    campaignOf({ keywords: Array.from({ length: keywords }, (_, n) => `keyword ${n}`) })
  return { value, campaign, calls: () => calls }
}

test('keeps the values of the thousand campaigns of an account', () => {
  const { value, campaign, calls } = counted()
  const campaigns = Array.from({ length: 1000 }, () => campaign(10))

  for (let turn = 0; turn < 3; turn++) for (const each of campaigns) value(1, each)

  expect(calls()).toBe(1000)
})

test('keeps fewer values of campaigns with many keywords, because these take the memory', () => {
  const { value, campaign, calls } = counted()
  const campaigns = Array.from({ length: 100 }, () => campaign(1000))

  for (let turn = 0; turn < 2; turn++) for (const each of campaigns) value(1, each)

  expect(calls()).toBe(200)
})

test('gives the value of the seed', () => {
  const { value, campaign, calls } = counted()
  const one = campaign(1)

  expect([value(1, one), value(2, one), value(1, one)]).toEqual([1, 2, 1])
  expect(calls()).toBe(3)
})
