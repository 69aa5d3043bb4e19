import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { type Clock, createClock } from '../time/clock.ts'
import { Sender, type SenderParts } from './sender.ts'
import { makeSecret } from './signature.ts'

const LOCAL = { allowLoopback: true }
const SECRET = makeSecret()
const BODY = '{"type":"ranking.changed","data":{"keyword":"bücher"}}'

const messageTo = (url: string) => ({ url, eventId: 'evt_1', body: BODY, secrets: [SECRET] })

function startSender(parts: SenderParts = {}, policy = LOCAL, clock = createClock()): Sender {
  const sender = new Sender(policy, clock, parts)
  onTestFinished(() => sender.close())
  return sender
}

/** A clock whose waits end when the test says so. */
function manualClock() {
  const waits: { ms: number; end: () => void }[] = []
  const clock: Clock = {
    ...createClock(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve })
        signal?.addEventListener('abort', () => resolve())
      }),
  }
  return { clock, waits }
}

/** A server of bytes: `answer` gets each connection once something came on it. */
async function startRaw(
  answer: (socket: Socket) => void,
): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.on('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, server }
}

describe('a request', () => {
  it('is signed, and names sender and content', async () => {
    const receiver = await startReceiver()

    const sent = await startSender().send(messageTo(receiver.url))

    const [request] = receiver.received
    expect(request).toMatchObject({ method: 'POST', path: '/hook', body: BODY })
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
    })
    expect(request?.headers['user-agent']).toMatch(/^svc-sandbox\/\d+\.\d+/)
    expect(new Webhook(SECRET).verify(BODY, request?.headers ?? {})).toEqual(JSON.parse(BODY))
    expect(request?.headers).toMatchObject(sent?.request_headers ?? { none: 'sent' })
  })

  it("has a timestamp of the machine's clock, not the sandbox's", async () => {
    const receiver = await startReceiver()
    const clock = createClock({ startAt: Date.UTC(2031, 0, 1) })

    await startSender({}, LOCAL, clock).send(messageTo(receiver.url))

    expect(() =>
      new Webhook(SECRET).verify(BODY, receiver.received[0]?.headers ?? {}),
    ).not.toThrow()
  })

  it('reuses the connection of the previous one', async () => {
    const receiver = await startReceiver()
    const sender = startSender()

    for (let i = 0; i < 5; i++) await sender.send(messageTo(receiver.url))

    expect(receiver.received).toHaveLength(5)
    expect(receiver.connections).toBe(1)
  })

  it('is sent again at once if a kept-alive connection was closed meanwhile', async () => {
    let connections = 0
    const seen = new Set<Socket>()
    const { port } = await startRaw((socket) => {
      if (seen.has(socket)) return void socket.resetAndDestroy()
      connections += 1
      seen.add(socket)
      socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n')
    })
    const sender = startSender()

    await sender.send(messageTo(`http://localhost:${port}/`))
    const second = await sender.send(messageTo(`http://localhost:${port}/`))

    expect(second).toMatchObject({ status: 204, error: null })
    expect(connections).toBe(2)
  })

  it('goes over TLS to the address that was checked', async () => {
    const receiver = await startReceiver(undefined, { tls: true })
    const resolve = vi.fn<NonNullable<SenderParts['resolve']>>((_host, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]),
    )
    const sender = startSender({ ca: TEST_TLS.cert, resolve })

    const sent = await sender.send(messageTo(`https://receiver.example:${receiver.port}/hook`))

    expect(sent).toMatchObject({ status: 200, error: null })
    expect(resolve).toHaveBeenCalledTimes(1)
  })
})

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('with status %d is a success', async (status) => {
    const receiver = await startReceiver((_, response) => void response.writeHead(status).end())

    expect(await startSender().send(messageTo(receiver.url))).toMatchObject({ status, error: null })
  })

  it.each([304, 400, 401, 404, 410, 429, 500, 503])(
    'with status %d is a failure',
    async (status) => {
      const receiver = await startReceiver((_, response) => void response.writeHead(status).end())

      const sent = await startSender().send(messageTo(receiver.url))

      expect(sent?.status).toBe(status)
      expect(sent?.error).toContain(`status ${status}`)
    },
  )

  it.each([301, 302, 307, 308])('with status %d is not followed', async (status) => {
    const receiver = await startReceiver(
      (_, response) => void response.writeHead(status, { location: '/elsewhere' }).end(),
    )

    const sent = await startSender().send(messageTo(receiver.url))

    expect(sent?.error).toMatch(/redirect to \/elsewhere: redirects are not followed/)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('is kept with its headers', async () => {
    const receiver = await startReceiver(
      (_, response) =>
        void response
          .writeHead(
            503,
            [
              ['Retry-After', '30'],
              ['Set-Cookie', 'a=1'],
              ['Set-Cookie', 'b=2'],
            ].flat(),
          )
          .end('später'),
    )

    const sent = await startSender().send(messageTo(receiver.url))

    expect(sent).toMatchObject({
      url: receiver.url,
      status: 503,
      response_headers: { 'retry-after': '30', 'set-cookie': 'a=1, b=2' },
      response_body: 'später',
    })
    expect(sent?.duration_ms).toBeGreaterThanOrEqual(0)
  })

  it('is kept up to 2 kB, without a partial character', async () => {
    const receiver = await startReceiver((_, response) => void response.end('€'.repeat(5000)))

    const sent = await startSender().send(messageTo(receiver.url))

    expect(sent).toMatchObject({ error: null, response_body: '€'.repeat(682) })
  })

  it('without an end is read up to a megabyte', async () => {
    let written = 0
    const receiver = await startReceiver((_, response) => {
      const fill = () => {
        while (
          !response.destroyed &&
          written < 50_000_000 &&
          response.write(Buffer.alloc(65_536))
        ) {
          written += 65_536
        }
      }
      response.on('drain', fill)
      fill()
    })

    const sent = await startSender().send(messageTo(receiver.url))

    expect(sent).toMatchObject({ status: 200, error: null })
    expect(sent?.response_body).toHaveLength(2048)
    expect(written).toBeLessThan(20_000_000)
  })
})

