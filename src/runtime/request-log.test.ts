import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { silentLog } from '../log.ts'
import { PostgresRequestLog } from '../postgres/request-log.ts'
import { createClock } from '../time/clock.ts'
import type { LogLimits } from './account-logs.ts'
import { LocalRequestLog, type LoggedExchange, type RequestLog } from './request-log.ts'

function exchange(accountId: string | undefined, body = ''): Omit<LoggedExchange, 'sequence'> {
  return {
    requestId: 'trace',
    time: 0,
    accountId,
    key: undefined,
    method: 'GET',
    url: '/api/campaigns',
    operationId: undefined,
    status: 200,
    error: undefined,
    durationMs: 1,
    fault: undefined,
    isValid: true,
    issues: undefined,
    requestHeaders: {},
    requestBody: undefined,
    responseHeaders: {},
    responseBody: { content: Buffer.from(body), isCut: false },
  }
}

const sequences = async (log: RequestLog, accountId?: string, after = 0) => {
  await log.flush()
  return (await log.after(after, accountId)).map(({ sequence }) => sequence)
}

const openers: [string, boolean, (limits: Partial<LogLimits>) => Promise<RequestLog>][] = [
  ['in memory', true, async (limits) => new LocalRequestLog(limits)],
  [
    'on PostgreSQL',
    postgres.isAvailable,
    async (limits) => {
      const database = await (await testDatabase()).open()
      const closing = new AbortController().signal
      const parts = { database, document: DOCUMENT, clock: createClock(), log: silentLog, closing }
      return new PostgresRequestLog(parts, limits)
    },
  ],
]

describe.each(openers)('a request log %s', (_name, isAvailable, open) => {
  it.skipIf(!isAvailable)(
    'keeps the last requests of each account, without dropping those of another',
    async () => {
      const log = await open({ perAccount: 3 })
      log.add(exchange('acc_quiet'))
      for (let i = 0; i < 10; i++) log.add(exchange('acc_noisy'))

      expect(await sequences(log, 'acc_quiet')).toEqual([1])
      expect(await sequences(log, 'acc_noisy')).toEqual([9, 10, 11])
      expect(await sequences(log)).toEqual([1, 9, 10, 11])
      const dropped = ['acc_noisy', 'acc_quiet', undefined].map((id) => log.dropped(id))
      expect(await Promise.all(dropped)).toEqual([8, 0, 8])
    },
  )

  it.skipIf(!isAvailable)('drops requests of the largest account to limit its size', async () => {
    const log = await open({ bytes: 80_000 })
    for (let i = 0; i < 10; i++) log.add(exchange('acc_quiet'))
    for (let i = 0; i < 100; i++) log.add(exchange('acc_noisy', 'x'.repeat(8_000)))

    expect(await sequences(log, 'acc_quiet')).toHaveLength(10)
    expect((await sequences(log, 'acc_noisy')).length).toBeLessThan(10)
    expect((await sequences(log, 'acc_noisy')).at(-1)).toBe(110)
  })

  it.skipIf(!isAvailable)('has room after it was cleared', async () => {
    const log = await open({ bytes: 30_000 })
    log.add(exchange('acc_a', 'x'.repeat(12_000)))
    log.add(exchange('acc_b', 'x'.repeat(12_000)))

    expect(await log.clear('acc_a')).toBe(1)
    log.add(exchange('acc_c', 'x'.repeat(12_000)))

    expect(await sequences(log)).toEqual([2, 3])
    expect(await log.clear()).toBe(2)
    expect(await sequences(log)).toEqual([])
  })

  it.skipIf(!isAvailable)('returns only the requests after a sequence', async () => {
    const log = await open({})
    for (const account of ['acc_a', undefined, 'acc_b', 'acc_a']) log.add(exchange(account))

    expect(await sequences(log, undefined, 2)).toEqual([3, 4])
    expect(await sequences(log, 'acc_a', 1)).toEqual([4])
    expect((await log.after(1, undefined, 2)).map(({ sequence }) => sequence)).toEqual([2, 3])
    const [second] = await log.after(1, undefined)
    expect([second?.accountId, second?.url]).toEqual([undefined, '/api/campaigns'])
  })

  it.skipIf(!isAvailable)(
    'notifies waiting readers of a request, and forgets those that stop',
    async () => {
      const log = await open({})
      const stop = new AbortController()
      const first = log.changed(0, new AbortController().signal)
      const second = log.changed(0, stop.signal)

      stop.abort()
      await second
      log.add(exchange('acc_a'))

      await expect(first).resolves.toBeUndefined()
    },
  )
})
