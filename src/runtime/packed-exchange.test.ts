import { expect, it } from 'vitest'
import { keptText, type LoggedExchange } from './logged-exchange.ts'
import { PACKED_EXCHANGE } from './packed-exchange.ts'

const EXCHANGE: LoggedExchange = {
  sequence: 7,
  requestId: 'trace-é',
  time: 1_768_469_400_000,
  accountId: 'acc_a',
  key: { id: 'key_1', prefix: 'svc_test' },
  method: 'POST',
  url: '/api/campaigns?search=☃',
  operationId: 'createCampaign',
  status: 400,
  error: 'VALIDATION_ERROR',
  durationMs: 1.25,
  fault: 'flt_1',
  isValid: false,
  issues: [{ in: 'body', path: '/name', message: 'must be string', value: 5 }],
  requestHeaders: { accept: 'a, b' },
  requestBody: { content: Buffer.from('{"name":5,"note":"☃\\n"}'), bytes: 25, isCut: true },
  responseHeaders: { 'x-request-id': 'trace-é', 'set-cookie': ['a', 'b'], 'content-length': 12 },
  responseBody: { content: '{"success":false}\n"☃', bytes: 20, isCut: false },
}

function unpacked(exchange: LoggedExchange): LoggedExchange {
  const { text, held } = PACKED_EXCHANGE.pack(exchange)
  expect(held).toHaveLength(PACKED_EXCHANGE.heldCount)
  return PACKED_EXCHANGE.unpack(text, held)
}

it('returns each field of a request', () => {
  const requestBody = { ...EXCHANGE.requestBody, content: '{"name":5,"note":"☃\\n"}' }

  expect(unpacked(EXCHANGE)).toEqual({ ...EXCHANGE, requestBody })
})

it('returns a request of which most is unknown', () => {
  const unknown = {
    ...EXCHANGE,
    ...{ accountId: undefined, key: undefined, operationId: undefined, status: undefined },
    ...{ error: undefined, fault: undefined, isValid: undefined, issues: undefined },
    ...{ requestBody: undefined, responseBody: undefined },
  }

  expect(unpacked(unknown)).toEqual(unknown)
})

it('shares what many requests share', () => {
  const records = [{ id: 'cmp_1' }, { id: 'cmp_2' }]
  const content = { before: '{"data":', records, after: ',"meta":{}}' }
  const { key, requestHeaders, responseBody } = unpacked({
    ...EXCHANGE,
    responseBody: { content, bytes: 0, isCut: false },
  })

  expect(key).toBe(EXCHANGE.key)
  expect(requestHeaders).toBe(EXCHANGE.requestHeaders)
  expect(responseBody?.content).toEqual(content)
  expect(responseBody?.content).toHaveProperty(
    'records',
    expect.toSatisfy((it) => it === records),
  )
  expect(responseBody && keptText(responseBody)).toEqual({
    text: '{"data":[{"id":"cmp_1"},{"id":"cmp_2"}],"meta":{}}',
    isCut: false,
  })
})
