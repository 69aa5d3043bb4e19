import type { Credential, Exchange } from '../http/exchange.ts'
import type { Json } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import {
  type JourneyStep,
  type ListForm,
  type ListOperation,
  type Situation,
  type StepGroup,
  situationOfStep,
} from './steps.ts'

/** Thrown if a check lacks evidence; reports show the message as the reason. */
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

/** The values that a filter by a list asked for. */
export interface Asked {
  /** Values that were sent. */
  wanted: string[]
  /** The values that are known to have rows. */
  expected: string[]
  /** Other values that are known to have rows. */
  others: string[]
}

/** A list, and the pages of it that were asked for to learn how it is paged. */
export interface PagedList {
  /** The list without parameters of paging. */
  list: Exchange
  /** All pages by what was added to the query of the list, such as `limit=1`. */
  asked: ReadonlyMap<string, Exchange>
  /** Those of them that were to find the parameters. */
  searched: Exchange[]
  /** The parameter for the rows of a page, with a page of one row. */
  size?: { name: string; one: Exchange }
  position?: Position
}

/** The parameter for further pages, with pages that show it; none if it was not clear. */
export interface Position {
  style: 'cursor' | 'offset' | 'page'
  name: string
  /** Set if pages are numbered from 0. */
  first?: 0
  samples: Exchange[]
}

/** A campaign that the run made. */
export interface OwnCampaign {
  id: string
  /** The body that created it. */
  body: CampaignBody
}

/** All exchanges of a run in order, and by the name of their step. Checks use nothing else, and send nothing. */
export class Evidence {
  readonly settings: Settings
  readonly #all: readonly Exchange[]
  /** The campaigns of the run: the first is changed and deleted, the second must stay as it is. */
  readonly own: { first?: OwnCampaign; second?: OwnCampaign } = {}
  /** Further pages of the list of campaigns after both were created. */
  readonly pages: Exchange[] = []
  /** The rankings before a filter of days, and the days. */
  source?: { rows: Json[]; start: string; end: string }
  /** Rankings of one campaign of the account. */
  ranked?: Exchange
  /** The filter of keywords; `foreign` is one that only another campaign has. */
  keywords?: Asked & { foreign?: string }
  /** The form of a list in a query that worked. */
  listForm?: ListForm
  /** The filters of the mentions. */
  mentions?: { brand?: string; platforms: Asked; start?: string }
  /** How lists are paged, of a run that learns. */
  readonly paged: Partial<Record<ListOperation, PagedList>> = {}
  /** Why the run ended before its end. */
  ended?: string
  readonly #steps = new Map<JourneyStep, Exchange>()
  readonly #reasons = new Map<string, string>()

  constructor(settings: Settings, exchanges: readonly Exchange[]) {
    this.settings = settings
    this.#all = exchanges
  }

  /** The server's exchanges that count as evidence: without those that a repetition replaced. */
  get exchanges(): Exchange[] {
    return this.#all.filter(({ transient }) => transient === undefined)
  }

  /** Exchanges that were repeated, because they may have failed by chance. */
  get transients(): Exchange[] {
    return this.#all.filter(({ transient }) => transient !== undefined)
  }

  record(step: JourneyStep, exchange: Exchange): void {
    this.#steps.set(step, exchange)
  }

  addPage(page: Exchange): void {
    this.pages.push(page)
  }

  /** Forgets the pages of the list, before they are read again. */
  forgetPages(): void {
    this.pages.length = 0
    for (const step of this.#steps.keys()) if (step.startsWith('pages:')) this.#steps.delete(step)
  }

  stepsOf(exchange: Exchange): JourneyStep[] {
    return [...this.#steps].filter(([, each]) => each === exchange).map(([step]) => step)
  }

  /** The situations that requests tried, with each request that has a response, in their order. */
  get situations(): [Situation, Exchange][] {
    return [...this.#steps].flatMap(([step, exchange]): [Situation, Exchange][] => {
      const situation = situationOfStep(step)
      const isEvidence = exchange.response !== undefined && exchange.transient === undefined
      return situation && isEvidence ? [[situation, exchange]] : []
    })
  }

  /** The requests that tried something, and have a response. */
  tried(situation: Situation): Exchange[] {
    return this.situations.filter(([each]) => each === situation).map(([, exchange]) => exchange)
  }

  /** Notes why a step, or a group of steps (`revoked`), was left out. */
  skip(step: JourneyStep | StepGroup, reason: string): void {
    this.#reasons.set(step, reason)
  }

  /** The exchange of a step; undefined if it was left out. */
  find(step: JourneyStep): Exchange | undefined {
    return this.#steps.get(step)
  }

  /** The exchange of a step. Throws `Undetermined` if it was left out, or had no response. */
  get(step: JourneyStep): Exchange {
    const exchange = this.#steps.get(step)
    if (!exchange) throw new Undetermined(this.reasonFor(step))
    if (!exchange.response) {
      const { pathname } = new URL(exchange.url)
      throw new Undetermined(`${exchange.method} ${pathname}: ${exchange.broken?.message}`)
    }
    return exchange
  }

  reasonFor(step: JourneyStep): string {
    const group = step.split(':')[0] as string
    const reason = this.#reasons.get(step) ?? this.#reasons.get(group)
    return reason ?? this.ended ?? 'the run did not reach it'
  }

  /** All exchanges of a credential, in their order. */
  of(credential: Credential): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.credential === credential)
  }

  /** The exchanges between two others. */
  between(earlier: Exchange, later: Exchange): Exchange[] {
    return this.#all.slice(this.#all.indexOf(earlier) + 1, this.#all.indexOf(later))
  }

  /** A campaign of the run. Throws `Undetermined` if it could not be created. */
  campaign(which: 'first' | 'second'): OwnCampaign {
    const campaign = this.own[which]
    if (!campaign) throw new Undetermined(this.reasonFor(`create:${which}`))
    return campaign
  }
}
