import { request } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { startHttp } from '../../test/support/listening.ts'
import { startProxy } from '../../test/support/proxy.ts'
import { sendRaw } from '../../test/support/raw.ts'
import { startRaw } from '../../test/support/raw-server.ts'

/** An upstream that answers each connection with the same bytes, and a proxy in front of it. */
async function answering(answer: string | Buffer) {
  const upstream = await startRaw((socket) => socket.end(answer))
  return { ...(await startProxy(upstream.url)), received: upstream.received }
}

const GET = 'GET /campaigns HTTP/1.1\r\nHost: app.localhost\r\nConnection: close\r\n\r\n'

/** Head and body of a message. */
function parts(text: string): [head: string, body: string] {
  const end = text.indexOf('\r\n\r\n')
  return [text.slice(0, end + 2), text.slice(end + 4)]
}

/** Head and body of an answer, without the headers of the connection and of the proxy itself. */
function parted(text: string): [head: string[], body: string] {
  const [head, body] = parts(text)
  const lines = head.trimEnd().split('\r\n')
  return [lines.filter((line) => !/^(connection|keep-alive|x-sandbox-\w+):/i.test(line)), body]
}

describe('an answer passes unchanged', () => {
  it.each([
    [
      'headers, with their case and duplicates',
      'HTTP/1.1 200 OK\r\nSET-cookie: a=1\r\nx-Odd:  kept \r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nhi',
      ['HTTP/1.1 200 OK', 'SET-cookie: a=1', 'SET-cookie: b=2', 'x-Odd: kept', 'Content-Length: 2'],
      'hi',
    ],
    [
      'a status and a message of its own',
      'HTTP/1.1 299 Quite fine\r\nContent-Length: 0\r\n\r\n',
      ['HTTP/1.1 299 Quite fine', 'Content-Length: 0'],
      '',
    ],
    [
      'no body',
      'HTTP/1.1 204 No Content\r\nETag: "1"\r\n\r\n',
      ['HTTP/1.1 204 No Content', 'ETag: "1"'],
      '',
    ],
    [
      'the length of what a cache has',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n',
      ['HTTP/1.1 304 Not Modified', 'Content-Length: 99'],
      '',
    ],
    [
      'a redirect, which is not followed',
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/elsewhere\r\nContent-Length: 0\r\n\r\n',
      ['HTTP/1.1 302 Found', 'Location: http://127.0.0.1:1/elsewhere', 'Content-Length: 0'],
      '',
    ],
    [
      'chunks and trailers',
      'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 7\r\n\r\n',
      ['HTTP/1.1 200 OK', 'Trailer: X-Sum', 'Transfer-Encoding: chunked'],
      '2\r\nhi\r\n0\r\nX-Sum: 7\r\n\r\n',
    ],
    [
      'bytes that are no UTF-8',
      'HTTP/1.1 200 OK\r\nX-Name: caf\xe9\r\nContent-Length: 3\r\n\r\n\xff\xfe\x00',
      ['HTTP/1.1 200 OK', 'X-Name: caf\xe9', 'Content-Length: 3'],
      '\xff\xfe\x00',
    ],
    [
      'early hints',
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      ['HTTP/1.1 103 Early Hints', 'Link: </a.css>; rel=preload'],
      expect.stringMatching(/^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n/),
    ],
  ])('%s', async (_, answer, head, body) => {
    const { port } = await answering(Buffer.from(answer, 'latin1'))

    const text = await sendRaw(port, GET, 'latin1')

    expect(parted(text)).toEqual([head, body])
  })

  it('of HEAD, with the length of the body that it lacks', async () => {
    const { port } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n')

    const text = await sendRaw(port, GET.replace('GET', 'HEAD'))

    expect(parted(text)).toEqual([['HTTP/1.1 200 OK', 'Content-Length: 500'], ''])
  })
})

