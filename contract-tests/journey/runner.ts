import { nameIn, shownCampaigns } from '../evidence/campaigns.ts'
import type { CampaignBody, Evidence } from '../evidence/evidence.ts'
import type { JourneyStep } from '../evidence/steps.ts'
import type { Call, Client } from '../http/client.ts'
import type { Broken, Credential, Exchange } from '../http/exchange.ts'
import { campaignOf, encoded, idIn, type Json, succeeded } from '../http/reading.ts'
import type { Settings, Tokens } from '../http/settings.ts'
import { operations } from '../specification/documents.ts'

/** Requests of a run with each key, and without a valid one; a test checks the numbers. */
export const USUAL_REQUESTS: Record<keyof Tokens, number> = {
  main: 59,
  restricted: 9,
  limited: 9,
  revoked: 16,
  other: 9,
  logout: 2,
}
export const USUAL_STRANGERS = 36
/** Requests at the end that are left out if others took their place. */
const LAST_REQUESTS = 4

/** Whether a read shows what was written before it. */
type IsExpected = (exchange: Exchange) => boolean

/** The parts of a call except its operation. */
export type CallOptions = Partial<Call> & { id?: string | undefined; query?: string }

/** Sends the requests of a journey, and records them by step. */
export class Runner {
  readonly client: Client
  readonly evidence: Evidence
  readonly settings: Settings
  /** The key for cleaning up. */
  readonly credential: 'main' | 'restricted' | 'other'
  /** Parameters without which the server lists no campaigns. */
  listQuery: string | undefined
  /** Ids of the campaigns that were created and not deleted yet. */
  readonly created = new Map<string, string>()
  #extras = 0
  #spared = 0
  /** Creates that are under way. */
  #creating = 0
  readonly #marked = new Set<string>()
  readonly #foreign = new Set<string>()

  constructor(
    client: Client,
    evidence: Evidence,
    settings: Settings,
    credential: Runner['credential'] = 'main',
  ) {
    this.client = client
    this.evidence = evidence
    this.settings = settings
    this.credential = credential
  }

  /** Sends a request and records the exchange as a step. A read that must show an earlier write may need another try. */
  async ask(
    step: JourneyStep,
    credential: Credential,
    call: Call,
    isExpected?: IsExpected,
  ): Promise<Exchange> {
    const exchange = await this.send(credential, call, isExpected)
    if (isSkipped(exchange)) this.evidence.skip(step, exchange.broken.message)
    else this.evidence.record(step, exchange)
    return exchange
  }

  /** Like `ask`, for an operation with the main key. */
  askMain(
    step: JourneyStep,
    operation: string,
    more?: CallOptions,
    isExpected?: IsExpected,
  ): Promise<Exchange> {
    return this.ask(step, 'main', this.call(operation, more), isExpected)
  }

  /** Like `askMain`, for a request that only some servers need. Undefined if the run has no room for it. */
  async askExtra(
    step: JourneyStep,
    operation: string,
    more: CallOptions = {},
    isExpected?: IsExpected,
  ): Promise<Exchange | undefined> {
    if (this.#extras + this.#spared >= this.#room()) {
      this.evidence.skip(step, 'the limit of requests was reached')
      return undefined
    }
    this.#extras += 1
    return this.askMain(step, operation, more, isExpected)
  }

  /** Like `askMain` with an expectation, for a read that may take several requests that only some servers need. */
  readUntil<Found>(read: () => Promise<Found>, isShown: (found: Found) => boolean): Promise<Found> {
    const before = this.#extras
    return this.client.readUntil(() => {
      this.#extras = before
      return read()
    }, isShown)
  }

  /** As `ask`, for a request that takes no other's place: fewer keys leave room for it. */
  async askIfSpare(step: JourneyStep, credential: keyof Tokens, call: Call): Promise<void> {
    const isSpare = this.#spared + this.#extras < this.#room() - LAST_REQUESTS
    if (!isSpare) return this.evidence.skip(step, 'the run has no room for it')
    this.#spared += 1
    await this.ask(step, credential, call)
  }

  /** As `ask` with the main key, for a request that is left out when the budget is used up. */
  async askIfRoom(step: JourneyStep, call: Call): Promise<void> {
    if (this.client.budget.left('main') > 0) await this.ask(step, 'main', call)
    else this.evidence.skip(step, 'the limit of requests was reached')
  }

