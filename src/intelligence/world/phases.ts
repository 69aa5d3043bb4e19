import type { Campaign, PastState } from '../../accounts/campaign.ts'
import type { Brand } from './invented-brands.ts'
import { normalKeywords } from './keywords.ts'

/** A state of a campaign, from one change to the next. */
export interface Phase {
  campaign: Campaign
  /** Normalized, each once. */
  keywords: readonly string[]
  /** Epoch milliseconds of the account's clock. */
  from: number
  /** Infinity for the present state. */
  until: number
  /** How many milliseconds `from` is ahead of the clock (`momentOf`). */
  lag: number
  /** Cached, of a campaign without competitors (`unlistedOf`): a keyword may have thousands. */
  get unlisted(): Unlisted | undefined
  set unlisted(unlisted: Unlisted)
}

/** What a campaign without competitors adds to a results page: equal campaigns have the same object. */
export interface Unlisted {
  seed: number
  brands: readonly Brand[]
}

class ChangedPhase implements Phase {
  readonly campaign: Campaign
  readonly keywords: readonly string[]
  readonly from: number
  readonly until: number
  readonly lag: number
  // Private, because equal phases are equal whether it is known or not.
  #unlisted: Unlisted | undefined

  constructor({ campaign, keywords, from, until, lag }: Omit<Phase, 'unlisted'>) {
    this.campaign = campaign
    this.keywords = keywords
    this.from = from
    this.until = until
    this.lag = lag
  }

  get unlisted(): Unlisted | undefined {
    return this.#unlisted
  }
  set unlisted(unlisted: Unlisted) {
    this.#unlisted = unlisted
  }
}

type State = Pick<PastState, 'campaign' | 'until' | 'lag'>

/** The states of a campaign, oldest first. `campaign` is the present one, if it exists. */
export function phasesOf(campaign: Campaign | undefined, past: readonly PastState[]): Phase[] {
  const states: State[] = [...past]
  if (campaign) states.push({ campaign, until: Number.POSITIVE_INFINITY })
  const phases: Phase[] = []
  let from = beginOf((states[0] as State).campaign)
  let lag = 0
  for (const { campaign, until, lag: next = 0 } of states) {
    const before = phases.at(-1)
    // Most changes keep the keywords, of which a campaign may have a thousand.
    const isKept = before?.campaign.keywords === campaign.keywords
    const keywords = isKept ? before.keywords : normalKeywords(campaign)
    phases.push(new ChangedPhase({ campaign, keywords, from, until, lag }))
    from = until
    lag = next
  }
  // A copy has no room for more, unlike an array that grew.
  return phases.slice()
}

export function beginOf({ began, created_at }: Campaign): number {
  return began ?? Date.parse(created_at)
}
