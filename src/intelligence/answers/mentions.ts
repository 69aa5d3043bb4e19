import { normalize } from '../../accounts/normalize.ts'
import type { Steps } from '../../time/steps.ts'
import { formatDay } from '../dates.ts'
import { countDays, type Days, daysOf, type Period } from '../period.ts'
import type { Slice } from '../rankings/rankings.ts'
import type { Mention, Sentiment } from '../records.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { rankIn, scoreAt } from './answer-block.ts'
import { PROMPTS, sentimentOf } from './answer-facts.ts'
import { type MentionFacts, mentionRecord } from './mention-record.ts'
import { PLATFORMS, selectPlatforms } from './platforms.ts'
import { promptText } from './speech.ts'
import type { TopicAnswers } from './topic-answers.ts'
import { viewOf } from './views.ts'
import { answersOf, type WorldAnswers } from './world-answers.ts'

export interface MentionQuery extends Period {
  /** The mentioned brand, in any case; without it, the own brand of the campaign, or those of the account. */
  brand?: string | undefined
  /** Names that `findPlatform` knows; others match nothing. Absent or empty means all platforms. */
  platforms?: readonly string[] | undefined
  /** Only mentions of this tone. */
  sentiment?: Sentiment | undefined
  /** Only answers that this campaign found. */
  campaign?: Timeline | undefined
  /** Only answers to the prompts of these keywords, in any case. */
  keywords?: readonly string[] | undefined
  /** Only answers to this prompt, in any case. */
  prompt?: string | undefined
}

/** The mentions of a query by day. */
interface Matches {
  total: number
  /** By day of the period so far. */
  perDay: Uint32Array
  /** The mentions of a day, newest first. */
  on(day: number): Steps<MentionFacts[]>
}

/** A page of the matching mentions, newest first, and their total number; only the page gets its text. */
export function* mentionPageSteps(
  world: World,
  query: MentionQuery,
  { offset, limit }: Slice,
): Steps<{ mentions: Mention[]; total: number }> {
  const { total, perDay, on } = yield* matchSteps(world, query)
  const mentions: Mention[] = []
  let skip = Math.max(0, offset)
  const { first } = daysOf(query)
  for (let i = perDay.length - 1; i >= 0 && mentions.length < limit; i--) {
    const number = perDay[i] as number
    if (skip >= number) {
      skip -= number
      continue
    }
    for (const facts of (yield* on(first + i)).slice(skip, skip + limit - mentions.length)) {
      mentions.push(mentionRecord(facts, query.now))
      yield
    }
    skip = 0
  }
  return { mentions, total }
}

/** The number of matching mentions. */
export function* mentionCountSteps(world: World, query: MentionQuery): Steps<number> {
  return (yield* matchSteps(world, query)).total
}

/** The matching mentions by day, newest first: each day is computed when the one before it was read. */
export function* mentionDaySteps(world: World, query: MentionQuery): Steps<Steps<Mention[]>[]> {
  const { perDay, on } = yield* matchSteps(world, query)
  const { first } = daysOf(query)
  function* recordsOn(day: number): Steps<Mention[]> {
    const found = yield* on(day)
    return found.map((facts) => mentionRecord(facts, query.now))
  }
  return [...perDay]
    .flatMap((count, day) => (count === 0 ? [] : [recordsOn(first + day)]))
    .reverse()
}

/** The newest mentions of the account's own brands. */
export function* recentMentionSteps(world: World, period: Period, limit: number): Steps<Mention[]> {
  const { first, last } = daysOf(period)
  // Hardly a day passes without a mention, so the search starts with the last days.
  for (let days = 2; ; days *= 4) {
    const from = formatDay(Math.max(first, last - days + 1))
    const { mentions } = yield* mentionPageSteps(world, { ...period, from }, { offset: 0, limit })
    if (mentions.length === limit || last - days + 1 <= first) return mentions
  }
}

/** Counts the mentions of each day. */
function* matchSteps(world: World, query: MentionQuery): Steps<Matches> {
  const days = daysOf(query)
  const perDay = new Uint32Array(countDays(days))
  const lookups: Lookup[] = []
  let total = 0
  for (const topic of yield* topicsFor(answersOf(world), query)) {
    const lookup = lookupOf(world, topic, query)
    if (!lookup) continue
    lookups.push(lookup)
    lookup.visit(days, (day) => {
      perDay[day - days.first] = (perDay[day - days.first] as number) + 1
      total++
    })
    yield
  }
  function* on(day: number): Steps<MentionFacts[]> {
    const found: MentionFacts[] = []
    for (const lookup of lookups) {
      lookup.visit({ first: day, last: day }, (_, facts) => found.push(facts()))
      yield
    }
    return found.sort(byTime)
  }
  return { total, perDay, on }
}

function* topicsFor(
  answers: WorldAnswers,
  { brand, campaign, keywords }: MentionQuery,
): Steps<readonly TopicAnswers[]> {
  const topics = campaign
    ? yield* answers.topicSteps(campaign)
    : brand === undefined
      ? yield* answers.topicSteps()
      : yield* answers.topicsAbout(normalize(brand))
  if (!keywords) return topics
  const wanted = new Set(keywords.map(normalize))
  return topics.filter(({ topic }) => wanted.has(topic.normal))
}

/** Finds the mentions of a query among the answers of a topic. */
interface Lookup {
  visit(days: Days, visit: (day: number, facts: () => MentionFacts) => void): void
}

function lookupOf(world: World, topic: TopicAnswers, query: MentionQuery): Lookup | undefined {
  const prompts = promptsIn(topic, query)
  if (prompts.every((wanted) => !wanted)) return undefined
  const brand = query.brand === undefined ? undefined : normalize(query.brand)
  const view = viewOf(world, topic, { ...query, brand })
  const platforms = new Set(
    selectPlatforms(query.platforms).map((platform) => PLATFORMS.indexOf(platform)),
  )
  const now = horizonOf(query)
  const { sentiment, campaign } = query
  return {
    visit(days, visit) {
      topic.visit(days, now, campaign, (day, prompt, values, at, found) => {
        if (!prompts[prompt] || !platforms.has(values[at] as number)) return
        for (const index of view(found)) {
          const rank = rankIn(values, at, index)
          if (rank === -1) continue
          if (sentiment !== undefined && sentimentOf(scoreAt(values, at, rank)) !== sentiment)
            continue
          visit(day, () => {
            return { answer: topic.facts(day, prompt, values, at, found), rank, found }
          })
        }
      })
    },
  }
}

function promptsIn(topic: TopicAnswers, { prompt }: MentionQuery): boolean[] {
  const wanted = prompt === undefined ? undefined : normalize(prompt)
  return Array.from({ length: PROMPTS }, (_, n) => {
    return wanted === undefined || normalize(promptText(topic.subject, n)) === wanted
  })
}

/** Newest first. */
export function byTime(a: MentionFacts, b: MentionFacts): number {
  const [one, other] = [a.answer, b.answer]
  return other.detectedAt - one.detectedAt || one.hash - other.hash || a.rank - b.rank
}

/** Until when a query knows the world, in epoch milliseconds. */
export function horizonOf({ now }: Pick<Period, 'now'>): number {
  return now ?? Number.POSITIVE_INFINITY
}
