import { join } from 'node:path'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { startHttp } from '../../../test/support/listening.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { sendRaw } from '../../../test/support/raw.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

it('replays a session offline, with a login, changes and a download, for another key', async () => {
  const { upstream, proxy, cassette } = await startRecording()
  const recorded = await session(proxy.url, 'svc_test_demo', 'demo-password')
  await proxy.proxy.close()
  await upstream.close()

  const offline = await startProxy(upstream.url, { mode: 'replay', cassette })
  const replayed = await session(offline.url, 'svc_test_mine', 'my-own-password')

  expect(replayed).toEqual(recorded)
  expect(replayed[5]?.body).toMatchObject({ name: 'Renamed' })
  expect(replayed.at(-1)?.status).toBe(404)
})

it('answers each body as it was recorded, in any order, and no other one', async () => {
  const upstream = await startHttp((req, res) => void req.pipe(res))
  const cassette = join(temporaryFolder(), 'session.har')
  const post = async (url: string, body: string) =>
    (await fetch(`${url}/echo`, { method: 'POST', body })).text()
  const recording = await startProxy(upstream, { mode: 'record', cassette })
  for (const body of ['first', 'second']) await post(recording.url, body)
  await recording.proxy.close()

  const { url } = await startProxy(upstream, { mode: 'replay', cassette })

  expect([await post(url, 'second'), await post(url, 'first')]).toEqual(['second', 'first'])
  expect(await post(url, 'third')).toContain('No recording answers POST')
})

it('sends what was recorded to a client of sockets, and names the source', async () => {
  const { upstream, proxy, cassette } = await startRecording()
  const get = (path: string, method = 'GET', headers = '') =>
    `${method} /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_demo\r\n${headers}Connection: close\r\n\r\n`
  const recorded = await sendRaw(
    proxy.port,
    get('/campaigns?limit=1&page=1', 'GET', 'Accept-Encoding: gzip\r\n'),
  )
  await proxy.proxy.close()
  await upstream.close()

  const offline = await startProxy(upstream.url, { mode: 'replay', cassette })
  const replayed = await sendRaw(offline.port, get('/campaigns?page=1&limit=%31'))
  const head = await sendRaw(offline.port, get('/campaigns?page=1&limit=1', 'HEAD'))
  const unknown = await sendRaw(offline.port, get('/campaigns?page=2&limit=1'))
  const { id } = await offline.proxy.faults.add({ operation: 'listCampaigns', delay: 1 })
  const delayed = await sendRaw(offline.port, get('/campaigns?page=1&limit=1'))

  expect(recorded).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(replayed).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(replayed).toMatch(/\r\nX-Sandbox-Source: cassette\r\n/)
  expect(replayed).not.toMatch(/Content-Encoding|Transfer-Encoding/i)
  const [headers = '', body = ''] = replayed.split('\r\n\r\n')
  expect(headers).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body).data).toHaveLength(1)
  expect(head.split('\r\n\r\n')[1]).toBe('')
  expect(unknown).toMatch(/^HTTP\/1.1 404 /)
  expect(unknown).toContain('"code":"not_found"')
  expect(unknown).toContain('query parameter page was 1, not 2')
  expect(delayed).toContain(`\r\nX-Sandbox-Fault: ${id}\r\n`)
})

it('switches modes while it runs, begins again with each, and adds in update', async () => {
  const { upstream, proxy } = await startRecording()
  const call = async (path: string) => {
    const { statusCode, headers, body } = await request(`${proxy.url}${path}`, {
      headers: { authorization: 'Bearer svc_test_demo' },
    })
    await body.dump()
    return `${statusCode} ${headers['x-sandbox-source']}`
  }
  const to = async (mode: string) => {
    const answer = await request(`http://127.0.0.1:${proxy.port}/_sandbox/proxy`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    })
    await answer.body.dump()
    return answer.statusCode
  }

  expect(await call('/campaigns')).toBe('200 upstream')
  expect(await to('update')).toBe(200)
  expect([await call('/campaigns'), await call('/auth/me')]).toEqual([
    '200 cassette',
    '200 upstream',
  ])
  expect(await to('replay')).toBe(200)
  await upstream.close()
  expect([await call('/auth/me'), await call('/auth/verify')]).toEqual([
    '200 cassette',
    '404 cassette',
  ])
  expect(await to('watch')).toBe(200)
  expect(await call('/auth/me')).toBe('502 upstream')
})

interface Step {
  status: number
  body: unknown
}

/** An app's view of the API. Tokens are left out: a replay has others. */
async function session(url: string, key: string, password: string): Promise<Step[]> {
  const steps: Step[] = []
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    token = key,
  ) => {
    const answer = await request(path.startsWith('http') ? path : url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const data = isJson ? JSON.parse(text).data : text.length
    steps.push({ status: answer.statusCode, body: data })
    return data
  }
  const login = await call('POST', '/auth/login', { email: 'demo@example.com', password })
  steps[0] = { status: steps[0]?.status ?? 0, body: Object.keys(login) }
  await call('GET', '/auth/me', undefined, login.token)
  const { id } = await call('POST', '/campaigns', CAMPAIGN)
  await call('GET', `/campaigns/${id}`)
  await call('PUT', `/campaigns/${id}`, { name: 'Renamed' })
  await call('GET', `/campaigns/${id}`)
  const { download_url } = await call('GET', `/reports/generate?campaign_id=${id}&format=pdf`)
  const link = new URL(download_url)
  steps.splice(-1, 1, { status: 200, body: link.pathname })
  await call('GET', new URL(link.pathname + link.search, url).href)
  await call('DELETE', `/campaigns/${id}`)
  await call('GET', `/campaigns/${id}`)
  return steps
}

async function startRecording() {
  const upstream = await startSandbox({ port: 0 })
  const cassette = join(temporaryFolder(), 'session.har')
  const proxy = await startProxy(upstream.url, { mode: 'record', cassette })
  return { upstream, proxy, cassette }
}
