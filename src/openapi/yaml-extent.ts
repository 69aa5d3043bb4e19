import { type CST, Lexer, type LineCounter, Parser } from 'yaml'

export const YAML_LIMITS = {
  /**
   * Levels of lists and mappings. Beyond some thousands the recursion of the library ends the process: V8 cannot
   * compile a regular expression near the end of the stack, and gives up on all threads.
   */
  depth: 100,
  /** Each takes about a kilobyte of memory. */
  values: 1_000_000,
}

/** A problem at an offset in a text. */
export interface TextProblem {
  offset: number
  message: string
}

/** The tokens of a text or, if its depth or size exceeds a limit, the problem. Reads no further, and never recurses. */
export function boundedTokens(
  text: string,
  lines: LineCounter,
  limits = YAML_LIMITS,
): { tokens: CST.Token[]; excess?: TextProblem } {
  const parser = new Parser(lines.addNewLine)
  const tokens: CST.Token[] = []
  let values = 0
  let isContent = false
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser
    for (const token of parser.next(lexeme)) tokens.push(token)

    if (!isContent && STARTS.has(lexeme[0])) values++
    isContent = lexeme === SCALAR
    const message = values > limits.values ? tooMany(limits) : depthProblem(parser.stack, limits)
    if (message) return { tokens: [], excess: { offset, message } }
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens }
}

/** Announces that the next lexeme is the text of a scalar. */
const SCALAR = '\x1f'
/** First characters of the lexemes with which values begin. */
const STARTS: ReadonlySet<string | undefined> = new Set([SCALAR, '"', "'", '[', '{', '*'])

function tooMany({ values }: typeof YAML_LIMITS): string {
  return `the text has more than ${values} values up to here. Leave some out`
}

function depthProblem(
  open: readonly CST.Token[],
  { depth }: typeof YAML_LIMITS,
): string | undefined {
  // The bottom is the document, and a scalar may be on top.
  if (open.length <= depth + 1) return undefined
  if (open.filter(({ type }) => COLLECTIONS.has(type)).length <= depth) return undefined
  return `lists and mappings are nested more than ${depth} levels deep. Nest them less deeply`
}

const COLLECTIONS: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection'])
