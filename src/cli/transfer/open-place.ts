import { existsSync } from 'node:fs'
import { databaseAddress } from '../../config/database-options.ts'
import { OPTIONS } from '../../config/options.ts'
import { ConfigError, givenOptions, optionsFromEnvironment, readConfig } from '../../config.ts'
import { silentLog } from '../../log.ts'
import { AbortController } from '../../node-globals.ts'
import { ApiDocument } from '../../openapi/api-document.ts'
import { packagedDocument } from '../../openapi/load.ts'
import type { Backing, BackingParts } from '../../runtime/backing.ts'
import { createClock } from '../../time/clock.ts'

/** The place of accounts, as flags name it. */
export interface PlaceFlags {
  data?: string
  database?: string
  databaseDirect?: string
}

interface Place {
  /** For people: a folder, or a database without its password. */
  name: string
  backing: Backing
  /** Writes what is left, and ends all connections. */
  close(): Promise<void>
}

/**
 * Opens a data folder or a database, by flags or variables. `mayCreate` also opens an empty one, and makes the tables
 * of a database. Rejects with a ConfigError or a StoreError.
 */
export async function openPlace(
  flags: PlaceFlags,
  { mayCreate }: { mayCreate: boolean },
): Promise<Place> {
  const { data, database, databaseDirect } = placeOf(flags)
  const name = database === undefined ? (data ?? OPTIONS.data.served) : databaseAddress(database)
  if (database === undefined && !mayCreate && !existsSync(name)) {
    throw new ConfigError(`There is no data folder ${name}. Name it with --data.`)
  }
  const place = database === undefined ? { data: name } : { database, databaseDirect }
  const { secretKey } = optionsFromEnvironment()
  const config = readConfig({ ...place, migrate: mayCreate, secretKey })
  const closing = new AbortController()
  const parts = {
    config,
    clock: createClock(),
    document: ApiDocument.of(packagedDocument),
    // The command reports its failure itself.
    log: silentLog,
    closing: closing.signal,
  }
  const backing = await openBacking(parts)
  return {
    name,
    backing,
    async close() {
      closing.abort()
      await backing.close()
    },
  }
}

/** Flags precede variables: one place replaces another. */
function placeOf(flags: PlaceFlags): PlaceFlags {
  const given = givenOptions(flags) as PlaceFlags
  if (given.data !== undefined && given.database !== undefined) {
    throw new ConfigError('--data and --database are different places for data. Leave one out.')
  }
  if (given.data !== undefined || given.database !== undefined) return given
  const { data, database, databaseDirect } = givenOptions(optionsFromEnvironment())
  return { ...(database === undefined ? { data } : { database, databaseDirect }) } as PlaceFlags
}

async function openBacking(parts: BackingParts): Promise<Backing> {
  if (parts.config.database === undefined) return openLocal(parts)
  // Loads the client of PostgreSQL.
  const { openSharedBacking } = await import('../../postgres/shared-backing.ts')
  const { backing } = await openSharedBacking(parts, undefined)
  return backing
}

async function openLocal(parts: BackingParts): Promise<Backing> {
  const { openLocalBacking } = await import('../../runtime/local-backing.ts')
  return openLocalBacking(parts)
}
