/** English as the generated answers need it. */

const SMALL_WORDS = new Set('a an and as at but by for from in of on or the to vs with'.split(' '))

/** Letters whose names begin with a vowel sound: an SEO tool, an HR system, but a CRM. */
const VOWEL_LETTERS = /^[AEFHILMNORSX]/

export function capitalize(sentence: string): string {
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Headline capitals; small words stay small unless they come first. */
export function titleCase(phrase: string): string {
  return phrase.replace(/[^\s-]+/g, (word, at: number) =>
    (at > 0 && SMALL_WORDS.has(word)) || /\p{Lu}/u.test(word) ? word : capitalize(word),
  )
}

/** The phrase with "a" or "an" by its sound. */
export function withArticle(phrase: string): string {
  const word = /^[\p{L}\p{N}]+/u.exec(phrase)?.[0] ?? ''
  if (/^[A-Z0-9]{2,}$/.test(word)) {
    // Acronyms that are read as words sound like words.
    return VOWEL_LETTERS.test(word) || /^(8|11|18)/.test(word) ? `an ${phrase}` : `a ${phrase}`
  }
  const lower = word.toLowerCase()
  const vowel = /^[aeiou]/.test(lower)
    ? !/^(uni([^mn]|$)|us[ae]|euro|one(\b|-)|once|ubi)/.test(lower)
    : /^(hour|honest|heir|honor)/.test(lower)
  return vowel ? `an ${phrase}` : `a ${phrase}`
}

/** The "-ing" form of a verb: choosing, planning, buying. */
export function gerund(verb: string): string {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`
  if (/[^eoy]e$/.test(verb) && verb !== 'be') return `${verb.slice(0, -1)}ing`
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb)) return `${verb}${verb.at(-1)}ing`
  return `${verb}ing`
}

/** "A", "A and B", "A, B, and C". */
export function joinNames(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

/** Closes a sentence, unless its last word, such as "Co." or "Yahoo!", already did. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
