import type { Story } from '../accounts/campaign.ts'
import { lastUpdate, ROLLOUT } from './algorithm-updates.ts'
import { dayNumber } from './dates.ts'
import { easing } from './hash.ts'

/** How long a rise takes, and how far it goes on the logarithmic scale: from place 45 to 10, say. */
const RISE = { days: 240, size: 1.5 }
const RISING = easing(RISE.days)

/** What an update takes from a site, and what is left of that after so many days. */
const FALL = { days: 240, size: 1, left: 0.65 }

/** How far below the list a site begins, how many days its last page is found after its first, and its pace. */
const LAUNCH = { log: Math.log(200), delay: 12, days: 26 }

/** How much updates do to a site whose story is told: it would not be heard beside all of it. */
const SUBDUED = 0.35

/**
 * Turns what updates do to a site on consecutive days, on the logarithmic scale of positions, into what they
 * do beside its story, and adds the story; `updates` is their stream, since a fall follows one of them.
 */
export function addStory(sums: Float64Array, first: number, story: Story, updates: number): void {
  const offset = offsetOf(story, updates)
  for (let i = 0; i < sums.length; i++) {
    sums[i] = SUBDUED * (sums[i] as number) + offset(first + i)
  }
}

function offsetOf({ kind, date }: Story, updates: number): (day: number) => number {
  const day = dayNumber(date)
  if (kind === 'rise') {
    return (at) => {
      const step = at - day + RISE.days
      return step <= 0 ? RISE.size : RISE.size * (1 - (RISING[step] ?? 1))
    }
  }
  if (kind === 'fall') {
    const hit = lastUpdate(updates, day)
    return (at) => {
      const age = at - hit
      if (age < 0) return 0
      const recovered = (1 - FALL.left) * Math.min(1, age / FALL.days)
      return FALL.size * (ROLLOUT[age] ?? 1 - recovered)
    }
  }
  return () => 0
}

/**
 * The level, as a logarithm, of a keyword of a new site on a day; `level` is that of the end. However good a
 * page is, it begins at the bottom. The greater the exposure, the earlier and the faster it comes up.
 */
export function launched(level: number, launch: number, exposure: number, day: number): number {
  const found = launch + LAUNCH.delay * (1.5 - exposure)
  const age = Math.max(0, day - found)
  return level + (LAUNCH.log - level) * Math.exp((-age * exposure) / LAUNCH.days)
}
