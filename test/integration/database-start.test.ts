import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/sandbox.ts'
import { emptyDatabase, ownServer, postgres, testDatabase } from '../support/postgres.ts'
import { runCli, startCli, startServing } from '../support/processes/serve-process.ts'
import { overlayFile, temporaryFile } from '../support/temporary.ts'

describe.skipIf(!postgres.isAvailable)('svc-sandbox serve --database', () => {
  it('waits for a database that is away, live and not ready, and then starts', async () => {
    const { server, url } = await ownServer()
    await server.stop()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const sandbox = startCli(['serve', '--port', port, '--drain-seconds', '0'], {
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

  it('refuses old tables with --no-migrate', async () => {
    const url = await emptyDatabase()

    const { code, stderr } = await runCli(['serve', '--port', '0', '--no-migrate'], {
      env: { SVC_DATABASE: url },
    })

    expect(code).toBe(2)
    expect(stderr).toMatch(/The database lacks 001-settings, .*svc-sandbox migrate --database URL/)
  })

  it('says what a user without rights needs', async () => {
    const database = await testDatabase()
    await database.administer('DROP ROLE IF EXISTS guest')
    await database.administer('CREATE ROLE guest LOGIN')
    const url = database.url.replace('sandbox@', 'guest@')

    const { code, stderr } = await runCli(['serve', '--port', '0', '--database', url])

    expect(code).toBe(2)
    expect(stderr).toMatch(/permission denied.*Its user must own the database/)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  it('refuses an empty address, as of an unset variable', async () => {
    const { code, stderr } = await runCli(['serve', '--port', '0', '--database', ''])

    expect(code).toBe(2)
    expect(stderr).toContain('--database is empty')
  })

  it.each([
    ['a database that does not exist', (url: string) => `${url}_other`, 'does not exist'],
    [
      'a user who does not exist',
      (url: string) => url.replace('sandbox@', 'other@'),
      'role "other"',
    ],
  ])('does not wait for %s', async (_, changed, reason) => {
    const { url } = await testDatabase()

    const { code, stderr } = await runCli(['serve', '--port', '0', '--database', changed(url)])

    expect(code).toBe(2)
    expect(stderr).toContain(reason)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  it('refuses another seed and another document than its replicas have', async () => {
    const { url } = await testDatabase()
    const env = { SVC_DATABASE: url }
    await startServing(['--seed', '3', '--fixture', 'empty'], { env })

    const [seed, document] = await Promise.all([
      runCli(['serve', '--port', '0', '--seed', '1'], { env }),
      runCli(['serve', '--port', '0', '--api-version', '1.0.0'], { env }),
    ])

    expect(seed.stderr).toContain('--seed 3; found --seed 1')
    expect(document.stderr).toContain('another OpenAPI document')
    expect([seed.code, document.code]).toEqual([2, 2])
  })

  it('refuses a document without the plans of its accounts, also when it is tried again', async () => {
    const { url } = await testDatabase()
    const overlay = overlayFile(
      '  - target: $.x-rate-limit-plans\n    update: { Village: { hour: 10, day: 100 } }\n',
    )
    const fixture = temporaryFile(
      'village.yaml',
      'accounts: [{ id: acc_village, plan: Village, keys: [{ token: svc_test_village }] }]\n',
    )
    const start = (...flags: string[]) =>
      runCli(['serve', '--port', '0', '--database', url, '--no-migrate', ...flags])
    const server = await startServing([
      '--database',
      url,
      '--overlay',
      overlay,
      '--fixture',
      fixture,
    ])
    server.kill('SIGKILL')
    await server.ended
    await runCli(['migrate', '--database', url, '--new-document'])

    for (const ending of [await start(), await start()]) {
      expect(ending.stderr).toMatch(
        /Account acc_village in 127\.0\.0\.1:\d+\/test_\w+ has the plan "Village"/,
      )
      expect(ending.code).toBe(2)
    }
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

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return String(port)
}
