import { connect } from 'node:net'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { sendRaw } from '../../test/support/raw.ts'
import { createExpressServer, TIMEOUTS, type Timeouts } from './server.ts'

/** Shorter than Node's own interval of checks for slow senders. */
const SOON = { timeout: 10_000 }
const NEVER = 3_600_000
const PATIENT = { headers: NEVER, request: NEVER, idle: NEVER, every: 5 }

/** The port of a server that answers with the last header of each request, once it has all of it. */
async function serve(timeouts: Timeouts): Promise<number> {
  const app = express()
  app.use((req, res) => {
    req.resume().on('end', () => res.send(`last: ${req.rawHeaders.at(-1)}`))
  })
  const server = createExpressServer(app, timeouts)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
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

it('checks often enough for its own limits', () => {
  expect(TIMEOUTS.every * 10).toBeLessThanOrEqual(Math.min(TIMEOUTS.headers, TIMEOUTS.idle))
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
