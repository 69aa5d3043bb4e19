/** A sentence with placeholders, ready to be filled. */
export interface Frame {
  /** Text and names of placeholders in turn. */
  parts: readonly string[]
  /** Recommends, so that only praise may follow. */
  warm: boolean
  /** Needs several brands, and the first or a later one of them. */
  rank?: 'any' | 'first' | 'later'
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
