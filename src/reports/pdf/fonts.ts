import { readFile } from 'node:fs/promises'
import { FONT, familiesFor, isFor, packageOf, type Slice, slicesOf } from './font-files.ts'

/** A font as PDFKit knows it, by the path of its file. */
export type FontName = string

/** Characters without a shape of their own, such as joiners and the marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Packages that a notice has named. */
const named = new Set<string>()

/** Chooses the font of each character. Fonts besides Inter are read when a text needs them. */
export class Fonts {
  readonly #pdf: PDFKit.PDFDocument
  readonly #slices: readonly Slice[]
  readonly #chosen = new Map<string, FontName | undefined>()

  private constructor(pdf: PDFKit.PDFDocument, slices: readonly Slice[]) {
    this.#pdf = pdf
    this.#slices = slices
  }

  /** Fonts for a document with the characters of `text`. `notice` is called once for a package that is not installed. */
  static async for(
    pdf: PDFKit.PDFDocument,
    text: string,
    notice: (message: string) => void,
  ): Promise<Fonts> {
    const base = new Fonts(pdf, [])
    const others = [...new Set(text.match(/[^\0-~]/gu) ?? [])]
      .filter((character) => character.replace(INVISIBLE, '') !== '')
      .filter((character) => !base.#canDraw(FONT.regular, character))
    const slices: Slice[] = []
    const lacking: string[] = []
    let missing = others
    for (const family of familiesFor(others.join(''))) {
      const wanted = missing.filter((character) => isFor(family, character))
      const found = slicesOf(family)?.filter((slice) => wanted.some((it) => covers(slice, it)))
      if (found === undefined) {
        lacking.push(family)
        continue
      }
      slices.push(...found)
      missing = missing.filter(
        (it) => !wanted.includes(it) || !found.some((slice) => covers(slice, it)),
      )
    }
    noteLacking(
      missing.flatMap((it) => lacking.find((family) => isFor(family, it)) ?? []),
      notice,
    )
    const files = await Promise.all(slices.map(({ file }) => readFile(file)))
    slices.forEach(({ file }, i) => {
      pdf.registerFont(file, files[i] as Buffer)
    })
    return new Fonts(pdf, slices)
  }

  /** The font for a character with its marks; undefined if none has all of them. */
  fontOf(character: string): FontName | undefined {
    if (!this.#chosen.has(character)) this.#chosen.set(character, this.#choose(character))
    return this.#chosen.get(character)
  }

  #choose(character: string): FontName | undefined {
    const visible = [...character.replace(INVISIBLE, '')]
    const isEmoji = character.includes('\ufe0f')
    if (!isEmoji && visible.every((part) => this.#canDraw(FONT.regular, part))) return FONT.regular
    const slice = this.#slices.find((it) =>
      visible.every((part) => covers(it, part) && this.#canDraw(it.file, part)),
    )
    return slice?.file
  }

  /** Whether a font has a glyph. PDFKit has no public way to ask. */
  #canDraw(font: FontName, character: string): boolean {
    this.#pdf.font(font)
    const { _font } = this.#pdf as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
    }
    return _font.font.hasGlyphForCodePoint(character.codePointAt(0) as number)
  }
}

function covers({ has }: Slice, character: string): boolean {
  return has(character.codePointAt(0) as number)
}

function noteLacking(families: readonly string[], notice: (message: string) => void): void {
  const unnamed = [...new Set(families)].map(packageOf).filter((name) => !named.has(name))
  if (unnamed.length === 0) return
  for (const name of unnamed) named.add(name)
  const install = `npm install --save-dev ${unnamed.join(' ')}`
  notice(`A report shows characters as their numbers: it lacks their font. Run ${install}`)
}
