import { expect, it } from 'vitest'
import { Deadlines } from './deadlines.ts'

/** A clock that is moved by hand. */
function handClock() {
  let now = 0
  let timers: { at: number; resolve: () => void }[] = []
  return {
    timers: () => timers.length,
    elapsed: () => now,
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        timers.push({ at: now + ms, resolve })
      }),
    async moveTo(time: number) {
      now = time
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { resolve } of due) resolve()
      await new Promise(setImmediate)
    },
  }
}

it('calls what is late, each at its time, with one timer for all', async () => {
  const clock = handClock()
  const deadlines = new Deadlines(clock, 100)
  const called: string[] = []
  const ended = () => called.push('ended')

  deadlines.begin(() => called.push('first'))
  await clock.moveTo(40)
  deadlines.begin(ended)
  deadlines.begin(() => called.push('second'))
  deadlines.end(ended)
  expect(clock.timers()).toBe(1)
  await clock.moveTo(100)
  expect(called).toEqual(['first'])
  await clock.moveTo(140)
  expect(called).toEqual(['first', 'second'])
  expect(clock.timers()).toBe(0)

  deadlines.begin(() => called.push('third'))
  await clock.moveTo(239)
  expect(called).toHaveLength(2)
  await clock.moveTo(240)
  expect(called).toHaveLength(3)
})
