import type { AbortSignal } from '../../node-globals.ts'
import { beginOf, comparedPeriod, isComparable } from '../comparison.ts'
import { formatDay } from '../dates.ts'
import { difference, mean, percent } from '../figures.ts'
import { countDays, type Days, daysOf, horizon, type Period } from '../period.ts'
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
import {
  type AnswerSums,
  addAnswers,
  allOf,
  copyOf,
  emptyTally,
  type PromptSums,
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

/** The record of chat in a period, with the number of mentions in the period before. */
export interface Chat {
  record: ChatRecord
  previousMentions: number
}

/** The answers that a campaign found, seen from its brand, or those of an account, seen from its brands. */
export function chatIn(
  world: World,
  period: Period,
  timeline?: Timeline,
  signal?: AbortSignal,
  lists = SHORT_LISTS,
): Promise<Chat> {
  const compared = comparedPeriod(period)
  const periods = compared ? [period, compared] : [period]
  return answersOf(world).remember({ chat: lists }, periods, timeline, async () => {
    const before = compared && (await tallyOf(world, compared, timeline, signal))
    const now = await tallyOf(world, period, timeline, signal)
    const since = beginOf(timeline ? [timeline] : world.timelines)
    return chatOf(now, before ?? emptyTally(NO_DAYS), isComparable(period, since), lists)
  })
}

/** Adds up a period. Only its last day can still get runs, so the days before it are added up once. */
async function tallyOf(
  world: World,
  period: Period,
  timeline: Timeline | undefined,
  signal: AbortSignal | undefined,
): Promise<Tally> {
  const days = daysOf(period)
  if (timeline || countDays(days) < 2) {
    const tally = emptyTally(days)
    await addDays(tally, days, { world, period, timeline, signal })
    return tally
  }
  const { first, last } = days
  const before = { first, last: last - 1 }
  const periodBefore = { ...period, to: formatDay(before.last) }
  const known = await answersOf(world).remember(
    'days before',
    [periodBefore],
    undefined,
    async () => {
      const tally = emptyTally(days)
      await addDays(tally, before, { world, period, signal })
      return tally
    },
  )
  const tally = copyOf(known)
  await addDays(tally, { first: last, last }, { world, period, signal })
  return tally
}

interface Asked {
  world: World
  period: Period
  timeline?: Timeline | undefined
  signal: AbortSignal | undefined
}

/** Adds the answers of some days of a period. */
async function addDays(
  tally: Tally,
  days: Days,
  { world, period, timeline, signal }: Asked,
): Promise<void> {
  const view = viewOf({ campaign: timeline })
  const until = { now: horizon(period), timeline }
  const subjects = await answersOf(world).subjects(timeline, signal)
  await answersIn(
    days,
    subjects,
    until,
    (subject, answers) => {
      addAnswers(tally, subject, answers, view)
    },
    signal,
  )
}

function chatOf(now: Tally, before: Tally, comparable: boolean, lists: Lists): Chat {
  const [all, allBefore] = [allOf(now), allOf(before)]
  const sentiment = sentimentRecord(all)
  const previous = sentimentRecord(allBefore)
  const averagePosition = mean(now.ranks, all.own)
  const previousAverage = mean(before.ranks, allBefore.own)
  return {
    previousMentions: allBefore.own,
    record: {
      answers: all.answers,
      mentions: all.own,
      ai_visibility: visibilityIn(all),
      sentiment,
      average_position: averagePosition,
      platforms: platformRecords(now, all),
      prompts: promptRecords([...now.prompts.values()].flat(), lists),
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
    },
  }
}

const NO_CHANGES: ChatRecord['changes'] = {
  mentions: null,
  ai_visibility: null,
  sentiment_score: null,
  average_position: null,
  share_of_voice: null,
}

const NO_DAYS: Days = { first: 0, last: -1 }

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
  return Array.from(platforms, ([{ name }, sums]) => ({
    platform: name,
    answers: sums.answers,
    mentions: sums.own,
    share: percent(sums.own, all.own),
    ai_visibility: visibilityIn(sums),
    share_of_voice: shareIn(sums),
    sentiment: sentimentRecord(sums),
  }))
}

/** The prompts with most answers, then with most mentions. */
function promptRecords(prompts: readonly PromptSums[], lists: Lists): PromptRecord[] {
  const order = (a: PromptSums, b: PromptSums) =>
    b.answers - a.answers ||
    b.mentions - a.mentions ||
    (a.subject.topic.normal < b.subject.topic.normal ? -1 : 1)
  return prompts
    .filter(({ answers }) => answers > 0)
    .sort(order)
    .slice(0, lists.prompts)
    .map((sums) => ({
      prompt: promptTexts(sums.subject)[sums.prompt] as string,
      keyword: sums.subject.topic.keyword,
      answers: sums.answers,
      mentions: sums.mentions,
      ai_visibility: percent(sums.naming, sums.answers),
    }))
}

function voiceOf({ names }: Tally, all: AnswerSums, lists: Lists): ShareOfVoice {
  return {
    own: percent(all.own, all.named),
    competitors: percent(all.named - all.own, all.named),
    brands: [...names.values()]
      .sort((a, b) => b.mentions - a.mentions || (a.brand < b.brand ? -1 : 1))
      .slice(0, lists.brands)
      .map((sums) => ({
        ...sums,
        share: percent(sums.mentions, all.named),
        ai_visibility: percent(sums.mentions, all.answers),
      })),
  }
}
