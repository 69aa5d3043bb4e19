/** A keyword in an answer: quoted as people typed it, so that its grammar does not matter. */
export interface SearchPhrase {
  /** `"crm for small teams"`; long ones are cut. */
  about: string
  /** As a headline: "CRM for Small Teams". */
  title: string
  /** Questions to a chat platform. `{names}` is the listed kind of thing, `{year}` the year of the question. */
  prompts: readonly string[]
}

const LONGEST = 80

const UPPER_CASE =
  /\b(?:ai|api|b2b|b2c|cbd|cms|crm|css|diy|eu|erp|gps|hr|html|kpi|led|mba|pc|pdf|roi|seo|sms|tv|uk|usa|usb|ux|vat|vpn|i)\b/gi

/** A "can opener" is not a question, so some verbs need a subject after them. */
const QUESTION =
  /^(?:how|what|why|when|where|which|who)\s|^(?:is|are|can|do|does|should|will)\s(?:i|it|you|we|they|there|a|an|the|my|this)\s/i

const SMALL_WORDS = new Set('a an and as at but by for from in of on or the to vs with'.split(' '))

export function searchPhraseOf(keyword: string): SearchPhrase {
  const bare = keyword.replace(/["“”„]/g, '').replace(/[?!.\s]+$/, '')
  const full = /[\p{L}\p{N}\p{So}]/u.test(bare)
    ? bare.replace(UPPER_CASE, (word) => word.toUpperCase())
    : 'products and services'
  const short = shortened(full)
  return { about: `"${short}"`, title: titleCase(short), prompts: promptsFor(full) }
}

function promptsFor(phrase: string): readonly string[] {
  if (QUESTION.test(phrase)) {
    const asked = phrase
      .replace(/^how to /i, 'how do I ')
      .replace(/^(where|what) to /i, '$1 should I ')
    const question = `${capitalize(asked)}?`
    return [
      question,
      `${question} Any recommendations?`,
      `${question} Which {names} should I look at?`,
    ]
  }
  const about = `"${phrase}"`
  return [
    `Which {names} would you recommend for ${about}?`,
    `I searched for ${about}. Which {names} should I look at?`,
    `Who are the most trusted names when it comes to ${about}?`,
    `Can you compare the most popular {names} for ${about}?`,
    `Which {names} get the best reviews for ${about} in {year}?`,
    `What should be on my shortlist for ${about}?`,
    `I have a limited budget. Where should I start with ${about}?`,
  ]
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text
  const letters = [...text].slice(0, LONGEST).join('')
  return `${letters.replace(/\s+\S*$/, '')}…`
}

export function capitalize(sentence: string): string {
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Headline capitals; small words stay small unless they come first. */
function titleCase(phrase: string): string {
  return phrase.replace(/[^\s-]+/g, (word, at: number) =>
    at > 0 && SMALL_WORDS.has(word) ? word : capitalize(word),
  )
}
