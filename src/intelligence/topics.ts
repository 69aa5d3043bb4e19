import { normalize } from '../accounts/normalize.ts'
import { isUnderstood } from './confidence.ts'
import { pick } from './hash.ts'
import { arrange } from './noun-phrase.ts'
import { isForeign } from './nouns.ts'
import { findPlace, isCompany } from './spelling.ts'
import { isBare, takeRank } from './superlatives.ts'
import {
  actionTopic,
  alternativesTopic,
  asked,
  costTopic,
  doingTopic,
  foreignTopic,
  nearTopic,
  opinionTopic,
  questionTopic,
  quotedTopic,
  type Topic,
  thingTopic,
  versusTopic,
} from './topic-wording.ts'

const HOW_TO = /^(?:how|where) (?:to|do i|can i|should i|do you|can you|do we) (\S+)(?: (.+))?$/
const WAY_TO = /^(?:the )?(?:\w+est )?ways? to (?=\w)/
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
    return findPlace(raw, places) ? questionTopic(raw, places) : versusTopic(raw.split(VERSUS))
  }
  const action = ACTION.exec(raw)
  if (action && !isUnderstood(arrange(withoutArticle(action[2] as string), places), places)) {
    return quotedTopic(raw, year, places)
  }
  if (action) return actionTopic(action[1] as string, action[2] as string, year, places)

  const instead =
    (ALTERNATIVE.exec(raw) ?? BETTER_THAN.exec(raw))?.[1] ?? (isCompany(raw) ? raw : '')
  if (instead) return alternativesTopic(instead, year, places)

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

/** Whether what is asked for is a thing rather than a circumstance of it. */
function isShort(phrase: string): boolean {
  return (
    phrase.split(' ').length <= 6 && !/\b(difference|cost|price|meaning|i|you|my)\b/.test(phrase)
  )
}

/** The prompt that a mention answers. */
export function promptOf(topic: Topic, hash: number): string {
  return pick(topic.prompts, hash)
}
