import { normalize } from '../../accounts/normalize.ts'
import type { AbortSignal } from '../../node-globals.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { formatDay } from '../dates.ts'
import { countDays, daysOf, horizon, type Period } from '../period.ts'
import type { Slice } from '../rankings/rankings.ts'
import type { Mention, Sentiment } from '../records.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { type Answer, type Subject, sentimentOf } from './answers.ts'
import type { Horizon } from './findings.ts'
import {
  byTime,
  type MentionFacts,
  mentionRecord,
  mentionsIn,
  promptTexts,
  viewOf,
} from './mention.ts'
import { type Platform, selectPlatforms } from './platforms.ts'
import { answersIn, answersOf, answersOn } from './world-answers.ts'

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
  perDay: number[]
  /** The keywords with such mentions. */
  subjects: Iterable<Subject>
}

/** A page of the matching mentions, newest first, and their total number; only the page gets its text. */
export async function mentionPage(
  world: World,
  query: MentionQuery,
  { offset, limit }: Slice,
  signal?: AbortSignal,
): Promise<{ mentions: Mention[]; total: number }> {
  const { total, perDay, subjects } = await matchesOf(world, query, signal)
  const mentions: Mention[] = []
  let skip = Math.max(0, offset)
  const { first } = daysOf(query)
  for (let i = perDay.length - 1; i >= 0 && mentions.length < limit; i--) {
    const number = perDay[i] as number
    if (skip >= number) {
      skip -= number
      continue
    }
    const found = await mentionsOn(first + i, query, subjects, signal)
    for (const facts of found.slice(skip, skip + limit - mentions.length)) {
      mentions.push(mentionRecord(facts, query.now))
      await yieldToEventLoop(signal)
    }
    skip = 0
  }
  return { mentions, total }
}

/** The number of matching mentions. */
export async function mentionCount(
  world: World,
  query: MentionQuery,
  signal?: AbortSignal,
): Promise<number> {
  return (await matchesOf(world, query, signal)).total
}

/** The matching mentions, day by day, newest first. */
export async function* mentionDays(
  world: World,
  query: MentionQuery,
  signal?: AbortSignal,
): AsyncGenerator<Mention[], undefined> {
  const { perDay, subjects } = await matchesOf(world, query, signal)
  const { first } = daysOf(query)
  for (let i = perDay.length - 1; i >= 0; i--) {
    if (perDay[i] === 0) continue
    const found = await mentionsOn(first + i, query, subjects, signal)
    yield found.map((facts) => mentionRecord(facts, query.now))
  }
  return undefined
}

/** The newest mentions of the account's own brands. */
export function recentMentions(
  world: World,
  period: Period,
  limit: number,
  signal?: AbortSignal,
): Promise<Mention[]> {
  const { first, last } = daysOf(period)
  return answersOf(world).remember({ recent: limit }, [period], undefined, async () => {
    // Hardly a day passes without a mention, so the search starts with the last days.
    for (let days = 2; ; days *= 4) {
      const from = formatDay(Math.max(first, last - days + 1))
      const page = { offset: 0, limit }
      const { mentions } = await mentionPage(world, { ...period, from }, page, signal)
      if (mentions.length === limit || last - days + 1 <= first) return mentions
    }
  })
}

/** The mentions of its brand that a check of a campaign finds, oldest first. */
export function checkMentions(world: World, timeline: Timeline, check: Check): MentionFacts[] {
  const view = viewOf(check.phase.campaign)
  const mentions = checkAnswers(world, timeline, check).flatMap((answer) =>
    mentionsIn(answer, view),
  )
  return mentions.sort((a, b) => byTime(b, a))
}

/** The number of these mentions: who is named, without what is said. */
export function countCheckMentions(world: World, timeline: Timeline, check: Check): number {
  const view = viewOf(check.phase.campaign)
  let count = 0
  for (const { winners, found } of checkAnswers(world, timeline, check)) {
    for (const { brand } of winners) if (view(brand, found)) count++
  }
  return count
}

