import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Client } from './client.ts'
import { DEFAULTS, type Settings } from './settings.ts'

it.each(['POST', 'GET', 'PUT'])(
  'sends a %s that gets no answer four times in all',
  async (method) => {
    const seen: (string | undefined)[] = []
    const server = createServer((req, response) => {
      if (req.url === '/first') return response.setHeader('connection', 'close').end()
      seen.push(req.method)
      req.socket.destroy()
    })
    const client = await clientOf(server)
    await client.send('main', { method: 'GET', path: '/first' })
    const pauses = pausesOf(client)

    const exchange = await client.send('main', { method, path: '/campaigns' })

    expect(exchange.broken?.kind).toBe('no_answer')
    expect(seen).toEqual(Array.from({ length: 4 }, () => method))
    expect(pauses).toEqual([300, 1000, 3000])
  },
)

it.each([
  [429, {}, [300, 1000]],
  [503, {}, [300, 1000]],
  [503, { 'retry-after': '2' }, [2000, 2000]],
  [503, { 'retry-after': '60' }, [300, 1000]],
  [429, { 'retry-after': '3' }, [3000, 3000]],
])(
  'repeats a request that an edge answers with status %i and %j',
  async (status, headers, expected) => {
    let seen = 0
    const server = createServer((_, response) => {
      seen += 1
      if (seen > 2) return response.end('{"success":true,"data":[]}')
      response.writeHead(status, headers)
      response.end('<html></html>')
    })
    const client = await clientOf(server)
    const pauses = pausesOf(client)

    const exchange = await client.send('main', { method: 'GET', path: '/campaigns' })

    expect(exchange.response?.status).toBe(200)
    expect(pauses).toEqual(expected)
    expect(client.budget.repeated).toEqual({ main: 2, total: 2 })
  },
)

it('does not wait for long after two requests for which no pause helped', async () => {
  const client = await clientOf(createServer((_, response) => response.writeHead(502).end()))
  const pauses = pausesOf(client)

  for (const path of ['/a', '/b', '/c']) await client.send('main', { method: 'GET', path })

  expect(pauses).toEqual([300, 1000, 3000, 300, 1000, 3000, 300])
})

it('keeps no connection any more once the server has closed an idle one', async () => {
  const sockets = new Set<unknown>()
  const client = await clientOf(
    createServer(({ socket }, response) => {
      // The second request on a connection comes too late.
      if (sockets.has(socket)) return socket.resetAndDestroy()
      sockets.add(socket)
      response.end('{"success":true,"data":[]}')
    }),
  )
  const pauses = pausesOf(client)

  for (let sent = 0; sent < 4; sent += 1) await client.send('main', { method: 'GET', path: '/a' })

  expect(pauses).toEqual([])
  expect(client.budget.repeated.total).toBe(1)
  expect(client.exchanges.length).toBe(5)
})

it('sends a request on a new connection if the server closed the old one during the pauses', async () => {
  let seen = 0
  const client = await clientOf(
    createServer(({ socket }, response) => {
      seen += 1
      if (seen === 4) return socket.resetAndDestroy()
      const error = { code: 'rate_limit_exceeded', message: 'Too many requests' }
      response.writeHead(429).end(JSON.stringify({ success: false, error }))
    }),
  )
  pausesOf(client)

  const exchange = await client.send('limited', { method: 'GET', path: '/a' })

  expect(exchange.response?.status).toBe(429)
  expect(seen).toBe(5)
})

it('sends a request twice to a server that has not answered any', async () => {
  const client = await clientOf(createServer(({ socket }) => socket.destroy()))
  const pauses = pausesOf(client)

  await client.send('main', { method: 'GET', path: '/a' })

  expect(pauses).toEqual([300])
})

it('says of a repetition that the request may have been carried out before, also after a throttle', async () => {
  let seen = 0
  const client = await clientOf(
    createServer(({ socket, url }, response) => {
      if (url === '/first') return response.end('{"success":true,"data":[]}')
      seen += 1
      if (seen === 1) return socket.resetAndDestroy()
      const error = { code: 'rate_limit_exceeded', message: 'Too many requests' }
      if (seen === 2) return response.writeHead(429).end(JSON.stringify({ success: false, error }))
      response.end('{"success":true,"data":{"id":"cmp_1"}}')
    }),
  )
  pausesOf(client)
  await client.send('main', { method: 'GET', path: '/first' })

  const exchange = await client.send('main', { method: 'POST', path: '/campaigns' })

  expect(seen).toBe(3)
  expect(exchange.repeats).toBe('lost')
})

// A connection may end after the server has done its work: a second POST would create a second campaign.
it('sends a request once where the caller says so', async () => {
  let seen = 0
  const server = createServer((request) => {
    seen += 1
    request.socket.destroy()
  })
  const client = await clientOf(server)

  await client.send('main', { method: 'POST', path: '/campaigns', once: true })

  expect(seen).toBe(1)
})

/** A client of a server that it closes after the test. */
async function clientOf(
  server: ReturnType<typeof createServer>,
  own: Partial<Settings> = {},
): Promise<Client> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const settings = {
    ...DEFAULTS,
    baseUrl: `http://127.0.0.1:${port}`,
    tokens: { main: 'svc_test_a' },
    runId: 'a',
    version: '0',
    ...own,
  }
  const client = new Client(settings, new AbortController().signal)
  onTestFinished(() => {
    client.close()
    server.close()
  })
  return client
}

