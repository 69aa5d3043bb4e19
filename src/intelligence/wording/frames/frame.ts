/** A sentence with placeholders, ready to be filled. */
export interface Frame {
  /** Text and names of placeholders in turn. */
  parts: readonly string[]
  /** Recommends, so that only praise may follow. */
  warm: boolean
  /** Needs several brands, and the first or a later one of them. */
  rank?: 'any' | 'first' | 'later' | undefined
  /** Says "I". */
  spoken: boolean
}

const RANKS: Record<string, Frame['rank']> = { '*': 'any', '1': 'first', '2': 'later' }

/**
 * Reads frames. A mark and a space before a frame limit its use: "+" to praise, "*" to several brands, "1" to the first
 * of several brands, "2" to the others.
 */
export function frames(...texts: string[]): readonly Frame[] {
  return texts.map((text) => {
    const [, mark = '', words = text] = /^([+*12]) (.*)$/.exec(text) ?? []
    return {
      parts: words.split(/\{(\w+)\}/),
      warm: mark === '+',
      rank: RANKS[mark],
      spoken: /\b(I|I'd|I'm|my|me)\b/.test(words),
    }
  })
}

export type Layout = 'numbered' | 'bullets' | 'paragraphs' | 'prose' | 'table'

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
