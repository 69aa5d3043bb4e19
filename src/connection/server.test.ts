import { once } from 'node:events'
import type { ServerOptions } from 'node:http'
import { createServer as createTlsServer, type Server } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import timers from 'node:timers'
import { connect as connectTls } from 'node:tls'
import express from 'express'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listening } from '../../test/support/listening.ts'
import { sendRaw } from '../../test/support/raw.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { createAppServer, TIMEOUTS, type Timeouts } from './server.ts'

/** Shorter than Node's own interval of checks for slow senders. */
const SOON = { timeout: 10_000 }
const NEVER = 3_600_000
const PATIENT = { headers: NEVER, request: NEVER, idle: NEVER, every: 5 }

/** The port of a server that answers with the last header of each request, once it has all of it. */
async function serve(
  timeouts: Timeouts,
  makeServer?: (options: ServerOptions) => Server,
): Promise<number> {
  const app = express()
  app.use((req, res) => {
    req.resume().on('end', () => res.send(`last: ${req.rawHeaders.at(-1)}`))
  })
  const server = createAppServer(app, timeouts, makeServer)
  return listening(server)
}

it.each([
  ['nothing', ''],
  ['half a request line', 'GET /api/cam'],
  ['headers without an end', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: y'],
])('closes a connection that sends %s', SOON, async (_what, bytes) => {
  const port = await serve({ ...PATIENT, headers: 50, request: 100 })

  expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes a connection whose body does not arrive', SOON, async () => {
  const port = await serve({ ...PATIENT, request: 50, headers: 40 })

  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabc',
  )

  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes an idle connection', SOON, async () => {
  const port = await serve({ ...PATIENT, idle: 50 })

  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 /,
  )
})

it('waits for a client that is slow but within the limits', SOON, async () => {
  const port = await serve(PATIENT)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHo')
  // By the time this one is answered, the server has checked the other several times.
  for (let n = 0; n < 20; n++) {
    await sendRaw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  }

  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(`${data}`)))
  socket.end('st: x\r\nConnection: close\r\n\r\n')

  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
})

it('accepts every header that fits, however many there are', async () => {
  const port = await serve(TIMEOUTS)
  const many = 'a:b\r\n'.repeat(2100)

  const answer = await sendRaw(
    port,
    `GET / HTTP/1.1\r\n${many}Host: localhost\r\nConnection: close\r\nZ: the last\r\n\r\n`,
  )

  expect(answer).toContain('last: the last')
})

/** As `mock.timers` of node:test does. */
function mockNodeTimers(): void {
  const { setImmediate } = timers
  const set = (value: typeof setImmediate) => {
    timers.setImmediate = value
    syncBuiltinESMExports()
  }
  onTestFinished(() => set(setImmediate))
  set((() => {}) as never)
}

it.each([
  ['vitest', () => void vi.useFakeTimers().setSystemTime(0)],
  ['node:test', mockNodeTimers],
])('answers under the fake timers of %s in a program that embeds it', async (_, install) => {
  const port = await serve(TIMEOUTS)
  onTestFinished(() => void vi.useRealTimers())
  install()

  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
  const text = await sendRaw(port, `${request}\r\n${request}Connection: close\r\n\r\n`)

  expect(text).toContain('last: close')
})

it('answers a client whose request and last byte arrive in the same turn', async () => {
  const makeServer = (options: object) => createTlsServer({ ...TEST_TLS, ...options })
  const port = await serve(TIMEOUTS, makeServer)
  const socket = connectTls({ port, host: '127.0.0.1', ca: TEST_TLS.cert, servername: 'localhost' })
  await once(socket, 'secureConnect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))

  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'close')

  expect(String(Buffer.concat(chunks))).toContain('last: localhost')
})
