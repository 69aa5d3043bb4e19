import { STATUS_CODES } from 'node:http'

/** Upper bounds of the histogram of durations, in seconds. */
export const DURATION_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

const BOUNDS_MS = DURATION_BOUNDS.map((seconds) => seconds * 1000)

/** The part of the server that a request was for. */
export type Part = 'service' | 'control' | 'page'

/** The requests of one operation. */
export interface OperationTally {
  part: Part
  operation: string
  /** Number of requests by label of their status. */
  byStatus: ReadonlyMap<string, number>
  /** Number of requests by duration: one for each of `DURATION_BOUNDS`, then the slower ones. Not cumulative. */
  byDuration: readonly number[]
  /** Sum of all durations, in seconds. */
  seconds: number
}

class Operation implements OperationTally {
  readonly #statuses = new Map<number, number>()
  readonly byDuration = new Array<number>(BOUNDS_MS.length + 1).fill(0)
  #ms = 0
  readonly part: Part
  readonly operation: string

  constructor(part: Part, operation: string) {
    this.part = part
    this.operation = operation
  }

  count(status: number, ms: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    this.#ms += ms
    let at = 0
    while (at < BOUNDS_MS.length && ms > (BOUNDS_MS[at] as number)) at++
    this.byDuration[at] = (this.byDuration[at] as number) + 1
  }

  get seconds(): number {
    return this.#ms / 1000
  }

  get byStatus(): Map<string, number> {
    const labels = new Map<string, number>()
    for (const [status, number] of this.#statuses) {
      const label = labelOf(status)
      labels.set(label, (labels.get(label) ?? 0) + number)
    }
    return labels
  }
}

/** Counts requests for `GET /metrics`. It runs for every request, so it makes no labels before they are read. */
export class RequestTally {
  readonly #parts: Record<Part, Map<string, Operation>> = {
    service: new Map(),
    control: new Map(),
    page: new Map(),
  }

  /** `operation` must be one of a fixed set of names; `status` is 0 if no answer was sent. */
  count(part: Part, operation: string, status: number, durationMs: number): void {
    const operations = this.#parts[part]
    let found = operations.get(operation)
    if (found === undefined) {
      found = new Operation(part, operation)
      operations.set(operation, found)
    }
    found.count(status, durationMs)
  }

  operations(): OperationTally[] {
    return Object.values(this.#parts).flatMap((operations) => [...operations.values()])
  }
}

/** Callers can choose any status (`Prefer`, faults): statuses without a name share a label, so there are few. */
function labelOf(status: number): string {
  if (status === 0) return 'aborted'
  return status in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`
}
