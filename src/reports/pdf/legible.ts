/**
 * Text for fonts that lack some characters, which would appear as boxes. Replaces them by their compatibility forms, or
 * else by their number.
 */

/** `text` in characters that `canDraw` accepts, which include ASCII. */
export function legible(text: string, canDraw: (character: string) => boolean): string {
  if (/^[ -~]*$/.test(text)) return text
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
