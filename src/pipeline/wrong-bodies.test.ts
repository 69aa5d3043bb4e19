import { expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { mainThreadMs } from '../../test/support/main-thread.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

const members = (count: number, length = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${'k'.repeat(length)}${n}`, n]))

const OPERATIONS = [
  ['post', '/reset'],
  ['post', '/clock'],
  ['post', '/events'],
  ['put', '/receiver'],
  ['post', '/faults'],
  ['post', '/keys'],
  ['post', '/accounts'],
  ['post', '/snapshots'],
] as const

/** The least of three, in ms of this thread, which also sends the request: something runs for the first time. */
async function leastCost(send: () => Promise<unknown>): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < 3; time++) {
    const before = mainThreadMs()
    await send()
    costs.push(mainThreadMs() - before)
  }
  return Math.min(...costs)
}

it.each(OPERATIONS)('6,000 unknown members are refused quickly: %s %s', async (method, path) => {
  const control = controlOf(await startSandbox({ validateResponses: false }))
  const statuses = new Set<number>()

  const cost = await leastCost(async () => {
    const { status } = await control[method](path, { body: members(6000) })
    statuses.add(status)
  })

  expect(statuses).toEqual(new Set([400]))
  expect(cost).toBeLessThan(150)
})

it('of many problems, the first are reported', async () => {
  const { put } = controlOf(await startSandbox())

  const { body } = await put('/receiver', { body: members(6000) })

  expect(body.error.details.issues).toHaveLength(20)
  expect(body.error.details.issues[0]).toMatchObject({ in: 'body', path: '' })
  expect(body.error.message).toMatch(/^The body has an unknown field "k0"; it takes .* 19 more in/)
})
