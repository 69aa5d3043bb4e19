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
  const given = givenOptions(flags) as PlaceFlags
  const { data, database, databaseDirect, secretKey } = optionsFromEnvironment()
  // Flags precede variables: one place replaces another.
  const isGiven = given.data !== undefined || given.database !== undefined
  const inVariables = database === undefined ? { data } : { database, databaseDirect }
  const named: PlaceFlags = isGiven ? given : givenOptions(inVariables as PlaceFlags)
  const isLocal = named.database === undefined
  const place = isLocal ? { data: named.data ?? OPTIONS.data.served } : named
  const name = isLocal ? String(place.data) : databaseAddress(String(named.database))
  if (isLocal && !mayCreate && !existsSync(name)) {
    throw new ConfigError(`There is no data folder ${name}. Name it with --data.`)
  }
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

async function openBacking(parts: BackingParts): Promise<Backing> {
  if (parts.config.database === undefined) {
    const { openLocalBacking } = await import('../../runtime/local-backing.ts')
    return openLocalBacking(parts)
  }
  // Loads the client of PostgreSQL.
  const { openSharedBacking } = await import('../../postgres/shared-backing.ts')
  return (await openSharedBacking(parts, undefined)).backing
}