  /** Requests that the run may make beyond its usual ones. */
  #room(): number {
    const { maxRequests, maxTotal, tokens } = this.settings
    const given = Object.keys(tokens) as (keyof Tokens)[]
    const usual = given.reduce((sum, key) => sum + USUAL_REQUESTS[key], USUAL_STRANGERS)
    return Math.min(maxRequests - USUAL_REQUESTS.main, maxTotal - usual + LAST_REQUESTS)
  }

  /** Like `ask`, for a request that is not a step. */
  async send(credential: Credential, call: Call, isExpected?: IsExpected): Promise<Exchange> {
    const created = call.operation === 'createCampaign' ? 1 : 0
    this.#creating += created
    if (created > 0) this.#reserve()
    try {
      const exchange = await this.client.send(credential, call, isExpected)
      if (!isSkipped(exchange)) this.#note(exchange)
      return exchange
    } finally {
      this.#creating -= created
      if (created > 0) this.#reserve()
    }
  }

  /** A call of an operation; `id` goes into its path. */
  call(operation: string, more: CallOptions = {}): Call {
    const { id, query, ...rest } = more
    const found = operations.find((each) => each.operation === operation)
    if (!found) throw new Error(`The document has no operation ${operation}.`)
    const path = found.path.replace('{id}', encoded(id ?? ''))
    const needed = operation === 'listCampaigns' ? this.listQuery : undefined
    const given = new URLSearchParams(query)
    const nameOf = (parameter: string) => decodeURIComponent(parameter.split('=')[0] as string)
    const missing = needed?.split('&').filter((each) => !given.has(nameOf(each)))
    const asked = [...(missing ?? []), query].filter(Boolean).join('&')
    return { operation, method: found.method, path: asked ? `${path}?${asked}` : path, ...rest }
  }

  /** The call that makes the request of an exchange again. */
  repeated({ operation, method, url, requestBody }: Exchange): Call {
    return {
      ...(operation !== undefined && { operation }),
      method,
      path: url.slice(this.settings.baseUrl.length),
      ...(requestBody !== undefined && { rawBody: requestBody }),
    }
  }

  /** The body of a campaign of this run: marked in its name and in its keywords. */
  body(label: string, more: Partial<CampaignBody> = {}): CampaignBody {
    const { runId } = this.settings
    return {
      name: `${runId} ${label}`,
      type: 'serp',
      keywords: [`${runId} ${label} alpha`, `${runId} ${label} beta`],
      frequency: 'daily',
      ...more,
    }
  }

  /** Notes created campaigns, and whether a campaign has the mark of the run: an id may be of another campaign. */
  #note(exchange: Exchange): void {
    if (exchange.operation === 'createCampaign' && succeeded(exchange)) {
      const id = idIn(campaignOf(exchange))
      if (id !== undefined) this.remember(id, nameIn(exchange) || '(without a name)')
    }
    for (const campaign of shownCampaigns(exchange)) {
      const id = idIn(campaign)
      if (id === undefined || campaign.name === undefined) continue
      if (isMarked(campaign, this.settings.runId)) this.#marked.add(id)
      else if (this.created.has(id)) this.#foreign.add(id)
    }
    // Without a success nothing is known of it: cleaning up tries again.
    if (exchange.operation === 'deleteCampaign' && succeeded(exchange)) {
      this.forget(decodeURIComponent(new URL(exchange.url).pathname.split('/').at(-1) ?? ''))
    }
    this.#reserve()
  }

  /** The campaigns of the run that may be changed and deleted. */
  get mine(): Evidence['own'] {
    const { first, second } = this.evidence.own
    return {
      ...(first && this.owns(first.id) && { first }),
      ...(second && this.owns(second.id) && { second }),
    }
  }

  /** Whether a campaign has the mark of this run, so that it may be changed and deleted. */
  owns(id: string): boolean {
    return this.#marked.has(id) && !this.#foreign.has(id)
  }

  /** Notes that a campaign was seen with the mark of this run. */
  recognize(id: string): void {
    this.#marked.add(id)
  }

  remember(id: string, name: string): void {
    this.created.set(id, name)
    this.#reserve()
  }

  forget(id: string): void {
    this.created.delete(id)
    this.#reserve()
  }

  /**
   * Cleaning up takes a list and a delete for each, and a read of those that were not seen with the mark. A create is
   * sent only if its campaign can be deleted.
   */
  #reserve(): void {
    const unseen = [...this.created.keys()].filter((id) => !this.owns(id))
    this.client.budget.reserved = this.created.size + unseen.length + 2 * this.#creating + 1
  }
}

/** Whether `--skip` left a request out. */
export function isSkipped(exchange: Exchange): exchange is Exchange & { broken: Broken } {
  return exchange.broken?.kind === 'skipped'
}

/** Whether a campaign has the mark of a run, in upper or lower case. */
export function isMarked({ name, keywords }: Json, runId: string): boolean {
  return JSON.stringify([name, keywords]).toLowerCase().includes(runId.toLowerCase())
}
