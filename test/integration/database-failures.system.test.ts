import supertest from 'supertest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox.ts'
import { ownServer, postgres, type TestDatabase, testDatabase } from '../support/postgres.ts'
import { CAMPAIGN, expectConformance } from '../support/sandbox.ts'

/** Much less than the three seconds that a connection attempt may take, also on a busy machine. */
const AT_ONCE_MS = 500

describe.skipIf(!postgres.isAvailable)('a sandbox whose database', () => {
  it('goes away and comes back answers 503 meanwhile, at once, and recovers', async () => {
    const { server, replica } = await started(await ownServer())
    expect(await replica.statuses()).toEqual([200, 200, 200, 201])

    await server.stop()
    await expect.poll(() => replica.statuses()).toEqual([200, 503, 503, 503])
    expect(await shortest(() => replica.read())).toBeLessThan(AT_ONCE_MS)
    const { headers, body } = await replica.read()
    expect(headers['retry-after']).toBe('1')
    expect(body.error.message).toBe(
      'The database of the sandbox is not available. Try again; the log of the sandbox has the reason.',
    )

    await server.start()
    await expect.poll(() => replica.statuses()).toEqual([200, 200, 200, 201])
  })

  it('goes away still knows the tokens of its operator, which it sees for the first time', async () => {
    const test = await ownServer()
    const [adminToken, metricsToken] = ['the-admin-token', 'the-metrics-token-of-this-test']
    const options = { database: test.url, fixture: 'empty', log: 'silent', trustProxy: 1 } as const
    const sandbox = await createSandbox({ ...options, adminToken, metricsToken, drainSeconds: 0 })
    onTestFinished(() => sandbox.close())
    await test.server.kill()
    const root = supertest(new URL(sandbox.url).origin)
    const statusOf = async (path: string, token: string, from: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': from }
      return (await root.get(path).set(headers)).status
    }
    await expect.poll(async () => (await root.get('/_sandbox/health/ready')).status).toBe(503)

    // Of another address each: the first new token of an address is checked.
    expect(await statusOf('/metrics', metricsToken, '203.0.113.1')).toBe(200)
    expect(await statusOf('/metrics', adminToken, '203.0.113.2')).toBe(200)
    expect(await statusOf('/_sandbox/accounts', adminToken, '203.0.113.4')).toBe(503)
    // And known from then on.
    expect(await statusOf('/metrics', metricsToken, '203.0.113.1')).toBe(200)
  })

  it('is read-only, or its disk is full, answers changes with 503 until it is not', async () => {
    const test = await testDatabase()
    const { replica } = await started(test)
    const database = await test.open()
    await database.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'could not extend file' USING ERRCODE = current_setting('test.code');
      END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON sandbox.entry EXECUTE FUNCTION refuse()`)
    for (const code of ['53100', '25006', '57014']) {
      await test.administer(`ALTER DATABASE ${nameOf(test.url)} SET test.code = '${code}'`)
      await test.endConnections()
      await expect.poll(async () => (await replica.read()).status).toBe(200)

      const { status, headers, body } = await replica.create()

      expect([status, headers['retry-after'], body.error.code]).toEqual([503, '1', 'server_error'])
    }
    await database.query('DROP TRIGGER refuse ON sandbox.entry')

    expect((await replica.create()).status).toBe(201)
  })
})

/** Milliseconds of the fastest of three calls. A busy machine may delay one of them. */
async function shortest(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const before = performance.now()
    await call()
    times.push(performance.now() - before)
  }
  return Math.min(...times)
}

async function started(test: TestDatabase) {
  return { ...test, replica: await replicaOf(test.url) }
}

/** A sandbox on this database, and calls to it. */
async function replicaOf(url: string, database = url) {
  const sandbox: Sandbox = await createSandbox({ database: url, fixture: 'empty', log: 'silent' })
  onTestFinished(() => sandbox.close())
  const root = supertest(new URL(sandbox.url).origin)
  const call = async (method: 'get' | 'post', path: string, body?: object) => {
    const request = root[method](path).set('Authorization', 'Bearer svc_test_demo')
    const response = await (body ? request.send(body) : request)
    if (path.startsWith('/api')) expectConformance(response)
    return response
  }
  const read = () => call('get', '/api/campaigns?limit=1')
  const create = (name = 'Bikes') => call('post', '/api/campaigns', { ...CAMPAIGN, name })
  const health = async (kind: string) => (await call('get', `/_sandbox/health/${kind}`)).status
  return {
    database,
    read,
    create,
    isReady: async () => (await health('ready')) === 200,
    /** Live, ready, a read and a change. */
    async statuses() {
      return [
        await health('live'),
        await health('ready'),
        (await read()).status,
        (await create()).status,
      ]
    },
    /** Ids of all campaigns. */
    async campaigns(): Promise<string[]> {
      const { body } = await call('get', '/api/campaigns?limit=1000')
      return body.data.map(({ id }: { id: string }) => id)
    },
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
