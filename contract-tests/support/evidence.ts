import type { Credential, Exchange } from './exchange.ts'
import type { Json } from './reading.ts'
import type { Settings } from './settings.ts'

/** Thrown where a check has nothing to judge by; the message is the reason that readers see. */
export class Undetermined extends Error {
  override name = 'Undetermined'
}

/** The body of a campaign as the run sends it. */
export interface CampaignBody extends Json {
  name: string
  type: string
  keywords: string[]
  frequency: string
  settings?: Record<string, string>
}

/** A campaign that the run made. */
export interface OwnCampaign {
  id: string
  /** What it was created with. */
  body: CampaignBody
}

/**
 * All that a run saw: every exchange in its order, and those that have a part to play by the name of
 * their step. The checks judge by this alone; they send nothing.
 */
export class Evidence {
  readonly settings: Settings
  readonly exchanges: Exchange[]
  /** The campaigns of the run: the first is changed and deleted, the second must stay as it is. */
  readonly own: { first?: OwnCampaign; second?: OwnCampaign } = {}
  /** What the filtered mentions were asked for. */
  mentions?: { brand: string; platform: string; start: string }
  /** Why the run ended before its end. */
  ended?: string
  readonly #steps = new Map<string, Exchange>()
  readonly #reasons = new Map<string, string>()

  constructor(settings: Settings, exchanges: Exchange[]) {
    this.settings = settings
    this.exchanges = exchanges
  }

  record(step: string, exchange: Exchange): void {
    this.#steps.set(step, exchange)
  }

  /** The names of the steps that an exchange was. */
  stepsOf(exchange: Exchange): string[] {
    return [...this.#steps].filter(([, each]) => each === exchange).map(([step]) => step)
  }

  /** Notes why a step, or all steps of a group (`revoked`), could not be taken. */
  skip(step: string, reason: string): void {
    this.#reasons.set(step, reason)
  }

  /** The exchange of a step; undefined where it was not taken. */
  find(step: string): Exchange | undefined {
    return this.#steps.get(step)
  }

  /**
   * The exchange of a step.
   *
   * @throws Undetermined with the reason why the step was not taken, or had no answer.
   */
  get(step: string): Exchange {
    const exchange = this.#steps.get(step)
    if (!exchange) throw new Undetermined(this.reasonFor(step))
    if (!exchange.response) {
      throw new Undetermined(
        `${exchange.method} ${new URL(exchange.url).pathname}: ${exchange.broken?.message}`,
      )
    }
    return exchange
  }

  reasonFor(step: string): string {
    const group = step.split(':')[0] as string
    return (
      this.#reasons.get(step) ??
      this.#reasons.get(group) ??
      this.ended ??
      'the run did not come to it'
    )
  }

  /** All exchanges of a credential, in their order. */
  of(credential: Credential): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.credential === credential)
  }

  /** The exchanges between two, both left out. */
  between(earlier: Exchange, later: Exchange): Exchange[] {
    return this.exchanges.slice(this.exchanges.indexOf(earlier) + 1, this.exchanges.indexOf(later))
  }

  /**
   * A campaign of the run.
   *
   * @throws Undetermined where it could not be created.
   */
  campaign(which: 'first' | 'second'): OwnCampaign {
    const campaign = this.own[which]
    if (!campaign) throw new Undetermined(this.reasonFor(`create:${which}`))
    return campaign
  }
}
