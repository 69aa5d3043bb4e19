import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { builtFolder, packageRoot } from '../../package/package-root.ts'

/** A font as PDFKit knows it, by the path of its file. */
export type FontName = string

/** Characters without a shape of their own, such as joiners and the marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Packages that a notice has named. */
const named = new Set<string>()

/** The font for a character with its marks; undefined if none has all of them. */
export type FontOf = (character: string) => FontName | undefined

/**
 * Chooses the fonts of a document with the characters of `text`. Those besides Inter are read when the text needs them.
 * `notice` is called once for a package that is not installed.
 */
export async function chooseFonts(
  pdf: PDFKit.PDFDocument,
  text: string,
  notice: (message: string) => void,
): Promise<FontOf> {
  const others = [...new Set(text.match(/[^\0-~]/gu) ?? [])]
    .filter((character) => character.replace(INVISIBLE, '') !== '')
    .filter((character) => !canDraw(pdf, FONT.regular, character))
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

  return (character) => {
    const visible = [...character.replace(INVISIBLE, '')]
    const isEmoji = character.includes('\ufe0f')
    if (!isEmoji && visible.every((part) => canDraw(pdf, FONT.regular, part))) return FONT.regular
    const slice = slices.find((it) =>
      visible.every((part) => covers(it, part) && canDraw(pdf, it.file, part)),
    )
    return slice?.file
  }
}

/** Whether a font has a glyph. PDFKit has no public way to ask. */
function canDraw(pdf: PDFKit.PDFDocument, font: FontName, character: string): boolean {
  pdf.font(font)
  const { _font } = pdf as unknown as {
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  return _font.font.hasGlyphForCodePoint(character.codePointAt(0) as number)
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

const INTER = join(packageRoot(), 'src/reports/pdf/fonts')

/** The two weights in fonts/, for PDFKit. They cover Latin, Vietnamese, Greek and Cyrillic. */
export const FONT = {
  regular: join(INTER, 'Inter-Regular.ttf'),
  bold: join(INTER, 'Inter-SemiBold.ttf'),
} as const

/** Fonts of other scripts: npm packages of Fontsource, each with the characters that it is chosen for. */
const PACKAGED: Record<string, RegExp> = {
  'noto-sans-arabic': /\p{Script=Arabic}/u,
  'noto-sans-hebrew': /\p{Script=Hebrew}/u,
  'noto-sans-thai': /\p{Script=Thai}/u,
  'noto-sans-devanagari': /\p{Script=Devanagari}/u,
  'noto-sans-bengali': /\p{Script=Bengali}/u,
  'noto-sans-tamil': /\p{Script=Tamil}/u,
  'noto-sans-georgian': /\p{Script=Georgian}/u,
  'noto-sans-armenian': /\p{Script=Armenian}/u,
}

/** Large ones, which users install next to this package: its optional peers. */
const OPTIONAL: Record<string, RegExp> = {
  'noto-sans-kr': /\p{Script=Hangul}/u,
  // Also punctuation and full-width forms.
  'noto-sans-jp':
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff01-\uffee]/u,
  'noto-sans-sc': /[\p{Script=Han}\u3000-\u303f\uff01-\uffee]/u,
  'noto-emoji': /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u,
}

const FAMILIES = { ...PACKAGED, ...OPTIONAL }

/** A part of a family: Fontsource divides a large font by characters that occur together. */
interface Slice {
  family: string
  file: string
  has(codePoint: number): boolean
}

/** Whether a family is chosen for a character. */
function isFor(family: string, character: string): boolean {
  return FAMILIES[family]?.test(character) ?? false
}

/** The families for `text`, in the order of preference. */
function familiesFor(text: string): string[] {
  const families = Object.keys(FAMILIES).filter((name) => isFor(name, text))
  // Chinese and Japanese share characters and draw some of them differently. Only Japanese has kana.
  const isChinese = !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  return isChinese ? families.sort((a, b) => chineseFirst(b) - chineseFirst(a)) : families
}

function chineseFirst(family: string): number {
  return family === 'noto-sans-sc' ? 1 : 0
}

/** The slices of a family with characters that it is chosen for; undefined if its package is not installed. */
function slicesOf(family: string): Slice[] | undefined {
  const folder = folderOf(family)
  if (folder === undefined) return undefined
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'unicode.json'), 'utf8'),
  )
  return Object.entries(ranges).flatMap(([name, list]) => {
    const spans = list.split(',').map(spanOf)
    if (!spans.some((span) => isUsed(family, span))) return []
    const file = `files/${family}-${name.replace(/[[\]]/g, '')}-400-normal.woff`
    return {
      family,
      file: join(folder, file),
      has: (code) => spans.some(([first, last]) => first <= code && code <= last),
    }
  })
}

/** The files that the package contains: by their names in its folder of fonts, where they are. */
export function packagedFonts(): Record<string, string> {
  const files = Object.keys(PACKAGED).flatMap((family) => {
    const slices = slicesOf(family)?.map(({ file }) => file) ?? []
    const folder = folderOf(family) as string
    return [join(folder, 'unicode.json'), ...slices].map((file) => [
      join(family, file.slice(folder.length)),
      file,
    ])
  })
  return Object.fromEntries(files)
}

/** The name of the npm package of a family. */
function packageOf(family: string): string {
  return `@fontsource/${family}`
}

/** The folder of a family: copied by the build, or its package. */
function folderOf(family: string): string | undefined {
  const built = builtFolder()
  if (built !== undefined && family in PACKAGED) return join(built, 'fonts', family)
  try {
    const require = createRequire(import.meta.url)
    return dirname(require.resolve(`${packageOf(family)}/package.json`))
  } catch {
    return undefined
  }
}

type Span = readonly [first: number, last: number]

/** `U+4E00-4E10` or `U+FE0F`. */
function spanOf(text: string): Span {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function isUsed(family: string, [first, last]: Span): boolean {
  for (let code = first; code <= last; code++) {
    if (isFor(family, String.fromCodePoint(code))) return true
  }
  return false
}
