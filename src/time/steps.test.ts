import { expect, onTestFinished, test, vi } from 'vitest'
import { countTurns, measureSlicesBy } from '../../test/support/turns.ts'
import { inSlices, type Steps } from './steps.ts'

test('many computations together take no more of a turn of the event loop than one', async () => {
  const turns = countTurns()
  const taken = new Map<number, number>()
  let now = 0
  await measureSlicesBy(() => now)
  function* ofFiftySteps(): Steps<string> {
    for (let step = 0; step < 50; step++) {
      now += 1
      taken.set(turns.passed, (taken.get(turns.passed) ?? 0) + 1)
      yield
    }
    return 'done'
  }

  const results = await Promise.all(Array.from({ length: 20 }, () => inSlices(ofFiftySteps())))
  turns.stop()

  expect(new Set(results)).toEqual(new Set(['done']))
  expect([...taken.values()].reduce((sum, steps) => sum + steps)).toBe(1000)
  expect(Math.max(...taken.values())).toBe(2)
})

test('paused computations continue in order', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  const order: string[] = []
  function* long(name: string): Steps<void> {
    for (let step = 0; step < 2; step++) {
      now += 10
      order.push(name)
      yield
    }
  }

  await Promise.all(['a', 'b', 'c'].map((name) => inSlices(long(name))))

  expect(order.join(' ')).toBe('a a b c b c')
})

test('a finished computation leaves the next one its turn', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  // biome-ignore lint/correctness/useYield: it never pauses.
  function* inOne(): Steps<string> {
    now += 10
    return 'done'
  }

  expect(await Promise.all([inSlices(inOne()), inSlices(inOne()), inSlices(inOne())])).toEqual([
    'done',
    'done',
    'done',
  ])
})

test('works with fake timers, and after them', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  function* long(): Steps<string> {
    for (let step = 0; step < 3; step++) {
      now += 10
      yield
    }
    return 'done'
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())

  expect(await inSlices(long())).toBe('done')
  vi.useRealTimers()
  expect(await inSlices(long())).toBe('done')
})

test('a computation that fails leaves the others their turns', async () => {
  let now = 0
  await measureSlicesBy(() => now)
  function* failing(): Steps<void> {
    now += 10
    yield
    throw new Error('no data')
  }
  function* sound(): Steps<string> {
    now += 10
    yield
    return 'done'
  }

  const settled = await Promise.allSettled([inSlices(failing()), inSlices(sound())])

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('stops a computation when its signal is aborted', async () => {
  const gone = new AbortController()
  let steps = 0
  function* endless(): Steps<never> {
    for (;;) {
      if (++steps === 1_000) gone.abort(new Error('gone'))
      yield
    }
  }

  await expect(inSlices(endless(), gone.signal)).rejects.toThrow('gone')
  expect(steps).toBe(1_000)
})
