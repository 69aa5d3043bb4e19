import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Behaviour, bytewise, flood, startRaw } from '../../test/support/raw-server.ts'
import { type Clock, createClock } from '../time/clock.ts'
import { Sender } from './sender.ts'
import { makeSecret } from './signature.ts'

const LOCAL = { allowLoopback: true, targets: [] }

/** A sender whose time runs out when the test says so. */
function startSender() {
  const waits: { ms: number; end: () => void }[] = []
  const clock: Clock = {
    ...createClock(),
    limit(ms, late) {
      waits.push({ ms, end: late })
      return () => {}
    },
  }
  const sender = new Sender(clock)
  onTestFinished(() => sender.close())
  const send = (url: string) =>
    sender.send({ url, eventId: 'evt_1', body: '{"type":"x"}', secrets: [makeSecret()] }, LOCAL)
  return { send, waits, timeOut: () => waits.at(-1)?.end() }
}

const OK = 'HTTP/1.1 200 OK\r\n'
const CUT =
  'The answer with status 200 was cut off: the connection was closed before the end of its body.'

describe('an attempt ends at once', () => {
  it.each<[string, Behaviour, number | null, string | RegExp | null]>([
    [
      'closes the connection',
      (socket) => socket.destroy(),
      null,
      /closed the connection without an answer/,
    ],
    [
      'resets the connection',
      (socket) => void socket.resetAndDestroy(),
      null,
      /closed the connection without/,
    ],
    [
      'ends without an answer',
      (socket) => socket.end(),
      null,
      /closed the connection without an answer/,
    ],
    [
      'answers 101 and upgrades',
      (socket) => socket.write('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      null,
      /^Answered with status 101, which switches/,
    ],
    [
      'answers 101 alone',
      (socket) => socket.write('HTTP/1.1 101 S\r\n\r\n'),
      null,
      /^Answered with status 101, which switches/,
    ],
    [
      'offers an upgrade with its answer',
      (socket) =>
        socket.write(`${OK}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 0\r\n\r\n`),
      200,
      null,
    ],
    ...[
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 100 Continue\r\nServer: Microsoft-IIS/10.0\r\nX-A: 100\r\n\r\n',
      'HTTP/1.1 100 \r\n\r\n',
      '\r\nHTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3),
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: <100>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
    ].map((interim): [string, Behaviour, number, null] => [
      `sends ${JSON.stringify(interim)} before its answer`,
      (socket) => socket.write(`${interim}${OK}Content-Length: 0\r\n\r\n`),
      200,
      null,
    ]),
    [
      'sends 100 byte by byte',
      (socket) => bytewise(socket, `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 0\r\n\r\n`),
      200,
      null,
    ],
    [
      'has a body like an interim answer',
      (socket) => socket.write(`${OK}Content-Length: 25\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n`),
      200,
      null,
    ],
    [
      'switches protocols after 100',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 S\r\nUpgrade: x\r\n\r\n'),
      null,
      /^Answered with status 101, which switches/,
    ],
    [
      'refuses after 100',
      (socket) =>
        socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 E\r\nContent-Length: 0\r\n\r\n'),
      500,
      /^Answered with status 500/,
    ],
    [
      'sends 100 without end',
      (socket) => flood(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
      null,
      'Sent more than 20 interim answers (1xx) and no final one.',
    ],
    [
      'sends early hints first',
      (socket) =>
        socket.write(`HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n${OK}Content-Length: 0\r\n\r\n`),
      200,
      null,
    ],
    [
      'sends interim answers without end',
      (socket) => flood(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
      null,
      'Sent more than 20 interim answers (1xx) and no final one.',
    ],
    [
      'sends headers without end',
      (socket) => flood(socket, OK, 'X-A: aaaaaaaaaaaaaaaa\r\n'),
      null,
      /has more than 16 kB of headers/,
    ],
    [
      'sends one endless header',
      (socket) => flood(socket, `${OK}X-A: `, 'a'.repeat(1000)),
      null,
      /has more than 16 kB of headers/,
    ],
    ['speaks SSH', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), null, /is not HTTP/],
    ['speaks HTTP/0.9', (socket) => socket.end('hello'), null, /is not HTTP/],
    [
      'speaks HTTP/2',
      (socket) => socket.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      null,
      /is not HTTP/,
    ],
    [
      'cuts the head',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
      null,
      /closed the connection without an answer|is not HTTP/,
    ],
    [
      'cuts a body of known length',
      (socket) => socket.end(`${OK}Content-Length: 99\r\n\r\nhalf`),
      200,
      CUT,
    ],
    [
      'resets within the body',
      (socket) =>
        void socket.write(`${OK}Content-Length: 99\r\n\r\nhalf`, () =>
          setImmediate(() => socket.resetAndDestroy()),
        ),
      200,
      CUT,
    ],
    [
      'cuts a chunked body',
      (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nhalf`),
      200,
      CUT,
    ],
    [
      'cuts a body and announced the close',
      (socket) => socket.end(`${OK}Connection: close\r\nContent-Length: 99\r\n\r\nhalf`),
      200,
      CUT,
    ],
    [
      'sends a broken chunk',
      (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhalf`),
      200,
      'The answer with status 200 was cut off: its body is not valid HTTP/1.1.',
    ],
    [
      'cuts the body of a failure',
      (socket) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\nhalf'),
      500,
      /^The answer with status 500 was cut off/,
    ],
    [
      'sends a body without end',
      (socket) => flood(socket, `${OK}\r\n`, 'a'.repeat(65_536)),
      200,
      null,
    ],
    ['sends a body until the close', (socket) => socket.end(`${OK}\r\nall`), 200, null],
    [
      'answers twice',
      (socket) => socket.write(`${OK}Content-Length: 0\r\n\r\n${OK}Content-Length: 0\r\n\r\n`),
      200,
      null,
    ],
    [
      'answers more than it announced',
      (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nokay`),
      200,
      null,
    ],
    [
      'answers 304',
      (socket) => socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'),
      304,
      'Answered with status 304; only 2xx means that the event was received.',
    ],
    [
      'answers 300',
      (socket) => socket.write('HTTP/1.1 300 M\r\nContent-Length: 0\r\n\r\n'),
      300,
      /^Answered with status 300; only/,
    ],
    [
      'answers 308 without a Location',
      (socket) => socket.write('HTTP/1.1 308 P\r\nContent-Length: 0\r\n\r\n'),
      308,
      /a redirect: redirects are not followed/,
    ],
    [
      'answers 999',
      (socket) => socket.write('HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'),
      999,
      /status 999/,
    ],
  ])('when the receiver %s', async (_, behave, status, error) => {
    const { port, seen } = await startRaw(behave)
    const { send } = startSender()

    const sent = await send(`http://localhost:${port}/`)

    expect(sent?.status).toBe(status)
    if (error === null) expect(sent?.error).toBeNull()
    else expect(sent?.error).toMatch(error)
    expect(seen.posts).toBe(1)
  })
})

describe('an attempt ends after 15 seconds', () => {
  it.each<[string, Behaviour, string]>([
    ['does not answer', () => {}, 'http'],
    ['never ends its head', (socket) => socket.write(`${OK}X-A: a\r\n`), 'http'],
    [
      'sends an interim answer only',
      (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'),
      'http',
    ],
    ['sends 100 only', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 'http'],
    ['never answers the TLS handshake', () => {}, 'https'],
  ])('when the receiver %s', async (_, behave, protocol) => {
    const { send, waits, timeOut } = startSender()
    const { port } = await startRaw((socket, bytes) => {
      behave(socket, bytes)
      setImmediate(timeOut)
    })

    const sent = await send(`${protocol}://localhost:${port}/`)

    expect(waits.map(({ ms }) => ms)).toEqual([15_000])
    expect(sent).toMatchObject({ status: null, error: 'No complete answer within 15 seconds.' })
  })

  it.each([
    ['of a known length', 'Content-Length: 99\r\n\r\nhalf'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\nh'],
    ['until the close', '\r\nhalf'],
  ])('when the body %s never ends', async (_, rest) => {
    const { send, timeOut } = startSender()
    const began = () => void setImmediate(timeOut)
    subscribe('undici:request:headers', began)
    onTestFinished(() => void unsubscribe('undici:request:headers', began))
    const { port } = await startRaw((socket) => socket.write(`${OK}${rest}`))

    const sent = await send(`http://localhost:${port}/`)

    expect(sent).toMatchObject({
      status: 200,
      error: 'The answer with status 200 began, but did not end within 15 seconds.',
    })
  })

  it('while the name is looked up or the connection is opened', async () => {
    let timeOut = () => {}
    const limit: Clock['limit'] = (_ms, late) => {
      timeOut = late
      return () => {}
    }
    const sender = new Sender(
      { ...createClock(), limit },
      { resolve: () => setImmediate(() => timeOut()) },
    )
    onTestFinished(() => sender.close())

    const message = { eventId: 'evt_1', body: '{}', secrets: [makeSecret()] }
    const sent = await sender.send({ url: 'https://receiver.example/', ...message }, LOCAL)

    expect(sent?.error).toBe('No complete answer within 15 seconds.')
  })
})

describe('an answer of more than 2,000 lines', () => {
  const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
  const TOO_LONG = 'The answer has more than 2000 lines of headers.'

  it.each([
    ['headers', OK + 'a:\r\n'.repeat(2000), null, TOO_LONG],
    ['chunks, of which the rest is ignored', CHUNKED + '1\r\na\r\n'.repeat(1000), 200, null],
    [
      'trailers, of which the rest is ignored',
      `${CHUNKED}0\r\n${'a:\r\n'.repeat(2000)}`,
      200,
      null,
    ],
    [
      'interim answers and headers',
      'HTTP/1.1 103 E\r\n\r\n'.repeat(9) + OK + 'a:\r\n'.repeat(2000),
      null,
      TOO_LONG,
    ],
  ])('ends the attempt at once: %s', async (_, text, status, error) => {
    const { send } = startSender()
    const { port } = await startRaw((socket) => socket.write(text))

    expect(await send(`http://localhost:${port}/`)).toMatchObject({ status, error })
  })
})

it('sends each attempt once, even if a kept-alive connection is reset by its second request', async () => {
  const used = new Set<Socket>()
  const { port, seen } = await startRaw((socket) => {
    if (used.has(socket)) return void socket.resetAndDestroy()
    used.add(socket)
    socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n')
  })
  const { send } = startSender()

  const attempts = []
  for (let i = 0; i < 7; i++) attempts.push(await send(`http://localhost:${port}/`))

  expect(seen.posts).toBe(7)
  expect(attempts.some((each) => /closed the connection/.test(each?.error ?? ''))).toBe(true)
})
