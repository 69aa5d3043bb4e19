import type { Measured } from '../load.ts'
import type { Operation } from '../operations.ts'
import type { Origin } from '../results.ts'
import type { Cores } from '../servers.ts'

/** The numbers of connections, by the cores that the server may use; the load generator always has one. */
export const CONNECTIONS: Record<Cores, readonly number[]> = { one: [10, 50], all: [50] }

/** Requests of the memory run. */
export const MIXED_REQUESTS = 200_000

/** What our servers are called in the results. */
export const OURS = 'svc-sandbox'
export const OURS_DURABLE = 'svc-sandbox, data folder'

type Figure = 'requestsPerSecond' | 'p50' | 'p99' | 'cpuMs' | 'generatorShare'

export interface Cell extends Pick<Measured, Figure> {
  status: number
  /** Missing in results from before November 2026, and of a server that waits for a disk. */
  serverShare?: number
}

/** What a server does instead of the operation. */
export interface Unlike {
  says: string
}

/** By operation and number of connections. */
export type Cells = Partial<Record<Operation, Record<number, Cell> | Unlike>>

export interface Subject {
  name: string
  version: string
  startMs: number
  /** Megabytes after the start, after all loads unless the server failed in one, and after the memory run. */
  memory: { started: number; loaded?: number; mixed?: number }
  /** Size of the body of a list. */
  listBytes: number
  /** The server has one core. */
  cells: Cells
  /** The server may use all cores. Missing in results from before 23 November 2026. */
  freeCells?: Cells
}

/** How each cell was measured. Missing in results from before 23 November 2026. */
export interface Rounds {
  /** Runs of the sandbox and the bare servers, in turns. */
  turns: number
  /** Length of each of these runs. */
  seconds: number
  /** Length of the only run of a peer. */
  peerSeconds: number
}

export interface Comparison {
  origin: Origin
  rounds?: Rounds
  remarks: string[]
  subjects: Subject[]
}

/** The cell of an operation; undefined where the server does something else or was not asked. */
export function cellOf(
  cells: Cells | undefined,
  operation: Operation,
  connections: number,
): Cell | undefined {
  const found = cells?.[operation]
  return found === undefined || isUnlike(found) ? undefined : found[connections]
}

export function isUnlike(cells: Record<number, Cell> | Unlike): cells is Unlike {
  return 'says' in cells
}
