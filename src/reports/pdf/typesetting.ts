/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak'
import { chooseFonts, FONT, type FontName, type FontOf } from './fonts.ts'

/** Consecutive characters of one font and one direction. */
export interface Piece {
  /** In the order in which PDFKit takes it; it reverses letters of right-to-left scripts. */
  text: string
  font: FontName
}

export interface Line {
  /** From left to right. */
  pieces: Piece[]
  /** The text that is read aloud and copied. */
  text: string
}

type Bidi = import('bidi-js').Bidi

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Text as the fonts can draw it, each of its characters, and their fonts. */
interface Drawable {
  characters: { text: string; font: FontName }[]
  text: string
}

/** Divides text by font and direction, and into lines. */
export class Typesetter {
  readonly #fontOf: FontOf
  readonly #bidi: Bidi | undefined

  private constructor(fontOf: FontOf, bidi: Bidi | undefined) {
    this.#fontOf = fontOf
    this.#bidi = bidi
  }

  /** A typesetter for a document with the characters of `text`. `notice` hears of a font that is not installed. */
  static async for(
    pdf: PDFKit.PDFDocument,
    text: string,
    notice: (message: string) => void,
  ): Promise<Typesetter> {
    const fontOf = await chooseFonts(pdf, text, notice)
    if (!RIGHT_TO_LEFT.test(text)) return new Typesetter(fontOf, undefined)
    const { default: bidiFactory } = await import('bidi-js')
    // Its types are those of an ES module, which Node does not load.
    return new Typesetter(fontOf, (bidiFactory as unknown as () => Bidi)())
  }

  /** Whether there is a font for a character. */
  canDraw(character: string): boolean {
    return this.#fontOf(character) !== undefined
  }

  /** One line. The first letter of `paragraph`, to which it belongs, determines where it begins. */
  line(text: string, paragraph = text): Line {
    if (isPlain(text) && isPlain(paragraph)) return { pieces: [{ text, font: FONT.regular }], text }
    const drawable = this.#drawable(text)
    return { pieces: this.#pieces(drawable, directionOf(paragraph)), text: drawable.text }
  }

  /** The longest beginning of a line that fits by `fits`, with an ellipsis if it is not the whole. */
  cut(text: string, fits: (line: Line) => boolean, paragraph = text): Line {
    const whole = this.line(text, paragraph)
    if (fits(whole)) return whole
    // A binary search, however long the text is.
    const characters = isPlain(text) ? [...text] : charactersOf(text)
    const beginning = (length: number) =>
      this.line(`${characters.slice(0, length).join('').trimEnd()}…`, paragraph)
    let [known, tooLong] = [0, characters.length]
    while (tooLong - known > 1) {
      const middle = (known + tooLong) >> 1
      if (fits(beginning(middle))) known = middle
      else tooLong = middle
    }
    return beginning(known)
  }

  /** Lines that fit by `fits`, at most `most`; the last one ends with an ellipsis if text is left. */
  paragraph(text: string, fits: (line: Line) => boolean, most: number): Line[] {
    const rest = [...breakable(text)]
    const lines: string[] = ['']
    while (rest.length > 0) {
      const next = rest.shift() as string
      const last = lines.at(-1) as string
      if (fits(this.line((last + next).trimEnd(), text))) lines[lines.length - 1] = last + next
      else if (last !== '') {
        lines.push('')
        rest.unshift(next)
      } else {
        const parts = smaller(next)
        if (parts.length === 1) lines[lines.length - 1] = next
        else rest.unshift(...parts)
      }
      if (lines.length > most) {
        const end = lines[most - 1] as string
        return [
          ...lines.slice(0, most - 1).map((line) => this.line(line, text)),
          this.cut(`${end.trimEnd()}… `, fits, text),
        ]
      }
    }
    // The space at the end of a line keeps its last word apart from the next line's first for readers.
    return lines.map((line) => this.line(line, text))
  }

  #drawable(text: string): Drawable {
    const characters = charactersOf(text.normalize('NFC')).flatMap((character) => {
      const font = this.#fontOf(character)
      if (font !== undefined && !/[\p{Cc}\p{Zs}]/u.test(character)) return { text: character, font }
      // Marks of direction are drawn by no font, and must reach the algorithm.
      if (MARKS.test(character)) return { text: character, font: FONT.regular }
      return [...legible(character, (part) => this.canDraw(part))].map((part) => ({
        text: part,
        font: this.#fontOf(part) ?? FONT.regular,
      }))
    })
    const shown = characters.map((it) => it.text).join('')
    return { characters, text: shown.replace(/\p{Default_Ignorable_Code_Point}/gu, '') }
  }

