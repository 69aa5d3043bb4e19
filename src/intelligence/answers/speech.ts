import { hashText, mix } from '../../text/hash.ts'
import { formatDay } from '../dates.ts'
import type { SpokenAnswer } from '../wording/answer-text.ts'
import { promptsOf } from '../wording/prompts.ts'
import { sentimentOf } from './answer-facts.ts'
import { type Source, sourcesOf } from './citations.ts'
import type { Subject } from './subject.ts'
import type { AnswerFacts } from './topic-answers.ts'

const prompts = new WeakMap<Subject, readonly string[]>()

/** The text of a prompt of a topic, 0 or 1. */
export function promptText(subject: Subject, prompt: number): string {
  let texts = prompts.get(subject)
  if (!texts) {
    const { keyword, kind, location } = subject
    texts = promptsOf(keyword, kind, location)
    prompts.set(subject, texts)
  }
  return texts[prompt] as string
}

/** The content of an answer, for its text. */
export function spokenAnswer(answer: AnswerFacts): SpokenAnswer & { sources: readonly Source[] } {
  const { subject, hash, platform, day, prompt, named } = answer
  const { keyword, kind } = subject
  return {
    hash,
    platform: platform.name,
    keyword,
    kind,
    prompt: promptText(subject, prompt),
    year: Number(formatDay(day).slice(0, 4)),
    brands: named.map(({ contestant: { name }, score }) => ({
      name,
      sentiment: sentimentOf(score),
      hash: mix(hash, hashText(name)),
    })),
    sources: sourcesOf(answer),
  }
}
