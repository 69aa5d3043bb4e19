import type { StyleName } from './world.ts'

/**
 * Stated bugs that `check` misses, with what it would take to catch them. A bug that is caught leaves the list:
 * `strangers.long.test.ts` fails while it is here.
 */
export const MISSED: { reason: string; names: string[] }[] = [
  {
    reason: 'Only a header of 20 kB shows it, which --thorough sends',
    names: ['431 is HTML', '431: no rate-limit headers'],
  },
]

/**
 * Bugs that `check` sees in some styles only, such as those that say how many campaigns there are, with one of them;
 * and a variation with which a run needs more requests than it may make in other styles.
 */
export const SEEN_IN: Record<string, StyleName> = {
  'three campaigns a page, 45 campaigns': 'gateway',
}
