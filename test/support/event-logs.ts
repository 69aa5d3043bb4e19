import { PostgresEventLog } from '../../src/postgres/postgres-event-log.ts'
import type { EventLogLimits } from '../../src/store/events/event-log.ts'
import { inFolder, inMemory, type OpenLog } from './event-rows.ts'
import { postgres, testDatabase } from './postgres.ts'

/** Logs of a database, of which each has its own claims, as that of another process. */
async function inPostgres(limits?: Partial<EventLogLimits>): Promise<OpenLog> {
  const database = await (await testDatabase()).open({ poolSize: 4 })
  const open = () => new PostgresEventLog(database, { ...(limits && { limits }) })
  return { log: open(), reopen: async () => open() }
}

type Open = (limits?: Partial<EventLogLimits>) => OpenLog | Promise<OpenLog>

/** All implementations of an event log. */
export const IMPLEMENTATIONS: readonly (readonly [name: string, open: Open])[] = [
  ['in memory', inMemory],
  ['in a folder', inFolder],
  ...(postgres.isAvailable ? [['in PostgreSQL', inPostgres] as const] : []),
]
