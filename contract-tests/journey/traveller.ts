import { shownCampaigns } from '../support/campaigns.ts'
import type { Call, Client } from '../support/client.ts'
import { operations } from '../support/documents.ts'
import type { CampaignBody, Evidence } from '../support/evidence.ts'
import type { Credential, Exchange } from '../support/exchange.ts'
import { campaignOf, type Json, refused, succeeded } from '../support/reading.ts'
import type { Settings } from '../support/settings.ts'

/** Who walks through the journey: asks, and writes down under which step. */
export class Traveller {
  readonly client: Client
  readonly evidence: Evidence
  readonly settings: Settings
  /** The key that cleans up. */
  readonly credential: 'main' | 'restricted' | 'other'
  /** Ids of the campaigns that were created and not deleted yet. */
  readonly created = new Map<string, string>()
  readonly #marked = new Set<string>()
  readonly #foreign = new Set<string>()

  constructor(
    client: Client,
    evidence: Evidence,
    settings: Settings,
    credential: Traveller['credential'] = 'main',
  ) {
    this.client = client
    this.evidence = evidence
    this.settings = settings
    this.credential = credential
  }

  /** Asks and records the exchange under the name of the step. */
  async ask(step: string, credential: Credential, call: Call): Promise<Exchange> {
    const exchange = await this.client.send(credential, call)
    this.evidence.record(step, exchange)
    this.#keepAccount(exchange)
    return exchange
  }

  /** A call of an operation; `id` goes into its path. */
  call(operation: string, more: Partial<Call> & { id?: string; query?: string } = {}): Call {
    const { id, query, ...rest } = more
    const found = operations.find((each) => each.operation === operation)
    if (!found) throw new Error(`The document has no operation ${operation}.`)
    const path = found.path.replace('{id}', encoded(id ?? ''))
    return { operation, method: found.method, path: query ? `${path}?${query}` : path, ...rest }
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

  /**
   * Keeps the account of what the run made: a create that was answered with success, and whether what
   * is shown under that id carries the mark of the run. An id may be that of something else.
   */
  #keepAccount(exchange: Exchange): void {
    if (exchange.operation === 'createCampaign' && succeeded(exchange)) {
      const id = idIn(campaignOf(exchange))
      if (id !== undefined) this.remember(id, nameSent(exchange))
    }
    for (const campaign of shownCampaigns(exchange)) {
      const id = idIn(campaign)
      if (id === undefined || campaign.name === undefined) continue
      if (isMarked(campaign, this.settings.runId)) this.#marked.add(id)
      else if (this.created.has(id)) this.#foreign.add(id)
    }
    if (exchange.operation === 'deleteCampaign' && !refused(exchange)) {
      this.forget(decodeURIComponent(new URL(exchange.url).pathname.split('/').at(-1) ?? ''))
    }
  }

  /** The campaigns of the run that may be changed and deleted. */
  get mine(): Evidence['own'] {
    const { first, second } = this.evidence.own
    return {
      ...(first && this.owns(first.id) && { first }),
      ...(second && this.owns(second.id) && { second }),
    }
  }

  /** Whether a campaign was seen to be of this run, so that it may be changed and deleted. */
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

  /** Cleaning up takes a list and a delete for each. */
  #reserve(): void {
    this.client.reserved = this.created.size + 1
  }
}

/** As a part of a path or a query; half of a pair of code units, as a cut emoji leaves, has no encoding. */
export function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

/** The id of a campaign; undefined for one that would not name a path of its own. */
export function idIn(campaign: Json | undefined): string | undefined {
  const { id } = campaign ?? {}
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  return /^\.{0,2}$/.test(String(id)) ? undefined : String(id)
}

/** Whether a campaign carries the mark of a run, in whichever case a server writes it. */
export function isMarked({ name, keywords }: Json, runId: string): boolean {
  return JSON.stringify([name, keywords]).toLowerCase().includes(runId.toLowerCase())
}

function nameSent(exchange: Exchange): string {
  const name = /"name":"([^"]*)"/.exec(exchange.requestBody ?? '')?.[1]
  return name ?? '(without a name)'
}
