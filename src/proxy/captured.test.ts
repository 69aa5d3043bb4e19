import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Captured, observedOf } from './captured.ts'
import type { HeaderPair } from './headers.ts'

const TEXT = JSON.stringify({ success: true, data: ['ü'] })

function answered(
  body: Uint8Array | undefined,
  headers: HeaderPair[],
  more: Partial<Captured> = {},
): Captured {
  const request = { headers: [], body: new Uint8Array(), length: 0 }
  return {
    id: 'req_1',
    source: 'upstream',
    at: 0,
    startedAt: 0,
    endedAt: 1,
    method: 'GET',
    target: '/api/campaigns',
    apiPath: '/campaigns',
    upstreamUrl: 'http://upstream.test/api/campaigns',
    request,
    response: { status: 200, statusMessage: '', headers, body, length: body?.length ?? 2_000_000 },
    ...more,
  }
}

const read = (captured: Captured) =>
  observedOf(captured, 'listCampaigns', 'http://upstream.test/api/campaigns')

it('reads a body without its content coding', () => {
  const found = read(answered(gzipSync(TEXT), [['Content-Encoding', 'gzip']]))

  expect(found.response?.json).toEqual(JSON.parse(TEXT))
})

it.each([
  [
    'a body that unpacks to far more than it has',
    gzipSync(Buffer.alloc(20_000_000)),
    'gzip',
    /1 MB/,
  ],
  ['an unknown content coding', Buffer.from(TEXT), 'zstd', /zstd/],
  ['a body that was too large to keep', undefined, 'gzip', /2000000 bytes/],
])('does not judge %s', (_, body, coding, reason) => {
  expect(() => read(answered(body, [['Content-Encoding', coding]]))).toThrow(reason)
})

it('does not judge a request that unpacks to far more than it has', () => {
  const body = gzipSync(Buffer.alloc(2_000_000))
  const headers: HeaderPair[] = [['Content-Encoding', 'gzip']]
  const request = { headers, body, length: body.length }

  expect(() => read(answered(Buffer.from(TEXT), [], { request }))).toThrow('1 MB')
})

it('does not judge what a client broke off', () => {
  const failure = { kind: 'client_gone', message: 'gone' } as const

  expect(() => read(answered(Buffer.from(TEXT), [], { failure }))).toThrow('went away')
})

it('names what is wrong with a body that its coding does not fit', () => {
  const found = read(answered(Buffer.from(TEXT), [['Content-Encoding', 'gzip']]))

  expect(found.broken).toEqual({
    kind: 'undecodable',
    message: 'Content-Encoding is gzip, but the body is not compressed',
  })
})

it('joins the values of a header that comes several times', () => {
  const headers: HeaderPair[] = [
    ['Vary', 'Origin'],
    ['vary', 'Accept'],
  ]

  const found = read(answered(Buffer.from(TEXT), headers))

  expect(found.response?.headers).toEqual({
    vary: 'Origin, Accept',
  })
})
