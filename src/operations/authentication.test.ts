import { createHook } from 'node:async_hooks'
import { expect, it, onTestFinished } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'

const CREDENTIALS = { email: 'demo@example.com', password: 'demo-password' }
type Sandbox = Awaited<ReturnType<typeof startSandbox>>

async function logIn({ api }: Sandbox, key = 'svc_test_demo') {
  const { body, status } = await api.post('/auth/login', { key, body: CREDENTIALS })
  expect(status).toBe(200)
  return body.data.token as string
}

const stateOf = async ({ api }: Sandbox, key: string) => {
  const response = await api.get('/auth/me', { key })
  return response.status === 200 ? 'open' : codeOf(response)
}

/** Counts the computations of scrypt from now on, of which each is a resource of node:async_hooks. */
function countHashes() {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  return () => count
}

it.each([
  ['the right password', CREDENTIALS, 200],
  ['a wrong password', { ...CREDENTIALS, password: 'x' }, 401],
  ['an unknown user', { ...CREDENTIALS, email: 'nobody@example.com' }, 401],
  ['the name of a member of all objects', { ...CREDENTIALS, email: '__proto__' }, 401],
])('hashes once for %s, so that the time shows no user', async (_, body, expected) => {
  const { api } = await startSandbox()
  const hashes = countHashes()

  const { status } = await api.post('/auth/login', { body })

  expect([status, hashes()]).toEqual([expected, 1])
})

it('answers a wrong password and an unknown user with the same words', async () => {
  const { api } = await startSandbox()
  const failure = async (body: object) => (await api.post('/auth/login', { body })).body.error

  const wrong = await failure({ ...CREDENTIALS, password: 'x' })

  expect(await failure({ ...CREDENTIALS, email: 'nobody@example.com' })).toEqual(wrong)
})

it('opens a session with a token of its own, also when that of another session is sent', async () => {
  const sandbox = await startSandbox()
  const first = await logIn(sandbox)

  const second = await logIn(sandbox, first)
  await sandbox.api.post('/auth/logout', { key: first })

  expect(second).not.toBe(first)
  expect(second).toMatch(/^svc_session_[\w-]{20,}$/)
  expect([await stateOf(sandbox, first), await stateOf(sandbox, second)]).toEqual([
    'INVALID_TOKEN',
    'open',
  ])
})

it.each([
  ['ended', async (sandbox: Sandbox, key: string) => sandbox.api.post('/auth/logout', { key })],
  ['unknown', async () => {}],
])('opens no session for the token of an %s one', async (name, end) => {
  const sandbox = await startSandbox()
  const key = name === 'unknown' ? 'svc_session_chosen' : await logIn(sandbox)
  await end(sandbox, key)

  const response = await sandbox.api.post('/auth/login', { key, body: CREDENTIALS })

  expect(codeOf(response)).toBe('INVALID_TOKEN')
  expect(await stateOf(sandbox, key)).toBe('INVALID_TOKEN')
})

it.each([
  [
    'its key is deleted',
    'invalid_api_key',
    (sandbox: Sandbox, id: string) => sandbox.keys.delete(id),
  ],
  [
    'its account is reset',
    'INVALID_TOKEN',
    (sandbox: Sandbox) => sandbox.reset({ account: 'acc_demo' }),
  ],
  ['the sandbox is reset', 'INVALID_TOKEN', (sandbox: Sandbox) => sandbox.reset()],
  [
    'its account is removed',
    'INVALID_TOKEN',
    (sandbox: Sandbox) => sandbox.accounts.delete('acc_demo'),
  ],
])('ends a session when %s', async (_, expected, end) => {
  const sandbox = await startSandbox()
  const key = await sandbox.keys.create({ name: 'To rotate', permissions: ['*'] })
  const session = await logIn(sandbox, key.token)
  expect(await stateOf(sandbox, session)).toBe('open')

  await end(sandbox, key.id)

  expect(await stateOf(sandbox, session)).toBe(expected)
})

it('does not control the account, even if its key does', async () => {
  const sandbox = await startSandbox()
  const session = await logIn(sandbox)

  const { status } = await controlOf(sandbox).get('/clock', { token: session })

  expect(status).toBe(401)
})

it('logs in no user of another account', async () => {
  const { api } = await startSandbox()

  const response = await api.post('/auth/login', { key: 'svc_test_starter', body: CREDENTIALS })

  expect(codeOf(response)).toBe('authentication_failed')
})
