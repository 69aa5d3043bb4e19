/** U+0000, and halves of characters, which UTF-8 cannot express. */
const REFUSED = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Private characters, which no text has, stand for refused ones. */
const STAND_INS = 0x100000
const STAND_IN = /[\u{100000}\u{10D800}-\u{10DFFF}]/gu

/** A text as a column can hold it, with a stand-in for each character that PostgreSQL refuses. */
export function storable(text: string): string {
  return text.replace(REFUSED, (refused) => String.fromCodePoint(STAND_INS + refused.charCodeAt(0)))
}

/** The text that `storable` got. */
export function restored(text: string): string {
  return text.replace(STAND_IN, (standIn) =>
    String.fromCharCode((standIn.codePointAt(0) as number) - STAND_INS),
  )
}

/** Between the texts in which a campaign is searched; no text has it. */
const SEPARATOR = '\u{10FFFD}'

/** Texts in one column, so that none is found across two of them. */
export function joined(texts: readonly string[]): string {
  return texts.map(storable).join(SEPARATOR)
}

/** The pattern of LIKE for texts that contain this one. */
export function containing(text: string): string {
  return `%${storable(text).replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