describe('a request passes unchanged', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

  it.each([
    [
      'a broken escape, an odd order and duplicates',
      'GET /unknown/%zz?b=%&&a=1&b HTTP/1.1\r\nx-b: 1\r\nHost: app.localhost\r\nX-A: 2\r\nx-B: 3\r\n',
      'GET /unknown/%zz?b=%&&a=1&b HTTP/1.1\r\nx-b: 1\r\nHost: UPSTREAM\r\nX-A: 2\r\nx-B: 3\r\n',
      '',
    ],
    [
      'an unusual method, with the length of the body that it might have',
      'PURGE /x HTTP/1.1\r\nHost: app.localhost\r\n',
      'PURGE /x HTTP/1.1\r\nHost: UPSTREAM\r\nContent-Length: 0\r\n',
      '',
    ],
    [
      'a body of a known length',
      'POST /campaigns HTTP/1.1\r\nHost: app.localhost\r\nContent-Length: 4\r\nContent-Type: a/b\r\n',
      'POST /campaigns HTTP/1.1\r\nHost: UPSTREAM\r\nContent-Length: 4\r\nContent-Type: a/b\r\n',
      'body',
    ],
    [
      'a body in chunks, and its trailers',
      'POST /campaigns HTTP/1.1\r\nHost: app.localhost\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n',
      'POST /campaigns HTTP/1.1\r\nHost: UPSTREAM\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n',
      '4\r\nbody\r\n0\r\nX-Sum: 7\r\n\r\n',
    ],
    [
      'without codings that could not be read',
      'GET /x HTTP/1.1\r\nHost: app.localhost\r\naccept-Encoding: gzip,br, zstd\r\nX-Own: zstd\r\n',
      'GET /x HTTP/1.1\r\nHost: UPSTREAM\r\naccept-Encoding: gzip, br\r\nX-Own: zstd\r\n',
      '',
    ],
    [
      'without the headers of the connection',
      'GET / HTTP/1.1\r\nHost: app.localhost\r\nTE: trailers\r\nX-Own: 1\r\nProxy-Connection: keep-alive\r\n',
      'GET / HTTP/1.1\r\nHost: UPSTREAM\r\nX-Own: 1\r\n',
      '',
    ],
  ])('%s', async (_, head, expected, body) => {
    const upstream = await startRaw((socket) => {
      if (body.endsWith('\r\n\r\n') ? upstream.received().endsWith(body) : true) socket.end(OK)
    })
    const { port } = await startProxy(`${upstream.url}/v2`)

    await sendRaw(port, `${head.replace('GET / ', 'GET /x ')}Connection: close\r\n\r\n${body}`)

    const [sent, sentBody] = parts(upstream.received())
    const lines = sent.replace(/^Connection: .*\r\n/im, '')
    const host = `127.0.0.1:${upstream.port}`
    expect(lines).toBe(expected.replace('UPSTREAM', host).replace('GET / ', 'GET /x '))
    expect(sentBody).toBe(body)
  })

  it('leaves out what Connection names, but never the length', async () => {
    const upstream = await startRaw((socket) => socket.end(OK))
    const { port } = await startProxy(upstream.url)

    await sendRaw(
      port,
      'POST /x HTTP/1.1\r\nHost: a.localhost\r\nX-Hop: 1\r\nContent-Length: 2\r\nConnection: close, X-Hop, Content-Length\r\n\r\nhi',
    )

    expect(upstream.received()).not.toContain('X-Hop')
    expect(upstream.received()).toMatch(/Content-Length: 2[\s\S]*hi$/)
  })

  it('asks the upstream whether it wants the body', async () => {
    const upstream = await startRaw((socket, bytes) => {
      if (bytes.includes('Expect'))
        socket.write('HTTP/1.1 417 No thanks\r\nContent-Length: 0\r\n\r\n')
    })
    const { port } = await startProxy(upstream.url)

    const text = await sendRaw(
      port,
      'POST /x HTTP/1.1\r\nHost: a.localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n',
    )

    expect(text).toMatch(/^HTTP\/1\.1 417 No thanks\r\n/)
  })

  it('sends the body when the upstream wants it', async () => {
    const upstream = await startRaw((socket, bytes) => {
      if (/expect/i.test(String(bytes))) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      if (bytes.toString().endsWith('hi')) socket.end(OK)
    })
    const { port } = await startProxy(upstream.url)
    const status = await new Promise((resolve, reject) => {
      const headers = { expect: '100-continue', 'content-length': 2 }
      const req = request({ port, host: '127.0.0.1', method: 'POST', path: '/x', headers }, (res) =>
        resolve(res.resume().statusCode),
      )
      req.on('continue', () => req.end('hi')).on('error', reject)
    })

    expect(status).toBe(200)
  })
})

