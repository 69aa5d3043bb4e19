import { normalize } from '../accounts/normalize.ts'
import { isActivity, isUnderstood } from './confidence.ts'
import { capitalize, gerund, joinNames, titleCase } from './grammar.ts'
import { pick } from './hash.ts'
import { arrange, nounPhrase, withObjectArticle } from './noun-phrase.ts'
import { countOf, isForeign, isPerson } from './nouns.ts'
import { findPlace, isCompany, spell, spellPlace } from './spelling.ts'
import { hasRank, isBare, takeRank } from './superlatives.ts'

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

const HOW_TO = /^(?:how|where) (?:to|do i|can i|should i|do you|can you|do we) (\S+)(?: (.+))?$/
const WAY_TO = /^(?:the )?(?:\w+est )?ways? to (?=\w)/
const TO_VERB = /^(how|where|what|when|who) to /
const WHAT_IS = /^(?:what|who)(?:'s| is| are) (.+)$/
const WHICH = /^which (.+?) (?:is|are|should|has|have|do|does|to|can|would)\b/
const HOW_MUCH = /^how much (?:is|are|does|do|for) (.+?)(?: cost)?$/
/** A "can opener" and a "will writing service" are things, so some verbs need a subject behind them. */
const QUESTION =
  /^(?:(?:how|what|why|when|where|which|who|whose|is|are|does|should|am|was)\b|(?:can|will|do|has|have) (?:i|you|we|they|it|he|she|there|this|that|a|an|the|my|your|people)\b)/
const ACTION =
  /^(buy|hire|rent|learn|compare|find|choose|download|sell|improve|get|book|order|switch|build|create|start|fix|save|plan|visit)\s(.+)$/
const NEAR_ME = /\s*\b(near me|nearby|near you|in my area)$/
const OPINION =
  /\s(reviews?|ratings?|recommendations?|tests?|comparisons?|lists?|rankings?|opinions|reddit|suggestions)$/
const COST = /\s(costs?|prices?|pricing|price list)$/
const VERSUS = /\s(?:vs\.?|versus)\s/
const ALTERNATIVE = /^(.+) (?:alternatives?|competitors?)$/
const BETTER_THAN = /^(?:.+ )?(?:better|cheaper|faster) than (.+)$/
/** What has its price in its name, or has none. */
const BUDGET =
  /cheap|budget|affordable|\bfree\b|low-cost|luxury|price|under \d|test (ride|drive)|trial|demo|appointment|consultation/

/** What a keyword asks about. `year` is that of the question; `places` are known beside the usual ones. */
export function topicOf(keyword: string, year: number, places: readonly string[] = []): Topic {
  const raw = normalize(keyword)
    .replace(/[?!.]+$/, '')
    .replace(WAY_TO, 'how to ')
  if (isForeign(raw)) return foreignTopic(raw, year)

  const much = HOW_MUCH.exec(raw)
  if (much) return costTopic(much[1] as string, year, places)
  const which = WHICH.exec(raw)
  if (which) return { ...thingTopic(which[1] as string, year, places), ...asked(raw, places) }
  const what = WHAT_IS.exec(raw)?.[1]
  if (what && isShort(what)) return { ...thingTopic(what, year, places), ...asked(raw, places) }
  const how = HOW_TO.exec(raw)
  if (how) return doingTopic(raw, how[1] as string, how[2] ?? '', places)
  if (QUESTION.test(raw)) return questionTopic(raw, places)

  if (VERSUS.test(raw)) {
    return findPlace(raw, places) ? questionTopic(raw, places) : versusTopic(raw)
  }
  const action = ACTION.exec(raw)
  if (action && !isUnderstood(arrange(withoutArticle(action[2] as string), places), places)) {
    return quotedTopic(raw, year, places)
  }
  if (action) return actionTopic(action[1] as string, action[2] as string, year, places)

  const instead =
    (ALTERNATIVE.exec(raw) ?? BETTER_THAN.exec(raw))?.[1] ?? (isCompany(raw) ? raw : '')
  if (instead) return thingTopic(`alternatives to ${named(instead)}`, year, places)

  const suffix = [NEAR_ME, COST, OPINION].find((it) => it.test(raw))
  const phrase = suffix ? raw.replace(suffix, '') : raw
  const { rest } = takeRank(phrase.replace(/\s20[23]\d$/, ''))
  if (!isBare(rest) && !isUnderstood(arrange(rest, places), places)) {
    return quotedTopic(raw, year, places)
  }
  switch (suffix) {
    case NEAR_ME:
      return nearTopic(phrase, places)
    case COST:
      return costTopic(phrase, year, places)
    case OPINION:
      return opinionTopic(phrase, year, places)
    default:
      return thingTopic(phrase, year, places)
  }
}

function withoutArticle(phrase: string): string {
  return takeRank(phrase.replace(/^(a|an|the|my|your|some|one|this|these)\s/, '')).rest
}

/** The prompt that a mention answers. */
export function promptOf(topic: Topic, hash: number): string {
  return pick(topic.prompts, hash)
}

/** A thing that one can choose, as most keywords are. */
function thingTopic(phrase: string, year: number, places: readonly string[]): Topic {
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

/** A keyword whose grammar is not understood stands in quotation marks, as it was typed. */
function quotedTopic(raw: string, year: number, places: readonly string[]): Topic {
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
function foreignTopic(phrase: string, year: number): Topic {
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

function opinionTopic(phrase: string, year: number, places: readonly string[]): Topic {
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

function costTopic(phrase: string, year: number, places: readonly string[]): Topic {
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

function nearTopic(phrase: string, places: readonly string[]): Topic {
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

function versusTopic(raw: string): Topic {
  const names = raw.split(VERSUS).map(named)
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
function doingTopic(raw: string, verb: string, rest: string, places: readonly string[]): Topic {
  const object = rest === '' ? '' : ` ${proseOf(rest, places)}`
  return { ...doing(verb, object), ...guide(raw, places) }
}

function actionTopic(verb: string, rest: string, year: number, places: readonly string[]): Topic {
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

function questionTopic(raw: string, places: readonly string[]): Topic {
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
function asked(raw: string, places: readonly string[]) {
  const text = proseOf(raw, places)
  const direct = text.replace(TO_VERB, (_, word: string) =>
    word === 'how' ? 'how do I ' : `${word} should I `,
  )
  const question = `${capitalize(direct)}?`
  return { prompts: [question, `${question} Any recommendations?`] }
}

/** Text that is in the order of prose already. */
function proseOf(text: string, places: readonly string[]): string {
  const found = findPlace(text, places)
  if (!found) return spell(text).replace(/\bi\b/g, 'I')
  return [spell(found.before), spellPlace(found.place), spell(found.after)]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\bi\b/g, 'I')
}

/** A product that a keyword names: what no dictionary knows is a name. */
function named(phrase: string): string {
  const text = spell(phrase)
  const known = /\p{Lu}/u.test(text) || countOf(text) !== 'unknown'
  if (!known) return /^[a-z]+$/.test(text) ? capitalize(text) : text
  // "Microsoft project" is a product, "Microsoft alternatives" names a firm.
  return isCompany(phrase.split(' ')[0] ?? '') ? titleCase(text) : text
}

/** Whether what is asked for is a thing rather than a circumstance of it. */
function isShort(phrase: string): boolean {
  return (
    phrase.split(' ').length <= 6 && !/\b(difference|cost|price|meaning|i|you|my)\b/.test(phrase)
  )
}
