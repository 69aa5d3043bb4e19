/** English as the generated answers need it. */

const ACRONYMS = new Map(
  (
    'ai api b2b b2c cms cpa cpc crm css ctr diy erp gps hr html iot it kpi led llm ppc pdf pos roi sdk ' +
    'sem seo serp sms sql tv ui uk usa usb ux vpn vps wifi'
  )
    .split(' ')
    .map((word) => [word, word.toUpperCase()] as const),
)
ACRONYMS.set('saas', 'SaaS').set('wifi', 'Wi-Fi').set('wordpress', 'WordPress')
ACRONYMS.set('shopify', 'Shopify').set('google', 'Google').set('chatgpt', 'ChatGPT')
// Words of everyday language first: "it" and "pos" are rarely meant as acronyms inside a phrase.
ACRONYMS.delete('it')
ACRONYMS.delete('pos')

const SMALL_WORDS = new Set('a an and as at but by for from in of on or the to vs with'.split(' '))

/** Letters whose names begin with a vowel sound: an SEO tool, an HR system, but a CRM. */
const VOWEL_LETTERS = /^[AEFHILMNORSX]/

/** Spells well-known acronyms of a lower-case phrase as prose does: "crm software" is CRM software. */
export function spellAcronyms(phrase: string): string {
  return phrase.replace(/[\p{L}\p{N}]+/gu, (word) => ACRONYMS.get(word) ?? word)
}

export function capitalize(sentence: string): string {
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Headline capitals; small words stay small unless they come first. */
export function titleCase(phrase: string): string {
  return phrase.replace(/[^\s-]+/g, (word, at: number) =>
    at > 0 && SMALL_WORDS.has(word) ? word : capitalize(word),
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

/** "A", "A and B", "A, B, and C". */
export function joinNames(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

/** Closes a sentence, unless its last word, such as "Co." or "Yahoo!", already did. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