  #pieces({ characters }: Drawable, direction: 'ltr' | 'rtl'): Piece[] {
    const text = characters.map((it) => it.text).join('')
    const bidi = this.#bidi
    const levels =
      bidi && RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, direction).levels : undefined
    const runs: (Piece & { level: number })[] = []
    let at = 0
    for (const { text: part, font } of characters) {
      const level = levels?.[at] ?? 0
      at += part.length
      if (MARKS.test(part)) continue
      const last = runs.at(-1)
      // PDFKit lays out words one after the other, so a space ends what it may reverse.
      const isWord = level % 2 === 0 || (part !== ' ' && last?.text !== ' ')
      if (last && last.font === font && last.level === level && isWord) last.text += part
      else runs.push({ text: part, font, level })
    }
    for (const run of runs) {
      // PDFKit reverses letters of right-to-left scripts itself, and nothing else.
      const isReversed = RIGHT_TO_LEFT.test(run.text)
      if (isReversed === (run.level % 2 === 1)) continue
      const parts = charactersOf(run.text).reverse()
      run.text = parts
        .map((it) => (run.level % 2 === 1 ? (bidi?.getMirroredCharacter(it) ?? it) : it))
        .join('')
    }
    return inVisualOrder(runs)
  }
}

/** Marks of direction, embedding and isolation. */
const MARKS = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/

/** Reverses the runs of each level, from the highest to the lowest odd one (UAX #9, rule L2). */
function inVisualOrder<Run extends { level: number }>(runs: Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && (ordered[to] as Run).level >= level) to++
      if (to === from) continue
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}

/** By the first letter, outside of isolated text (UAX #9, rules P2 and P3). */
function directionOf(paragraph: string): 'ltr' | 'rtl' {
  const [first = ''] = paragraph.replace(/\u2068[^\u2069]*\u2069/g, '').match(/\p{L}/u) ?? []
  return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr'
}

/** Text for an English sentence: its direction does not move the words around it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** Printable ASCII, which one font draws from left to right. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** The characters as a reader counts them: letters with their marks. */
function charactersOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** Parts of a text after which a line may end (UAX #14). */
function* breakable(text: string): Generator<string> {
  const breaker = new LineBreaker(text)
  let from = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    yield text.slice(from, next.position)
    from = next.position
  }
}

/** The parts of a text that is too long for a line: words, which Thai writes without spaces, or else characters. */
function smaller(text: string): string[] {
  const found = [...words.segment(text)].map(({ segment }) => segment)
  return found.length > 1 ? found : charactersOf(text)
}

/**
 * `text` in characters that `canDraw` accepts, which include ASCII. The others would appear as boxes; they are replaced
 * by their compatibility forms, or else by their number.
 */
export function legible(text: string, canDraw: (character: string) => boolean): string {
  if (isPlain(text)) return text
  const shown = [...text.normalize('NFC')].map((character) => {
    // Tabs, line breaks and other controls have no shape; some fonts draw a box.
    if (/[\p{Cc}\p{Zs}\u2028\u2029]/u.test(character)) return ' '
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return ''
    if (canDraw(character)) return character
    return substitute(character, canDraw) ?? `[${codePoint(character)}]`
  })
  // Consecutive characters without a substitute share brackets.
  return shown.join('').replaceAll('][', ' ')
}

function substitute(character: string, canDraw: (part: string) => boolean): string | undefined {
  const parts = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  return parts.length > 0 && parts.every(canDraw) ? parts.join('') : undefined
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
