import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyDatabase, postgres } from '../../test/support/postgres.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { packageRoot } from '../package/package-root.ts'
import { knownMigrations, migrate, schemaStateOf } from './migrate.ts'

describe.skipIf(!postgres.isAvailable)('migrate', () => {
  it('runs each migration once when several replicas start together', async () => {
    const url = await emptyDatabase()

    const done = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))

    expect(done.flat().sort()).toEqual(await knownMigrations())
    expect(await schemaStateOf(url)).toEqual({ pending: [], unknown: [], isCompatible: true })
  })

  it('changes nothing if one of the migrations fails', async () => {
    const url = await emptyDatabase()
    const folder = await folderWith({
      '999-broken.sql': 'CREATE TABLE sandbox.half (); SELECT 1 / 0;',
    })

    await expect(migrate(url, { folder })).rejects.toThrow('division by zero')

    const { pending } = await schemaStateOf(url)
    expect(pending).toEqual(await knownMigrations())
    await migrate(url)
  })

  it('adds what a later release brings', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const folder = await folderWith({ '999-later.sql': 'CREATE TABLE sandbox.later (id int);' })

    expect(await migrate(url, { folder })).toEqual(['999-later'])
    // The earlier release works on it.
    expect(await migrate(url)).toEqual([])
    expect((await schemaStateOf(url)).unknown).toEqual(['999-later'])
  })
})

/** A folder with our migrations and others. */
async function folderWith(others: Record<string, string>): Promise<string> {
  const folder = join(temporaryFolder(), 'migrations')
  mkdirSync(folder)
  for (const name of await knownMigrations()) {
    const file = `${name}.sql`
    copyFileSync(join(packageRoot(), 'src/postgres/migrations', file), join(folder, file))
  }
  for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, name), text)
  return folder
}
