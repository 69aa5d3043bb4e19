import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../../text/hash.ts'
import { isoTime } from '../../time/clock.ts'
import type { Mention } from '../records.ts'
import { slugOf } from '../site.ts'
import { answerMarkdown, excerptOf, type SpokenAnswer } from '../wording/answer-text.ts'
import { promptsOf } from '../wording/prompts.ts'
import type { Timeline } from '../world/timeline.ts'
import {
  type Answer,
  answerId,
  mentionId,
  type Subject,
  type SubjectBrand,
  sentimentOf,
} from './answers.ts'
import { citationsOf, sourcesOf } from './citations.ts'
import { type Found, isBy } from './findings.ts'
import { modelOn } from './platforms.ts'

/** A mention: an answer as seen from one brand that it names. */
export interface MentionFacts {
  answer: Answer
  brand: SubjectBrand
  /** Of the brand in the answer, from 0. */
  rank: number
  /** What it says about the brand: hundredths. */
  score: number
}

/** Whose mentions they are. */
export interface Viewer {
  /** A brand in any case; without it, the own brand of the campaign, or of the account. */
  brand?: string | undefined
  /** The campaign that found the answers. */
  campaign?: Timeline | undefined
}

/** Whether an answer that was found so is looked at from a brand that it names. */
export type View = (brand: SubjectBrand, found: Found) => boolean

export function viewOf({ brand, campaign }: Viewer): View {
  if (brand !== undefined) {
    const key = normalize(brand)
    return (named) => named.key === key
  }
  // The brand that the campaign had when it found the answer.
  if (campaign) {
    return ({ key }, { by }) => {
      const own = by.find((it) => isBy(it, campaign))
      return own !== undefined && normalize(own.check.phase.campaign.brand) === key
    }
  }
  // The brands that existing campaigns had then.
  return ({ ownSpans }, { moment }) => {
    for (const { from, until } of ownSpans) if (from <= moment && moment < until) return true
    return false
  }
}

/** The mentions in an answer, by rank. */
export function mentionsIn(answer: Answer, view: View): MentionFacts[] {
  const mentions: MentionFacts[] = []
  // Most answers name no brand that is looked from.
  if (!answer.winners.some(({ brand }) => view(brand, answer.found))) return mentions
  for (const [rank, { brand, score }] of answer.named.entries()) {
    if (view(brand, answer.found)) mentions.push({ answer, brand, rank, score })
  }
  return mentions
}

/** Newest first. */
export function byTime(a: MentionFacts, b: MentionFacts): number {
  const [one, other] = [a.answer, b.answer]
  return other.detectedAt - one.detectedAt || one.hash - other.hash || a.rank - b.rank
}

export function idOfMention({ answer, brand }: MentionFacts): string {
  return mentionId(answer, brand)
}

/** The record of a mention, with its text, as known at `now` (epoch ms). */
export function mentionRecord(facts: MentionFacts, now = Number.POSITIVE_INFINITY): Mention {
  const { answer, brand, rank, score } = facts
  const { platform, day, subject, named, found } = answer
  const known = found.by.filter(({ check, timeline }) => check.at <= now && !timeline.isDeleted)
  const id = answerId(answer)
  const sources = sourcesOf(answer)
  const spoken = spokenAnswer(answer, sources)
  return {
    id: idOfMention(facts),
    answer_id: `ans_${id}`,
    brand: brand.name,
    platform: platform.name,
    model: modelOn(platform, day),
    keyword: subject.topic.keyword,
    prompt: spoken.prompt,
    excerpt: excerptOf(spoken, rank),
    answer: answerMarkdown(spoken),
    sentiment: sentimentOf(score),
    sentiment_score: score / 100 + 0,
    position: rank + 1,
    competitors_mentioned: named.filter((_, n) => n !== rank).map((it) => it.brand.name),
    citations: citationsOf(answer, brand, sources),
    campaign_id: found.finder.campaign.id,
    campaign_ids: known.map(({ timeline }) => timeline.campaign.id),
    detected_at: isoTime(answer.detectedAt),
    url: platform.isOverview ? null : `https://${slugOf(platform.name)}.example/share/${id}`,
  }
}

/** The two prompts of a subject. */
export function promptTexts({ topic }: Pick<Subject, 'topic'>): readonly [string, string] {
  return promptsOf(topic.keyword, topic.kind, topic.location)
}

/** The content of an answer, for its text. */
function spokenAnswer(answer: Answer, sources: SpokenAnswer['sources']): SpokenAnswer {
  const { subject, hash, platform, day, prompt, named } = answer
  const { keyword, kind, location } = subject.topic
  return {
    hash,
    platform: platform.name,
    keyword,
    kind,
    prompt: promptTexts(subject)[prompt] as string,
    location,
    day,
    brands: named.map(({ brand: { name }, score }) => ({
      name,
      sentiment: sentimentOf(score),
      hash: mix(hash, hashText(name)),
    })),
    sources,
  }
}
