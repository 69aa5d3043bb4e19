import { expect, onTestFinished, test, vi } from 'vitest'
import { countTurns, measureSlicesBy } from '../../test/support/turns.ts'
import { yieldToEventLoop } from './pauses.ts'

test('many computations together take no more of a turn of the event loop than one', async () => {
  const turns = countTurns()
  const taken = new Map<number, number>()
  let now = 0
  await measureSlicesBy(() => now)
  async function ofFiftySteps(): Promise<string> {
    for (let step = 0; step < 50; step++) {
      await yieldToEventLoop()
      now += 1
      taken.set(turns.passed, (taken.get(turns.passed) ?? 0) + 1)
    }
    return 'done'
  }

  const results = await Promise.all(Array.from({ length: 20 }, () => ofFiftySteps()))
  turns.stop()

  expect(new Set(results)).toEqual(new Set(['done']))
  expect([...taken.values()].reduce((sum, steps) => sum + steps)).toBe(1000)
  // In the first turn, each begins.
  expect(Math.max(...[...taken.values()].slice(1))).toBe(2)
})

test('paused computations continue in order', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  const order: string[] = []
  async function long(name: string): Promise<void> {
    for (let step = 0; step < 2; step++) {
      await yieldToEventLoop()
      now += 10
      order.push(name)
    }
  }

  await Promise.all(['a', 'b', 'c'].map((name) => long(name)))

  expect(order.join(' ')).toBe('a b c a b c')
})

test('a finished computation leaves the next one its turn', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  async function inOne(): Promise<string> {
    await yieldToEventLoop()
    now += 10
    return 'done'
  }

  expect(await Promise.all([inOne(), inOne(), inOne()])).toEqual(['done', 'done', 'done'])
})

test('works with fake timers, and after them', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  async function long(): Promise<string> {
    for (let step = 0; step < 3; step++) {
      await yieldToEventLoop()
      now += 10
    }
    return 'done'
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())

  expect(await long()).toBe('done')
  vi.useRealTimers()
  expect(await long()).toBe('done')
})

test('a computation that fails leaves the others their turns', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  async function failing(): Promise<void> {
    await yieldToEventLoop()
    now += 10
    throw new Error('no data')
  }
  async function sound(): Promise<string> {
    await yieldToEventLoop()
    now += 10
    return 'done'
  }

  const settled = await Promise.allSettled([failing(), sound()])

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('stops a computation when its signal is aborted', async () => {
  const gone = new AbortController()
  let steps = 0
  async function endless(): Promise<never> {
    for (;;) {
      if (++steps === 1_000) gone.abort(new Error('gone'))
      await yieldToEventLoop(gone.signal)
    }
  }

  await expect(endless()).rejects.toThrow('gone')
  expect(steps).toBe(1_000)
})
