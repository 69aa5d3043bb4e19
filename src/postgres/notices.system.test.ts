import { describe, expect, it, onTestFinished } from 'vitest'
import { postgres, type TestDatabase, testDatabase } from '../../test/support/postgres.ts'
import { TcpProxy } from '../../test/support/tcp-proxy.ts'
import { silentLog } from '../log.ts'
import { type Clock, createClock } from '../time/clock.ts'
import type { Database } from './database.ts'
import { Notices, type Topic } from './notices.ts'
import type { Sql } from './sql.ts'

describe.skipIf(!postgres.isAvailable)('notices', () => {
  it('reach listeners of this process in the same tick, and others soon, once each', async () => {
    const [here, there] = await replicas()
    const heardHere = await heardBy(here, 'account')
    const heardThere = await heardBy(there, 'account')

    here.notices.publish('account', 'acc_a')
    expect(heardHere).toEqual(['acc_a'])
    here.notices.publish('events', 'acc_b')
    here.notices.publish('account', 'acc_c')

    await expect.poll(() => heardThere).toEqual(['acc_a', 'acc_c'])
    // A last notice shows that no second copy of the first ones is under way.
    there.notices.publish('account', 'acc_z')
    await expect.poll(() => heardHere).toEqual(['acc_a', 'acc_c', 'acc_z'])
  })

  it('have reached a listener that catches up, if their sender waited for them', async () => {
    const [here, there] = await replicas()
    const heard = await heardBy(there, 'listening')

    await here.notices.publishNow('listening', 'acc_a')
    await there.notices.catchUp()

    expect(heard).toEqual(['acc_a'])
  })

  it('are sent once every 50 ms, however many there are', async () => {
    const { clock, pauses, next } = manualClock()
    const sent: unknown[][] = []
    const notices = noticesWith(clock, async (_, values) => void sent.push(values?.[1] as string[]))

    for (let i = 0; i < 1000; i++) notices.publish('account', 'acc_a')
    expect(pauses).toEqual([50])
    await next()

    expect(sent).toEqual([[expect.stringMatching(/^\w{8}\naccount acc_a$/)]])
  })

  it('fit into payloads of less than 8,000 bytes', async () => {
    const [here, there] = await replicas()
    const heard = await heardBy(there, 'account')
    const ids = Array.from({ length: 2000 }, (_, i) => `acc_${'é'.repeat(10)}${i}`)

    for (const id of ids) here.notices.publish('account', id)

    await expect.poll(() => heard.length).toBe(2000)
    expect(heard).toEqual(ids)
  })

  it('become one for each topic when too many wait for the database', async () => {
    const { clock, pauses, next } = manualClock()
    let isAway = true
    const sent: string[] = []
    const notices = noticesWith(clock, async (_, [, messages] = []) => {
      if (isAway) throw new Error('away')
      sent.push(...(messages as string[]))
    })

    for (let i = 0; i < 6000; i++) notices.publish('account', `acc_${i}`)
    await next()
    // Notices that could not be sent wait with the new ones.
    for (let i = 0; i < 6000; i++) notices.publish('events', `acc_${i}`)
    isAway = false
    await next()

    expect(pauses).toEqual([50, 500])
    expect(sent).toEqual([expect.stringMatching(/^\w{8}\naccount\nevents$/)])
  })

  it('make listeners look again after the connection was lost', async () => {
    const test = await testDatabase()
    const proxy = await TcpProxy.open(test.server.port)
    const here = await test.open()
    const there = await test.open({ directUrl: proxy.urlFor(test.url) })
    const heard = await heardBy(there, 'account')

    proxy.cut()

    await expect.poll(() => heard).toEqual([undefined])
    here.notices.publish('account', 'acc_a')
    await expect.poll(() => heard).toEqual([undefined, 'acc_a'])
  })

  it('make listeners look again every 15 s, in case a notice was lost', async () => {
    const { clock, pauses, next } = manualClock()
    const notices = noticesWith(clock, async () => {})
    const heard: unknown[] = []
    notices.listen('events', (accountId) => heard.push(accountId))

    expect(pauses).toContain(15_000)
    await next()

    expect(heard).toEqual([undefined])
  })
})

async function replicas(test?: TestDatabase): Promise<[Database, Database]> {
  const shared = test ?? (await testDatabase())
  return await Promise.all([shared.open(), shared.open()])
}

/** The calls that a listener gets after the connection is up; the connection itself causes the first. */
async function heardBy({ notices }: Database, topic: Topic): Promise<(string | undefined)[]> {
  const heard: (string | undefined)[] = []
  const isListening = new Promise<void>((resolve) => {
    notices.listen(topic, (accountId) => {
      heard.push(accountId)
      resolve()
    })
  })
  await isListening
  heard.length = 0
  return heard
}

/** A clock whose pauses end when the test says so. */
function manualClock() {
  const pauses: number[] = []
  let waiting: (() => void)[] = []
  const clock: Clock = {
    ...createClock(),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        signal?.addEventListener('abort', () => resolve())
        pauses.push(ms)
        waiting.push(resolve)
      }),
  }
  const next = async () => {
    const ended = waiting
    waiting = []
    for (const end of ended) end()
    // Lets what waited run until it waits again.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, pauses, next }
}

function noticesWith(
  clock: Clock,
  send: (text: string, values?: readonly unknown[]) => Promise<void>,
): Notices {
  const sql: Sql = { query: (text, values) => send(String(text), values).then(() => []) }
  const closing = new AbortController()
  // Nobody listens at this address.
  const directUrl = 'postgres://127.0.0.1:1/none'
  const parts = { clock, log: silentLog, closing: closing.signal, onLost() {} }
  const notices = new Notices({ ...parts, sql, directUrl })
  onTestFinished(() => notices.close())
  return notices
}
