import type { Campaign, PastState } from '../../accounts/campaign.ts'
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
}

type State = Pick<PastState, 'campaign' | 'until' | 'lag'>

/** The states of a campaign, oldest first. `campaign` is the present one, if it exists. */
export function phasesOf(campaign: Campaign | undefined, past: readonly PastState[]): Phase[] {
  const states: State[] = [...past]
  if (campaign) states.push({ campaign, until: Number.POSITIVE_INFINITY })
  let from = beginOf((states[0] as State).campaign)
  let lag = 0
  return states.map((state) => {
    const { campaign, until } = state
    const phase = { campaign, keywords: normalKeywords(campaign), from, until, lag }
    from = state.until
    lag = state.lag ?? 0
    return phase
  })
}

export function beginOf({ began, created_at }: Campaign): number {
  return began ?? Date.parse(created_at)
}
