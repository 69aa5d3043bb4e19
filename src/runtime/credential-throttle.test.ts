import { expect, it } from 'vitest'
import { sendRaw } from '../../test/support/raw.ts'
import { startSandbox, type TestSandbox } from '../../test/support/sandbox.ts'
import { CredentialThrottle } from './credential-throttle.ts'

const ADMIN = 'let-me-in'
const [ATTACKER, OTHER] = ['203.0.113.9', '198.51.100.4']
/** The number of requests that an address may make in an hour. */
const ALLOWED = 600

const hosted = () => startSandbox({ trustProxy: 1, adminToken: ADMIN })

it('hides a right key that is new to an address without quota for wrong ones', async () => {
  const sandbox = await hosted()
  await useUp(sandbox)

  const [right, wrong] = [await ask(sandbox, 'svc_test_demo'), await ask(sandbox, 'svc_test_x')]

  expect([right.status, wrong.status]).toEqual([429, 429])
  expect(right.body).toEqual(wrong.body)
  expect(right.headers).toEqual(wrong.headers)
})

it('accepts a key that was used from the address before', async () => {
  const sandbox = await hosted()
  expect((await ask(sandbox, 'svc_test_demo')).status).toBe(200)

  await useUp(sandbox)

  expect((await ask(sandbox, 'svc_test_demo')).status).toBe(200)
  expect((await ask(sandbox, 'svc_test_starter')).status).toBe(429)
})

it('checks one new key a second, and then knows it', async () => {
  const sandbox = await hosted()
  await useUp(sandbox)

  sandbox.advance({ minutes: 1 })
  const first = await ask(sandbox, 'svc_test_demo')
  const second = await ask(sandbox, 'svc_test_starter')
  const known = await ask(sandbox, 'svc_test_demo')

  expect([first.status, second.status, known.status]).toEqual([200, 429, 200])
})

it('throttles no other address', async () => {
  const sandbox = await hosted()
  await useUp(sandbox)

  expect((await ask(sandbox, 'svc_test_demo', { from: OTHER })).status).toBe(200)
})

it('ends with the hour', async () => {
  const sandbox = await hosted()
  await useUp(sandbox)

  sandbox.advance({ hours: 1 })

  const keys = ['svc_test_demo', 'svc_test_starter', 'svc_test_enterprise']
  for (const key of keys) expect((await ask(sandbox, key)).status).toBe(200)
})

it.each([
  ['admin token', ADMIN, '/_sandbox/accounts'],
  ['key', 'svc_test_demo', '/_sandbox/clock'],
])('throttles guesses of the %s at the control plane', async (_name, right, path) => {
  const sandbox = await hosted()
  await useUp(sandbox, path)

  const refused = await ask(sandbox, right, { path })
  const other = await ask(sandbox, right, { path, from: OTHER })
  sandbox.advance({ minutes: 1 })
  const answered = await ask(sandbox, right, { path })

  expect([refused.status, other.status, answered.status]).toEqual([429, 200, 200])
  expect(JSON.parse(refused.body).error.code).toBe('rate_limit_exceeded')
})

it('counts guesses of the API and of the control plane together', async () => {
  const sandbox = await hosted()
  await guess(sandbox, ALLOWED / 2, '/_sandbox/clock')
  await guess(sandbox, ALLOWED / 2)

  expect((await ask(sandbox, 'svc_test_x')).status).toBe(429)
})

it('remembers a bounded number of keys and addresses, the latest', async () => {
  const throttle = new CredentialThrottle(() => true, 100)
  for (let n = 0; n < 101; n++) throttle.noteSuccess('key', `address ${n}`)
  throttle.noteSuccess('key', 'elsewhere')
  const isKnown = async (address: string) => {
    // Takes the turn of the address, if it is still remembered.
    await throttle.allows('other', address, 0)
    return throttle.allows('key', address, 0)
  }

  expect([await isKnown('address 0'), await isKnown('address 100')]).toEqual([false, true])
})

/** Uses up the quota of an address, and the check of one new key. */
async function useUp(sandbox: TestSandbox, path?: string): Promise<void> {
  await guess(sandbox, ALLOWED, path)
  await guess(sandbox, 1, path)
}

/** Sends wrong keys on one connection. */
async function guess({ port }: TestSandbox, times: number, path = '/api/auth/me'): Promise<void> {
  const heads = Array.from({ length: times }, (_, n) =>
    head(path, `svc_test_guess${n}`, ATTACKER, n === times - 1 ? 'close' : 'keep-alive'),
  )
  await sendRaw(port, heads.join(''))
}

async function ask(
  { port }: TestSandbox,
  key: string,
  { path = '/api/auth/me', from = ATTACKER } = {},
) {
  const answer = await sendRaw(port, head(path, key, from, 'close'))
  const [top = '', body = ''] = answer.split('\r\n\r\n')
  // Parts that differ between any two responses.
  const headers = top.replace(/^(Date|X-Request-Id): .*\r\n/gim, '')
  return { status: Number(top.split(' ')[1]), headers, body }
}

function head(path: string, key: string, from: string, connection: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nAuthorization: Bearer ${key}\r\nConnection: ${connection}\r\n\r\n`
}
