import { styleText } from 'node:util'
import { printable, withoutCommands } from '../../src/text/visible.ts'
import type { Headline } from './headline.ts'
import type { Leftover } from './result.ts'
import { leftBehind, length, wrap, wrapCommand } from './wording.ts'

export interface TerminalOptions {
  /** Escape codes for colour; without, the text is plain. */
  colour?: boolean
  /** Columns; 100 by default. */
  width?: number
  /** Every contradiction and observation in full, the agreeing ones too. */
  verbose?: boolean
  /** Notes for the reader, such as known failures that have expired. */
  notices?: string[]
}

export type Style = Parameters<typeof styleText>[0]

const LABEL_WIDTH = 10
/** Indentation of text after a label. */
export const INDENT = ' '.repeat(LABEL_WIDTH + 2)
const TONES: Record<Headline['tone'], Style> = { good: 'green', bad: 'red', unsure: 'yellow' }

/** Lays out reports for a terminal. */
export class Page {
  readonly width: number
  readonly verbose: boolean
  readonly paint: (style: Style, text: string) => string

  constructor({ width = 100, verbose = false, colour = false }: TerminalOptions = {}) {
    this.width = Math.max(40, width)
    this.verbose = verbose
    this.paint = (style, text) =>
      colour ? styleText(style, text, { validateStream: false }) : text
  }

  /** Resources that a run could not delete, with a command for each. */
  leftovers(leftovers: Leftover[]): string[] {
    if (leftovers.length === 0) return []
    const title = `! Left behind: ${leftBehind(leftovers)} To delete:`
    return [
      ...wrap(title, this.width).map((line) => this.paint(['yellow', 'bold'], line)),
      ...leftovers.flatMap(({ name, id, curl }) => [
        `  ${printable(name)} (${printable(id)})`,
        ...wrapCommand(printable(curl), this.width - 4).map((line) => `    ${line}`),
      ]),
    ]
  }

  verdict({ word, tone, sentence }: Headline): string[] {
    const [first = '', ...others] = this.hang(`${word}  `, printable(sentence))
    return [
      first.replace(word, this.paint([TONES[tone], 'bold', 'inverse'] as Style, word)),
      ...others,
    ]
  }

  labelled(label: string, text: string): string[] {
    return this.withLabel(label, wrap(printable(text), this.width - INDENT.length))
  }

  withLabel(label: string, lines: string[]): string[] {
    const start = `  ${this.paint('dim', label.padEnd(LABEL_WIDTH))}`
    return lines.map((line, index) => `${index === 0 ? start : INDENT}${line}`)
  }

  /** Commands that can be pasted; their comments are wrapped as comments. */
  commands(label: string, text: string): string[] {
    const room = this.width - INDENT.length
    const lines = printable(text)
      .split('\n')
      .flatMap((line) =>
        line.startsWith('#')
          ? wrap(line.slice(2), room - 2).map((part) => `# ${part}`)
          : wrapCommand(line, room),
      )
    return this.withLabel(label, lines)
  }

  /** Text after a lead; further lines are level with the text. */
  hang(lead: string, text: string, style?: Style): string[] {
    const indent = ' '.repeat(length(lead))
    const lines = wrap(text, this.width - length(lead)).map(
      (line, index) => `${index === 0 ? lead : indent}${line}`,
    )
    return style === undefined ? lines : lines.map((line) => this.paint(style, line))
  }
}

/** Blocks with an empty line between them. */
export function finish(blocks: string[][]): string {
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ''])
  // A text of the server may have lines that GitHub, Azure or TeamCity would take for commands.
  return lines.join('\n').split('\n').map(withoutCommands).join('\n')
}
