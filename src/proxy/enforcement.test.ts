import { expect, it } from 'vitest'
import { startProxy } from '../../test/support/proxy.ts'
import { startRaw } from '../../test/support/raw-server.ts'
import type { Enforcement } from '../pipeline/upstream.ts'
import type { Finding } from '../schema/traffic.ts'
import { type Captured, KEPT_BYTES } from './captured.ts'
import type { Judge } from './judge.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'

function finding(kind: Finding['kind']): Finding {
  return {
    kind,
    direction: 'request',
    section: '§2',
    statement: 'A campaign has a name.',
    expected: 'a name',
    actual: 'no name',
    method: 'POST',
    path: '/campaigns',
  }
}

/** A judge that finds the same in each request. */
async function start(enforce: Enforcement | undefined, kind: Finding['kind']) {
  const judged: Captured[] = []
  const judge: Judge = {
    judge: async (captured) => {
      judged.push(captured)
      return { violations: ['vio_1', 'vio_2'] }
    },
    judgeRequest: () => [finding(kind)],
    violations: () => [],
    clear: () => 0,
    report: () => undefined,
  }
  const upstream = await startRaw((socket, bytes) => {
    if (String(bytes).endsWith('{"a":1}')) socket.write(OK)
  })
  const proxy = await startProxy(upstream.url, { enforce }, { judge })
  const post = (headers: Record<string, string> = {}, body = '{"a":1}') =>
    fetch(`${proxy.url}/campaigns`, { method: 'POST', body, headers })
  return { post, judged, received: upstream.received }
}

it.each<[Enforcement | undefined, Finding['kind'], number]>([
  ['stated', 'contradicts_stated', 400],
  ['stated', 'differs_from_assumption', 200],
  ['assumed', 'differs_from_assumption', 400],
  [undefined, 'contradicts_stated', 200],
])('enforcing what is %s, a request that %s is answered with %i', async (enforce, kind, status) => {
  const { post, received } = await start(enforce, kind)

  const response = await post()

  expect(response.status).toBe(status)
  expect(received() === '').toBe(status === 400)
})

it('forwards a request of more than 1 MB, which it does not judge', async () => {
  const { post, judged } = await start('stated', 'contradicts_stated')

  const response = await post({}, `${' '.repeat(KEPT_BYTES)}{"a":1}`)

  expect(response.status).toBe(200)
  expect(judged).toEqual([])
})

it('names what is wrong with a refused request, and counts it', async () => {
  const { post, judged } = await start('stated', 'contradicts_stated')

  const response = await post()

  expect(await response.text()).toContain('A campaign has a name.')
  expect(response.headers.get('x-sandbox-violations')).toMatch(/^1; /)
  expect(response.headers.get('x-sandbox-source')).toBe('sandbox')
  expect(judged.map(({ response }) => response)).toEqual([undefined])
})

it('says how many violations an exchange has, and under which id they are found', async () => {
  const { post, judged } = await start(undefined, 'contradicts_stated')

  const response = await post()

  const [captured] = judged
  expect(response.headers.get('x-sandbox-violations')).toBe(`2; ${captured?.id}`)
  expect(Buffer.from(captured?.request.body ?? []).toString()).toBe('{"a":1}')
  expect(Buffer.from(captured?.response?.body ?? []).toString()).toBe('{}')
})

it('neither judges nor refuses where the client says so', async () => {
  const { post, judged, received } = await start('assumed', 'contradicts_stated')

  const response = await post({ prefer: 'code=404, validation=off' })

  expect(response.status).toBe(200)
  expect(response.headers.has('x-sandbox-violations')).toBe(false)
  expect(received()).toContain('validation=off')
  expect(judged).toEqual([])
})

it.each([
  ['svc_live_abc', 403],
  ['svc_test_abc', 200],
])('a request with the key %s is answered with %i', async (key, status) => {
  const { post, received } = await start(undefined, 'contradicts_stated')

  const response = await post({ authorization: `Bearer ${key}` })

  expect(response.status).toBe(status)
  expect(received().includes(key)).toBe(status === 200)
})
