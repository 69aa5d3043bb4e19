import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { postgres, type TestDatabase, testDatabase } from '../../test/support/postgres.ts'
import { silentLog } from '../log.ts'
import type { LoggedExchange } from '../runtime/request-log.ts'
import { createClock } from '../time/clock.ts'
import { DatabaseError } from './database-error.ts'
import { PostgresRequestLog } from './request-log.ts'

function exchange(url: string, more: Partial<LoggedExchange> = {}) {
  return {
    accountId: 'acc_a',
    url,
    requestHeaders: {},
    responseHeaders: {},
    ...more,
  } as LoggedExchange
}

async function replica(database: TestDatabase, options = {}, pause?: () => Promise<void>) {
  const closing = new AbortController()
  const failure = vi.fn()
  const opened = await database.open()
  const clock = createClock()
  const log = new PostgresRequestLog(
    {
      database: opened,
      document: DOCUMENT,
      clock: pause ? { ...clock, pause } : clock,
      log: { ...silentLog, failure },
      closing: closing.signal,
    },
    options,
  )
  onTestFinished(async () => {
    closing.abort()
    await log.flush()
  })
  return { log, opened, failure }
}

const urls = (found: readonly LoggedExchange[]) => found.map(({ url }) => url)

describe.skipIf(!postgres.isAvailable)('the request log of two replicas', () => {
  it('shows the requests to both, in one order, to readers of either', async () => {
    const database = await testDatabase()
    const [one, other] = [await replica(database), await replica(database)]
    one.log.add(exchange('/1'))
    await one.log.flush()
    other.log.add(exchange('/2'))
    await other.log.flush()

    const [first, second] = [await one.log.after(0, 'acc_a'), await other.log.after(0, undefined)]

    expect(urls(first)).toEqual(['/1', '/2'])
    expect(second).toEqual(first)
    expect(await one.log.newest()).toBe(2)
  })

  it('writes soon after a request, and wakes the readers of the other', async () => {
    const database = await testDatabase()
    const [one, other] = [await replica(database), await replica(database)]
    const changed = other.log.changed(0, new AbortController().signal)

    one.log.add(exchange('/1'))
    await changed

    expect(urls(await other.log.after(0, 'acc_a'))).toEqual(['/1'])
  })

  it('skips nothing for a reader that continues after its last request while both write', async () => {
    const database = await testDatabase()
    const replicas = [await replica(database), await replica(database), await replica(database)]
    const reader = await replica(database)
    const written: string[] = []
    const read: LoggedExchange[] = []
    const write = async (name: number) => {
      const { log } = replicas[name] as (typeof replicas)[0]
      for (let n = 0; n < 30; n++) {
        for (let i = 0; i <= n % 4; i++) {
          written.push(`/${name}/${n}/${i}`)
          log.add(exchange(`/${name}/${n}/${i}`, { accountId: `acc_${i}` }))
        }
        await log.flush()
      }
    }
    const writing = Promise.all([write(0), write(1), write(2)]).then(() => 'written')
    for (let isWritten = false; ; ) {
      const found = await reader.log.after(read.at(-1)?.sequence ?? 0, undefined)
      read.push(...found)
      if (isWritten && found.length === 0) break
      isWritten = (await Promise.race([writing, Promise.resolve()])) === 'written'
    }

    expect(urls(read).sort()).toEqual(written.sort())
    expect(read.map(({ sequence }) => sequence)).toEqual(written.map((_, n) => n + 1))
  })

  it('clears what both wrote', async () => {
    const database = await testDatabase()
    const [one, other] = [await replica(database), await replica(database)]
    one.log.add(exchange('/1'))
    await one.log.flush()
    other.log.add(exchange('/2'))

    expect(await other.log.clear('acc_a')).toBe(2)
    expect(await one.log.remembers('acc_a')).toBe(false)
    expect(await one.log.after(0, undefined)).toEqual([])
  })
})

describe.skipIf(!postgres.isAvailable)('a request log on PostgreSQL', () => {
  it('stores requests without secrets, with bodies of which the beginning is kept', async () => {
    const { log, opened } = await replica(await testDatabase())
    const secret = 'svc_test_0123456789abcdef'
    log.add(
      exchange('/api', {
        key: { id: 'key_1', prefix: 'svc_test', hash: 'the-hash' } as never,
        requestHeaders: { 'x-note': `use ${secret}`, accept: ['a', 'b'] },
        requestBody: { content: Buffer.from('{"password":"hunter2"}'), isCut: false },
        responseBody: { content: Buffer.from(`"${secret}"`), isCut: true },
        issues: [{ in: 'body', path: '/password', message: 'must be longer', value: 'hunter2' }],
      }),
    )
    await log.flush()

    const [stored] = await opened.query<{ entry: string }>('SELECT entry FROM sandbox.log_entry')
    const [found] = await log.after(0, 'acc_a')

    for (const hidden of ['hunter2', secret, 'the-hash'])
      expect(stored?.entry).not.toContain(hidden)
    expect(found).toMatchObject({
      key: { id: 'key_1', prefix: 'svc_test' },
      requestHeaders: { accept: 'a, b' },
      issues: [{ path: '/password', message: 'must be longer' }],
    })
    expect(found?.responseBody).toEqual({ content: Buffer.from('"svc_test_…"'), isCut: true })
  })

  it('writes later what could not be written, and drops the oldest when too much waits', async () => {
    let pauses = 0
    let resume = () => {}
    const paused = () =>
      new Promise<void>((resolve) => {
        pauses += 1
        resume = resolve
      })
    const { log, opened, failure } = await replica(
      await testDatabase(),
      { waiting: { items: 3, bytes: 1e6 } },
      paused,
    )
    const away = vi
      .spyOn(opened, 'transaction')
      .mockRejectedValue(new DatabaseError('away', 'There is no connection.'))
    for (const url of ['/1', '/2']) log.add(exchange(url))
    await log.flush()
    for (const url of ['/3', '/4', '/5']) log.add(exchange(url))
    await log.flush()
    expect(pauses).toBe(1)

    away.mockRestore()
    resume()
    await log.flush()

    expect(urls(await log.after(0, 'acc_a'))).toEqual(['/3', '/4', '/5'])
    expect(failure).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('2 requests'),
      expect.anything(),
    )
  })

  it('leaves out a request that cannot be made readable', async () => {
    const { log, failure } = await replica(await testDatabase())
    log.add(exchange('/1', { requestHeaders: { 'x-odd': Object.create(null) } }))
    log.add(exchange('/2'))
    await log.flush()

    expect(urls(await log.after(0, 'acc_a'))).toEqual(['/2'])
    expect(failure).toHaveBeenCalledOnce()
  })

  it('does not write again what may have been written', async () => {
    const { log, opened } = await replica(await testDatabase())
    const lost = vi
      .spyOn(opened, 'transaction')
      .mockRejectedValueOnce(new DatabaseError('unknown outcome', 'The connection was lost.'))
    log.add(exchange('/1'))
    await log.flush()
    log.add(exchange('/2'))
    await log.flush()

    expect(lost).toHaveBeenCalledTimes(2)
    expect(urls(await log.after(0, 'acc_a'))).toEqual(['/2'])
  })
})
