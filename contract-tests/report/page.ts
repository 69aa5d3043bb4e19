import { styleText } from 'node:util'
import type { Headline } from './headline.ts'
import type { Leftover } from './result.ts'
import { length, printable, wrap, wrapCommand } from './text-layout.ts'
import { count } from './wording.ts'

/** What the reports for a terminal are laid out with. */

export interface TerminalOptions {
  /** Escape codes for colour; without, the text is plain. */
  colour?: boolean
  /** Columns; 100 unless given. */
  width?: number
  /** Every contradiction and observation in full, the agreeing ones too. */
  verbose?: boolean
  /** What else the reader should know, such as known failures that have expired. */
  notices?: string[]
}

export const LABEL_WIDTH = 10

export type Style = Parameters<typeof styleText>[0]

export interface Page {
  width: number
  verbose: boolean
  paint: (style: Style, text: string) => string
}

const TONES: Record<Headline['tone'], Style> = { good: 'green', bad: 'red', unsure: 'yellow' }
/** A page for a terminal, by what was asked for. */
export function pageFor(options: TerminalOptions): Page {
  return {
    width: Math.max(40, options.width ?? 100),
    verbose: options.verbose ?? false,
    paint: options.colour
      ? (style, text) => styleText(style, text, { validateStream: false })
      : (_, text) => text,
  }
}

/** Blocks with an empty line between them. */
export function finish(blocks: string[][]): string {
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ''])
  return lines.map(harmless).join('\n')
}

/** A line that GitHub would take for a workflow command could come from the server that is checked. */
function harmless(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1: ').replaceAll('##[', '## [')
}

/** What a run could not delete, with a command for each. */
export function leftoverLines(leftovers: Leftover[], page: Page): string[] {
  if (leftovers.length === 0) return []
  const title = `! Left behind: ${count(leftovers.length, 'campaign')} that the run created and could not delete. To delete:`
  return [
    ...wrap(title, page.width).map((line) => page.paint(['yellow', 'bold'] as Style, line)),
    ...leftovers.flatMap(({ name, id, curl }) => [
      `  ${printable(name)} (${printable(id)})`,
      ...wrapCommand(printable(curl), page.width - 4).map((line) => `    ${line}`),
    ]),
  ]
}

export function verdict(
  { word, tone, sentence }: Pick<Headline, 'word' | 'tone' | 'sentence'>,
  page: Page,
): string[] {
  return hang(`${word}  `, printable(sentence), page).map((line, index) =>
    index === 0
      ? line.replace(word, page.paint([TONES[tone], 'bold', 'inverse'] as Style, word))
      : line,
  )
}

export function labelled(label: string, text: string, page: Page): string[] {
  return withLabel(label, wrap(printable(text), page.width - LABEL_WIDTH - 2), page)
}

export function withLabel(label: string, lines: string[], page: Page): string[] {
  return lines.map((line, index) => {
    const margin = ' '.repeat(LABEL_WIDTH)
    return `  ${index === 0 ? page.paint('dim', label.padEnd(LABEL_WIDTH)) : margin}${line}`
  })
}

/** Text after a lead; what does not fit goes below, level with the text. */
export function hang(lead: string, text: string, page: Page): string[] {
  const indent = ' '.repeat(length(lead))
  return wrap(text, page.width - length(lead)).map((line, index) =>
    index === 0 ? `${lead}${line}` : `${indent}${line}`,
  )
}
