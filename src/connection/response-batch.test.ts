import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, connect, type Socket } from 'node:net'
import timers from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import express, { type Request, type Response } from 'express'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sendRaw } from '../../test/support/raw.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { nodeWarnings } from '../../test/support/warnings.ts'
import { performance } from '../node-globals.ts'
import { sendJson } from '../pipeline/send.ts'
import { createClock } from '../time/clock.ts'
import { Connections, drain } from './drain.ts'
import { inProcessFetch } from './fetch.ts'
import { InProcessNetwork } from './in-process.ts'
import { createExpressServer, TIMEOUTS } from './server.ts'

type Handle = (req: Request, res: Response) => unknown

const answer: Handle = (req, res) => sendJson(res, 200, { path: req.url })
const request = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
const LAST = 'Connection: close\r\n'

/** A server whose handler has the whole request, as in the pipeline after a stage that waits. */
function serverOf(handle: Handle, tls = false): Server {
  const make = tls ? (options: object) => createTlsServer({ ...TEST_TLS, ...options }) : undefined
  const server = createExpressServer(express(), TIMEOUTS, make as never, async (req, res) => {
    await undefined
    await handle(req, res)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const serve = (handle: Handle) => portOf(serverOf(handle))

function setNow(now: () => number): void {
  const spy = vi.spyOn(performance, 'now').mockImplementation(now)
  onTestFinished(() => spy.mockRestore())
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** What arrives first; empty if the connection is closed before. */
async function firstData(socket: Socket): Promise<string> {
  const data = once(socket, 'data').then(([chunk]) => String(chunk))
  return Promise.race([data, once(socket, 'close').then(() => '')])
}

/** Sends requests that arrive in the same turn; returns the bytes sent to each before the last request was handled. */
async function sentBefore(requests: number, handle: Handle): Promise<number[]> {
  const handled: Socket[] = []
  let sent: number[] = []
  const port = await serve((req, res) => {
    if (req.url === '/') handled.push(req.socket)
    sent = handled.map(({ bytesWritten }) => bytesWritten)
    return handle(req, res)
  })
  const sockets: Socket[] = []
  while (sockets.length < requests) sockets.push(await connected(port))
  // After it, the server has accepted all of them.
  await sendRaw(port, request('/first', LAST))
  for (const socket of sockets) socket.write(request('/'))
  for (const socket of sockets) expect(String(await once(socket, 'data'))).toContain('200 OK')
  return sent
}

it('sends the responses of a turn together', async () => {
  setNow(() => 0)

  expect(await sentBefore(3, answer)).toEqual([0, 0, 0])
})

it('lets no response wait for long', async () => {
  let now = 0
  setNow(() => now)

  const [first, second] = await sentBefore(3, (req, res) => {
    now += 3
    return answer(req, res)
  })

  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThan(0)
})

it('sends a response at once if it took longer than its turn', async () => {
  const isSent: boolean[] = []
  const port = await serve(async (req, res) => {
    await setImmediate()
    answer(req, res)
    isSent.push(res.writableEnded)
  })

  await sendRaw(port, request('/', LAST))

  expect(isSent).toEqual([true])
})

it('sends a response at once to a caller in the same process', async () => {
  const isSent: boolean[] = []
  const network = new InProcessNetwork()
  network.serve(
    serverOf((req, res) => {
      answer(req, res)
      isSent.push(res.writableEnded)
    }),
  )

  const response = await inProcessFetch(network, 'http://a.localhost')('/here')

  expect(await response.json()).toEqual({ path: '/here' })
  expect(isSent).toEqual([true])
})

it('answers pipelined requests in their order', async () => {
  const port = await serve(answer)

  const text = await sendRaw(port, request('/1') + request('/2') + request('/3', LAST))

  expect(text.match(/"path":".."/g)).toEqual(['/1', '/2', '/3'].map((path) => `"path":"${path}"`))
})

it('answers HEAD with the head alone', async () => {
  const port = await serve(answer)

  const text = await sendRaw(port, request('/path', LAST).replace('GET', 'HEAD'))

  expect(text).toMatch(/^HTTP\/1\.1 200 .*Content-Length: 16\r\n.*\r\n\r\n$/s)
})

it('sends a complete response before a failure closes the connection', async () => {
  const port = await serve((req, res) => {
    answer(req, res)
    if (res.headersSent) res.destroy()
    else sendJson(res, 500, {})
  })

  expect(await sendRaw(port, request('/'))).toMatch(/^HTTP\/1\.1 200 .*{"path":"\/"}$/s)
})

it('goes on after a client hung up while its response was waiting', async () => {
  setNow(() => 0)
  const noted: unknown[] = []
  const port = await serve((req, res) => {
    res.on('close', () => noted.push([res.headersSent, res.statusCode]))
    answer(req, res)
    if (req.url === '/gone') req.socket.destroy()
  })

  expect(await sendRaw(port, request('/gone'))).toBe('')
  expect(await sendRaw(port, request('/next', LAST))).toContain('/next')
  // The client may have its response before the server has closed it.
  await expect
    .poll(() => noted)
    .toEqual([
      [true, 200],
      [true, 200],
    ])
})

it('answers a client whose request and last byte arrive in the same turn', async () => {
  const port = await portOf(serverOf(answer, true))
  const socket = connectTls({ port, host: '127.0.0.1', ca: TEST_TLS.cert, servername: 'localhost' })
  await once(socket, 'secureConnect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))

  socket.end(request('/'))
  await once(socket, 'close')

  expect(String(Buffer.concat(chunks))).toContain('{"path":"/"}')
})

it('sends the other responses of a batch if one of them fails', async () => {
  setNow(() => 0)
  const warnings = nodeWarnings()
  const failed = vi.fn()
  const port = await serve((req, res) => {
    answer(req, res)
    if (req.url !== '/fails') return
    res.on('close', failed)
    res.end = () => {
      throw new Error('It failed.')
    }
  })
  const paths = ['/1', '/fails', '/2']
  const sockets = await Promise.all(paths.map(() => connected(port)))
  // After it, the server has accepted all of them.
  await sendRaw(port, request('/first', LAST))

  for (const [n, path] of paths.entries()) sockets[n]?.write(request(path))
  const answers = await Promise.all(sockets.map((socket) => firstData(socket)))

  expect(answers).toEqual([
    expect.stringContaining('{"path":"/1"}'),
    '',
    expect.stringContaining('{"path":"/2"}'),
  ])
  expect(failed).toHaveBeenCalledOnce()
  expect(warnings.map(({ message }) => message)).toEqual(['It failed.'])
})

it('drains pending responses', async () => {
  let drained: Promise<void> | undefined
  const server = serverOf((req, res) => {
    answer(req, res)
    drained = drain(server, connections, createClock())
  })
  const connections = new Connections(server)
  const port = await portOf(server)

  expect(await sendRaw(port, request('/'))).toContain('{"path":"/"}')
  await drained
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
  const port = await serve(answer)
  onTestFinished(() => void vi.useRealTimers())
  install()

  expect(await sendRaw(port, request('/', LAST))).toContain('{"path":"/"}')
})
