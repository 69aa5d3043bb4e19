import timers from 'node:timers'
import { expect, it } from 'vitest'
import { areReal, standInTimers } from './stand-in-timers.ts'

it('knows the timers of Node from fakes', () => {
  expect(areReal(timers)).toBe(true)
  expect(areReal(standInTimers)).toBe(true)
  expect(areReal({ ...timers, setTimeout: (() => ({})) as never })).toBe(false)
})

it('calls back once, in order, with what was given', async () => {
  const calls: string[] = []
  const { promise, resolve } = over()
  standInTimers.setTimeout(() => resolve(), 30)
  standInTimers.setTimeout((name: string) => calls.push(name), 10, 'timeout')
  standInTimers.setImmediate((name: string) => calls.push(name), 'immediate')

  await promise

  expect(calls).toEqual(['immediate', 'timeout'])
})

it('repeats until it is cleared, and never calls back once it is', async () => {
  let calls = 0
  const { promise, resolve } = over()
  const interval = standInTimers.setInterval(() => {
    calls++
    if (calls === 3) standInTimers.clearInterval(interval)
  }, 1)
  standInTimers.clearTimeout(standInTimers.setTimeout(() => calls++, 1))
  standInTimers.setTimeout(() => resolve(), 30)

  await promise

  expect(calls).toBe(3)
})

it('a timer without a reference does not keep the process alive', () => {
  const count = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = count()

  const timeout = standInTimers.setTimeout(() => {}, 60_000)
  expect([count() - before, timeout.hasRef()]).toEqual([1, true])
  timeout.unref()
  expect([count() - before, timeout.hasRef()]).toEqual([0, false])
  timeout.ref()
  expect(count() - before).toBe(1)
  timeout.close()
  expect(count() - before).toBe(0)
})

function over() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
