import { median } from '../../bench/statistics.ts'
import type { Sample } from './server.ts'

/** How one figure grew between the second third of the samples and the last. */
export interface Growth {
  figure: string
  early: number
  late: number
  /** The growth that is no leak. */
  allowed: number
  isLeak: boolean
}

/** Bytes of heap that are no leak: answers and rows of the days by which clocks advance. */
const HEAP = 0.45 * 1024 * 1024
/** The same for each request: caches and compiled code. */
const HEAP_PER_REQUEST = 64
/** Connections of the client, some of which may be closed at times. */
const CONNECTIONS = 8
const MB = 1024 * 1024

/** Compares medians, so that an outlier does not matter; in the first third the server still warms up. */
export function judged(samples: readonly Sample[]): Growth[] {
  const third = Math.floor(samples.length / 3)
  if (third < 3)
    throw new Error(`${samples.length} samples are too few to see growth; give more --seconds.`)
  const [early, late] = [samples.slice(-2 * third, -third), samples.slice(-third)]
  const middle = (part: readonly Sample[], figure: keyof Sample) =>
    median(part.map((sample) => sample[figure]))
  const requests = middle(late, 'requests') - middle(early, 'requests')

  const allowances: [keyof Sample, number][] = [
    ['heap', HEAP + HEAP_PER_REQUEST * requests],
    ['external', 1 * MB],
    ['handles', CONNECTIONS],
    ['descriptors', CONNECTIONS],
    ['files', 1],
    // A journal grows until it is merged into its file.
    ['fileBytes', 0.5 * MB],
  ]
  return allowances.map(([figure, allowed]) => {
    const before = middle(early, figure)
    const after = middle(late, figure)
    return { figure, early: before, late: after, allowed, isLeak: after - before > allowed }
  })
}
