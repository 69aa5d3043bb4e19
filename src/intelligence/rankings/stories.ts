import type { Story } from '../../accounts/campaign.ts'
import { dayNumber } from '../dates.ts'
import { lastUpdate, ROLLOUT } from './algorithm-updates.ts'

/** A level beyond any list, on the logarithmic scale of positions, whatever else moves a keyword. */
export const OUT_OF_SIGHT = 100

/** Length and size of a rise on the logarithmic scale: from place 45 to 10, for example. */
const RISE = { days: 240, size: 1.5 }

/** The size of a fall after an update, and the part that is left after some days. */
const FALL = { days: 240, size: 1, left: 0.65 }

/** How far below the list a site starts, the delay between its first and last page, and its pace. */
const LAUNCH = { log: Math.log(200), delay: 12, days: 26 }

/** The weight of updates on a site with a story, which they would otherwise hide. */
const SUBDUED = 0.35

/**
 * The effect of updates on a site with a story on a day, and of the story itself, on the logarithmic scale of positions.
 * `stream` is that of the updates, since a fall follows one of them.
 */
export function withStory(updates: number, story: Story, stream: number, day: number): number {
  return SUBDUED * updates + offsetOn(story, stream, day)
}

function offsetOn({ kind, date }: Story, stream: number, day: number): number {
  const when = dayNumber(date)
  if (kind === 'rise') {
    const t = Math.min(1, Math.max(0, (day - when + RISE.days) / RISE.days))
    return RISE.size * (1 - t * t * (3 - 2 * t))
  }
  if (kind === 'fall') {
    const age = day - lastUpdate(stream, when)
    if (age < 0) return 0
    const recovered = (1 - FALL.left) * Math.min(1, age / FALL.days)
    return FALL.size * (ROLLOUT[age] ?? 1 - recovered)
  }
  if (kind === 'lost') return day < when ? 0 : OUT_OF_SIGHT
  return 0
}

/**
 * The level of a keyword of a new site on a day; `level` is the final one. Even a good page starts at the bottom; greater
 * exposure makes it rise earlier and faster.
 */
export function launchLevel(level: number, exposure: number, { date }: Story, day: number): number {
  const found = dayNumber(date) + LAUNCH.delay * (1.5 - exposure)
  const age = Math.max(0, day - found)
  return level + (LAUNCH.log - level) * Math.exp((-age * exposure) / LAUNCH.days)
}
