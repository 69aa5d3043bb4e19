import { hashText, mix, unit } from '../../text/hash.ts'
import { cityIn } from '../rankings/places.ts'
import { type Kind, kindOf, NOUNS } from './kinds.ts'
import { languageOf, SENTENCES } from './languages.ts'

const UPPER_CASE =
  /\b(?:ai|api|b2b|b2c|cbd|cms|crm|css|diy|eu|erp|gps|hr|html|kpi|led|mba|pc|pdf|roi|seo|sms|tv|uk|usa|usb|ux|vat|vpn|i)\b/gi

/** A "can opener" is not a question, so some verbs need a subject after them. */
const QUESTION =
  /^(?:how|what|why|when|where|which|who)\s|^(?:is|are|can|do|does|should|will)\s(?:i|it|you|we|they|there|a|an|the|my|this)\s|^(?:is|are)\s.+\s(?:good|worth it|legit|safe|reliable)$/i
/** Asks for knowledge, so that an answer names brands only here and there. */
const INFORMATIONAL = /^(?:how|what|why|when)\s(?!.*\b(?:best|brands?|recommend)\b)/i
/** Asks for an opinion about a brand. */
const DOUBT = /\b(?:any good|worth it|legit|scam|reliable|complaints?|reviews?)$/i

/** How people ask about a keyword of a certain form, the first that matches. `{it}` is the keyword, `{It}` begins a sentence. */
const FORMS: readonly (readonly [form: RegExp, ...prompts: string[]])[] = [
  [INFORMATIONAL, '{It}?', '{It}? What should I look out for?'],
  [DOUBT, '{It}?', '{It}? What do people say?'],
  [QUESTION, '{It}?', '{It}? Which {names} would you recommend?'],
  [/\b(?:vs|versus)\b/i, 'Which is better, {it}?', 'Can you compare {it} for me?'],
  [
    /^(?:best|top|cheapest|nicest|fastest|safest|easiest|most)\s/i,
    'Help me find the {it}.',
    "I'm looking for the {it}. What do you suggest?",
    'I need your advice on the {it}.',
    'Which {names} come to mind for the {it}?',
  ],
  [/^alternatives? to\s/i, 'What are good {it}?', 'I need {it}. Which {names} are worth a try?'],
  [
    /^(?:learn|find|choose|compare|hire)\s/i,
    'I want to {it}. Where should I start?',
    'I want to {it}. Which {names} would you recommend?',
    "What's the easiest way to {it}?",
  ],
  [
    /./,
    'Which {names} would you recommend for {it}?',
    'What are my options for {it}?',
    "I'm comparing {it}. Where should I start?",
    'Which {names} get the best reviews for {it}?',
    'Which {names} do people trust most for {it}?',
    'Can you make me a shortlist for {it}?',
    'Compare the options for {it} for me.',
    'I need help with {it}. Which {names} should I look at?',
  ],
]

/** The two prompts for a keyword, as people would ask a chat platform; stable for ever for a keyword, kind and location. */
export function promptsOf(
  keyword: string,
  kind: Kind,
  location?: string,
): readonly [string, string] {
  const language = languageOf(keyword)
  if (language === 'en') return english(spelled(keyword), kind, location)
  const prompts =
    language === 'other' ? (FORMS.at(-1)?.slice(1) as string[]) : SENTENCES[language].prompts
  const it = language === 'other' ? `“${keyword}”` : keyword
  return two(keyword, prompts, (part) => (part === 'it' ? it : NOUNS[kind].names))
}

function english(
  text: string,
  kind: Kind,
  location: string | undefined,
): readonly [string, string] {
  const near = text.replace(/\bnear me\b/i, (near) => (location ? `${near} (${location})` : near))
  const asked = QUESTION.test(near)
    ? questionOf(near)
    : plural(near.replace(/^the (?=best|top|most|\w+est\b)/i, ''))
  const prompts = (FORMS.find(([form]) => form.test(asked)) ?? []).slice(1) as string[]
  return two(text, prompts, (part) => {
    if (part === 'names') return NOUNS[kind].names
    return part === 'It' ? capitalize(asked) : asked
  })
}

/** Two of some prompts, with their placeholders filled. */
function two(
  keyword: string,
  prompts: readonly string[],
  fill: (part: string) => string,
): readonly [string, string] {
  const hash = hashText(keyword, 71)
  const first = Math.floor(unit(hash) * prompts.length)
  const second = first + 1 + Math.floor(unit(mix(hash, 1)) * (prompts.length - 1))
  return [first, second % prompts.length].map((n) =>
    (prompts[n] as string).replace(/\{(\w+)\}/g, (_, part: string) => fill(part)),
  ) as [string, string]
}

export function isQuestion(keyword: string): boolean {
  return QUESTION.test(keyword)
}

export function isInformational(keyword: string): boolean {
  return INFORMATIONAL.test(keyword)
}

export function isDoubt(keyword: string): boolean {
  return DOUBT.test(keyword)
}

/** A keyword with the capitals of abbreviations and cities, without the stop at its end. */
export function spelled(keyword: string): string {
  const bare = keyword.trim().replace(/[?!.,:;\s]+$/, '')
  const text = (bare || keyword).replace(UPPER_CASE, (word) => word.toUpperCase())
  const city = cityIn(text.toLowerCase())
  return city === undefined ? text : text.replace(new RegExp(`\\b${city}\\b`, 'i'), titled)
}

function titled(text: string): string {
  return text.replace(/\p{Ll}+/gu, capitalize)
}

/** "eBay" and "iPad" keep their first letter. */
export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase())
}

/** Words for things that are not counted. */
const UNCOUNTED =
  /(?:ware|ing|ance|age|ture|ry|tion|ics|care|ment|health|crm|erp|seo|food|wine|beer|tea|coffee|water|chocolate|bread|cheese|insurance|soap|shampoo)$/i

/** "bike shop Leeds" as a part of a sentence: "bike shops in Leeds". */
function plural(text: string): string {
  const [, thing = '', rest = ''] =
    /^(.*?)((?:\s(?:for|in|with|under|over|of|near|from|to|at|that)\s.*)?)$/i.exec(text) ?? []
  const city = cityIn(thing.toLowerCase())
  const at = city === undefined ? -1 : thing.toLowerCase().lastIndexOf(` ${city}`)
  const [noun, place] = at > 0 ? [thing.slice(0, at), ` in${thing.slice(at)}`] : [thing, '']
  const last = noun.split(' ').at(-1) as string
  const pair = noun.toLowerCase().split(' ').slice(-2).join(' ')
  const isKnown =
    kindOf(last.toLowerCase()) ?? (kindOf(pair) !== kindOf(pair.split(' ')[0] ?? '') || undefined)
  const isCounted = !/^\p{Lu}|s$/u.test(last) && isKnown && !UNCOUNTED.test(last)
  const named = isCounted
    ? `${noun.replace(/(?:[sxz]|ch|sh)$/, '$&e').replace(/([^aeiou])y$/, '$1ie')}s`
    : noun
  return named + place + rest
}

function questionOf(text: string): string {
  return text
    .replace(/^how to /i, 'how do I ')
    .replace(/^(where|what|when|which) to /i, '$1 should I ')
}
