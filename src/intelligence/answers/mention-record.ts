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

export function idOfMention({ answer, rank }: Pick<MentionFacts, 'answer' | 'rank'>): string {
  return mentionId(answer, (answer.named[rank] as NamedBrand).contestant)
}

/** The record of a mention, with its text, as known at `now` (epoch ms). */
export function mentionRecord(facts: MentionFacts, now = Number.POSITIVE_INFINITY): Mention {
  const { answer, rank, found } = facts
  const known = found.by.filter(({ check }) => check.at <= now)
  const { platform, day, subject, named } = answer
  const { contestant, score } = named[rank] as NamedBrand
  const id = answerId(answer)
  const spoken = spokenAnswer(answer)
  return {
    id: idOfMention(facts),
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
    campaign_id: found.finder.campaign.id,
    campaign_ids: known.map(({ timeline }) => timeline.campaign.id),
    detected_at: new Date(answer.detectedAt).toISOString(),
    url: platform.shareable ? `https://${slugOf(platform.name)}.example/share/${id}` : null,
  }
}
