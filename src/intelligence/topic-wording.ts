import { isActivity } from './confidence.ts'
import { capitalize, gerund, joinNames, titleCase } from './grammar.ts'
import { nounPhrase, withObjectArticle } from './noun-phrase.ts'
import { countOf, isPerson } from './nouns.ts'
import { isCompany, proseOf, spell } from './spelling.ts'
import { hasRank } from './superlatives.ts'

/** A keyword as prose and prompts can use it. */
export interface Topic {
  /** Only of things one can say "the leading brands for"; any topic fits after "when it comes to". */
  kind: 'thing' | 'action' | 'question'
  /** Fits after "for" and "when it comes to": "running shoes", "choosing a CRM". */
  about: string
  /** As a headline has it. */
  title: string
  /** Headline of an article about it. */
  article: string
  /** Questions that people ask a chat platform about it. */
  prompts: readonly string[]
  /** Whether it says itself whom it is for. */
  aimed: boolean
}

const TO_VERB = /^(how|where|what|when|who) to /
/** What has its price in its name, or has none. */
const BUDGET =
  /cheap|budget|affordable|\bfree\b|low-cost|luxury|price|under \d|test (ride|drive)|trial|demo|appointment|consultation/

/** A thing that one can choose, as most keywords are. */
export function thingTopic(phrase: string, year: number, places: readonly string[]): Topic {
  const { base, one, many, top, heading, count, topPlural } = nounPhrase(phrase, places)
  const activity = count === 'mass' && isActivity(base)
  const best = `${topPlural ? 'are' : 'is'} ${top}`
  const who = isPerson(base) ? 'Who' : 'What'
  const title = titleCase(heading)
  // One can recommend CRMs, but only something for car insurance.
  const options = count === 'mass' ? `options for ${many}` : many
  const prompts = [
    count === 'mass'
      ? `What would you recommend for ${many}?`
      : `Which ${many} would you recommend?`,
    `I'm comparing ${options}. What should be on my shortlist?`,
    `I'm looking ${activity ? 'into' : 'for'} ${one}. What would you suggest?`,
    `Who are the most trusted names when it comes to ${many}?`,
    `Can you compare the most popular ${options} for me?`,
    `Which ${options} get the best reviews in ${year}?`,
  ]
  if (activity) {
    prompts.unshift(`What are the best options for ${many} right now?`)
  } else if (!hasRank(base))
    prompts.unshift(`${who} ${best} right now?`, `${who} ${best} in ${year}?`)
  if (activity) prompts.push(`I have a limited budget for ${many}. Where should I start?`)
  else if (!BUDGET.test(many)) {
    prompts.push(`I need ${one} on a limited budget. Where should I start?`)
  }
  return {
    kind: 'thing',
    about: many,
    title,
    article: `${title}: The Best Options of ${year}`,
    prompts,
    aimed: / for /.test(many),
  }
}

/** What there is in place of a product or a firm. */
export function alternativesTopic(phrase: string, year: number, places: readonly string[]): Topic {
  return thingTopic(`alternatives to ${named(phrase)}`, year, places)
}

