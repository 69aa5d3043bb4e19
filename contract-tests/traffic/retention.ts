import type { Exchange } from '../http/exchange.ts'
import { campaignOf, errorCode, succeeded } from '../http/reading.ts'
import { idIn } from '../journey/runner.ts'
import { keyOf } from './keys.ts'
import type { Observed } from './observed.ts'
import { routeOf } from './routes.ts'

export interface RetentionLimits {
  /** Exchanges of one kind: of a key, an operation and an outcome. */
  ofKind: number
  exchanges: number
  /** UTF-16 units of all bodies. */
  size: number
}

const LIMITS: RetentionLimits = { ofKind: 60, exchanges: 3000, size: 32_000_000 }

interface Kept {
  observed: Observed
  kind: string
  campaign: string | undefined
}

/**
 * The latest exchanges of each kind, so that hours of traffic take no more memory than minutes. If a write of a
 * campaign is dropped, all that is known of the campaign goes with it: a story with gaps would lead to wrong lessons.
 */
export class Retention {
  readonly #baseUrl: string
  readonly #limits: RetentionLimits
  readonly #kinds = new Map<string, Set<Kept>>()
  readonly #campaigns = new Map<string, Set<Kept>>()
  #count = 0
  #size = 0
  #writes = 0

  constructor(baseUrl: string, limits: Partial<RetentionLimits> = {}) {
    this.#baseUrl = baseUrl
    this.#limits = { ...LIMITS, ...limits }
  }

  add(exchange: Observed): void {
    const observed = { ...exchange, writesBefore: this.#writes }
    const { operation, id } = routeOf(observed, this.#baseUrl) ?? {}
    const placed = { ...observed, ...(operation && { operation }) }
    const isWrite = isWriteOf(operation)
    if (isWrite && succeeded(placed)) this.#writes += 1
    const isCreate = operation === 'createCampaign' && succeeded(placed)
    const campaign = isCreate ? idIn(campaignOf(placed)) : id
    const kind = [keyOf(observed), observed.method, operation, ...outcomeOf(placed)].join(' ')
    this.#keep({ observed, kind, campaign })
    this.#shrink(kind)
  }

  /** In the order of their requests. */
  get exchanges(): Observed[] {
    return [...this.#kinds.values()]
      .flatMap((kept) => [...kept].map(({ observed }) => observed))
      .sort((one, other) => one.startedAt - other.startedAt)
  }

  #keep(kept: Kept): void {
    into(this.#kinds, kept.kind, kept)
    if (kept.campaign !== undefined) into(this.#campaigns, kept.campaign, kept)
    this.#count += 1
    this.#size += sizeOf(kept.observed)
  }

  #shrink(kind: string): void {
    const { ofKind, exchanges, size } = this.#limits
    const own = this.#kinds.get(kind)
    if (own && own.size > ofKind) this.#dropOldest(own)
    while (this.#count > exchanges || (this.#size > size && this.#count > 1)) {
      this.#dropOldest(this.#largest())
    }
  }

  #largest(): Set<Kept> {
    return [...this.#kinds.values()].reduce((best, each) => (each.size > best.size ? each : best))
  }

  #dropOldest(kind: Set<Kept>): void {
    const [oldest] = kind
    if (!oldest) return
    const isWrite = isWriteOf(routeOf(oldest.observed, this.#baseUrl)?.operation)
    const others = isWrite ? this.#campaigns.get(oldest.campaign ?? '') : undefined
    for (const kept of new Set([oldest, ...(others ?? [])])) this.#drop(kept)
  }

  #drop(kept: Kept): void {
    from(this.#kinds, kept.kind, kept)
    if (kept.campaign !== undefined) from(this.#campaigns, kept.campaign, kept)
    this.#count -= 1
    this.#size -= sizeOf(kept.observed)
  }
}

function into(groups: Map<string, Set<Kept>>, name: string, kept: Kept): void {
  const group = groups.get(name) ?? new Set()
  group.add(kept)
  groups.set(name, group)
}

function from(groups: Map<string, Set<Kept>>, name: string, kept: Kept): void {
  const group = groups.get(name)
  group?.delete(kept)
  if (group?.size === 0) groups.delete(name)
}

function isWriteOf(operation: string | undefined): boolean {
  return ['createCampaign', 'updateCampaign', 'deleteCampaign'].includes(operation ?? '')
}

function outcomeOf(exchange: Exchange): (string | number | undefined)[] {
  return [exchange.response?.status, errorCode(exchange)]
}

function sizeOf({ url, requestBody = '', response }: Exchange): number {
  return url.length + requestBody.length + (response?.text.length ?? 0)
}
