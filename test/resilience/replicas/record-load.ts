import { setTimeout as pause } from 'node:timers/promises'
import { send, type Target } from '../../support/crash/client.ts'
import { listPath, type RecordKind, recordPath, type Shown } from '../../support/crash/records.ts'
import { AccountLoad, type Acknowledged } from '../../support/crash/writers.ts'
import type { Random } from '../../support/random.ts'

/** Counts of a run. */
export interface LoadCounts {
  acknowledged: number
  reads: number
  /** Reads that did not show an acknowledged change. */
  stale: string[]
  /** Refusals that should not be. */
  faults: string[]
  /** Ids that two creations were answered with. */
  repeated: string[]
}

export const noCounts = (): LoadCounts => ({
  acknowledged: 0,
  reads: 0,
  stale: [],
  faults: [],
  repeated: [],
})

/**
 * Creates, changes, deletes and reads the records of an account through a load balancer. A writer whose request has an
 * unknown outcome pauses until the round ends: its record is compared with both outcomes.
 */
export class RecordLoad {
  readonly #target: Target
  readonly #counts: LoadCounts
  readonly #load: AccountLoad
  readonly #ids = new Set<string>()

  constructor(target: Target, counts: LoadCounts) {
    this.#target = target
    this.#counts = counts
    this.#load = new AccountLoad(target, untilAnswered)
  }

  /** Takes what there is for what is to be kept. */
  begin(): Promise<void> {
    return this.#load.begin(this.#target.root)
  }

  /** What the replicas show other than what was acknowledged, in words; doubts are settled by it. */
  check(): Promise<string[]> {
    return this.#load.check(this.#target.root)
  }

  /** Writes until `over` aborts, and waits for the last answers. */
  write(random: Random, over: AbortSignal): Promise<void> {
    return this.#load.write(this.#target.root, random, {
      isOver: () => over.aborted,
      isUnknown: ({ status }) => status >= 500,
      onFault: (words) => this.#counts.faults.push(words),
      onAnswer: (made) => (made ? this.#acknowledged(made) : undefined),
    })
  }

  async #acknowledged({ kind, method, id }: Acknowledged): Promise<void> {
    this.#counts.acknowledged += 1
    if (method === 'POST') {
      if (this.#ids.has(id)) this.#counts.repeated.push(`${kind.name} ${id}`)
      this.#ids.add(id)
    }
    await this.#readBack(kind, id, method === 'DELETE')
  }

  /** Another replica than the one that acknowledged the change shows it. */
  async #readBack(kind: RecordKind, id: string, isGone: boolean): Promise<void> {
    // Others cannot be read one by one.
    const isListed = kind.name !== 'campaign' && kind.name !== 'webhook'
    const path = isListed ? listPath(kind) : recordPath(kind.path, id)
    const answer = await send(this.#target, 'GET', path)
    if (answer === undefined || answer.status >= 500) return
    this.#counts.reads += 1
    const isShown = isListed
      ? (answer.body.data as Shown[]).some((shown) => shown.id === id)
      : answer.status === 200
    if (isShown === isGone) this.#counts.stale.push(`${kind.name} ${id} was ${answer.status}`)
  }
}

const PATIENCE_MS = 30_000

/** Repeats a request that may be repeated, until it succeeds. Rejects with its last error after half a minute. */
export async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(100)
    }
  }
}
