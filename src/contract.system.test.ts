import { expect, it, onTestFinished, vi } from 'vitest'
import { noVersion } from '../test/support/checked-server.ts'
import { expectRunsIn, serve, VITEST } from '../test/support/suite-runs.ts'
import { contractTests } from './contract.ts'

/** Registers the tests with our own runner and runs them; like jest's, it may have no test context. */
async function runTests(options: Parameters<typeof contractTests>[0], isJest = false) {
  const hooks: (() => unknown)[] = []
  const last: (() => unknown)[] = []
  const tests = new Map<string, (...context: unknown[]) => void>()
  const test = {
    describe: (_: string, body: () => void) => body(),
    it: (name: string, body: (...context: unknown[]) => void) => tests.set(name, body),
    beforeAll: (body: () => unknown) => hooks.push(body),
    afterAll: (body: () => unknown) => last.push(body),
  }
  contractTests({ ...options, test })
  for (const hook of hooks) await hook()

  const passed: string[] = []
  const failed = new Map<string, string>()
  const skipped = new Map<string, string>()
  for (const [name, body] of tests) {
    expect(body).toHaveLength(0)
    const context = { skip: (reason: string) => skipped.set(name, reason) }
    try {
      body(...(isJest ? [] : [context]))
      if (!skipped.has(name)) passed.push(name)
    } catch (error) {
      failed.set(name, (error as Error).message)
    }
  }
  for (const hook of last) await hook()
  return { passed, failed, skipped }
}

it('passes a test for each fact of a server that keeps what is stated', async () => {
  const { server, options } = await serve()

  const { passed, failed, skipped } = await runTests(options)

  expect([...failed, ...skipped]).toEqual([])
  expect(passed.length).toBeGreaterThan(100)
  expect(passed[0]).toMatch(/^1\.2 /)
  expect(server.campaigns().filter(({ name }) => String(name).includes('svc-check'))).toEqual([])
})

it('fails the test of the fact that a server breaks, with what the report shows of it', async () => {
  const { options } = await serve(noVersion)

  const { failed } = await runTests(options)

  expect([...failed.keys()].map((name) => name.split(' ')[0])).toEqual(['4.12', '9.1'])
  const message = [...failed.values()][0] as string
  expect(message).toContain('the number 1.2')
  expect(message).toContain('curl -i')
  expect(message).not.toContain(options.token)
})

it('skips facts without the key that they need, with the reason', async () => {
  const { options } = await serve()
  const { baseUrl, token } = options

  const { failed, skipped } = await runTests({ baseUrl, token })

  expect([...failed]).toEqual([])
  expect(skipped.size).toBeGreaterThan(5)
  expect([...skipped.values()]).toContain('no --restricted-token was given')
})

it('lists untried facts if tests cannot be skipped', async () => {
  const { options } = await serve()
  const { baseUrl, token } = options
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())

  const { failed, skipped } = await runTests({ baseUrl, token }, true)

  expect([...failed, ...skipped]).toEqual([])
  expect(log.mock.calls.flat().join('\n')).toMatch(/^Not tried.*5\.4\.2: no --restricted-token/s)
})

it('adds a test of our assumptions at their level', async () => {
  const { options } = await serve()

  const { failed } = await runTests({ ...options, level: 'assumed' })

  expect([...failed.keys()]).toEqual(['The server does what the packaged document assumes'])
})

it('fails a run that is cut short', async () => {
  const { options } = await serve()

  const { failed } = await runTests({ ...options, maxRequests: 30 })

  expect([...failed.keys()]).toEqual([
    'The run is complete, and everything that it created is deleted',
  ])
})

it('fails in its hook if nothing answers', async () => {
  const running = runTests({ baseUrl: 'http://127.0.0.1:1/api', token: 'svc_test_x' })

  await expect(running).rejects.toThrow('ECONNREFUSED')
})

it('names missing options', () => {
  expect(() => contractTests({ token: 't', baseUrl: 'http://127.0.0.1:1' })).toThrow(
    /describe, it and beforeAll/,
  )
  const test = { describe: () => {}, it: () => {}, beforeAll: () => {} }
  expect(() => contractTests({ test, baseUrl: 'http://127.0.0.1:1' })).toThrow(/--token is missing/)
})

it('runs in node:test', () => expectRunsIn('node:test', ['--test', 'facts.test.mjs']))

it('runs in vitest', () => expectRunsIn('vitest', [VITEST, 'run']))
