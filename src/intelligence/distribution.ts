import type { CampaignTally } from './position-tally.ts'

/** Keywords by how far up they are; each step contains the ones before. */
export interface Distribution {
  top_3: number
  top_10: number
  top_20: number
  top_100: number
}

/** Where the keywords stand on the last day. */
export function distributionOf(tallies: readonly CampaignTally[]): Distribution {
  const distribution = { top_3: 0, top_10: 0, top_20: 0, top_100: 0 }
  for (const { keywords } of tallies) {
    for (const { end } of keywords) {
      distribution.top_100++
      if (end <= 20) distribution.top_20++
      if (end <= 10) distribution.top_10++
      if (end <= 3) distribution.top_3++
    }
  }
  return distribution
}

/** How many keywords stand higher, lower and level on the last day compared with the first. */
export function movementOf(tallies: readonly CampaignTally[]) {
  const movement = { improved: 0, declined: 0, unchanged: 0 }
  for (const { keywords } of tallies) {
    for (const { start, end } of keywords) {
      if (end < start) movement.improved++
      else if (end > start) movement.declined++
      else movement.unchanged++
    }
  }
  return movement
}
