import { faker } from '@faker-js/faker/locale/en'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DOCUMENT } from '../testing/document.ts'
import { FixtureLibrary } from './fixture-library.ts'

const ORIGIN = { now: 0, seed: 1 }

function described(accounts: object[]) {
  const text = JSON.stringify({ accounts })
  return new FixtureLibrary(DOCUMENT).described({ title: 'mine', text }, ORIGIN)
}

it('invents the campaigns of the account that is built, and of no other', async () => {
  const seed = vi.spyOn(faker, 'seed')
  onTestFinished(() => seed.mockRestore())
  const accounts = await described([
    { id: 'small', generate_campaigns: 10 },
    { id: 'large', generate_campaigns: 1000 },
  ])

  const account = await accounts[0]?.build('mine', { withKeys: true })

  expect(account?.campaigns.size).toBe(10)
  // Once for each company, which has five campaigns.
  expect(seed).toHaveBeenCalledTimes(2)
})

it.each([
  ['thousands of campaigns', { generate_campaigns: 3000 }],
  [
    'many users, whose passwords are hashed',
    { users: Array.from({ length: 60 }, (_, n) => ({ email: `${n}@a.example`, password: 'x' })) },
  ],
])('builds an account of %s with pauses, in which others are served', async (_what, fields) => {
  const [account] = await described([{ id: 'large', ...fields }])
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }

  const building = account?.build('large', { withKeys: true })
  turn()
  await building
  isDone = true

  expect(turns).toBeGreaterThan(5)
})
