import { describe, expect, it } from 'vitest'
import { emptyDatabase, postgres, testDatabase } from '../support/postgres.ts'
import { runCli, startServing } from '../support/processes/serve-process.ts'
import { overlayFile, temporaryFile } from '../support/temporary.ts'

// `npm test` has the starts that succeed.
describe.skipIf(!postgres.isAvailable)('svc-sandbox serve --database', () => {
  it('refuses old tables with --no-migrate', async () => {
    const url = await emptyDatabase()

    const { code, stderr } = await runCli(['serve', '--port', '0', '--no-migrate'], {
      env: { SVC_DATABASE: url },
    })

    expect(code).toBe(2)
    expect(stderr).toMatch(/The database lacks 001-sandbox, .*svc-sandbox migrate --database URL/)
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
})
