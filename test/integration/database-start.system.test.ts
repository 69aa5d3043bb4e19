import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { emptyDatabase, ownServer, postgres, testDatabase } from '../support/postgres.ts'
import { runCli, startCli, startServing } from '../support/processes/serve-process.ts'

describe.skipIf(!postgres.isAvailable)('svc-sandbox serve --database', () => {
  it('waits for a database that is away, live and not ready, and then starts', async () => {
    const { server, url } = await ownServer()
    await server.stop()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const sandbox = startCli(['serve', '--port', String(port), '--drain-seconds', '0'], {
      env: { SVC_DATABASE: withPassword(url) },
    })
    await expect
      .poll(sandbox.stderr)
      .toContain(`Waiting for the database 127.0.0.1:${server.port}/`)

    const [live, ready, service] = await Promise.all(
      ['/_sandbox/health/live', '/_sandbox/health/ready', '/api/campaigns'].map((path) =>
        fetch(origin + path),
      ),
    )

    expect([live?.status, ready?.status, service?.status]).toEqual([200, 503, 503])
    expect(service?.headers.get('retry-after')).toBe('1')
    expect(service?.headers.get('x-ratelimit-limit')).toBe('600')
    expect(await service?.json()).toMatchObject({
      success: false,
      error: { code: 'server_error', message: 'The sandbox is waiting for its database.' },
      meta: { version: '1.2.0' },
    })
    await server.start()
    await expect.poll(sandbox.stderr).toContain('Try  ')
    expect((await fetch(`${origin}/_sandbox/health/ready`)).status).toBe(200)
    expect(sandbox.stderr()).not.toContain('s3cret')
    sandbox.kill('SIGTERM')
    expect((await sandbox.ended).code).toBe(0)
  })

  it.each([
    [
      'the tables are migrated by another replica',
      emptyDatabase,
      // The lock of node-pg-migrate.
      'pg_advisory_lock(7241865325823964)',
      'The tables of the database are being updated.',
    ],
    [
      'another replica writes the first accounts',
      async () => (await testDatabase()).url,
      `pg_advisory_lock(hashtext('svc-sandbox: first accounts'))`,
      'The accounts of the fixture are being written.',
    ],
  ])('is live and not ready while %s', async (_name, open, lock, reason) => {
    const url = await open()
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query(`SELECT ${lock}`)
    const port = await freePort()
    const health = async (kind: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/_sandbox/health/${kind}`)
      return [response.status, ((await response.json()) as { error?: object }).error]
    }

    const sandbox = startCli(['serve', '--port', String(port), '--drain-seconds', '0'], {
      env: { SVC_DATABASE: url },
    })
    await expect
      .poll(() => health('ready').catch(() => []))
      .toEqual([503, { code: 'server_error', message: reason }])
    expect((await health('live'))[0]).toBe(200)
    await other.end()

    await expect.poll(async () => (await health('ready'))[0]).toBe(200)
    sandbox.kill('SIGTERM')
    expect((await sandbox.ended).code).toBe(0)
  })

  it('ends at once when it is stopped while it waits', async () => {
    const sandbox = startCli(['serve', '--port', String(await freePort())], {
      env: { SVC_DATABASE: 'postgres://app@127.0.0.1:1/none' },
    })
    await expect.poll(sandbox.stderr).toContain('Waiting for the database')

    sandbox.kill('SIGTERM')

    expect((await sandbox.ended).code).toBe(143)
  })

  it('creates the tables, and shows where data is kept without the password', async () => {
    const url = await emptyDatabase()

    const first = await startServing(['--fixture', 'empty'], {
      env: { SVC_DATABASE: withPassword(url) },
    })
    await fetch(`${first.url}/auth/me`)
    const second = await startServing([], { env: { SVC_DATABASE: withPassword(url) } })

    expect(first.greeting).toMatch(/1 account from fixture empty, kept in 127\.0\.0\.1:\d+\/test_/)
    expect(second.greeting).toMatch(/1 account kept in 127\.0\.0\.1:\d+\/test_/)
    expect(first.greeting + second.greeting).not.toContain('s3cret')

    // Its connections and all lines of its log name the replica.
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      'SELECT application_name FROM pg_stat_activity WHERE datname = current_database()',
    )
    await client.end()
    const names = new Set(rows.map(({ application_name: name }) => name).filter(Boolean))
    expect([...names]).toEqual(Array(2).fill(expect.stringMatching(/^svc-sandbox [0-9a-f]{8}$/)))
    first.kill('SIGTERM')
    const { stdout } = await first.ended
    const replicas = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).replica)
    expect(replicas.length).toBeGreaterThan(3)
    expect(new Set(replicas).size).toBe(1)
    expect(names).toContain(`svc-sandbox ${replicas[0]}`)
  })

  it('refuses an empty address, as of an unset variable', async () => {
    const { code, stderr } = await runCli(['serve', '--port', '0', '--database', ''])

    expect(code).toBe(2)
    expect(stderr).toContain('--database is empty')
  })

  it('gives way to --data and --ephemeral on the command line', async () => {
    const env = {
      SVC_DATABASE: 'postgres://127.0.0.1:1/none',
      SVC_DATABASE_DIRECT: 'postgres://x/y',
    }

    const { greeting } = await startServing(['--ephemeral'], { env })

    expect(greeting).toContain('kept in memory only')
  })
})

function withPassword(url: string): string {
  return url.replace('sandbox@', 'sandbox:s3cret@')
}
