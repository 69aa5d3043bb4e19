import type { RunResult } from './result.ts'

/** `1 fact`, `3 facts`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? noun : plural}`
}

/** `850 ms`, `4.2 s`, `1 min 12 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `a`, `a and b`, `a, b and 7 more`: at most `most` of the names. */
export function enumerate(names: string[], most = 4): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names.slice(0, -1)
  const rest = names.length - shown.length
  const last = rest > 1 ? `${rest} more` : (names.at(-1) ?? '')
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}

/** JSON in one line: `200`, `"seconds left"`, `["a","b"]`. */
export function inline(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

/** The subject of a report. */
export function titleOf({ baseUrl, traffic }: Pick<RunResult, 'baseUrl' | 'traffic'>): string {
  return traffic ? `What traffic showed of ${baseUrl}` : `Contract check of ${baseUrl}`
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The resources that a run could not delete, in a sentence. */
export function leftBehind(leftovers: unknown[]): string {
  return `${count(leftovers.length, 'campaign')} that the run created and could not delete.`
}

/** Cuts a long text, and says how long it was. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half of a surrogate pair is no character.
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  return `${start}… (${text.length.toLocaleString('en-US')} characters)`
}

/** Breaks text at spaces so that no line is longer than `width`. A longer word is cut, but not an address, which has to be copied. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = []
    let current = ''
    for (const word of line
      .split(' ')
      .flatMap((word) => (word.includes('://') ? word : chunks(word, width)))) {
      const longer = current === '' ? word : `${current} ${word}`
      if (length(longer) <= width || current === '') {
        current = longer
      } else {
        lines.push(current)
        current = word
      }
    }
    return [...lines, current]
  })
}

/** Cuts text into pieces of `width` characters. */
export function chunks(text: string, width: number): string[] {
  const characters = [...text]
  const pieces = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: pieces }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(''),
  )
}

/** Characters, not UTF-16 units. */
export function length(text: string): number {
  return [...text].length
}

/** Breaks a shell command between its arguments, so that it can be pasted. A long argument stays whole. */
export function wrapCommand(command: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const part of options(shellWords(command))) {
    const longer = current === '' ? part : `${current} ${part}`
    if (current !== '' && length(longer) + 2 > width) {
      lines.push(`${current} \\`)
      current = `  ${part}`
    } else {
      current = longer
    }
  }
  return [...lines, current]
}

/** An option stays with its value: `-H 'Accept: …'`. */
function options(words: string[]): string[] {
  const parts: string[] = []
  for (const word of words) {
    const last = parts.at(-1) ?? ''
    const isOptionAlone = /^-{1,2}\w[\w-]*$/.test(last)
    if (isOptionAlone && !word.startsWith('-')) parts.splice(-1, 1, `${last} ${word}`)
    else parts.push(word)
  }
  return parts
}

/** Splits at spaces outside quotes; the quotes stay. */
function shellWords(command: string): string[] {
  return command.match(/(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\]|['"])+/g) ?? []
}
