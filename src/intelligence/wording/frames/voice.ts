import type { Frame } from './frame.ts'

export type Layout = 'numbered' | 'bullets' | 'paragraphs' | 'prose'

/**
 * The manner of a platform. `{about}` is the quoted keyword, `{list}` the brands by rank, `{name}` and `{names}` what
 * they are: tool, tools.
 */
export interface Voice {
  /** Says "I". */
  spoken: boolean
  /** Marks sentences with the numbers of its sources. */
  cites: boolean
  /** How it sets out several brands. */
  layouts: readonly Layout[]
  /** Between a brand and its label in a list: a dash, or a colon in bold; none where it writes sentences. */
  label: 'dash' | 'colon' | 'none'
  /** How often a headline precedes a list, from 0 to 1. */
  headline: number
  /** Before a list of brands. */
  lists: readonly Frame[]
  /** Before sentences about several brands. */
  named: readonly Frame[]
  /** Before sentences about one brand. */
  single: readonly Frame[]
  /** Before the points to consider, where no brand is named. */
  none: readonly Frame[]
  /** Headings of the points to consider, after the brands. */
  tips: readonly string[]
  closings: readonly Frame[]
}
