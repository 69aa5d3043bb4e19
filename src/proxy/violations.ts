import { createHash } from 'node:crypto'
import type { ViolationFilter } from '../pipeline/upstream.ts'
import type { Finding, Violation } from '../schema/traffic.ts'
import { isoTime } from '../time/clock.ts'

/** Distinct violations that are kept. */
export const MOST_VIOLATIONS = 1000
/** Requests that a violation names: the last ones. */
export const MOST_REQUESTS = 10

/** The distinct violations of traffic, each with its last requests. */
export class Violations {
  readonly #byId = new Map<string, Violation>()

  /** Counts an occurrence; undefined if the violation is new and there are too many. */
  add(finding: Finding, request: string, at: number): Violation | undefined {
    const id = violationId(finding)
    const known = this.#byId.get(id)
    if (!known && this.#byId.size >= MOST_VIOLATIONS) return undefined
    const now = isoTime(at)
    const violation: Violation = {
      ...finding,
      id,
      count: (known?.count ?? 0) + 1,
      first_seen: known?.first_seen ?? now,
      last_seen: now,
      requests: [...(known?.requests ?? []), request].slice(-MOST_REQUESTS),
    }
    // The last seen is the last of the map.
    this.#byId.delete(id)
    this.#byId.set(id, violation)
    return violation
  }

  /** The violations that match the filter, the last seen first. */
  list({ request, ...cause }: ViolationFilter = {}): Violation[] {
    const wanted = Object.entries(cause).filter(([, value]) => value !== undefined)
    return [...this.#byId.values()]
      .filter((each) => wanted.every(([name, value]) => each[name as 'kind'] === value))
      .filter(({ requests }) => request === undefined || requests.includes(request))
      .reverse()
  }

  /** Forgets all, and returns their number. */
  clear(): number {
    const { size } = this.#byId
    this.#byId.clear()
    return size
  }
}

/** The same for the same cause. A path is part of it only where no operation is. */
export function violationId({
  kind,
  direction,
  operation,
  fact,
  statement,
  expected,
  actual,
  ...at
}: Finding) {
  const place = operation ?? `${at.method} ${at.path}`
  const cause = JSON.stringify([kind, direction, place, fact, statement, expected, actual])
  return `vio_${createHash('sha256').update(cause).digest('hex').slice(0, 16)}`
}
