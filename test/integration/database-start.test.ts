import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/sandbox.ts'
import { freePort } from '../support/free-port.ts'
import { emptyDatabase, ownServer, postgres } from '../support/postgres.ts'
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

  it('creates the tables, and shows where data is kept without the password', async () => {
    const url = await emptyDatabase()

    const first = await startServing(['--fixture', 'empty'], {
      env: { SVC_DATABASE: withPassword(url) },
    })
    const second = await startServing([], { env: { SVC_DATABASE: withPassword(url) } })

    expect(first.greeting).toMatch(/1 account from fixture empty, kept in 127\.0\.0\.1:\d+\/test_/)
    expect(second.greeting).toMatch(/1 account kept in 127\.0\.0\.1:\d+\/test_/)
    expect(first.greeting + second.greeting).not.toContain('s3cret')
  })

  it('refuses an empty address, as of an unset variable', async () => {
    const { code, stderr } = await runCli(['serve', '--port', '0', '--database', ''])

    expect(code).toBe(2)
    expect(stderr).toContain('--database is empty')
  })

  it('starts several replicas at once on an empty database, which is filled once', async () => {
    const database = await emptyDatabase()

    const replicas = await Promise.all(
      Array.from({ length: 4 }, () => createSandbox({ database, log: 'silent' })),
    )

    const lists = await Promise.all(replicas.map(({ accounts }) => accounts.list()))
    await Promise.all(replicas.map((replica) => replica.close()))
    expect(new Set(lists.map((list) => JSON.stringify(list.map(({ id }) => id)))).size).toBe(1)
    expect(replicas.map(({ start }) => start.seeded).sort()).toEqual([0, 0, 0, 3])
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
