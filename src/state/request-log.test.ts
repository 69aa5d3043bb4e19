import { expect, it } from 'vitest'
import { LocalRequestLog, type LoggedExchange } from './request-log.ts'

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
    responseBody: { content: body, bytes: body.length, isCut: false },
  }
}

const sequences = (log: LocalRequestLog, accountId?: string, after = 0) =>
  log.after(after, accountId).map(({ sequence }) => sequence)

it('keeps the last requests of each account, without dropping those of another', () => {
  const log = new LocalRequestLog({ perAccount: 3 })
  log.add(exchange('acc_quiet'))
  for (let i = 0; i < 10; i++) log.add(exchange('acc_noisy'))

  expect(sequences(log, 'acc_quiet')).toEqual([1])
  expect(sequences(log, 'acc_noisy')).toEqual([9, 10, 11])
  expect(sequences(log)).toEqual([1, 9, 10, 11])
  expect([log.dropped('acc_noisy'), log.dropped('acc_quiet'), log.dropped(undefined)]).toEqual([
    8, 0, 8,
  ])
})

it('drops requests of the largest account to limit its memory', () => {
  const log = new LocalRequestLog({ bytes: 100_000 })
  for (let i = 0; i < 10; i++) log.add(exchange('acc_quiet'))
  for (let i = 0; i < 100; i++) log.add(exchange('acc_noisy', 'x'.repeat(8_000)))

  expect(sequences(log, 'acc_quiet')).toHaveLength(10)
  expect(sequences(log, 'acc_noisy').length).toBeLessThan(10)
  expect(sequences(log, 'acc_noisy').at(-1)).toBe(110)
})

it('has room after it was cleared', () => {
  const log = new LocalRequestLog({ bytes: 30_000 })
  log.add(exchange('acc_a', 'x'.repeat(12_000)))
  log.add(exchange('acc_b', 'x'.repeat(12_000)))

  expect(log.clear('acc_a')).toBe(1)
  log.add(exchange('acc_c', 'x'.repeat(12_000)))

  expect(sequences(log)).toEqual([2, 3])
  expect(log.clear()).toBe(2)
  expect(sequences(log)).toEqual([])
})

it('returns only the requests after a sequence', () => {
  const log = new LocalRequestLog()
  for (const account of ['acc_a', undefined, 'acc_b', 'acc_a']) log.add(exchange(account))

  expect(sequences(log, undefined, 2)).toEqual([3, 4])
  expect(sequences(log, 'acc_a', 1)).toEqual([4])
})

it('notifies waiting readers of a request, and forgets those that stop', async () => {
  const log = new LocalRequestLog()
  const stop = new AbortController()
  const first = log.changed(0, new AbortController().signal)
  const second = log.changed(0, stop.signal)

  stop.abort()
  await second
  log.add(exchange('acc_a'))

  await expect(first).resolves.toBeUndefined()
})
