import { type AddressInfo, createServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { parseWebhookTargets } from '../config/webhook-target.ts'
import { createClock } from '../time/clock.ts'
import type { AddressPolicy } from './address.ts'
import type { ConnectionParts } from './receiver-connections.ts'
import { type Message, Sender } from './sender.ts'
import { makeSecret } from './signature.ts'

const LOCAL = { allowLoopback: true, targets: [] }
const HOSTED = { allowLoopback: false, targets: [] }
const SECRET = makeSecret()
const BODY = '{"type":"ranking.changed","data":{"keyword":"bücher"}}'

const messageTo = (url: string) => ({ url, eventId: 'evt_1', body: BODY, secrets: [SECRET] })

function startSender(
  parts: ConnectionParts = {},
  policy: AddressPolicy = LOCAL,
  clock = createClock(),
) {
  const sender = new Sender(clock, parts)
  onTestFinished(() => sender.close())
  return {
    send: (message: Message, own = policy) => sender.send(message, own),
    close: () => sender.close(),
  }
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

  it('goes over TLS to the address that was checked', async () => {
    const receiver = await startReceiver(undefined, { tls: true })
    const resolve = vi.fn<NonNullable<ConnectionParts['resolve']>>((_host, _options, callback) =>
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
})

describe('a failure has a message', () => {
  it('when nothing listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
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

  it.each<[string, ConnectionParts, string, boolean, string]>([
    ['is not trusted', {}, 'localhost', true, 'is self-signed.'],
    [
      'is another’s',
      { ca: TEST_TLS.cert },
      '127.0.0.1',
      true,
      'is for another host than 127.0.0.1.',
    ],
    [
      'is missing, for there is no TLS',
      {},
      'localhost',
      false,
      'does not use TLS (https) at this port.',
    ],
  ])('when the certificate %s', async (_, parts, host, tls, words) => {
    const receiver = await startReceiver(undefined, { tls })

    const sent = await startSender(parts).send(messageTo(`https://${host}:${receiver.port}/`))

    expect(sent?.error).toMatch(/^No secure connection: /)
    expect(sent?.error).toContain(words)
    expect(receiver.received).toEqual([])
  })
})

describe('an address that may not be called', () => {
  it('receives nothing if a name resolves to it', async () => {
    const receiver = await startReceiver(undefined, { tls: true })
    const hosted = startSender(
      {
        ca: TEST_TLS.cert,
        resolve: (_host, _options, callback) =>
          callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
      HOSTED,
    )

    const sent = await hosted.send(messageTo(`https://receiver.example:${receiver.port}/`))

    expect(sent?.error).toMatch(
      /^Not sent: receiver\.example must not be called: it has an address that this account/,
    )
    expect(receiver.connections).toBe(0)
  })
})

describe('an address on this machine or its network', () => {
  /** A sender for which all names are this machine. */
  const startHere = () =>
    startSender({
      ca: TEST_TLS.cert,
      resolve: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })

  it('is called if the receiver is named, also without TLS', async () => {
    const receiver = await startReceiver()
    const named = { ...HOSTED, targets: parseWebhookTargets([`hooks.example:${receiver.port}`]) }

    const sent = await startHere().send(
      messageTo(`http://hooks.example:${receiver.port}/hook`),
      named,
    )

    expect(sent).toMatchObject({ status: 200, error: null })
  })

  it('is not called by another name or port, or for a redirect', async () => {
    const inside = await startReceiver()
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(307, { Location: inside.url }).end()
    })
    const named = { ...HOSTED, targets: parseWebhookTargets([`hooks.example:${receiver.port}`]) }
    const sender = startHere()

    const redirected = await sender.send(messageTo(`http://hooks.example:${receiver.port}/`), named)
    const others = [
      `https://other.example:${receiver.port}/`,
      `https://hooks.example:${inside.port}/`,
      `http://hooks.example:${inside.port}/`,
      `https://127.0.0.1:${receiver.port}/`,
    ].map((url) => sender.send(messageTo(url), named))

    expect(redirected?.error).toContain('redirects are not followed')
    for (const sent of await Promise.all(others)) expect(sent?.error).toMatch(/^Not sent: /)
    expect(inside.connections).toBe(0)
  })

  it('is not called over a connection of an account that may', async () => {
    const receiver = await startReceiver(undefined, { tls: true })
    const sender = startHere()
    const url = `https://receiver.example:${receiver.port}/`

    const allowed = await sender.send(messageTo(url), LOCAL)
    const refused = await sender.send(messageTo(url), HOSTED)

    expect(allowed?.error).toBeNull()
    expect(refused?.error).toMatch(/^Not sent: receiver\.example must not be called/)
    expect(receiver.connections).toBe(1)
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
})
