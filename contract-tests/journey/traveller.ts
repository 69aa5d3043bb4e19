import type { Call, Client } from '../support/client.ts'
import { operations } from '../support/documents.ts'
import type { CampaignBody, Evidence } from '../support/evidence.ts'
import type { Credential, Exchange } from '../support/exchange.ts'
import { campaignOf, refused, succeeded } from '../support/reading.ts'
import type { Settings } from '../support/settings.ts'

/** Who walks through the journey: asks, and writes down under which step. */
export class Traveller {
  readonly client: Client
  readonly evidence: Evidence
  readonly settings: Settings
  /** Ids of the campaigns that were created and not deleted yet. */
  readonly created = new Map<string, string>()

  constructor(client: Client, evidence: Evidence, settings: Settings) {
    this.client = client
    this.evidence = evidence
    this.settings = settings
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
    const path = found.path.replace('{id}', encodeURIComponent(id ?? ''))
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

  /** Remembers what every successful create made, whether it was meant to succeed or not. */
  #keepAccount(exchange: Exchange): void {
    if (exchange.operation === 'createCampaign' && succeeded(exchange)) {
      const id = campaignOf(exchange)?.id
      if (id !== undefined && id !== null) this.remember(String(id), nameSent(exchange))
    }
    if (exchange.operation === 'deleteCampaign' && !refused(exchange)) {
      this.forget(decodeURIComponent(new URL(exchange.url).pathname.split('/').at(-1) ?? ''))
    }
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

function nameSent(exchange: Exchange): string {
  const name = /"name":"([^"]*)"/.exec(exchange.requestBody ?? '')?.[1]
  return name ?? '(without a name)'
}