it('gives up a response that is too long, and ends the run after two of them', async () => {
  const chunk = Buffer.alloc(1_000_000, 97)
  const client = await clientOf(
    createServer((_request, response) => {
      const fill = () => {
        while (response.write(chunk));
      }
      response.on('drain', fill)
      fill()
    }),
  )
  const call = { method: 'GET', path: '/campaigns' }

  expect((await client.send('main', call)).broken?.message).toBe('a response of more than 20 MB')
  await client.send('main', call)
  await expect(client.send('main', call)).rejects.toThrow('2 requests had no whole answer')
})

const BODY = '{"success":true,"data":[1,2,3]}'

// content-coding.test.ts has each coding and each fault.
it('names the fault of a body that cannot be decoded, once', async () => {
  let seen = 0
  const client = await clientOf(
    createServer((_request, response) => {
      seen += 1
      response.setHeader('Content-Encoding', 'gzip').end(BODY)
    }),
  )

  const { broken, response } = await client.send('main', { method: 'GET', path: '/campaigns' })

  expect({ ...broken, response, seen }).toMatchObject({
    kind: 'undecodable',
    message: expect.stringContaining('Content-Encoding is gzip, but the body is not compressed'),
    response: undefined,
    seen: 1,
  })
})

it('reads a body in deflate, and keeps the header', async () => {
  const client = await clientOf(
    createServer((_request, response) => {
      response.setHeader('Content-Encoding', 'deflate').end(deflateRawSync(BODY))
    }),
  )

  const { response } = await client.send('main', { method: 'GET', path: '/campaigns' })

  expect(response).toMatchObject({ text: BODY, headers: { 'content-encoding': 'deflate' } })
})

it('encodes a path that is not ASCII, asks no HEAD for a coding, and names what is no HTTP', async () => {
  const seen: unknown[] = []
  const client = await clientOf(
    createServer(({ method, url, headers, socket }, response) => {
      seen.push([method, url, headers['accept-encoding']])
      if (method === 'HEAD') return response.end()
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n')
    }),
  )

  await client.send('main', { method: 'HEAD', path: '/campaigns' })
  const path = '/campaigns?name=Café au lait%20'
  const { broken } = await client.send('main', { method: 'GET', path, once: true })

  expect(seen).toEqual([
    ['HEAD', '/campaigns', undefined],
    ['GET', '/campaigns?name=Caf%C3%A9%20au%20lait%20', 'gzip, deflate'],
  ])
  expect(broken).toMatchObject({ kind: 'invalid', message: expect.stringContaining('no HTTP') })
})

it('says of what was lost and then met a used-up quota that it was lost', async () => {
  let seen = 0
  const server = createServer((req, response) => {
    seen += 1
    if (seen === 1) return req.socket.destroy()
    if (seen > 2) return response.end('{"success":true,"data":[]}')
    const reset = Math.ceil(Date.now() / 1000)
    response.writeHead(429, { 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': reset })
    response.end('{"success":false,"error":{"code":"rate_limit_exceeded","message":"Later."}}')
  })
  const client = await clientOf(server)
  pausesOf(client)

  const { repeats, response } = await client.send('main', {
    method: 'DELETE',
    path: '/campaigns/a',
  })

  expect([seen, response?.status, repeats]).toEqual([3, 200, 'lost'])
})

it('does not count a repeated request against the maximum of all requests', async () => {
  let seen = 0
  const server = createServer((_, response) => {
    seen += 1
    if (seen === 1) return response.writeHead(503).end('<html></html>')
    response.end('{"success":true,"data":[]}')
  })
  const client = await clientOf(server, { maxTotal: 2 })
  pausesOf(client)
  const call = { method: 'GET', path: '/campaigns' }

  const statuses = [await client.send('other', call), await client.send('other', call)]

  expect(statuses.map(({ response }) => response?.status)).toEqual([200, 200])
  await expect(client.send('other', call)).rejects.toThrow('2 in all')
})

it('reads until a write shows, and then only once more after two that never show', async () => {
  const client = await clientOf(
    createServer((_, response) => response.end('{"success":true,"data":[]}')),
  )
  const pauses = pausesOf(client)
  const read = () => client.send('main', { method: 'GET', path: '/campaigns' })
  const isSecond = () => client.exchanges.length === 2

  const shown = await client.readUntil(read, isSecond)
  for (let times = 0; times < 3; times += 1) await client.readUntil(read, () => false)

  expect(pauses).toEqual([700, 700, 2000, 700, 2000, 700])
  expect(shown).toBe(client.exchanges[1])
  const marks = client.exchanges.map(({ transient, repeats }) => [transient, repeats])
  expect(marks.slice(0, 5)).toEqual([
    ['stale', undefined],
    [undefined, 'stale'],
    ['stale', undefined],
    ['stale', 'stale'],
    [undefined, 'stale'],
  ])
})

it('does not read again any more after many reads that were late', async () => {
  const client = await clientOf(createServer((_, response) => response.end('{}')))
  const pauses = pausesOf(client)
  let reads = 0

  for (let times = 0; times < 20; times += 1) {
    await client.readUntil(
      async () => (reads += 1),
      (read) => read % 2 === 0,
    )
    reads += reads % 2
  }

  expect(pauses.length).toBe(16)
})

/** The pauses of a client, in milliseconds, which take no time in the test. */
function pausesOf(client: Client): number[] {
  const pauses: number[] = []
  vi.spyOn(client, 'pause').mockImplementation(async (ms) => {
    if (ms > 0) pauses.push(ms)
  })
  return pauses
}
