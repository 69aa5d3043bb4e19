import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Backing, BackingParts } from '../runtime/backing.ts'
import { DATABASE_LIMITS, Moments } from '../runtime/moments.ts'
import type { JsonObject } from '../schema/json.ts'
import { delayAfter } from '../simulation/due.ts'
import type { Shared } from '../simulation/simulation.ts'
import { SecretBox } from '../store/secret-box.ts'
import { type Clock, createClock } from '../time/clock.ts'
import { PostgresChangeFeed } from './change-feed.ts'
import { Database } from './database.ts'
import { startFailure } from './database-error.ts'
import { migrate, requireSchema } from './migrate.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { PostgresStore } from './postgres-store.ts'
import { PostgresQuotas } from './quotas.ts'
import { PostgresReceivers } from './receivers.ts'
import { PostgresRequestLog } from './request-log.ts'
import { PostgresResetTimes } from './reset-times.ts'
import { forgetDocument, openSettings, type Settings, type WantedSettings } from './settings.ts'
import { PostgresSignUps } from './sign-ups.ts'
import { Listening, SharedSignals } from './signals.ts'
import { PostgresSnapshots } from './snapshots.ts'
import { restored } from './store/storable-text.ts'
import { PostgresUsageCounter } from './usage.ts'
import { PostgresWork } from './work.ts'

export interface SharedBacking {
  backing: Backing
  shared: Shared
  /** The clock that all replicas have. */
  clock: Clock
  /** With the seed and the fixture of the first replica. */
  config: Config
  isDocumentNew: boolean
  /** Undoes the replacement of the document, which does not fit the accounts. */
  forgetDocument(): Promise<void>
}

/** Opens the state that replicas share in a database; without a document, not as a replica. Rejects with a StoreError. */
export async function openSharedBacking(
  parts: BackingParts,
  document: JsonObject | undefined,
): Promise<SharedBacking> {
  const { config } = parts
  const url = config.database as string
  const directUrl = config.databaseDirect ?? url
  parts.report?.('The sandbox is connecting to its database.')
  const onPending = () => parts.report?.('The tables of the database are being updated.')
  if (config.migrate) await migrate(directUrl, { onPending })
  const database = await Database.open(url, parts, { directUrl, replica: parts.replica })
  try {
    await requireSchema(database)
    const settings = await openSettings(
      database,
      wantedOf(config, document),
      parts.clock.wallTime(),
    )
    if (settings.isDocumentOld) parts.log.notice(OLD_DOCUMENT)
    const secrets = new SecretBox(config.secretKey)
    await requireReadable(database, secrets)
    return backingOn(database, settings, { ...parts, secrets })
  } catch (error) {
    await database.close()
    throw startFailure(error)
  }
}

const OLD_DOCUMENT =
  'This replica serves the document that `svc-sandbox migrate --new-document` replaces. Replace the replica.'

/** Rejects with a StoreError if the secrets of an account are encrypted with another key. */
async function requireReadable(database: Database, secrets: SecretBox): Promise<void> {
  const [row] = await database.query<{ id: string; value: string }>(
    `SELECT id, value FROM sandbox.account WHERE value LIKE '%{"sealed":%' LIMIT 1`,
  )
  if (row) secrets.openedText(restored(row.id), row.value)
}

function wantedOf({ chosen, startAt }: Config, document: JsonObject | undefined): WantedSettings {
  const documentHash =
    document && createHash('sha256').update(JSON.stringify(document)).digest('hex')
  return { seed: chosen.seed, fixture: chosen.fixture, startAt, documentHash }
}

function backingOn(
  database: Database,
  { seed, offsetMs, fixture, isDocumentNew }: Settings,
  { config, clock: ownClock, secrets, ...parts }: BackingParts & { secrets: SecretBox },
): SharedBacking {
  const { notices } = database
  const isOwn = offsetMs === 0 && config.startAt === undefined
  const clock = isOwn ? ownClock : createClock({ wallTime: ownClock.wallTime, offsetMs })
  const running = { ...parts, clock, database, sql: database, notices }
  const store = new PostgresStore(database, {
    cacheMb: config.cacheMb,
    secrets,
    planning: {
      after: (change) => delayAfter(change, clock),
      notePlanned: (accountId, delayMs) => work.notePlanned(accountId, delayMs),
    },
  })
  database.onDoubt(() => store.forgetHeld())
  const stored = { ...running, store }
  const events = new PostgresEventLog(database, { store, wakes: true })
  const work = new PostgresWork({ ...running, holds: events })
  const usage = new PostgresUsageCounter(stored)
  const requests = new PostgresRequestLog(stored)
  const backing: Backing = {
    store,
    events,
    usage,
    requests,
    quotas: new PostgresQuotas(stored, config.rateLimits),
    receivers: new PostgresReceivers(database, store),
    snapshots: new PostgresSnapshots(database, secrets),
    moments: new Moments(
      { ...stored, events, snapshots: new PostgresSnapshots(database, secrets, { moments: true }) },
      DATABASE_LIMITS,
    ),
    signUps: new PostgresSignUps(database, config.signupLimits),
    resetTimes: new PostgresResetTimes(database),
    changes: new PostgresChangeFeed(notices),
    isAvailable: () => database.isReachable(),
    connections: () => database.connections(),
    async close() {
      await usage.close()
      await requests.flush()
      await store.close()
      await database.close()
    },
  }
  const shared = {
    work,
    events: new SharedSignals(notices, 'events', new Listening(running)),
    advances: new SharedSignals(notices, 'advance'),
  }
  return {
    ...{ backing, shared, clock, config: { ...config, seed, fixture }, isDocumentNew },
    forgetDocument: () => forgetDocument(database),
  }
}
