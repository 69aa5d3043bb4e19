import type { Server } from 'node:http'

/**
 * Answers on the port of a sandbox while it starts. The sandbox then takes its socket over, so that the port is never
 * closed in between.
 */
export interface StandIn {
  /** Says what the start waits for. */
  report(reason: string): void
  /** Stops answering; resolves with the server whose socket is open, if it has listened. */
  handOver(): Promise<Server | undefined>
}
