import { createHook } from 'node:async_hooks'
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

it('hashes one password at a time, since the same threads read and write files', async () => {
  const users = (id: string) =>
    ['a', 'b', 'c'].map((name) => ({ email: `${name}@${id}.example`, password: 'open sesame' }))
  const accounts = await described(['one', 'two', 'three'].map((id) => ({ id, users: users(id) })))
  const hashing = { now: 0, most: 0, all: 0 }
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return
      jobs.add(id)
      hashing.all++
      hashing.most = Math.max(hashing.most, ++hashing.now)
    },
    before(id) {
      if (jobs.delete(id)) hashing.now--
    },
  }).enable()
  const jobs = new Set<number>()
  onTestFinished(() => void hook.disable())

  await Promise.all(accounts.map(({ id, build }) => build(id, { withKeys: true })))

  expect(hashing).toEqual({ now: 0, most: 1, all: 9 })
})