it('sends no early hints to a client of HTTP/1.0, which has none', async () => {
  const { port } = await answering(
    'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  )

  const text = await sendRaw(port, GET.replace('HTTP/1.1', 'HTTP/1.0'))

  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

it('does not end a stream that its upstream broke off', async () => {
  const upstream = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n')
    setTimeout(() => socket.destroy(), 50)
  })
  const { port } = await startProxy(upstream.url)

  const text = await sendRaw(port, GET)

  expect(text).toMatch(/2\r\nhi\r\n$/)
})

it('sends an answer that takes long before it is complete', async () => {
  let finish = () => {}
  const upstream = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n[1')
    finish = () => socket.end(',2')
  })
  const { url } = await startProxy(upstream.url)

  const response = await fetch(`${url}/campaigns`)
  finish()

  expect(response.headers.get('x-sandbox-violations')).toMatch(/^pending; /)
  expect(await response.text()).toBe('[1,2')
})

it('asks the proxy on the way for the whole address', async () => {
  const between = await startRaw((socket) => socket.end('HTTP/1.1 204 Fine\r\n\r\n'))
  vi.stubEnv('HTTP_PROXY', `http://me:p%20w@127.0.0.1:${between.port}`)
  vi.stubEnv('NO_PROXY', '')
  const { port } = await startProxy('http://api.example/v2')
  vi.unstubAllEnvs()

  const text = await sendRaw(port, GET.replace('/campaigns', '/v2/a?b=%'))

  const [head] = parts(between.received())
  expect(text).toMatch(/^HTTP\/1\.1 204 Fine\r\n/)
  expect(head).toMatch(
    /^GET http:\/\/api\.example\/v2\/a\?b=% HTTP\/1\.1\r\nHost: api\.example\r\n/,
  )
  expect(head).toContain(`Proxy-Authorization: Basic ${btoa('me:p w')}\r\n`)
})

it('sends ten large bodies both ways at the same time, each to its own caller', async () => {
  const { url } = await startProxy(await startHttp((req, res) => void req.pipe(res)))
  const bodies = Array.from({ length: 10 }, (_, n) => String(n).repeat(500_000))

  const echoed = await Promise.all(
    bodies.map(async (body) => (await fetch(`${url}/echo`, { method: 'POST', body })).text()),
  )

  expect(echoed.map((text, n) => text === bodies[n])).toEqual(bodies.map(() => true))
})

it('sends an answer in whole that turns out to be too large to be held', async () => {
  const upstream = await startHttp((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).write(`["${'x'.repeat(700_000)}`)
    res.end(`${'y'.repeat(700_000)}"]`)
  })
  const { url } = await startProxy(upstream)

  const response = await fetch(`${url}/campaigns`)

  expect(response.headers.get('x-sandbox-violations')).toMatch(/^pending; /)
  expect((await response.text()).length).toBe(1_400_004)
})

it('sends each event of a stream at once', async () => {
  const upstream = await startHttp((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n'),
  )
  const { url } = await startProxy(upstream)
  const leaving = new AbortController()

  const response = await fetch(`${url}/events`, { signal: leaving.signal })
  const { value } = await (response.body as ReadableStream<Uint8Array>).getReader().read()
  leaving.abort()

  expect(Buffer.from(value as Uint8Array).toString()).toBe('data: first\n\n')
})

it.each([
  ['a body as long as what is kept', 'x'.repeat(16 * 1024), false],
  ['a longer body', 'x'.repeat(16 * 1024 + 1), true],
  ['a longer body of fewer characters', '✓'.repeat(6_000), true],
])('the log shows whether it has all of %s', async (_, body, truncated) => {
  const { port, proxy } = await answering(
    `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )

  await sendRaw(port, GET)

  expect(await proxy.requests.list()).toMatchObject([{ response: { truncated } }])
})
