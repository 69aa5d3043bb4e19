import type { Exchange } from '../http/exchange.ts'
import { campaignOf, errorCode, succeeded } from '../http/reading.ts'
import { parsedJson } from '../http/response.ts'
import { idIn } from '../journey/runner.ts'
import { keyOf } from './keys.ts'
import type { Observed } from './observed.ts'
import { routeOf } from './routes.ts'

export interface RetentionLimits {
  /** The first exchanges, which are kept without a gap as long as they take at most half of the size. */
  first: number
  /** Later exchanges of one kind: of a key, an operation and an outcome. */
  ofKind: number
  later: number
  /** Characters of all bodies and addresses. */
  size: number
}

export const RETAINED: RetentionLimits = { first: 2000, ofKind: 60, later: 1000, size: 24_000_000 }

interface Kept {
  observed: Observed
  kind: string
  campaign: string | undefined
  isWrite: boolean
}

/**
 * The traffic that is kept, so that hours take no more memory than minutes: the first exchanges, and the latest of
 * each kind. If a write of a campaign is dropped, all that is known of the campaign goes with it: a story with gaps
 * would lead to wrong lessons.
 */
export class Retention {
  readonly #baseUrl: string
  readonly #limits: RetentionLimits
  readonly #first: Kept[] = []
  #isFirstFull = false
  readonly #kinds = new Map<string, Set<Kept>>()
  /** Later exchanges by their campaign. */
  readonly #campaigns = new Map<string, Set<Kept>>()
  /** Campaigns of the first exchanges, and those of them whose later writes were dropped. */
  readonly #known = new Set<string>()
  readonly #broken = new Set<string>()
  #later = 0
  #size = 0
  #writes = 0
  /** All exchanges that were added. */
  added = 0

  constructor(baseUrl: string, limits: Partial<RetentionLimits> = {}) {
    this.#baseUrl = baseUrl
    this.#limits = { ...RETAINED, ...limits }
  }

  add(exchange: Observed): void {
    this.added += 1
    const { operation, id } = routeOf(exchange, this.#baseUrl) ?? {}
    const placed = { ...exchange, ...(operation && { operation }) }
    const isWrite = WRITES.includes(operation ?? '')
    const isCreate = operation === 'createCampaign' && succeeded(placed)
    const kept = {
      observed: { ...compact(exchange), writesBefore: this.#writes },
      kind: [keyOf(placed), placed.method, operation, ...outcomeOf(placed)].join(' '),
      campaign: isCreate ? idIn(campaignOf(placed)) : id,
      isWrite,
    }
    if (isWrite && succeeded(placed)) this.#writes += 1
    if (!this.#keepFirst(kept)) this.#keepLater(kept)
  }

  get firstCount(): number {
    return this.#first.length
  }

  /** The first exchanges, without a gap. */
  get first(): Observed[] {
    return this.#first.map(({ observed }) => whole(observed))
  }

  /** All that can be learned from, in the order of the requests. */
  get exchanges(): Observed[] {
    const first = this.#first.filter(({ campaign = '' }) => !this.#broken.has(campaign))
    const later = [...this.#kinds.values()].flatMap((kept) => [...kept])
    return [...first, ...later]
      .map(({ observed }) => whole(observed))
      .sort((one, other) => one.startedAt - other.startedAt)
  }

  #keepFirst(kept: Kept): boolean {
    const size = this.#size + sizeOf(kept.observed)
    const { first, size: most } = this.#limits
    if (this.#first.length >= first || size > most / 2) this.#isFirstFull = true
    if (this.#isFirstFull) return false
    this.#first.push(kept)
    this.#size = size
    if (kept.campaign !== undefined) this.#known.add(kept.campaign)
    return true
  }

  #keepLater(kept: Kept): void {
    into(this.#kinds, kept.kind, kept)
    if (kept.campaign !== undefined) into(this.#campaigns, kept.campaign, kept)
    this.#later += 1
    this.#size += sizeOf(kept.observed)
    const { ofKind, later, size } = this.#limits
    const own = this.#kinds.get(kept.kind)
    if (own && own.size > ofKind) this.#dropOldest(own)
    while (this.#later > later || (this.#size > size && this.#later > 0)) {
      this.#dropOldest(this.#largest())
    }
  }

  #largest(): Set<Kept> {
    return [...this.#kinds.values()].reduce((best, each) => (each.size > best.size ? each : best))
  }

  #dropOldest(kind: Set<Kept>): void {
    const [oldest] = kind
    if (!oldest) return
    const { campaign, isWrite } = oldest
    if (!isWrite || campaign === undefined) {
      this.#drop(oldest)
      return
    }
    if (this.#known.has(campaign)) this.#broken.add(campaign)
    for (const kept of [...(this.#campaigns.get(campaign) ?? [])]) this.#drop(kept)
  }

  #drop(kept: Kept): void {
    from(this.#kinds, kept.kind, kept)
    if (kept.campaign !== undefined) from(this.#campaigns, kept.campaign, kept)
    this.#later -= 1
    this.#size -= sizeOf(kept.observed)
  }
}

const WRITES = ['createCampaign', 'updateCampaign', 'deleteCampaign']

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

function outcomeOf(exchange: Exchange): (string | number | undefined)[] {
  return [exchange.response?.status, errorCode(exchange)]
}

function sizeOf({ url, requestBody = '', response }: Exchange): number {
  return url.length + requestBody.length + (response?.text.length ?? 0)
}

/** Without the parsed body, which takes several times the memory of its text. */
function compact(exchange: Observed): Observed {
  const { response } = exchange
  return response ? { ...exchange, response: { ...response, json: undefined } } : { ...exchange }
}

function whole(exchange: Observed): Observed {
  const { response } = exchange
  if (!response) return exchange
  return { ...exchange, response: { ...response, json: parsedJson(response.text) } }
}
