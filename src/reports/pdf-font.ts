import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import type { Document } from './pdf-layout.ts'

/** The two weights of fonts/, as PDFKit takes them. */
export const FONT = {
  regular: join(packageRoot(), 'fonts/Inter-Regular.ttf'),
  bold: join(packageRoot(), 'fonts/Inter-SemiBold.ttf'),
} as const

/** PDFKit keeps its current font to itself, and has no other way to ask what the font can draw. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
}

/** Whether the current font has a shape for a character. */
export function canDraw(document: Document, character: string): boolean {
  const { font } = (document as unknown as WithFont)._font
  return font.hasGlyphForCodePoint(character.codePointAt(0) as number)
}
