/**
 * The built-in fonts of PDF cover Windows-1252 only, and a character outside of it would come out as
 * another one. It is transliterated where that is customary and given by its number otherwise.
 */

/** Beyond ASCII and Latin-1, what Windows-1252 has. */
const EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const SUBSTITUTES: Record<string, string> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u2212': '-',
  '\u2190': '<-',
  '\u2192': '->',
  '\u2032': "'",
  '\u2033': '"',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ŋ: 'ng',
  ŧ: 't',
  ẞ: 'SS',
  ...latinized('абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ', {
    letters:
      'a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch * y * e yu ya i yi ye g',
  }),
  ...latinized('αβγδεζηθικλμνξοπρσςτυφχψω', {
    letters: 'a v g d e z i th i k l m n x o p r s s t y f ch ps o',
  }),
}

/** The text in characters that the built-in fonts have. */
export function toWinAnsi(text: string): string {
  const shown = [...text.normalize('NFC')].map((character) => {
    if (isCovered(character)) return character
    // Tabs, line breaks and other controls have no shape.
    if (/[\p{Cc}\p{Zs}\u2028\u2029]/u.test(character)) return ' '
    const substitute = SUBSTITUTES[character]
    if (substitute !== undefined) return substitute

    const base = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
    const known = base.map((part) => (isCovered(part) ? part : SUBSTITUTES[part]))
    if (base.length > 0 && known.every((part) => part !== undefined)) return known.join('')
    return `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
  })
  // A run of characters without substitute shares its brackets.
  return shown.join('').replaceAll('][', ' ')
}

function isCovered(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRAS.has(character)
}

/** Pairs letters of an alphabet with Latin ones, in both cases; `*` means that it is left out. */
function latinized(alphabet: string, { letters }: { letters: string }): Record<string, string> {
  const latin = letters.split(' ').map((letter) => (letter === '*' ? '' : letter))
  return Object.fromEntries(
    [...alphabet].flatMap((letter, i) => {
      const sound = latin[i] ?? ''
      return [
        [letter, sound],
        [letter.toUpperCase(), sound.charAt(0).toUpperCase() + sound.slice(1)],
      ]
    }),
  )
}
