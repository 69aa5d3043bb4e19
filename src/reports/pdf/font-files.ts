import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFolder, packageRoot } from '../../package/package-root.ts'

/** The two weights in fonts/, for PDFKit. They cover Latin, Vietnamese, Greek and Cyrillic. */
export const FONT = {
  regular: join(packageRoot(), 'fonts/Inter-Regular.ttf'),
  bold: join(packageRoot(), 'fonts/Inter-SemiBold.ttf'),
} as const

/** Fonts of other scripts: npm packages of Fontsource, each with the characters that it is chosen for. */
const FAMILIES: Record<string, RegExp> = {
  'noto-sans-arabic': /\p{Script=Arabic}/u,
  'noto-sans-hebrew': /\p{Script=Hebrew}/u,
  'noto-sans-thai': /\p{Script=Thai}/u,
  'noto-sans-devanagari': /\p{Script=Devanagari}/u,
  'noto-sans-bengali': /\p{Script=Bengali}/u,
  'noto-sans-tamil': /\p{Script=Tamil}/u,
  'noto-sans-georgian': /\p{Script=Georgian}/u,
  'noto-sans-armenian': /\p{Script=Armenian}/u,
  'noto-sans-kr': /\p{Script=Hangul}/u,
  // Also punctuation and full-width forms.
  'noto-sans-jp':
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff01-\uffee]/u,
  'noto-sans-sc': /[\p{Script=Han}\u3000-\u303f\uff01-\uffee]/u,
  'noto-emoji': /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u,
}

/** A part of a family: Fontsource divides a large font by characters that occur together. */
export interface Slice {
  family: string
  file: string
  has(codePoint: number): boolean
}

/** Whether a family is chosen for a character. */
export function isFor(family: string, character: string): boolean {
  return FAMILIES[family]?.test(character) ?? false
}

/** The families for `text`, in the order of preference. */
export function familiesFor(text: string): string[] {
  const families = Object.keys(FAMILIES).filter((name) => isFor(name, text))
  // Chinese and Japanese share characters and draw some of them differently. Only Japanese has kana.
  const isChinese = !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  return isChinese ? families.sort((a, b) => chineseFirst(b) - chineseFirst(a)) : families
}

function chineseFirst(family: string): number {
  return family === 'noto-sans-sc' ? 1 : 0
}

/** The slices of a family with characters that it is chosen for. */
export function slicesOf(family: string): Slice[] {
  const folder = join(fontFolder(), family)
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

/** The folders and the files that the package must contain, by their paths in `fontFolder`. */
export function fontPackages(): { name: string; files: string[] }[] {
  return Object.keys(FAMILIES).map((name) => ({
    name,
    files: [
      'unicode.json',
      ...slicesOf(name).map(({ file }) => file.slice(file.indexOf('files/'))),
    ],
  }))
}

/** The folder of the font families: copied by the build, or in the packages themselves. */
export function fontFolder(): string {
  const built = builtFolder()
  return built ? join(built, 'fonts') : join(packageRoot(), 'node_modules/@fontsource')
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
