import { expect, it } from 'vitest'
import { type LoggedExchange, RequestLog } from './request-log.ts'

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

const sequences = (log: RequestLog, accountId?: string, after = 0) =>
  log.after(after, accountId).map(({ sequence }) => sequence)

it('keeps the last requests of each account, and pushes out none of another', () => {
  const log = new RequestLog({ perAccount: 3 })
  log.add(exchange('acc_quiet'))
  for (let i = 0; i < 10; i++) log.add(exchange('acc_noisy'))

  expect(sequences(log, 'acc_quiet')).toEqual([1])
  expect(sequences(log, 'acc_noisy')).toEqual([9, 10, 11])
  expect(sequences(log)).toEqual([1, 9, 10, 11])
  expect([log.dropped('acc_noisy'), log.dropped('acc_quiet'), log.dropped(undefined)]).toEqual([
    8, 0, 8,
  ])
})

it('keeps to its memory at the cost of whoever takes most of it', () => {
  const log = new RequestLog({ bytes: 100_000 })
  for (let i = 0; i < 10; i++) log.add(exchange('acc_quiet'))
  for (let i = 0; i < 100; i++) log.add(exchange('acc_noisy', 'x'.repeat(8_000)))

  expect(sequences(log, 'acc_quiet')).toHaveLength(10)
  expect(sequences(log, 'acc_noisy').length).toBeLessThan(10)
  expect(sequences(log, 'acc_noisy').at(-1)).toBe(110)
})

it('has room again after it was cleared', () => {
  const log = new RequestLog({ bytes: 30_000 })
  log.add(exchange('acc_a', 'x'.repeat(12_000)))
  log.add(exchange('acc_b', 'x'.repeat(12_000)))

  expect(log.clear('acc_a')).toBe(1)
  log.add(exchange('acc_c', 'x'.repeat(12_000)))

  expect(sequences(log)).toEqual([2, 3])
  expect(log.clear()).toBe(2)
  expect(sequences(log)).toEqual([])
})

it('gives what came after a request alone', () => {
  const log = new RequestLog()
  for (const account of ['acc_a', undefined, 'acc_b', 'acc_a']) log.add(exchange(account))

  expect(sequences(log, undefined, 2)).toEqual([3, 4])
  expect(sequences(log, 'acc_a', 1)).toEqual([4])
})

it('tells those who wait of a request, and forgets those who stop', async () => {
  const log = new RequestLog()
  const stop = new AbortController()
  const first = log.changed(new AbortController().signal)
  const second = log.changed(stop.signal)

  stop.abort()
  await second
  log.add(exchange('acc_a'))

  await expect(first).resolves.toBeUndefined()
})
