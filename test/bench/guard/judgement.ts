import { median } from '../statistics.ts'
import { table } from '../table.ts'

/** What is compared: milliseconds of CPU for a request, or until the first 200. */
export const FIGURES = ['list', 'read', 'create', 'refused', 'start'] as const

export type Figures = Record<(typeof FIGURES)[number], number>

/** Figures of both builds, measured one after the other. */
export interface Pair {
  before: Figures
  after: Figures
}

/** The loss that fails. */
export const MOST_LOSS = 0.1

export interface Verdict {
  figure: keyof Figures
  /** Medians, in milliseconds. */
  before: number
  after: number
  /** Median of the ratios of the pairs: above 1, the working tree is slower. */
  ratio: number
  /** Median distance of the ratios from their median. */
  spread: number
  /** `unclear`: a loss that may be chance, because the ratios differ as much. */
  outcome: 'slower' | 'unclear' | 'same' | 'faster'
}

/** Judges ratios and not times, because both builds of a pair meet the same machine. */
export function judge(pairs: Pair[]): Verdict[] {
  if (pairs.length === 0) throw new Error('Nothing was measured.')
  return FIGURES.map((figure) => {
    const ratios = pairs.map(({ before, after }) => after[figure] / before[figure])
    const ratio = median(ratios)
    const spread = median(ratios.map((it) => Math.abs(it - ratio)))
    return {
      figure,
      before: median(pairs.map(({ before }) => before[figure])),
      after: median(pairs.map(({ after }) => after[figure])),
      ratio,
      spread,
      outcome: outcomeOf(ratio, spread),
    }
  })
}

function outcomeOf(ratio: number, spread: number): Verdict['outcome'] {
  if (ratio - spread > 1 + MOST_LOSS) return 'slower'
  if (ratio > 1 + MOST_LOSS) return 'unclear'
  return ratio + spread < 1 - MOST_LOSS ? 'faster' : 'same'
}

/** The comparison as Markdown. */
export function guardTable(release: string, verdicts: Verdict[]): string {
  const heads = ['CPU', release, 'working tree', 'ratio', 'spread', '']
  const rows = verdicts.map(({ figure, before, after, ratio, spread, outcome }) => {
    const unit = (ms: number) =>
      figure === 'start' ? `${ms.toFixed(0)} ms` : `${(ms * 1000).toFixed(0)} µs`
    const values = [unit(before), unit(after), ratio.toFixed(2), `± ${spread.toFixed(2)}`]
    return [figure, ...values, outcome]
  })
  return table(heads, rows)
}
