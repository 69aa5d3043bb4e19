import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { answerTime, unhindered } from './statistics.ts'

/** Gives these shares of the server's core, one after the other. */
function runsOf(...shares: number[]) {
  const runs = {
    made: 0,
    run: async () => ({ serverShare: shares[runs.made++] ?? 0, generatorShare: 0.3 }),
  }
  return runs
}

it('takes the first run in which the server had its core', async () => {
  const runs = runsOf(0.5, 0.9, 0.99)

  expect(await unhindered(runs.run)).toMatchObject({ serverShare: 0.9 })
  expect(runs.made).toBe(2)
})

it('takes the best of three runs where others never leave it its core', async () => {
  const runs = runsOf(0.5, 0.7, 0.6, 0.9)

  expect(await unhindered(runs.run)).toMatchObject({ serverShare: 0.7 })
  expect(runs.made).toBe(3)
})

it('takes a run in which the load generator was the limit', async () => {
  let made = 0
  const run = async () => {
    made += 1
    return { serverShare: 0.4, generatorShare: 0.97 }
  }

  await unhindered(run)

  expect(made).toBe(1)
})

it('gives up a server that takes a connection and answers nothing', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`

  await expect(answerTime(url, 'key', 200, undefined, 20)).rejects.toThrow(
    /did not answer within 0\.02 seconds/,
  )
})
