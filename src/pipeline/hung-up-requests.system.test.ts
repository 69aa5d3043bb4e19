import { Agent, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const JSDOM = 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.1.0'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Sends on a connection that is kept, or on a new one after that broke; resolves with the status, or an error code. */
function senderTo(url: string, agent: string) {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => kept.destroy())
  return (method: string, path = '/campaigns', key = 'svc_test_demo') =>
    new Promise<number | string | undefined>((resolve) => {
      const headers = { 'User-Agent': agent, Authorization: `Bearer ${key}`, ...JSON_TYPE }
      const sent = request(url + path, { method, agent: kept, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
      sent.end(method === 'POST' ? JSON.stringify(CAMPAIGN) : undefined)
    })
}

it.each([
  ['Chromium', CHROME, 'GET', 1],
  ['Chromium', CHROME, 'POST', 1],
  ['Firefox', FIREFOX, 'GET', 1],
  ['Bun', 'Bun/1.4.5', 'GET', 1],
  ['Bun', 'Bun/1.4.5', 'POST', 0],
  ['Node', 'node', 'GET', 0],
  ['jsdom', JSDOM, 'GET', 0],
  ['a client without a name', '', 'GET', 0],
])('breaks what a client repeats by itself: %s', async (_, agent, method, more) => {
  const { url, faults } = await startSandbox()
  const send = senderTo(url, agent)
  await send('GET', '/auth/verify')
  const { id } = await faults.add({ connection: 'reset', count: 1 })

  const seen = [await send(method), await send(method), await send(method)]

  const errors = seen.filter((each) => each === 'ECONNRESET')
  expect(seen.slice(0, errors.length)).toEqual(errors)
  expect(errors).toHaveLength(1 + more)
  expect(await faults.list()).toMatchObject([{ id, matched: 1 }])
})

it('breaks no repetition of what was sent on a new connection', async () => {
  const { url, faults } = await startSandbox()
  const send = senderTo(url, CHROME)
  await faults.add({ connection: 'empty', count: 1 })

  expect([await send('GET'), await send('GET')]).toEqual(['ECONNRESET', 200])
})

it.each<[string, Parameters<ReturnType<typeof senderTo>>]>([
  ['method', ['HEAD']],
  ['address', ['GET', '/campaigns?limit=2']],
  ['key', ['GET', '/campaigns', 'svc_test_other']],
])('breaks no other request, of another %s', async (_, other) => {
  const { url, faults } = await startSandbox()
  const send = senderTo(url, CHROME)
  await send('GET', '/auth/verify')
  await faults.add({ connection: 'reset', count: 1 })

  const first = await send('GET')

  expect([first, await send(...other)]).toEqual(['ECONNRESET', expect.any(Number)])
})