/** The answers that a check finds, of those that can name its brand. */
function checkAnswers(world: World, timeline: Timeline, { day, at, phase, only }: Check): Answer[] {
  const horizon = { now: at, timeline }
  const answers: Answer[] = []
  for (const subject of answersOf(world).naming(phase)) {
    if (only && !only.has(subject.topic.normal)) continue
    answers.push(...answersOn(day, subject, horizon))
  }
  return answers
}

/** Counts the mentions of each day. */
function matchesOf(
  world: World,
  query: MentionQuery,
  signal: AbortSignal | undefined,
): Promise<Matches> {
  const { brand, platforms, sentiment, campaign, keywords, prompt, ...period } = query
  const about = { brand, platforms, sentiment, keywords, prompt }
  return answersOf(world).remember(about, [period], campaign, async () => {
    const days = daysOf(query)
    const perDay = new Array<number>(countDays(days)).fill(0)
    const subjects = new Set<Subject>()
    const matches = matcherOf(query)
    let total = 0
    const asked = await subjectsFor(world, query, signal)
    await answersIn(
      days,
      asked,
      horizonFor(query),
      (answer) => {
        const found = matches(answer).length
        if (found === 0) return
        subjects.add(answer.subject)
        const n = answer.day - days.first
        perDay[n] = (perDay[n] as number) + found
        total += found
      },
      signal,
    )
    return { total, perDay, subjects }
  })
}

/** The mentions of a day, newest first. */
async function mentionsOn(
  day: number,
  query: MentionQuery,
  subjects: Iterable<Subject>,
  signal: AbortSignal | undefined,
): Promise<MentionFacts[]> {
  const [matches, horizon] = [matcherOf(query), horizonFor(query)]
  const found: MentionFacts[] = []
  for (const subject of subjects) {
    for (const answer of answersOn(day, subject, horizon)) found.push(...matches(answer))
    await yieldToEventLoop(signal)
  }
  return found.sort(byTime)
}

/** The keywords to whose prompts the answers can match. */
async function subjectsFor(
  world: World,
  { brand, campaign, keywords, prompt }: MentionQuery,
  signal: AbortSignal | undefined,
): Promise<Subject[]> {
  const about = brand === undefined ? undefined : normalize(brand)
  const wanted = keywords && new Set(keywords.map(normalize))
  const asked = prompt === undefined ? undefined : normalize(prompt)
  // What was found about a brand stays, also when the campaign that found it is deleted.
  const subjects = answersOf(world).subjects(campaign, signal, brand !== undefined)
  return (await subjects).filter((subject) => {
    if (about !== undefined && !subject.brands.some(({ key }) => key === about)) return false
    if (wanted && !wanted.has(subject.topic.normal)) return false
    return asked === undefined || promptTexts(subject).some((text) => normalize(text) === asked)
  })
}

/** Finds the mentions of a query in an answer. */
function matcherOf(query: MentionQuery): (answer: Answer) => MentionFacts[] {
  const { platforms, sentiment, prompt } = query
  const view = viewOf(query)
  const asked = new Set<Platform>(selectPlatforms(platforms))
  const wanted = prompt === undefined ? undefined : normalize(prompt)
  const isAsked = ({ platform, subject, prompt }: Answer) =>
    asked.has(platform) &&
    (wanted === undefined || normalize(promptTexts(subject)[prompt] as string) === wanted)
  return (answer) => {
    if (!isAsked(answer)) return []
    const mentions = mentionsIn(answer, view)
    if (sentiment === undefined) return mentions
    return mentions.filter(({ score }) => sentimentOf(score) === sentiment)
  }
}

function horizonFor(query: MentionQuery): Horizon {
  const { campaign: timeline, brand } = query
  return { now: horizon(query), timeline, withDeleted: brand !== undefined }
}
