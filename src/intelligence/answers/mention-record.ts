import type { Mention } from '../records.ts'
import { slugOf } from '../site.ts'
import { answerMarkdown, excerptOf } from '../wording/answer-text.ts'
import { sentimentOf } from './answer-facts.ts'
import { citationsOf } from './citations.ts'
import type { Found } from './findings.ts'
import { modelOn } from './platforms.ts'
import { spokenAnswer } from './speech.ts'
import { type AnswerFacts, answerId, mentionId, type NamedBrand } from './topic-answers.ts'

/** A brand in an answer. */
export interface MentionFacts {
  answer: AnswerFacts
  /** Its rank in the answer, from 0. */
  rank: number
  found: Found
}

/** Everything the record of a mention is built from. It refers to no campaign, so a stored event may keep it. */
export interface MentionSource extends Pick<MentionFacts, 'answer' | 'rank'> {
  campaign_id: string
  campaign_ids: readonly string[]
}

/** The source of a mention, as known at `now` (epoch ms). */
export function mentionSource(
  { answer, rank, found }: MentionFacts,
  now = Number.POSITIVE_INFINITY,
): MentionSource {
  const known = found.by.filter(({ check }) => check.at <= now)
  return {
    answer,
    rank,
    campaign_id: found.finder.campaign.id,
    campaign_ids: known.map(({ timeline }) => timeline.campaign.id),
  }
}

/** The record of a mention, with its text, as known at `now` (epoch ms). */
export function mentionRecord(facts: MentionFacts, now?: number): Mention {
  return recordFrom(mentionSource(facts, now))
}

export function idOfMention({ answer, rank }: Pick<MentionSource, 'answer' | 'rank'>): string {
  return mentionId(answer, (answer.named[rank] as NamedBrand).contestant)
}

export function recordFrom(source: MentionSource): Mention {
  const { answer, rank, campaign_id, campaign_ids } = source
  const { platform, day, subject, named } = answer
  const { contestant, score } = named[rank] as NamedBrand
  const id = answerId(answer)
  const spoken = spokenAnswer(answer)
  return {
    id: idOfMention(source),
    answer_id: `ans_${id}`,
    brand: contestant.name,
    platform: platform.name,
    model: modelOn(platform, day),
    keyword: subject.keyword,
    prompt: spoken.prompt,
    excerpt: excerptOf(spoken, rank),
    answer: answerMarkdown(spoken),
    sentiment: sentimentOf(score),
    sentiment_score: score / 100 + 0,
    position: rank + 1,
    competitors_mentioned: named.filter((_, n) => n !== rank).map((it) => it.contestant.name),
    citations: citationsOf(answer, contestant, spoken.sources),
    campaign_id,
    campaign_ids: [...campaign_ids],
    detected_at: new Date(answer.detectedAt).toISOString(),
    url: platform.shareable ? `https://${slugOf(platform.name)}.example/share/${id}` : null,
  }
}
