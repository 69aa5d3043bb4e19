import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { listening } from '../../test/support/listening.ts'
import { answerInTurn, LIMITS } from './pipelining.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** Requests in one read of 64 kB, which Node parses at once. */
const AT_ONCE = 65_536 / REQUEST.length

async function serve(handle: RequestListener, limits: Partial<typeof LIMITS> = {}) {
  const server = createServer()
  answerInTurn(server, handle, { ...LIMITS, ...limits })
  const port = await listening(server)
  let parsed = 0
  server.on('request', () => {
    parsed += 1
  })
  const client = () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return socket.on('error', () => {})
  }
  return { port, client, parsed: () => parsed }
}

it('handles a request when the one before it is answered', async () => {
  const taken: ServerResponse[] = []
  const { client, parsed } = await serve((_req, res) => taken.push(res))
  const socket = client()
  socket.write(REQUEST.repeat(3))
  await expect.poll(parsed).toBe(3)

  expect(taken).toHaveLength(1)
  taken[0]?.end('first')
  await expect.poll(() => taken.length).toBe(2)
  taken[1]?.end('second')
  await expect.poll(() => taken.length).toBe(3)
})

it('stops reading at the limit of bytes, and goes on when the requests are answered', async () => {
  const taken: ServerResponse[] = []
  let connection: Socket | undefined
  const { client, parsed } = await serve((req, res) => {
    connection = req.socket
    taken.push(res)
  })
  const headers = 'a:\r\n'.repeat(3_000)
  const socket = client().resume()

  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`.repeat(200))
  await expect.poll(() => connection?.isPaused()).toBe(true)

  expect(connection?.bytesRead).toBeLessThan(LIMITS.bytes + 3 * 65_536)
  expect(parsed()).toBeLessThan(40)
  for (let answered = 0; answered < 200; answered++) {
    await expect.poll(() => taken.length).toBeGreaterThan(answered)
    taken[answered]?.end()
  }
  expect(parsed()).toBe(200)
})

it('answers all requests, and keeps to the limit meanwhile', async () => {
  let answered = 0
  let most = 0
  const { client, parsed } = await serve(
    (_req, res) => {
      most = Math.max(most, parsed() - answered)
      answered += 1
      res.end()
    },
    { pause: 10, close: 1_000_000 },
  )
  const socket = client().resume()

  socket.end(REQUEST.repeat(20_000))
  await once(socket, 'end')

  expect(answered).toBe(20_000)
  expect(most).toBeLessThan(10 + 2 * AT_ONCE)
})

it('closes a connection with too many waiting requests', async () => {
  const { client } = await serve(() => {}, { pause: 1000, close: 10 })
  const socket = client().resume()

  socket.write(REQUEST.repeat(12))

  await once(socket, 'close')
})

it('drops waiting requests when their client is gone', async () => {
  let taken = 0
  let hasGone = false
  const { client, parsed } = await serve((_req, res) => {
    taken += 1
    res.once('close', () => {
      hasGone = true
    })
  })
  const socket = client()
  socket.write(REQUEST.repeat(50))
  await expect.poll(parsed).toBe(50)

  socket.resetAndDestroy()

  await expect.poll(() => hasGone).toBe(true)
  await setImmediate()
  expect(taken).toBe(1)
})
