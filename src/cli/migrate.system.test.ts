import { describe, expect, it } from 'vitest'
import { emptyDatabase, postgres, testDatabase } from '../../test/support/postgres.ts'
import { runCli } from '../../test/support/processes/serve-process.ts'

describe.skipIf(!postgres.isAvailable)('svc-sandbox migrate', () => {
  it('creates the tables once, and says what it did', async () => {
    const url = await emptyDatabase()
    const before = await runCli(['migrate', '--database', url, '--status'])
    const first = await runCli(['migrate', '--database', url])
    const again = await runCli(['migrate'], { env: { SVC_DATABASE: url } })

    expect(before.stdout).toMatch(/: 1 migration to run: 001-sandbox\n?/)
    expect(first.stdout).toMatch(/^127\.0\.0\.1:\d+\/\w+: ran 1 migration: 001-sandbox/)
    expect(again.stdout).toContain(': the tables are up to date.')
    expect([before, first, again].map(({ code }) => code)).toEqual([0, 0, 0])
  })

  it('refuses tables that a newer release changed, and names the change', async () => {
    const test = await testDatabase()
    const database = await test.open()
    await database.query(
      `INSERT INTO sandbox.migrations (name, run_on) VALUES ('999-later', now())`,
    )
    const status = await runCli(['migrate', '--database', test.url, '--status'])
    expect(status.stdout).toContain('a newer release made 1 change: 999-later.')
    // A release may be older than the tables, if the change does not break it.
    const compatible = await runCli(['migrate', '--database', test.url])
    expect(compatible.stdout).toContain('up to date')
    await database.query('UPDATE sandbox.compatibility SET needs = 999')

    const { code, stderr } = await runCli(['migrate', '--database', test.url])

    expect(code).toBe(2)
    expect(stderr).toContain('A newer release of svc-sandbox changed the database (999-later)')
  })
})
