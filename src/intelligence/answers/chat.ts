import type { AbortSignal } from '../../node-globals.ts'
import { beginOf, comparedPeriod, isComparable } from '../comparison.ts'
import { formatDay } from '../dates.ts'
import { difference, mean, percent } from '../figures.ts'
import { type Days, daysOf, horizon, type Period } from '../period.ts'
import type {
  ChatRecord,
  PlatformRecord,
  PromptRecord,
  SentimentRecord,
  ShareOfVoice,
} from '../records.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { promptTexts, viewOf } from './mention.ts'
import { PLATFORMS } from './platforms.ts'
import {
  type AnswerSums,
  addAnswer,
  allOf,
  emptyTally,
  joined,
  namesIn,
  type SentimentSums,
  type Tally,
} from './tally.ts'
import { answersIn, answersOf } from './world-answers.ts'

/** How many brands, prompts and sources are listed; percentages are of all. */
export interface Lists {
  brands: number
  prompts: number
  sources: number
}

export const SHORT_LISTS: Lists = { brands: 10, prompts: 20, sources: 10 }
const ALL = Number.POSITIVE_INFINITY
export const WHOLE_LISTS: Lists = { brands: ALL, prompts: ALL, sources: ALL }

/** What AI platforms answered in a period. */
export interface Chat {
  mentions: number
  /** Of the compared period. */
  previousMentions: number
  /** Mentions by day. */
  perDay: readonly number[]
  record(lists?: Lists): ChatRecord
}

/** The answers that a campaign found, seen from its brand, or those of an account, seen from its brands. */
export async function chatIn(
  world: World,
  period: Period,
  timeline?: Timeline,
  signal?: AbortSignal,
): Promise<Chat> {
  const compared = comparedPeriod(period)
  const before = compared
    ? await tallyOf(world, compared, timeline, signal)
    : emptyTally({ first: 0, last: -1 })
  const now = await tallyOf(world, period, timeline, signal)
  return {
    mentions: allOf(now).own,
    previousMentions: allOf(before).own,
    perDay: now.perDay.map(({ own }) => own),
    record(lists = SHORT_LISTS) {
      const since = beginOf(timeline ? [timeline] : world.timelines)
      return recordOf(now, before, isComparable(period, since), lists)
    },
  }
}

/** Adds up a period. Only its last day can still get runs, so the days before it are added up once. */
function tallyOf(
  world: World,
  period: Period,
  timeline: Timeline | undefined,
  signal: AbortSignal | undefined,
): Promise<Tally> {
  const answers = answersOf(world)
  const tallyDays = async (days: Days) => {
    const subjects = await answers.subjects(timeline, signal)
    const tally = emptyTally(days, subjects)
    const view = viewOf({ campaign: timeline })
    const until = { now: horizon(period), timeline }
    await answersIn(days, subjects, until, (answer) => addAnswer(tally, answer, view), signal)
    return tally
  }
  const { first, last } = daysOf(period)
  return answers.remember('answers', [period], timeline, async () => {
    // Those of one campaign are few.
    if (timeline || last <= first) return tallyDays({ first, last })
    const before = { ...period, to: formatDay(last - 1) }
    const known = await answers.remember('days before', [before], timeline, () =>
      tallyDays({ first, last: last - 1 }),
    )
    return joined(known, await tallyDays({ first: last, last }))
  })
}

function recordOf(now: Tally, before: Tally, comparable: boolean, lists: Lists): ChatRecord {
  const [all, allBefore] = [allOf(now), allOf(before)]
  const sentiment = sentimentRecord(all)
  const previous = sentimentRecord(allBefore)
  const averagePosition = mean(now.ranks, all.own)
  const previousAverage = mean(before.ranks, allBefore.own)
  return {
    answers: all.answers,
    mentions: all.own,
    ai_visibility: visibilityIn(all),
    sentiment,
    average_position: averagePosition,
    platforms: platformRecords(now, all),
    prompts: promptRecords(now, lists),
    share_of_voice: voiceOf(now, all, lists),
    changes: comparable
      ? {
          mentions: all.own - allBefore.own,
          ai_visibility: difference(visibilityIn(all), visibilityIn(allBefore)),
          sentiment_score: difference(sentiment.score, previous.score),
          // A lower rank is better.
          average_position: difference(previousAverage, averagePosition),
          share_of_voice: difference(shareIn(all), shareIn(allBefore)),
        }
      : NO_CHANGES,
    series: now.perDay.map((sums, i) => ({
      date: formatDay(now.days.first + i),
      answers: sums.answers,
      mentions: sums.own,
      ai_visibility: visibilityIn(sums),
      sentiment: sentimentRecord(sums),
      share_of_voice: shareIn(sums),
    })),
  }
}

const NO_CHANGES: ChatRecord['changes'] = {
  mentions: null,
  ai_visibility: null,
  sentiment_score: null,
  average_position: null,
  share_of_voice: null,
}

/** Percent of the answers that name an own brand; null without answers. */
function visibilityIn({ answers, naming }: Pick<AnswerSums, 'answers' | 'naming'>): number | null {
  return answers === 0 ? null : percent(naming, answers)
}

/** Percent of own brands among all names; null without names. */
function shareIn({ named, own }: AnswerSums): number | null {
  return named === 0 ? null : percent(own, named)
}

function sentimentRecord({ positive, neutral, negative, score }: SentimentSums): SentimentRecord {
  const count = positive + neutral + negative
  return { positive, neutral, negative, score: mean(score / 100, count) }
}

/** One record for each platform, including those without answers. */
function platformRecords({ platforms }: Tally, all: AnswerSums): PlatformRecord[] {
  return platforms.map((sums, n) => ({
    platform: PLATFORMS[n]?.name as string,
    answers: sums.answers,
    mentions: sums.own,
    share: percent(sums.own, all.own),
    ai_visibility: visibilityIn(sums),
    share_of_voice: shareIn(sums),
    sentiment: sentimentRecord(sums),
  }))
}

/** The prompts with most answers, then with most mentions. */
function promptRecords({ subjects }: Tally, lists: Lists): PromptRecord[] {
  return [...subjects]
    .flatMap(([{ topic }, { prompts }]) => prompts.map((sums, n) => ({ topic, n, ...sums })))
    .filter(({ answers }) => answers > 0)
    .sort(
      (a, b) =>
        b.answers - a.answers ||
        b.mentions - a.mentions ||
        (a.topic.normal < b.topic.normal ? -1 : 1),
    )
    .slice(0, lists.prompts)
    .map(({ topic, n, answers, mentions, naming }) => ({
      prompt: promptTexts({ topic })[n] as string,
      keyword: topic.keyword,
      answers,
      mentions,
      ai_visibility: percent(naming, answers),
    }))
}

function voiceOf(tally: Tally, all: AnswerSums, lists: Lists): ShareOfVoice {
  return {
    own: percent(all.own, all.named),
    competitors: percent(all.named - all.own, all.named),
    brands: namesIn(tally)
      .sort((a, b) => b.mentions - a.mentions || (a.brand < b.brand ? -1 : 1))
      .slice(0, lists.brands)
      .map((sums) => ({
        ...sums,
        share: percent(sums.mentions, all.named),
        ai_visibility: percent(sums.mentions, all.answers),
      })),
  }
}
