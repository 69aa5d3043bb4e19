import { databaseAddress, parseDatabaseUrl } from '../config/database-options.ts'
import { blamed, variableUnless } from '../config/sources.ts'
import { ConfigError } from '../config.ts'
import { migrate, schemaStateOf } from '../postgres/migrate.ts'
import { StoreError } from '../store/store-error.ts'
import { counted, noteError, print } from './output.ts'

/** The flags of `svc-sandbox migrate` as commander reads them. */
export interface MigrateFlags {
  database?: string
  databaseDirect?: string
  status?: true
  newDocument?: true
}

/** `svc-sandbox migrate`: creates or updates the tables of a database. The exit code is 2 if it cannot. */
export async function migrateDatabase(flags: MigrateFlags): Promise<void> {
  try {
    const url = addressIn(flags)
    const place = databaseAddress(url)
    const lines = flags.status ? await status(url) : await update(url, flags)
    print(`${place}: ${lines}`)
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreError)) throw error
    noteError(blamed(error, variableUnless(flags)), 'svc-sandbox changed nothing.')
    process.exitCode = 2
  }
}

/** The address of PostgreSQL itself: a migration needs a session. */
function addressIn(flags: MigrateFlags): string {
  const { SVC_DATABASE, SVC_DATABASE_DIRECT } = process.env
  const direct = flags.databaseDirect || (flags.database ? '' : SVC_DATABASE_DIRECT)
  const url =
    parseDatabaseUrl(direct || undefined, '--database-direct') ??
    parseDatabaseUrl(flags.database || SVC_DATABASE || undefined, '--database')
  if (url !== undefined) return url
  throw new ConfigError('Name a database with --database or SVC_DATABASE.')
}

async function status(url: string): Promise<string> {
  const { pending, unknown } = await schemaStateOf(url)
  if (unknown.length > 0) {
    return `a newer release made ${counted(unknown.length, 'change')}: ${unknown.join(', ')}.`
  }
  return pending.length === 0
    ? 'the tables are up to date.'
    : `${counted(pending.length, 'migration')} to run: ${pending.join(', ')}.`
}

async function update(url: string, { newDocument }: MigrateFlags): Promise<string> {
  const done = await migrate(url, { newDocument: newDocument === true })
  const text =
    done.length === 0
      ? 'the tables are up to date'
      : `ran ${counted(done.length, 'migration')}: ${done.join(', ')}`
  return newDocument ? `${text}. The next replica may bring another document.` : `${text}.`
}