/** A keyword whose grammar is not understood stands in quotation marks, as it was typed. */
export function quotedTopic(raw: string, year: number, places: readonly string[]): Topic {
  const text = proseOf(raw, places).replace(/["“”]/g, '')
  const quoted = `"${text}"`
  const title = titleCase(text)
  return {
    kind: 'question',
    about: quoted,
    title,
    article: `${title}: What to Know in ${year}`,
    prompts: [
      `What would you recommend for ${quoted}?`,
      `I searched for ${quoted}. Which names should I look at?`,
      `Whom do people trust most when it comes to ${quoted}?`,
      `Can you compare the most popular options for ${quoted}?`,
    ],
    aimed: true,
  }
}

/** A phrase of another language is left as it is; nothing is known about its grammar. */
export function foreignTopic(phrase: string, year: number): Topic {
  const title = titleCase(phrase)
  return {
    kind: 'thing',
    about: phrase,
    title,
    article: `${title}: The Best Options of ${year}`,
    prompts: [
      `What would you recommend for ${phrase}?`,
      `Which names should I know for ${phrase}?`,
      `Please compare the most popular options for ${phrase}.`,
      `Who is trusted most when it comes to ${phrase}?`,
    ],
    aimed: false,
  }
}

export function opinionTopic(phrase: string, year: number, places: readonly string[]): Topic {
  const { base, many, count } = nounPhrase(phrase, places)
  const title = titleCase(base)
  const options = count === 'mass' ? `options for ${many}` : many
  return {
    ...thingTopic(phrase, year, places),
    title: `${title} Reviews`,
    article: `${title} Reviews: What Customers Say in ${year}`,
    prompts: [
      `Which ${options} have the best reviews?`,
      `What do customers say about ${many}?`,
      `Can you sum up recent reviews of ${many}?`,
      `Which ${options} would you recommend, going by reviews?`,
    ],
  }
}

export function costTopic(phrase: string, year: number, places: readonly string[]): Topic {
  const { base, many, plural, one } = nounPhrase(phrase, places)
  const title = titleCase(base)
  const question = `How much ${plural && one === many ? 'do' : 'does'} ${one} cost?`
  return {
    kind: 'thing',
    about: `${many} at a fair price`,
    title: `${title} Prices`,
    article: `${title} Prices in ${year}: What to Expect`,
    prompts: [
      question,
      `${question} Which names offer good value?`,
      `What is a fair price for ${one} in ${year}?`,
      `Where can I find ${many} at a fair price?`,
    ],
    aimed: / for /.test(many),
  }
}

export function nearTopic(phrase: string, places: readonly string[]): Topic {
  const { base, many } = nounPhrase(phrase, places)
  const local = countOf(base) === 'mass' ? `${many} options` : many
  const title = `${titleCase(local)} Near You`
  return {
    kind: 'thing',
    about: `local ${local}`,
    title,
    article: `${title}: How to Choose`,
    prompts: [
      `Which ${local} near me can you recommend?`,
      `Can you suggest local ${local} with good reviews?`,
      `I'm looking for ${local} nearby. Where should I start?`,
    ],
    aimed: / for /.test(local),
  }
}

/** Things or products that one chooses between. */
export function versusTopic(phrases: readonly string[]): Topic {
  const names = phrases.map(named)
  const text = names.join(' vs ')
  const title = titleCase(text)
  // Of things to choose between, both are the topic; of products, what else there is.
  const things = names.every((name) => ['one', 'many'].includes(countOf(name)))
  const sides = names.map((name) =>
    countOf(name) === 'one' ? nounPhrase(name.toLowerCase()).many : name,
  )
  return {
    kind: 'thing',
    about: things ? joinNames(sides) : `alternatives to ${joinNames(sides)}`,
    title,
    article: `${title}: A Side-by-Side Comparison`,
    prompts: [
      `${capitalize(text)}: which would you choose?`,
      `I'm deciding between ${joinNames(sides)}. Which names should I look at?`,
      `${capitalize(text)}, or is there something better?`,
    ],
    aimed: false,
  }
}

/** "how to choose a crm": people search "how to" but ask "how do I". */
export function doingTopic(
  raw: string,
  verb: string,
  rest: string,
  places: readonly string[],
): Topic {
  const object = rest === '' ? '' : ` ${proseOf(rest, places)}`
  return { ...doing(verb, object), ...guide(raw, places) }
}

export function actionTopic(
  verb: string,
  rest: string,
  year: number,
  places: readonly string[],
): Topic {
  const object = withObjectArticle(rest, places)
  const text = `${verb} ${object}`
  const title = `Where to ${titleCase(text)}`
  return {
    ...doing(verb, ` ${object}`),
    title,
    article: `${title}: Tips for ${year}`,
    prompts: [
      `Where is the best place to ${text}?`,
      `I want to ${text}. Which names should I look at?`,
      `What should I know before I ${text}?`,
    ],
  }
}

function doing(verb: string, object: string) {
  return {
    kind: 'action' as const,
    about: `${gerund(verb)}${object}`,
    aimed: / for /.test(object),
  }
}

export function questionTopic(raw: string, places: readonly string[]): Topic {
  return {
    kind: 'question',
    about: `questions such as "${proseOf(raw, places)}"`,
    ...guide(raw, places),
    aimed: false,
  }
}

function guide(raw: string, places: readonly string[]) {
  const title = titleCase(proseOf(raw, places))
  return { ...asked(raw, places), title, article: `${title}: A Practical Guide` }
}

/** The prompts of a keyword that is a question already. */
export function asked(raw: string, places: readonly string[]) {
  const text = proseOf(raw, places)
  const direct = text.replace(TO_VERB, (_, word: string) =>
    word === 'how' ? 'how do I ' : `${word} should I `,
  )
  const question = `${capitalize(direct)}?`
  return { prompts: [question, `${question} Any recommendations?`] }
}

/** A product that a keyword names: what no dictionary knows is a name. */
function named(phrase: string): string {
  const text = spell(phrase)
  const known = /\p{Lu}/u.test(text) || countOf(text) !== 'unknown'
  if (!known) return /^[a-z]+$/.test(text) ? capitalize(text) : text
  // "Microsoft project" is a product, "Microsoft alternatives" names a firm.
  return isCompany(phrase.split(' ')[0] ?? '') ? titleCase(text) : text
}
