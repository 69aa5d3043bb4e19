import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startProxy } from '../../test/support/proxy.ts'
import { sendRaw } from '../../test/support/raw.ts'
import { startRaw } from '../../test/support/raw-server.ts'

const upgrade = (path: string, protocol: string, host = 'app.localhost') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nX-Key: 1\r\n\r\n`

/** A connection, and what came on it so far. */
function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  const until = async (end: string) => {
    while (!text.includes(end)) {
      await new Promise((resolve) => socket.once('data', resolve))
    }
    return text
  }
  return { socket, until }
}

/** Accepts a protocol, and then sends back what comes, in capitals. */
async function startEcho() {
  let isOpen = false
  return startRaw((socket, bytes) => {
    if (isOpen) return void socket.write(String(bytes).toUpperCase())
    isOpen = true
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nConnection: Upgrade\r\nX-Own: 1\r\n\r\nhello',
    )
  })
}

it('opens a tunnel', async () => {
  const upstream = await startEcho()
  const { port } = await startProxy(upstream.url)
  const { socket, until } = open(port)

  socket.write(upgrade('/live', 'websocket'))
  const head = await until('hello')
  socket.write('first')
  await until('FIRST')
  socket.write('second')

  expect(await until('SECOND')).toMatch(/FIRSTSECOND$/)
  expect(head).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nupgrade: websocket\r\n/)
  expect(head).toContain('X-Own: 1\r\n')
  expect(upstream.received()).toMatch(
    /^GET \/live HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nX-Key: 1\r\n/,
  )
  expect(upstream.received()).toMatch(/\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n/)
})

it('ends a tunnel when the client ends it', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const upstream = await startRaw((socket) => {
    socket.on('close', () => end())
    socket.write('HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello')
  })
  const { port } = await startProxy(upstream.url)
  const { socket, until } = open(port)

  socket.write(upgrade('/live', 'x'))
  await until('hello')
  socket.destroy()

  await ended
})

it('logs the request of a tunnel while it is open', async () => {
  const upstream = await startEcho()
  const { port, proxy } = await startProxy(upstream.url)
  const { socket, until } = open(port)

  socket.write(upgrade('/live?token=secret', 'websocket'))
  await until('hello')

  const data = await proxy.requests.list()
  expect(data).toMatchObject([{ method: 'GET', url: '/live?token=…', status: 101 }])
  expect(data[0]?.response.headers).toMatchObject({ 'x-own': '1', 'x-sandbox-source': 'upstream' })
})

it('passes on what an upstream answers instead, and logs it', async () => {
  const upstream = await startRaw((socket) => {
    socket.write('HTTP/1.1 403 No\r\nX-Own: 1\r\nContent-Length: 2\r\n\r\nno')
  })
  const { port, proxy, upstream: state } = await startProxy(upstream.url)

  const text = await sendRaw(port, upgrade('/live', 'websocket'))

  expect(text).toMatch(/^HTTP\/1\.1 403 No\r\nX-Own: 1\r\nContent-Length: 2\r\n/)
  expect(text).toMatch(/\r\n\r\nno$/)
  expect(await proxy.requests.list()).toMatchObject([{ url: '/live', status: 403 }])
  expect(state.state().sources.upstream).toBe(1)
})

it('answers with 502 for an upstream that does not', async () => {
  const upstream = await startRaw((socket) => socket.destroy())
  const { port } = await startProxy(upstream.url)

  const text = await sendRaw(port, upgrade('/live', 'websocket'))

  expect(text).toMatch(/^HTTP\/1\.1 502 /)
  expect(JSON.parse(text.split('\r\n\r\n')[1] as string).error.code).toBe('server_error')
})

it('does not let HTTP/2 hide the requests', async () => {
  const upstream = await startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi'),
  )
  const { port } = await startProxy(upstream.url)
  const { socket, until } = open(port)

  socket.write(upgrade('/campaigns', 'h2c'))

  expect(await until('hi')).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*X-Sandbox-Source: upstream/)
  expect(upstream.received()).not.toMatch(/upgrade/i)
})

it.each([
  ['an own path', '/_sandbox/proxy', 'app.localhost', '200'],
  ['the name of a stranger', '/live', 'evil.example', '403'],
])('opens no tunnel for %s', async (_, path, host, status) => {
  const upstream = await startRaw((socket) => socket.destroy())
  const { port } = await startProxy(upstream.url)
  const { socket, until } = open(port)

  socket.write(upgrade(path, 'websocket', host))

  expect(await until('"success"')).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(upstream.seen.connections).toBe(0)
})
