import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { apiOf } from '../../test/support/sandbox.ts'
import { OPEN_LIMITS, OpenRequests } from '../runtime/open-requests.ts'
import { createSandbox } from '../sandbox.ts'

/** One process, by which these requests are counted. */
async function startSandbox() {
  const sandbox = await createSandbox({ ephemeral: true })
  onTestFinished(() => sandbox.close())
  return { ...sandbox, api: apiOf(sandbox.url) }
}

interface Opened {
  call: ClientRequest
  response: IncomingMessage
}

/** Opens a request and resolves when its answer begins. */
function open(port: number, path: string, token?: string): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const call = request({ host: '127.0.0.1', port, path, headers, agent: false })
    onTestFinished(() => void call.destroy())
    call.on('error', reject)
    call.on('response', (response) => {
      response.on('error', () => {})
      resolve({ call, response })
    })
    call.end()
  })
}

async function bodyOf({ response }: Opened) {
  let text = ''
  for await (const chunk of response) text += chunk
  return JSON.parse(text)
}

const STREAM = '/_sandbox/events/stream'
const DEMO = 'svc_test_demo'

/** Opens as many streams as an account may have. */
function fill(port: number, token = DEMO): Promise<Opened[]> {
  return Promise.all(Array.from({ length: OPEN_LIMITS.streams }, () => open(port, STREAM, token)))
}

/** Tries until a stream is admitted; the time limit of the test bounds it. */
async function admitted(port: number, token = DEMO): Promise<number> {
  for (;;) {
    const { response, call } = await open(port, STREAM, token)
    if (response.statusCode !== 429) return response.statusCode as number
    call.destroy()
  }
}

it('refuses another stream of an account with the envelope and Retry-After', async () => {
  const { port } = await startSandbox()
  const opened = await fill(port)

  const other = await open(port, '/_sandbox/requests/stream', DEMO)

  expect(opened.map(({ response }) => response.statusCode)).toEqual(opened.map(() => 200))
  expect(other.response.statusCode).toBe(429)
  expect(other.response.headers['retry-after']).toBe('5')
  expect((await bodyOf(other)).error).toMatchObject({
    code: 'rate_limit_exceeded',
    details: { limit: OPEN_LIMITS.streams, retry_after: 5 },
  })
  expect((await open(port, STREAM, 'svc_test_starter')).response.statusCode).toBe(200)
  expect((await open(port, `${STREAM}?account=acc_demo`)).response.statusCode).toBe(200)
})

it.each([
  ['its reader hangs up', (streams: Opened[]) => void streams[0]?.call.destroy()],
  ['its connection breaks', (streams: Opened[]) => void streams[0]?.call.socket?.resetAndDestroy()],
])('admits a stream again when %s', async (_, end) => {
  const { port } = await startSandbox()
  const streams = await fill(port)
  streams[0]?.call.on('error', () => {})

  end(streams)

  expect(await admitted(port)).toBe(200)
})

it('admits streams again when the server has ended those of a deleted key', async () => {
  const sandbox = await startSandbox()
  const key = await sandbox.keys.create({ name: 'Leaked' })
  const streams = await fill(sandbox.port, key.token)
  const ends = streams.map(
    ({ response }) => new Promise((resolve) => response.on('close', resolve)),
  )
  for (const { response } of streams) response.resume()

  await sandbox.keys.delete(key.id)
  await sandbox.trigger('campaign.completed')
  await Promise.all(ends)

  expect(await admitted(sandbox.port)).toBe(200)
})

it('counts a request that waits or is delayed until it is answered or given up', async () => {
  const requests = new OpenRequests()
  const closed: (() => void)[] = []
  const response = { destroyed: false, once: (_: 'close', end: () => void) => closed.push(end) }
  for (let n = 0; n < OPEN_LIMITS.waits; n++) requests.hold('waits', 'acc_a', response)

  expect(() => requests.hold('waits', 'acc_a', response)).toThrow('200 waiting or delayed requests')
  closed[0]?.()
  closed[0]?.()
  const release = requests.hold('waits', 'acc_a', response)
  expect(() => requests.hold('waits', 'acc_a', response)).toThrow()
  release()
  closed.at(-1)?.()
  expect(requests.count('waits', 'acc_a')).toBe(OPEN_LIMITS.waits - 1)
  for (const end of closed) end()
  expect(requests.count('waits', 'acc_a')).toBe(0)
  requests.hold('waits', 'acc_a', { ...response, destroyed: true })
  expect(requests.count('waits', 'acc_a')).toBe(0)
})

it('refuses long polls and delays of an account beyond the limit together', async () => {
  const { port, api } = await startSandbox()
  const path = '/_sandbox/requests/wait-for?path=/never&timeout=60s'
  const delayed = '/api/auth/me?x-sandbox-delay=60000'
  const waiting = Array.from({ length: OPEN_LIMITS.waits + 20 }, (_, number) =>
    open(port, number % 2 === 0 ? path : delayed, DEMO),
  )
  const refused = await Promise.race(waiting)

  expect(refused.response.statusCode).toBe(429)
  expect((await api.get('/campaigns')).status).toBe(200)
})

it('refuses another download of an account until one has ended', async () => {
  const usual = { ...OPEN_LIMITS }
  onTestFinished(() => void Object.assign(OPEN_LIMITS, usual))
  Object.assign(OPEN_LIMITS, { downloads: 2 })
  const { port, api } = await startSandbox()
  // More than a system takes ahead of a reader.
  const query = { type: 'rankings' }
  const { body } = await api.get('/export/csv', { key: 'svc_test_enterprise', query })
  const { pathname, search } = new URL(body.data.download_url)
  const [first, second] = [await open(port, pathname + search), await open(port, pathname + search)]

  const third = await open(port, pathname + search)
  const refused = await bodyOf(third)
  first.call.destroy()

  expect([first, second, third].map(({ response }) => response.statusCode)).toEqual([200, 200, 429])
  expect(refused.error.message).toContain('2 downloads under way, the maximum')
  await expect.poll(async () => (await open(port, pathname + search)).response.statusCode).toBe(200)
})
