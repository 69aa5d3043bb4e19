import type { Measured } from '../load.ts'
import type { Operation } from '../operations.ts'
import type { Origin } from '../results.ts'

export const CONNECTIONS = [10, 50] as const

type Figure = 'requestsPerSecond' | 'p50' | 'p99' | 'cpuMs' | 'generatorShare'

export interface Cell extends Pick<Measured, Figure> {
  status: number
  /** Missing in results from before November 2026. */
  serverShare?: number
}

/** What a server does instead of the operation. */
export interface Unlike {
  says: string
}

export interface Subject {
  name: string
  version: string
  startMs: number
  /** Megabytes after the start, and after all loads unless the server failed in one. */
  memory: { started: number; loaded?: number }
  /** Size of the body of a list. */
  listBytes: number
  /** By operation and number of connections. */
  cells: Partial<Record<Operation, Record<number, Cell> | Unlike>>
}

export interface Comparison {
  origin: Origin
  remarks: string[]
  subjects: Subject[]
}
