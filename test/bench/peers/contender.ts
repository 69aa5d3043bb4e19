import type { Operation } from '../operations.ts'
import type { Server } from '../servers.ts'

/** A server of the comparison. */
export interface Contender {
  name: string
  version: string
  /** Path of the API root. */
  base: string
  start(): Promise<Server>
  /** Starts it as users do, if the loads need another way. */
  startPlain?(): Promise<Server>
  /** A third-party server: the comparison goes on without it if it fails. */
  isPeer?: true
  /** The memory after a mix of operations is measured. */
  isMixed?: true
  /** It waits for a disk, so neither core need be busy. */
  waitsForDisk?: true
  /** The only operations that are measured; all by default. */
  operations?: readonly Operation[]
  /** Seconds until the server is as fast as it gets, if that takes longer than usual. */
  warmUp?: number
  /** A campaign that can be read. */
  id: string
  /** Keys that creates use in turns, if an account can have too few campaigns for one of them. */
  tokens?: readonly string[]
  /** Lists 20 campaigns, if that is not the default. */
  listPath?: string
  /** Removes what was created, for servers that keep it. */
  reset?(server: Server): Promise<void>
}
