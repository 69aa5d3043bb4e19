import type { Campaign, PastState } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { normalKeywords } from './keywords.ts'

/** A state of a campaign, from one change to the next. */
export interface Phase {
  campaign: Campaign
  /** Normalized, each once. */
  keywords: readonly string[]
  /** Identifies the results page of its location, device and search engine. */
  page: string
  /** Epoch milliseconds of the account's clock. */
  from: number
  /** Infinity for the present state. */
  until: number
  /** How many milliseconds `from` is ahead of the clock (`timeOfChange`). */
  lag: number
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
    phases.push({ campaign, keywords, page: pageOf(campaign), from, until, lag })
    from = until
    lag = next
  }
  return phases
}

export function beginOf({ began, created_at }: Campaign): number {
  return began ?? Date.parse(created_at)
}

function pageOf({ settings }: Campaign): string {
  const { location = '', device = '', search_engine = '' } = settings ?? {}
  return [location, device, search_engine].map(normalize).join('|')
}
