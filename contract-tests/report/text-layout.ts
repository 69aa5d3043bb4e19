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
