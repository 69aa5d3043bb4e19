import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listening } from '../../test/support/listening.ts'
import { startProxy } from '../../test/support/proxy.ts'
import { type Behaviour, flood, startRaw } from '../../test/support/raw-server.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { TEST_TLS } from '../../test/support/tls.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
const JSON_OK = `${OK}Content-Type: application/json\r\n`

describe('an upstream is answered for with 502', () => {
  it.each<[string, Behaviour, RegExp]>([
    [
      'closes the connection',
      (socket) => socket.destroy(),
      /closed the connection without a whole/,
    ],
    ['resets the connection', (socket) => void socket.resetAndDestroy(), /closed the connection/],
    ['ends without an answer', (socket) => socket.end(), /closed the connection/],
    ['speaks SSH', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /is not valid HTTP/],
    ['cuts the head', (socket) => socket.end('HTTP/1.1 200 OK\r\nConte'), /closed the connection/],
    [
      'cuts a JSON body',
      (socket) => socket.end(`${JSON_OK}Content-Length: 99\r\n\r\n{"success"`),
      /closed the connection without a whole answer/,
    ],
    [
      'answers with status 42',
      (socket) => socket.end('HTTP/1.1 042 Odd\r\nContent-Length: 0\r\n\r\n'),
      /answered with status 42/,
    ],
    [
      'switches the protocol, unasked',
      (socket) => socket.write('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      /switched the protocol/,
    ],
    [
      'sends interim answers without end',
      (socket) => flood(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
      /more than 20 interim answers/,
    ],
    [
      'sends headers without end',
      (socket) => flood(socket, OK, 'X-A: aaaaaaaaaaaaaaaa\r\n'),
      /more than 64 kB of headers/,
    ],
    [
      'sends malformed chunks',
      (socket) => socket.end(`${JSON_OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
      /closed the connection without a whole answer/,
    ],
  ])('that %s', async (_, behave, words) => {
    const upstream = await startRaw(behave)
    const { url } = await startProxy(`${upstream.url}/api`)

    const response = await fetch(`${url}/campaigns`)

    expect(response.status).toBe(502)
    expect(response.headers.get('x-sandbox-source')).toBe('upstream')
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code: 'server_error', message: expect.stringMatching(words) },
    })
  })
})

it('answers with 504 for an upstream that hangs', async () => {
  const upstream = await startRaw(() => {})
  const { url } = await startProxy(upstream.url, { timeout: 1 })

  const response = await fetch(`${url}/campaigns`)

  expect(response.status).toBe(504)
  expect(await response.text()).toContain('was silent for 1 s')
})

it('breaks off an answer that breaks off after its beginning was sent', async () => {
  const upstream = await startRaw((socket) => {
    socket.write(`${OK}Content-Type: text/plain\r\nContent-Length: 99\r\n\r\nhalf`)
    setImmediate(() => socket.destroy())
  })
  const { url } = await startProxy(upstream.url)

  const response = fetch(`${url}/campaigns`).then((answer) => answer.text())

  await expect(response).rejects.toThrow(/terminated|fetch failed/)
})

it('reads no more of a flood than its client does', async () => {
  let sent = 0
  const chunk = 'a'.repeat(65_536)
  const upstream = await startRaw((socket) => {
    socket.write(`${JSON_OK}\r\n`)
    const go = () => {
      while (!socket.destroyed) {
        sent += chunk.length
        if (!socket.write(chunk)) break
      }
    }
    socket.on('drain', go)
    go()
  })
  const { url } = await startProxy(upstream.url)
  const leaving = new AbortController()

  const response = await fetch(`${url}/campaigns`, { signal: leaving.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  let before: number
  do {
    before = sent
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  } while (sent > before)
  leaving.abort()

  expect(sent).toBeLessThan(40_000_000)
  expect(response.headers.get('x-sandbox-violations')).toMatch(/^pending; /)
})

it('repeats a read if the upstream has closed the idle connection, but never a write', async () => {
  let answered = 0
  const upstream = await startRaw((socket) => {
    answered += 1
    // Each connection answers once, and is reset by the next request.
    if (answered % 2 === 1) socket.write(`${OK}Content-Length: 0\r\n\r\n`)
    else socket.resetAndDestroy()
  })
  const { url } = await startProxy(upstream.url)

  const first = await fetch(`${url}/campaigns`)
  const second = await fetch(`${url}/campaigns`)
  const write = await fetch(`${url}/campaigns`, { method: 'POST', body: 'x' })

  expect([first.status, second.status, write.status]).toEqual([200, 200, 502])
  expect(upstream.seen.posts).toBe(1)
})

it('repeats a read while a balancer resets idle connections, three times at most', async () => {
  let seen = 0
  const upstream = await startRaw((socket) => {
    seen += 1
    // Two connections answer at first; from then on, all are reset.
    if (seen <= 2) socket.write(`${OK}Content-Length: 0\r\n\r\n`)
    else if (seen <= 4) socket.resetAndDestroy()
    else socket.write(`${OK}Content-Length: 0\r\n\r\n`)
  })
  const { url } = await startProxy(upstream.url)
  await Promise.all([fetch(`${url}/campaigns`), fetch(`${url}/campaigns`)])

  const { status } = await fetch(`${url}/campaigns`)

  expect([status, seen]).toEqual([200, 5])
})

it('drops the request of a client that is gone', async () => {
  let isGone = () => {}
  const gone = new Promise<void>((resolve) => {
    isGone = resolve
  })
  const leaving = new AbortController()
  const upstream = await startRaw((socket) => {
    socket.on('close', () => isGone())
    leaving.abort()
  })
  const { url } = await startProxy(upstream.url)

  await expect(fetch(`${url}/campaigns`, { signal: leaving.signal })).rejects.toThrow()

  await gone
})

describe('with TLS', () => {
  async function startTls() {
    const server = createTlsServer(TEST_TLS, (_req, res) => void res.end('secret'))
    return `https://localhost:${await listening(server)}`
  }

  it('refuses a certificate that no known authority signed', async () => {
    const { url } = await startProxy(await startTls())

    const response = await fetch(`${url}/campaigns`)

    expect(response.status).toBe(502)
    expect(await response.text()).toMatch(/certificate .* --ca, or .* --insecure/)
  })

  it('trusts an authority that --ca names', async () => {
    const ca = join(temporaryFolder(), 'ca.pem')
    writeFileSync(ca, TEST_TLS.cert)
    const { url } = await startProxy(await startTls(), { ca })

    expect(await (await fetch(`${url}/campaigns`)).text()).toBe('secret')
  })

  it('trusts it through the tunnel of HTTPS_PROXY, too', async () => {
    const ca = join(temporaryFolder(), 'ca.pem')
    writeFileSync(ca, TEST_TLS.cert)
    const { port } = new URL(await startTls())
    const asked: (string | undefined)[] = []
    const between = createServer().on('connect', ({ url }, socket) => {
      asked.push(url)
      const upstream = connect(Number(port), '127.0.0.1')
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      pipeline(socket, upstream, socket, () => {})
    })
    await new Promise<void>((resolve) => void between.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void between.close())
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${(between.address() as AddressInfo).port}`)
    vi.stubEnv('NO_PROXY', '')
    const { proxy } = await startProxy('https://receiver.example/v2', { ca })
    vi.unstubAllEnvs()

    const response = await fetch(`http://127.0.0.1:${proxy.port}/v2/campaigns`)

    expect(await response.text()).toBe('secret')
    expect(asked).toEqual(['receiver.example:443'])
  })

  it('trusts anyone with --insecure', async () => {
    const { url } = await startProxy(await startTls(), { insecure: true })

    expect(await (await fetch(`${url}/campaigns`)).text()).toBe('secret')
  })
})
