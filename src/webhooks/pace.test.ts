import { expect, it } from 'vitest'
import { createClock } from '../time/clock.ts'
import { Pacer, SlowReceivers } from './pace.ts'

/** A pacer, and the waits that it asks for, in milliseconds. */
function start() {
  const waits: number[] = []
  let now = 1000
  const clock = {
    ...createClock(),
    elapsed: () => now,
    wait: async (ms: number) => void waits.push(ms),
  }
  const { signal } = new AbortController()
  const pacer = new Pacer(clock)
  const turns = async (webhook: string, count: number, limit: Parameters<Pacer['turn']>[1]) => {
    for (let turn = 0; turn < count; turn++) await pacer.turn(webhook, limit, signal)
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { turns, waits, pass }
}

it('spaces attempts evenly', async () => {
  const { turns, waits } = start()

  await turns('whk_1', 4, { deliveries: 2, per: 'second' })
  await turns('whk_2', 3, { deliveries: 3, per: 'minute' })

  expect(waits).toEqual([500, 1000, 1500, 20_000, 40_000])
})

it('does not wait without a limit, nor after a pause', async () => {
  const { turns, waits, pass } = start()

  await turns('whk_1', 5, null)
  await turns('whk_1', 1, { deliveries: 1, per: 'second' })
  pass(1000)
  await turns('whk_1', 1, { deliveries: 1, per: 'second' })

  expect(waits).toEqual([])
})

it('counts slow attempts of a webhook that were made at the same time once', () => {
  const slow = new SlowReceivers()

  for (let attempt = 0; attempt < 10; attempt++) slow.note('whk_1', 15_000, 15_000 + attempt)
  const isSlow = slow.has('whk_1')
  slow.note('whk_1', 15_000, 31_000)

  expect(isSlow).toBe(false)
  expect(slow.ids).toEqual(['whk_1'])
})
