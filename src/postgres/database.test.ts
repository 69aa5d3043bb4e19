import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { isUniqueViolation } from './database-error.ts'

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
})
