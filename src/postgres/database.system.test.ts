import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import type { DatabaseOptions } from './database.ts'
import { connectionFailure, isUniqueViolation } from './database-error.ts'

describe.skipIf(!postgres.isAvailable)('a database', () => {
  it('runs statements, and reads 64-bit integers as numbers', async () => {
    const database = await (await testDatabase()).open()

    const rows = await database.query(
      'SELECT $1::bigint AS a, sum(b::bigint) AS b FROM unnest($2::int[]) b',
      [2 ** 40, [1, 2]],
    )

    expect(rows).toEqual([{ a: 2 ** 40, b: 3 }])
  })

  it('keeps the error of a refused statement, and uses the connection again', async () => {
    const database = await (await testDatabase()).open({ poolSize: 1 })
    const pid = async () =>
      (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid
    const before = await pid()
    const again = database.query('INSERT INTO sandbox.compatibility (needs) VALUES (2)')

    await expect(again).rejects.toSatisfy(isUniqueViolation)

    expect(await pid()).toBe(before)
  })

  it('has PostgreSQL end slow statements, but gives pgbouncer no setting that it refuses', async () => {
    const test = await testDatabase()
    const timeout = async (options: DatabaseOptions) =>
      (await (await test.open(options)).query('SHOW statement_timeout'))[0]

    expect(await timeout({})).toEqual({ statement_timeout: '4500ms' })
    expect(await timeout({ directUrl: test.url })).toEqual({ statement_timeout: '4500ms' })
    expect(await timeout({ directUrl: `${test.url}?pgbouncer` })).toEqual({
      statement_timeout: '0',
    })
  })
})

it('names the option that a pgbouncer needs', () => {
  const refused = Object.assign(new Error('unsupported startup parameter: statement_timeout'), {
    code: '08P01',
  })

  expect(connectionFailure(refused).message).toContain('--database-direct')
})
