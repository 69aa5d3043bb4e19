import { capitalize, spellAcronyms, titleCase, withArticle } from './grammar.ts'
import { pick } from './hash.ts'
import { normalize } from './site.ts'

/** A keyword as prose and prompts can use it. */
export interface Topic {
  /** Fits after "for" and "when it comes to": "running shoes", "a CRM", "anyone looking to buy tea". */
  about: string
  /** As a headline has it. */
  title: string
  /** Headline of an article about it. */
  article: string
  /** Questions that people ask a chat platform about it. */
  prompts: readonly string[]
}

const WH = /^(how|what|why|when|where|which|who)\b/
const YES_NO = /^(is|are|do|does|can|should|will)\b/
const ACTION = /^(buy|hire|rent|learn|compare|find|choose|download|sell|improve|get)\b/
const NEAR_ME = /\s*\b(near me|nearby)$/
const SUPERLATIVE = /^(the )?(best|top( \d+)?|good)\s+/
const COST = /\s(cost|costs|price|prices|pricing)$/
const VERSUS = /\s(vs\.?|versus)\s/

/** Where the head noun of a phrase ends: "shoes for flat feet". */
const PREPOSITION = /\s(for|in|with|under|without|of|near|from|on|to|at|by)\s.*$/

const MASS_SUFFIX = /(ware|ment|tion|sion|ance|ence|ity|ship|age|ics|ing|ness|advice|news|care)$/
const MASS = new Set(
  (
    'software seo insurance equipment furniture clothing coffee tea advice security storage ' +
    'intelligence research food music help support design data travel skincare jewelry jewellery ' +
    'energy bread water health finance law yoga wine beer chocolate cheese hair makeup paper ' +
    'delivery repair voice content analytics'
  ).split(' '),
)
const SINGULAR = new Set(
  (
    'tool app platform service agency company system bike car laptop phone camera hotel lawyer ' +
    'dentist plumber consultant course provider website builder tracker checker generator planner ' +
    'crm vpn cms erp calculator account loan card mortgage watch mattress chair desk bag jacket ' +
    'machine monitor router printer tv api plugin template grill tent guitar backpack editor ' +
    'dashboard chatbot store shop bank clinic electrician accountant photographer'
  ).split(' '),
)

/** What a keyword asks about. `year` is that of the question. */
export function topicOf(keyword: string, year: number): Topic {
  const raw = normalize(keyword)
  const text = spellAcronyms(raw)
  const title = titleCase(text)
  const article = `${title}: A Practical Guide`

  if (WH.test(raw)) {
    // People search "how to …" but ask "how do I …".
    const question = `${capitalize(text.replace(/^how to\b/, 'how do I'))}?`
    return {
      about: `anyone wondering ${text}`,
      title,
      article,
      prompts: [question, `${question} Please name the brands you would look at.`],
    }
  }
  if (YES_NO.test(raw)) {
    return {
      about: `the question "${text}"`,
      title,
      article,
      prompts: [`${capitalize(text)}?`, `${capitalize(text)}? Which brands does it apply to?`],
    }
  }
  if (VERSUS.test(` ${raw} `)) {
    return {
      about: `anyone weighing up ${text}`,
      title,
      article: `${title}: A Side-by-Side Comparison`,
      prompts: [`${capitalize(text)}: which would you choose?`, `How do I decide on ${text}?`],
    }
  }
  if (ACTION.test(raw)) {
    return {
      about: `anyone looking to ${text}`,
      title: `Where to ${title}`,
      article: `Where to ${title}: Tips for ${year}`,
      prompts: [
        `Where is the best place to ${text}?`,
        `I want to ${text}. Which brands should I look at?`,
        `What should I know before I ${text}?`,
      ],
    }
  }
  if (NEAR_ME.test(raw)) {
    const place = text.replace(NEAR_ME, '')
    const places = isPlural(place)
      ? place
      : isMass(headOf(place))
        ? `${place} options`
        : plural(place)
    return {
      about: `local ${places}`,
      title: `${titleCase(places)} Near You`,
      article: `${titleCase(places)} Near You: How to Choose`,
      prompts: [
        `Which ${places} near me can you recommend?`,
        `Can you suggest local ${places} with good reviews?`,
      ],
    }
  }
  if (COST.test(raw)) {
    const { about } = thingTopic(text.replace(COST, ''), year)
    const question = `How much ${isPlural(about) ? 'do' : 'does'} ${about} cost?`
    return {
      about: `anyone comparing prices for ${about}`,
      title,
      article: `${title} in ${year}: What to Expect`,
      prompts: [question, `${question} Which brands offer good value?`],
    }
  }
  return thingTopic(spellAcronyms(raw.replace(SUPERLATIVE, '')) || text, year)
}

/** A topic that is a thing one can choose: a noun phrase, as most keywords are. */
function thingTopic(phrase: string, year: number): Topic {
  const head = headOf(phrase)
  const many = isPlural(phrase)
  const mass = !many && isMass(head)
  const singular = !many && !mass && SINGULAR.has(head.toLowerCase())
  const about = many || mass ? phrase : singular ? withArticle(phrase) : `${phrase} options`
  const best = singular || mass ? `is the best ${phrase}` : `are the best ${about}`
  return {
    about,
    title: titleCase(phrase),
    article: `${titleCase(phrase)}: The Best Options of ${year}`,
    prompts: [
      `What ${best} right now?`,
      `Which brands do you recommend for ${about}?`,
      `I'm comparing brands for ${about}. Who should be on my shortlist?`,
      `What ${best} in ${year}?`,
      `Who are the most trusted names when it comes to ${about}?`,
      `I need ${about} on a limited budget. Where should I start?`,
    ],
  }
}

/** The prompt that a mention answers. */
export function promptOf(topic: Topic, hash: number): string {
  return pick(topic.prompts, hash)
}

function headOf(phrase: string): string {
  return phrase.replace(PREPOSITION, '').split(' ').at(-1) ?? phrase
}

function isPlural(phrase: string): boolean {
  const head = headOf(phrase).toLowerCase()
  return /[a-z]s$/.test(head) && !/(ss|us|is|ics|news)$/.test(head) && head !== 'saas'
}

function plural(phrase: string): string {
  if (/(s|x|ch|sh)$/.test(phrase)) return `${phrase}es`
  return /[^aeiou]y$/.test(phrase) ? `${phrase.slice(0, -1)}ies` : `${phrase}s`
}

/** Words that take no article; so does what is not English, which is left as it is. */
function isMass(head: string): boolean {
  const lower = head.toLowerCase()
  return MASS.has(lower) || MASS_SUFFIX.test(lower) || !/^[a-z]+$/.test(lower)
}
