import { mix } from '../../text/hash.ts'

/**
 * Occasionally a page drops or climbs suddenly, and drifts back or returns as suddenly, mostly because another page of
 * the site replaces it for a while: at most once in each block of days, and within it.
 */
const BLOCK = 45

interface Jump {
  hash: number
  start: number
  length: number
}

/** The jump that a keyword is in on a day. */
function jumpOn(stream: number, day: number): Jump | undefined {
  const block = Math.floor(day / BLOCK)
  const hash = mix(stream, block)
  if ((hash & 0xff) > 90) return undefined
  const length = 3 + ((hash >>> 8) & 15)
  const start = block * BLOCK + (((hash >>> 12) & 0xff) % (BLOCK - length))
  return day >= start && day < start + length ? { hash, start, length } : undefined
}

/** Adds the jump of a day to the moves of a keyword. */
export function addJump(moves: number, stream: number, day: number): number {
  const jump = jumpOn(stream, day)
  if (!jump) return moves
  const { hash, start, length } = jump
  // Drops are somewhat more common than sudden climbs.
  const size = (hash >>> 28 < 9 ? 1 : -1) * (0.3 + ((hash >>> 20) & 0xff) / 400)
  const drift = (hash & 1) / length
  return moves + size * (1 - (day - start) * drift)
}

/** The number of the page that ranks on a day: most sudden moves come from another page that ranks for a while. */
export function pageOn(stream: number, day: number): number {
  const { hash = 0 } = jumpOn(stream, day) ?? {}
  return (hash & 2) === 0 ? 0 : 1 + ((hash >>> 4) & 1)
}
