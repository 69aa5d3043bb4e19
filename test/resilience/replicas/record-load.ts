import { setTimeout as pause } from 'node:timers/promises'
import { demand, send, type Target } from '../../support/crash/client.ts'
import { Ledger } from '../../support/crash/ledger.ts'
import {
  type RecordKind,
  recordKinds,
  recordPath,
  type Shown,
} from '../../support/crash/records.ts'
import type { Random } from '../../support/random.ts'

/** Writers of each kind of record; each changes its own records only, so that their order is known. */
const WRITERS = 2

/** Counts of a run. */
export interface LoadCounts {
  acknowledged: number
  /** Without an answer, or with 503: they may have happened. */
  unknown: number
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
  unknown: 0,
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
  readonly #ledgers: Ledger[]
  readonly #given = new Set<string>()
  readonly #ids = new Set<string>()
  #campaign = ''

  constructor(target: Target, counts: LoadCounts) {
    this.#target = target
    this.#counts = counts
    this.#ledgers = recordKinds(target.accountId).map((kind) => new Ledger(kind))
  }

  /** Takes what there is for what is to be kept. */
  async begin(): Promise<void> {
    for (const ledger of this.#ledgers) {
      ledger.settle(await this.#list(ledger.kind))
      for (const id of ledger.kept.keys()) this.#given.add(id)
      if (ledger.kind.name === 'campaign') [this.#campaign = ''] = ledger.kept.keys()
    }
  }

  /** Writes until `over` aborts, and waits for the last answers. */
  async write(random: Random, over: AbortSignal): Promise<void> {
    const writers = this.#ledgers.flatMap((ledger) => {
      const own = Array.from({ length: WRITERS }, (): string[] => [])
      const ids = [...ledger.kept.keys()].filter((id) => !this.#given.has(id))
      for (const [n, id] of ids.entries()) own[n % WRITERS]?.push(id)
      return own.map((ids) => this.#writeOn(random, { ledger, ids }, over))
    })
    await Promise.all(writers)
  }

  /** What the replicas show other than what was acknowledged, in words; doubts are settled by it. */
  async check(): Promise<string[]> {
    const differences: string[] = []
    for (const ledger of this.#ledgers) {
      const found = await this.#list(ledger.kind)
      differences.push(...ledger.differences(found))
      ledger.settle(found)
    }
    return differences.map((words) => `${this.#target.accountId}: ${words}`)
  }

  async #writeOn(
    random: Random,
    { ledger, ids }: { ledger: Ledger; ids: string[] },
    over: AbortSignal,
  ): Promise<void> {
    const { kind } = ledger
    while (!over.aborted) {
      const method = nextMethod(random, kind, ids.length)
      const id = method === 'POST' ? undefined : random.pick(ids)
      const body = method === 'DELETE' ? {} : kind.body(random, { campaign: this.#campaign })
      const change = { method, id, body }
      const path = id === undefined ? kind.path : recordPath(kind.path, id)
      const sent = method === 'DELETE' ? undefined : body
      const answer = await send(this.#target, method, path, sent)
      if (answer === undefined || answer.status >= 500) {
        this.#counts.unknown += 1
        return void ledger.doubts.push(change)
      }
      if (answer.status >= 300) {
        this.#counts.faults.push(`${method} ${path} was answered with ${JSON.stringify(answer)}`)
        return
      }
      this.#counts.acknowledged += 1
      const data: Shown = answer.body.data
      ledger.note(change, data)
      if (method === 'POST') ids.push(this.#newId(data.id, kind))
      if (method === 'DELETE') ids.splice(ids.indexOf(id as string), 1)
      await this.#readBack(kind, method === 'POST' ? data.id : (id as string), method === 'DELETE')
    }
  }

  #newId(id: string, { name }: RecordKind): string {
    if (this.#ids.has(id)) this.#counts.repeated.push(`${name} ${id}`)
    this.#ids.add(id)
    return id
  }

  /** Another replica than the one that acknowledged the change shows it. */
  async #readBack(kind: RecordKind, id: string, isGone: boolean): Promise<void> {
    // Keys cannot be read one by one.
    if (kind.name !== 'campaign' && kind.name !== 'webhook') return
    const answer = await send(this.#target, 'GET', recordPath(kind.path, id))
    if (answer === undefined || answer.status >= 500) return
    this.#counts.reads += 1
    const isShown = answer.status === 200
    if (isShown === isGone) this.#counts.stale.push(`${kind.name} ${id} was ${answer.status}`)
  }

  async #list({ path }: RecordKind): Promise<Shown[]> {
    const all = path.startsWith('/api') ? `${path}?limit=1000` : path
    return untilAnswered(() => demand<Shown[]>(this.#target, 'GET', all))
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

function nextMethod(random: Random, { amount, isUpdatable }: RecordKind, held: number) {
  if (held === 0) return 'POST'
  if (held >= amount) return isUpdatable ? random.pick(['PUT', 'DELETE'] as const) : 'DELETE'
  return random.pick(isUpdatable ? (['POST', 'PUT', 'PUT'] as const) : (['POST'] as const))
}
