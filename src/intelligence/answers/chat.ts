import type { Steps } from '../../time/steps.ts'
import { beginOf, comparedPeriod, isComparable } from '../comparison.ts'
import { dayNumber, formatDay } from '../dates.ts'
import { difference, mean, percent } from '../figures.ts'
import { type Days, daysOf, type Period } from '../period.ts'
import type {
  ChatRecord,
  PlatformRecord,
  PromptRecord,
  SentimentRecord,
  ShareOfVoice,
} from '../records.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { horizonOf } from './mentions.ts'
import { PLATFORMS } from './platforms.ts'
import { promptText } from './speech.ts'
import {
  type AnswerSums,
  addTopic,
  emptyTally,
  type PromptSums,
  type SentimentSums,
  type Tally,
} from './tally.ts'
import { viewOf } from './views.ts'
import { answersOf } from './world-answers.ts'

/** How many brands and prompts are listed; percentages of brands are of all names. */
const LISTED = { brands: 10, prompts: 20 } as const

/** The record of chat in a period, with the number of mentions in the period before. */
export interface Chat {
  record: ChatRecord
  previousMentions: number
}

/** The answers that a campaign found, seen from its brand, or those of an account, seen from its brands. */
export function* chatSteps(world: World, period: Period, timeline?: Timeline): Steps<Chat> {
  const key = keyOf(world, period, timeline)
  return yield* answersOf(world).remember(key, period, () => countSteps(world, period, timeline))
}

function* countSteps(world: World, period: Period, timeline: Timeline | undefined): Steps<Chat> {
  const { now, before } = yield* gather(world, period, timeline)
  const sentiment = sentimentRecord(now.all)
  const previous = sentimentRecord(before.all)
  const averagePosition = mean(now.ranks, now.all.own)
  const previousAverage = mean(before.ranks, before.all.own)
  return {
    previousMentions: before.all.own,
    record: {
      answers: now.all.answers,
      mentions: now.all.own,
      ai_visibility: visibilityIn(now.all),
      sentiment,
      average_position: averagePosition,
      platforms: platformRecords(now),
      prompts: promptRecords(now.prompts),
      share_of_voice: voiceOf(now),
      changes: isComparable(period, beginOf(timeline ? [timeline] : world.timelines))
        ? {
            mentions: now.all.own - before.all.own,
            ai_visibility: difference(visibilityIn(now.all), visibilityIn(before.all)),
            sentiment_score: difference(sentiment.score, previous.score),
            // A lower rank is better.
            average_position: difference(previousAverage, averagePosition),
            share_of_voice: difference(shareIn(now.all), shareIn(before.all)),
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

interface Gathered {
  now: Tally
  before: Tally
}

function* gather(world: World, period: Period, timeline: Timeline | undefined): Steps<Gathered> {
  const horizon = horizonOf(period)
  const now = emptyTally(daysOf(period))
  const compared = comparedPeriod(period)
  const before = emptyTally(compared ? daysOf(compared) : NO_DAYS)
  for (const topic of yield* answersOf(world).topicSteps(timeline)) {
    const view = viewOf(world, topic, { campaign: timeline })
    // One topic after the other, since both periods often share a block of days.
    if (compared) addTopic(before, topic, { now: horizonOf(compared), timeline, view })
    addTopic(now, topic, { now: horizon, timeline, view })
    yield
  }
  return { now, before }
}

function keyOf(world: World, period: Period, timeline?: Timeline): string {
  const { from, to, today, compare } = period
  const compared = comparedPeriod(period)
  // How much is known of the last compared day depends on the time, as for today.
  const known = compared && knownOn(dayNumber(compared.to), horizonOf(compared), world, timeline)
  const about = [timeline?.campaign.id, from, to, today, JSON.stringify(compare), known]
  return about.join(' ')
}

function knownOn(day: number, now: number, world: World, timeline?: Timeline): number {
  const timelines = timeline ? [timeline] : world.timelines
  return timelines.reduce(
    (sum, each) => sum + each.checks({ first: day, last: day }, now).length,
    0,
  )
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
function platformRecords({ all, platforms }: Tally): PlatformRecord[] {
  return PLATFORMS.map(({ name }, p) => {
    const sums = platforms[p] as AnswerSums
    return {
      platform: name,
      answers: sums.answers,
      mentions: sums.own,
      share: percent(sums.own, all.own),
      ai_visibility: visibilityIn(sums),
      share_of_voice: shareIn(sums),
      sentiment: sentimentRecord(sums),
    }
  })
}

/** The prompts with most answers, then with most mentions. */
function promptRecords(prompts: readonly PromptSums[]): PromptRecord[] {
  const order = (a: PromptSums, b: PromptSums) =>
    b.answers - a.answers ||
    b.mentions - a.mentions ||
    (a.topic.topic.normal < b.topic.topic.normal ? -1 : 1)
  return prompts
    .toSorted(order)
    .slice(0, LISTED.prompts)
    .map((sums) => ({
      prompt: promptText(sums.topic.subject, sums.prompt),
      keyword: sums.topic.topic.keyword,
      answers: sums.answers,
      mentions: sums.mentions,
      ai_visibility: percent(sums.naming, sums.answers),
    }))
}

function voiceOf({ all, names }: Tally): ShareOfVoice {
  return {
    own: percent(all.own, all.named),
    competitors: percent(all.named - all.own, all.named),
    brands: [...names.values()]
      .sort((a, b) => b.mentions - a.mentions || (a.brand < b.brand ? -1 : 1))
      .slice(0, LISTED.brands)
      .map((sums) => ({
        ...sums,
        share: percent(sums.mentions, all.named),
        ai_visibility: percent(sums.mentions, all.answers),
      })),
  }
}
