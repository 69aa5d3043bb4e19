/**
 * Text for a font that lacks some characters, which would appear as boxes. Replaces them by customary substitutes
 * (compatibility forms, romanized kana and Hangul), or else by their number.
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
  // First, since decomposition would turn ga into ka.
  const whole = SUBSTITUTES[character]
  if (whole !== undefined) return whole
  const parts = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  const known = parts.map((part) => SUBSTITUTES[part] ?? (canDraw(part) ? part : undefined))
  const isKnown = parts.length > 0 && known.every((part) => part !== undefined)
  return isKnown ? known.join('') : undefined
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Revised Romanization of the letters in decomposed Hangul; `*` is the silent one. */
const HANGUL = {
  initials: ['\u1100', 'g kk n d tt r m b pp s ss * j jj ch k t p h'],
  vowels: ['\u1161', 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'],
  finals: ['\u11a8', 'k k ks n nj nh t l lk lm lp ls lt lp lh m p ps t t ng t t k t p h'],
} as const

/** Hepburn romanization, letter by letter. Katakana have the order of hiragana. */
const KANA =
  'a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji tsu tsu ' +
  'zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu ' +
  'yo yo ra ri ru re ro wa wa i e o n'

const SUBSTITUTES: Record<string, string> = {
  ...sounds(HANGUL.initials[0], HANGUL.initials[1]),
  ...sounds(HANGUL.vowels[0], HANGUL.vowels[1]),
  ...sounds(HANGUL.finals[0], HANGUL.finals[1]),
  ...sounds('ぁ', KANA),
  ...sounds('ァ', KANA),
  ー: '-',
  '、': ', ',
  '。': '. ',
}

function sounds(first: string, latin: string): Record<string, string> {
  const start = first.codePointAt(0) as number
  const pairs = latin.split(' ').map((sound, i) => {
    return [String.fromCodePoint(start + i), sound === '*' ? '' : sound]
  })
  return Object.fromEntries(pairs)
}
