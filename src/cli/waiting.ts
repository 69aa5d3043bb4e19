import { databaseAddress } from '../config/database-options.ts'
import { probe } from '../postgres/connection.ts'
import { connectionFailure, DatabaseError, isPermanent } from '../postgres/database-error.ts'
import { createClock } from '../time/clock.ts'
import type { Starting } from './starting.ts'

const LOOK_EVERY_MS = 500

/** Whether a start failed because of the database, and may succeed later. */
export function mayPass(error: unknown): boolean {
  return error instanceof DatabaseError && !isPermanent(error)
}

/**
 * Waits until the database of a sandbox that could not start answers. Rejects with a DatabaseError if the database refuses
 * us.
 */
export async function databaseReturns(
  database: string,
  reason: Error,
  { starting, say }: { starting: Starting; say: (message: string) => void },
): Promise<void> {
  starting.report('The sandbox is waiting for its database.')
  await starting.open()
  say(`Waiting for the database ${databaseAddress(database)}. ${reason.message}`)
  const clock = createClock()
  while (true) {
    await clock.wait(LOOK_EVERY_MS)
    try {
      return await probe(database)
    } catch (thrown) {
      const error = connectionFailure(thrown)
      if (!mayPass(error)) throw error
    }
  }
}
