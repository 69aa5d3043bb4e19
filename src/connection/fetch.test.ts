import { createServer, type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { rootOf } from './base-url.ts'
import { inProcessFetch } from './fetch.ts'
import { InProcessNetwork } from './in-process.ts'

const KEY = { Authorization: 'Bearer svc_test_demo' }
const JSON_KEY = { ...KEY, 'Content-Type': 'application/json' }

/** A sandbox without a port. */
const start = () => startSandbox({ listen: false })

const dataOf = async (response: Response) =>
  ((await response.json()) as { data: Record<string, never> }).data

/** `fetch` to a server of the test's own. */
function fetchOf(answer: RequestListener) {
  const network = new InProcessNetwork()
  network.serve(createServer(answer))
  return inProcessFetch(network, 'http://a.localhost')
}

describe('fetch', () => {
  it('answers without a port', async () => {
    const sandbox = await start()

    const response = await sandbox.fetch(`${sandbox.url}/campaigns?limit=2`, { headers: KEY })

    expect(sandbox).toMatchObject({ port: 0, url: 'http://sandbox.localhost/api' })
    expect(response.status).toBe(200)
    expect(response.url).toBe('http://sandbox.localhost/api/campaigns?limit=2')
    expect(await dataOf(response)).toHaveLength(2)
  })

  it('takes a Request, a URL and a path', async () => {
    const sandbox = await start()
    const inputs = [
      new Request(`${sandbox.url}/auth/verify`, { headers: KEY }),
      new URL(`${sandbox.url}/auth/verify`),
      '/api/auth/verify',
    ]

    const responses = await Promise.all(
      inputs.map((input) => sandbox.fetch(input, input instanceof Request ? {} : { headers: KEY })),
    )

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('gives the answers that the port gives', async () => {
    const sandbox = await startSandbox()
    const requests: [string, RequestInit][] = [
      ['/campaigns', { method: 'POST', headers: JSON_KEY, body: '{"name":' }],
      ['/campaigns', { method: 'POST', headers: KEY, body: 'text' }],
      ['/campaigns', { method: 'POST', headers: JSON_KEY, body: '' }],
      ['/campaigns', { method: 'POST', headers: JSON_KEY }],
      ['/campaigns', { method: 'POST', headers: JSON_KEY, body: '" '.padEnd(2 ** 20 + 10, 'x') }],
      ['/campaigns', {}],
      ['/campaigns/cmp_none', { method: 'DELETE', headers: KEY }],
      ['/nowhere', { headers: KEY }],
      ['/campaigns', { method: 'OPTIONS' }],
    ]

    const seen = async (fetched: Promise<Response>) => {
      const { status, headers, body } = await fetched
      await body?.cancel()
      return [status, headers.get('content-type'), headers.get('content-length')]
    }
    for (const [path, init] of requests) {
      const inside = await seen(sandbox.fetch(sandbox.url + path, init))
      expect(inside, `${init.method} ${path}`).toEqual(await seen(fetch(sandbox.url + path, init)))
    }
  })

  it('sends a body as it comes, and its length where it is known', async () => {
    const sandbox = await start()
    const text = JSON.stringify(CAMPAIGN)
    const parts = [text.slice(0, 9), text.slice(9, 20), text.slice(20)]
    const stream = new ReadableStream({
      pull(body) {
        const part = parts.shift()
        if (part === undefined) body.close()
        else body.enqueue(new TextEncoder().encode(part))
      },
    })
    const post = { method: 'POST', headers: JSON_KEY }

    const streamed = await sandbox.fetch('/api/campaigns', {
      ...post,
      body: stream,
      duplex: 'half',
    } as RequestInit)
    const whole = await sandbox.fetch('/api/campaigns', { ...post, body: text })

    expect([streamed.status, whole.status]).toEqual([201, 201])
    const lengths = async () => {
      const logged = await sandbox.requests.list({ operation: 'createCampaign' })
      return logged.map(({ request }) => request.headers['content-length'])
    }
    // A request is logged when its response has been sent.
    await expect.poll(lengths).toEqual([String(text.length), undefined])
  })

  it('lets others work while a body has no end', async () => {
    const sandbox = await start()
    const abort = new AbortController()
    const endless = new ReadableStream({
      pull: (body) => body.enqueue(new Uint8Array(65_536)),
    })
    const call = sandbox.fetch('/api/campaigns', {
      ...{ method: 'POST', headers: JSON_KEY, body: endless, signal: abort.signal },
      ...{ duplex: 'half' },
    } as RequestInit)

    const other = await sandbox.fetch('/api/auth/verify', { headers: KEY })
    abort.abort()

    expect(other.status).toBe(200)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('passes on all headers but those of a connection', async () => {
    let seen: Record<string, unknown> = {}
    const fetch = fetchOf((req, res) => {
      seen = req.headers
      res.end()
    })

    await fetch('http://b.localhost:81/', { headers: { 'X-One': '1', Cookie: 'a=1', TE: 'gzip' } })

    expect(seen).toMatchObject({ host: 'b.localhost:81', 'x-one': '1', cookie: 'a=1' })
    expect(seen).not.toHaveProperty('te')
  })

  it('waits for a reader, however long the answer is', async () => {
    let sent = 0
    const fetch = fetchOf((_, res) => {
      const more = () => {
        while (sent < 200 && res.write(Buffer.alloc(100_000, 'x'))) sent++
        if (sent < 200) res.once('drain', more)
        else res.end()
      }
      more()
    })

    const response = await fetch('/')
    const begin = sent
    const { byteLength } = await response.arrayBuffer()

    expect(begin).toBeLessThan(100)
    expect(byteLength).toBeGreaterThanOrEqual(20_000_000)
  })

  it('streams events until the reader has enough', async () => {
    const sandbox = await start()
    const response = await sandbox.fetch('http://localhost/_sandbox/requests/stream')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = await reader.read()
    await sandbox.fetch('/api/auth/verify', { headers: KEY })
    const texts = [new TextDecoder().decode(first.value)]
    while (!texts.at(-1)?.includes('/auth/verify')) {
      const { done, value } = await reader.read()
      expect(done).toBe(false)
      texts.push(new TextDecoder().decode(value))
    }

    await reader.cancel()

    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(texts.length).toBeGreaterThan(1)
  })

  it('stops the server when it is aborted, before and after the answer begins', async () => {
    const closed: string[] = []
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const ended = new Promise<void>((resolve) => {
      const fetch = fetchOf((req, res) => {
        res.once('close', () => {
          closed.push(String(req.url))
          if (closed.length === 2) resolve()
        })
        if (req.url === '/late') res.write('begun')
        else arrived()
      })
      Object.assign(calls, { fetch })
    })
    const late = new AbortController()
    const early = new AbortController()
    const begun = await calls.fetch('/late', { signal: late.signal })
    const waiting = calls.fetch('/early', { signal: early.signal })
    await arrival

    early.abort(new Error('Enough.'))
    late.abort()

    await expect(waiting).rejects.toThrow('Enough.')
    await expect(begun.text()).rejects.toMatchObject({ name: 'AbortError' })
    await ended
    expect(closed.sort()).toEqual(['/early', '/late'])
  })

  it.each(['reset', 'empty'] as const)(
    'fails as fetch does with a fault: %s',
    async (connection) => {
      const sandbox = await start()
      await sandbox.faults.add({ operation: 'verifyToken', connection })

      const call = sandbox.fetch('/api/auth/verify', { headers: KEY })

      await expect(call).rejects.toThrow(new TypeError('fetch failed'))
    },
  )

  it('is refused where a page of another host asks', async () => {
    const sandbox = await start()

    const { status } = await sandbox.fetch('http://rebound.example/_sandbox/accounts')

    expect(status).toBe(403)
  })

  it('fails once the sandbox is closed', async () => {
    const sandbox = await start()
    await sandbox.close()

    const error = await sandbox.fetch('/api/auth/verify').catch((error: unknown) => error)

    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).cause).toEqual(new Error('The sandbox is closed.'))
  })

  it('is waited for by close', async () => {
    const sandbox = await start()
    await sandbox.faults.add({ operation: 'verifyToken', delay: 50 })
    const call = sandbox.fetch('/api/auth/verify', { headers: KEY })
    await expect.poll(async () => (await sandbox.faults.list())[0]?.matched).toBe(1)

    const ended: string[] = []
    const closing = sandbox.close().then(() => ended.push('closed'))

    expect((await call.finally(() => ended.push('answered'))).status).toBe(200)
    await closing
    expect(ended).toEqual(['answered', 'closed'])
  })
})

const calls = {} as { fetch: typeof fetch }

describe('fetchAt', () => {
  it('serves an API at another address, and its links', async () => {
    const sandbox = await start()
    const call = sandbox.fetchAt('https://api.example.com/v1')
    const [campaign] = (await dataOf(
      await call('https://api.example.com/v1/campaigns?limit=1', { headers: KEY }),
    )) as unknown as { id: string }[]

    const path = `reports/generate?format=pdf&campaign_id=${campaign?.id}`
    const { download_url } = await dataOf(await call(path, { headers: KEY }))
    const file = await call(String(download_url))

    expect(download_url).toMatch(/^https:\/\/api\.example\.com\/v1\/files\//)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it('ignores which page asks', async () => {
    const sandbox = await start()
    const call = sandbox.fetchAt('https://api.example.com')
    const headers = { ...JSON_KEY, Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' }

    const { status } = await call('https://api.example.com/campaigns', {
      ...{ method: 'POST', headers, body: JSON.stringify(CAMPAIGN) },
    })

    expect(status).toBe(201)
  })

  it('leads nowhere but to the API and its files', async () => {
    const sandbox = await start()
    const call = sandbox.fetchAt('https://api.example.com/v1')

    expect((await call('https://api.example.com/v1/_sandbox/accounts')).status).toBe(404)
    for (const url of ['https://api.example.com/v2/x', 'https://api.example.com/v10', '/v2']) {
      await expect(call(url)).rejects.toThrow('is not below https://api.example.com/v1')
    }
  })

  it.each([
    ['http://localhost:4010/api', 'http://localhost:4010'],
    ['http://localhost:4010/api/', 'http://localhost:4010'],
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ])('takes %s for an API whose server is %s', (baseUrl, root) => {
    expect(rootOf(baseUrl)).toBe(root)
  })

  it.each(['', 'api.example.com', 'ftp://api.example.com'])('refuses %j', (baseUrl) => {
    expect(() => rootOf(baseUrl)).toThrow('A base URL is an address such as')
  })
})
