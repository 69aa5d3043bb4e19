import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../time/clock.ts'
import type { Connections } from './connections.ts'

/** How long requests that are still being answered are waited for. */
const DRAIN_MS = 10_000
const DRAIN_STEP_MS = 10
/** How long callers are let in who come without a break. */
const ACCEPT_MS = 3000

/**
 * Stops accepting and waits for what is being answered. Connections without a request in flight, which
 * browsers keep open or open ahead of need, are closed as soon as what they had sent by now was read.
 */
export async function drain(server: Server, connections: Connections, clock: Clock): Promise<void> {
  const deadline = clock.elapsed() + DRAIN_MS
  let closed = false
  connections.announceEnd()
  await acceptWaiting(server, clock)
  // Node would close those at once on which a request has come that it has not read yet.
  server.closeIdleConnections = () => {}
  server.close(() => {
    closed = true
  })
  while (!closed) {
    await clock.wait(DRAIN_STEP_MS)
    if (clock.elapsed() > deadline) connections.closeAll()
    else await connections.closeIdle()
  }
}

/** Lets those in who have connected already: the system would break off what they have sent. */
async function acceptWaiting(server: Server, clock: Clock): Promise<void> {
  const deadline = clock.elapsed() + ACCEPT_MS
  let accepted = 0
  let before: number
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  // From here on, each turn of the event loop looks for callers; the present one may have done so already.
  await setImmediate()
  do {
    before = accepted
    await setImmediate()
  } while (accepted > before && clock.elapsed() < deadline)
  server.off('connection', count)
}
