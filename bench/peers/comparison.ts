import type { Operation } from '../operations.ts'
import type { Origin } from '../results.ts'

export const CONNECTIONS = [10, 50] as const

export interface Cell {
  status: number
  requestsPerSecond: number
  p50: number
  p99: number
  /** Milliseconds of the server's CPU for each request. */
  cpuMs: number
  /** How much of its core the server had; runs until November 2026 do not tell. */
  serverShare?: number
  /** Near 1, the load generator was the limit and not the server. */
  generatorShare: number
}

/** Instead of figures that could not be compared. */
export interface Unlike {
  says: string
}

export interface Subject {
  name: string
  version: string
  startMs: number
  /** Megabytes after the start, and after all that was asked of it, unless it failed before. */
  memory: { started: number; loaded?: number }
  /** Of the body of a list. */
  listBytes: number
  /** By operation and number of connections. */
  cells: Partial<Record<Operation, Record<number, Cell> | Unlike>>
}

export interface Comparison {
  origin: Origin
  remarks: string[]
  subjects: Subject[]
}