describe('a failure has a message', () => {
  it('when nothing listens', async () => {
    const { port, server } = await startRaw(() => {})
    await new Promise((resolve) => void server.close(resolve))

    const sent = await startSender().send(messageTo(`http://localhost:${port}/`))

    expect(sent).toMatchObject({ status: null, response_headers: {}, response_body: '' })
    expect(sent?.error).toBe(`The connection was refused: nothing listens at localhost:${port}.`)
  })

  it('when the name is unknown', async () => {
    const failure = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    const sender = startSender({ resolve: (_host, _options, callback) => callback(failure, []) })

    const sent = await sender.send(messageTo('https://nowhere.example/'))

    expect(sent?.error).toBe('The name nowhere.example was not found (ENOTFOUND).')
  })

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'the connection is closed',
      (socket) => socket.destroy(),
      /closed the connection without an answer/,
    ],
    ['the answer is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /is not HTTP/],
    [
      'the answer breaks off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf'),
      /^The answer with status 200 broke off: /,
    ],
  ])('when %s', async (_, answer, words) => {
    const { port } = await startRaw(answer)

    const sent = await startSender().send(messageTo(`http://localhost:${port}/`))

    expect(sent?.error).toMatch(words)
  })

  it.each<[string, SenderParts, string, boolean]>([
    ['is not trusted', {}, 'localhost', true],
    ['is another’s', { ca: TEST_TLS.cert }, '127.0.0.1', true],
    ['is missing, for there is no TLS', {}, 'localhost', false],
  ])('when the certificate %s', async (_, parts, host, tls) => {
    const receiver = await startReceiver(undefined, { tls })

    const sent = await startSender(parts).send(messageTo(`https://${host}:${receiver.port}/`))

    expect(sent?.error).toMatch(/^No secure connection to .*valid for/)
    expect(receiver.received).toEqual([])
  })

  it('when no complete answer came in time', async () => {
    const receiver = await startReceiver(() => {})
    const { clock, waits } = manualClock()

    const sending = startSender({}, LOCAL, clock).send(messageTo(receiver.url))
    await receiver.arrived(1)
    waits[0]?.end()

    expect(waits.map(({ ms }) => ms)).toEqual([15_000])
    expect(await sending).toMatchObject({
      status: null,
      error: 'No complete answer within 15 seconds.',
    })
  })

  it('when the answer began in time and did not end', async () => {
    const { clock, waits } = manualClock()
    const endWait = () => void setImmediate(() => waits[0]?.end())
    subscribe('http.client.response.finish', endWait)
    onTestFinished(() => void unsubscribe('http.client.response.finish', endWait))
    const { port } = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf')
    })

    const sent = await startSender({}, LOCAL, clock).send(messageTo(`http://localhost:${port}/`))

    expect(sent).toMatchObject({
      status: 200,
      error: 'The answer with status 200 broke off: No complete answer within 15 seconds.',
    })
  })
})

describe('an address that may not be called', () => {
  it('receives nothing if it is a literal', async () => {
    const receiver = await startReceiver()
    const hosted = startSender({}, { allowLoopback: false })

    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
      const sent = await hosted.send(messageTo(`http://${host}:${receiver.port}/`))
      expect(sent).toMatchObject({
        status: null,
        error: expect.stringMatching(/^Not sent: url must be/),
      })
    }
    expect(receiver.connections).toBe(0)
  })

  it('receives nothing if a name resolves to it', async () => {
    const receiver = await startReceiver(undefined, { tls: true })
    const hosted = startSender(
      {
        ca: TEST_TLS.cert,
        resolve: (_host, _options, callback) =>
          callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
      { allowLoopback: false },
    )

    const sent = await hosted.send(messageTo(`https://receiver.example:${receiver.port}/`))

    expect(sent?.error).toMatch(
      /^Not sent: receiver\.example must not be called: 127\.0\.0\.1 is a loopback/,
    )
    expect(receiver.connections).toBe(0)
  })
})

describe('close', () => {
  it('aborts attempts under way, whose results are unknown', async () => {
    const receiver = await startReceiver(() => {})
    const sender = startSender()

    const sending = sender.send(messageTo(receiver.url))
    await receiver.arrived(1)
    sender.close()

    expect(await sending).toBeUndefined()
    expect(await sender.send(messageTo(receiver.url))).toBeUndefined()
    expect(receiver.received).toHaveLength(1)
  })

  it('sends no message that waits for a connection', async () => {
    const receiver = await startReceiver(() => {})
    const sender = startSender()

    const sending = Array.from({ length: 70 }, () => sender.send(messageTo(receiver.url)))
    await receiver.arrived(64)
    sender.close()

    expect(await Promise.all(sending)).toEqual(sending.map(() => undefined))
    expect(receiver.received).toHaveLength(64)
  })
})
