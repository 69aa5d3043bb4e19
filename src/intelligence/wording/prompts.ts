import { hashText, mix, unit } from '../../text/hash.ts'
import { type Kind, NOUNS } from './kinds.ts'

const UPPER_CASE =
  /\b(?:ai|api|b2b|b2c|cbd|cms|crm|css|diy|eu|erp|gps|hr|html|kpi|led|mba|pc|pdf|roi|seo|sms|tv|uk|usa|usb|ux|vat|vpn|i)\b/gi

/** A "can opener" is not a question, so some verbs need a subject after them. */
const QUESTION =
  /^(?:how|what|why|when|where|which|who)\s|^(?:is|are|can|do|does|should|will)\s(?:i|it|you|we|they|there|a|an|the|my|this)\s/i

/** How people ask about a keyword of a certain form, the first that matches. `{it}` is the keyword, `{It}` begins a sentence. */
const FORMS: readonly (readonly [form: RegExp, ...prompts: string[]])[] = [
  [QUESTION, '{It}?', '{It}? Which {names} would you recommend?'],
  [/\b(?:vs|versus)\b/i, '{It}: which one should I choose?', 'Can you compare {it} for me?'],
  [
    /^(?:best|cheapest|easiest|fastest|safest) (?:age|day|place|time|way)s?\s/i,
    "What's the {it}?",
    '{It}: what do you suggest?',
  ],
  [
    /^(?:best|top|cheapest|nicest|fastest|safest|easiest)\s/i,
    'Help me find the {it}.',
    "I'm looking for the {it}. What do you suggest?",
    '{It}: which {names} should I compare?',
    '{It}: what would you pick, and why?',
  ],
  [/^alternatives? to\s/i, '{It}: what do you suggest?', '{It}: which {names} are worth a try?'],
  [
    /^(?:learn|find|choose|compare|hire)\s/i,
    'I want to {it}. Where should I start?',
    'I want to {it}. Which {names} would you recommend?',
    "What's the easiest way to {it}?",
  ],
  [
    /./,
    '{It}: any recommendations?',
    '{It}: which {names} would you recommend?',
    '{It}: what are my options?',
    '{It}: where should I start?',
    '{It}: which {names} get the best reviews?',
    '{It}: which {names} do people trust most?',
    'Make me a shortlist: {it}.',
    'Compare the options for me: {it}.',
    'I need help with a decision: {it}. Which {names} should I look at?',
  ],
]

/** The two prompts for a keyword, as people would ask a chat platform; stable for ever for a keyword, kind and location. */
export function promptsOf(
  keyword: string,
  kind: Kind,
  location?: string,
): readonly [string, string] {
  if (!isEnglish(keyword)) return [keyword, `${keyword}${questionMarkOf(keyword)}`]
  const it = spelled(keyword).replace(/\bnear me\b/i, (near) =>
    location ? `${near} (${location})` : near,
  )
  const asked = QUESTION.test(it) ? questionOf(it) : it.replace(/^the (?=best|top|\w+est\b)/i, '')
  const prompts = (FORMS.find(([form]) => form.test(asked)) ?? []).slice(1) as string[]
  const hash = hashText(keyword, 71)
  const first = Math.floor(unit(hash) * prompts.length)
  const second = first + 1 + Math.floor(unit(mix(hash, 1)) * (prompts.length - 1))
  return [first, second % prompts.length].map((n) =>
    (prompts[n] as string).replace(/\{(\w+)\}/g, (_, part: string) => {
      if (part === 'names') return NOUNS[kind].names
      return part === 'It' ? capitalize(asked) : asked
    }),
  ) as [string, string]
}

export function isQuestion(keyword: string): boolean {
  return QUESTION.test(keyword)
}

/** A keyword with the capitals of abbreviations, without the stop at its end. */
export function spelled(keyword: string): string {
  const bare = keyword.trim().replace(/[?!.,:;\s]+$/, '')
  return (bare || keyword).replace(UPPER_CASE, (word) => word.toUpperCase())
}

/** "eBay" and "iPad" keep their first letter. */
export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase())
}

function questionOf(text: string): string {
  return text
    .replace(/^how to /i, 'how do I ')
    .replace(/^(where|what|when|which) to /i, '$1 should I ')
}

/**
 * Words that give a language away. Words that English searches contain as well are left out: "mit", "pour", "como".
 */
const FOREIGN_WORDS = new Set(
  // German, Dutch
  (
    'für und ohne kaufen günstig günstige günstiger beste bester bestes billig vergleich nähe wie ist das der zum zur ' +
    'damen herren erfahrungen versicherung voor een het zonder goedkope goedkoop kopen vergelijken fiets schoenen ' +
    // French
    'près moi avec meilleur meilleure meilleurs meilleures où quel quelle acheter pas logiciel chaussures enfants cours ' +
    // Spanish, Portuguese
    'para mejor mejores cómo barato barata baratos baratas cerca comprar qué dónde melhor melhores perto onde preço ' +
    // Italian
    'migliore migliori economico economici senza vicino della nella quale scarpe'
  ).split(' '),
)

/** Letters of other languages that loan words in English hardly ever keep. */
const FOREIGN_LETTER = /[ßãõąęłńśźżčěřšůžőűğışțøæ¿]|(?!\p{Script=Latin})\p{L}/iu

/**
 * Whether English sentences can be written about a keyword. Keywords without any Latin letter, such as "🚲", and those
 * of languages that a few words give away get answers without sentences.
 */
export function isEnglish(keyword: string): boolean {
  if (!/\p{Script=Latin}/u.test(keyword) || FOREIGN_LETTER.test(keyword)) return false
  return !keyword
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => FOREIGN_WORDS.has(word))
}

/** The question mark of a keyword's script. */
function questionMarkOf(keyword: string): string {
  if (/\p{Script=Arabic}/u.test(keyword)) return '؟'
  if (/\p{Script=Greek}/u.test(keyword)) return ';'
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(keyword) ? '？' : '?'
}
