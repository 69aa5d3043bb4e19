import type { Story } from '../accounts/campaign.ts'
import { lastUpdateBefore, ROLLOUT } from './algorithm-updates.ts'
import { dayNumber } from './dates.ts'
import { easing } from './hash.ts'

/** How long a rise takes, and how far it goes on the logarithmic scale: from place 35 to 10, say. */
const RISE = { days: 300, size: 1.3 }
/** What an update takes from a site, and what is left of that after so many days. */
const FALL = { days: 240, size: 0.85, left: 0.65 }
/** How far down a site that nobody knows begins; each `days` two thirds of the way that is left are made. */
const LAUNCH = { days: 32, size: 2.3 }

const RISING = easing(RISE.days)

/**
 * Adds to consecutive days what the story of a site does to it, on the logarithmic scale of positions;
 * `updates` is the stream of algorithm updates, one of which a fall follows.
 */
export function addStory(sums: Float64Array, first: number, story: Story, updates: number): void {
  const offset = offsetOf(story, updates)
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + offset(first + i)
}

function offsetOf({ kind, date }: Story, updates: number): (day: number) => number {
  const day = dayNumber(date)
  switch (kind) {
    case 'rise':
      return (at) => {
        const step = at - (day - RISE.days)
        if (step <= 0) return RISE.size
        return RISE.size * (1 - (RISING[step] ?? 1))
      }
    case 'fall': {
      const hit = lastUpdateBefore(updates, day + 1) ?? day
      return (at) => {
        const age = at - hit
        if (age < 0) return 0
        const recovered = (1 - FALL.left) * Math.min(1, age / FALL.days)
        return FALL.size * (ROLLOUT[age] ?? 1 - recovered)
      }
    }
    case 'launch':
      return (at) => LAUNCH.size * Math.exp(-Math.max(0, at - day) / LAUNCH.days)
  }
}
