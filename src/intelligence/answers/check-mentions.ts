import { normalize } from '../../accounts/normalize.ts'
import type { Steps } from '../../time/steps.ts'
import type { Phase } from '../world/phases.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { rankIn } from './answer-block.ts'
import type { Found } from './findings.ts'
import type { MentionFacts } from './mention-record.ts'
import { byTime } from './mentions.ts'
import type { TopicAnswers } from './topic-answers.ts'
import { answersOf, type WorldAnswers } from './world-answers.ts'

/** A topic of a campaign, and the indexes of its brand there. */
interface Watched {
  topic: TopicAnswers
  indexes: readonly number[]
}

/** The mentions of its brand that each check of a campaign finds. */
export class CheckMentions {
  readonly #answers: WorldAnswers
  readonly #timeline: Timeline
  /** By phase: a check usually looks up all of its keywords. */
  readonly #watched = new Map<Phase, readonly Watched[]>()

  constructor(world: World, timeline: Timeline) {
    this.#answers = answersOf(world)
    this.#timeline = timeline
  }

  /** Computes what the mentions of a check need. */
  *prepare({ day, phase, only }: Check): Steps<void> {
    const brand = normalize(phase.campaign.brand)
    for (const normal of phase.keywords) {
      const topic = yield* this.#answers.answerSteps(normal)
      const isNamed = topic.indexesOf(brand).length > 0
      if (isNamed && (only?.has(normal) ?? true)) yield* topic.prepare(day)
    }
  }

  /** Oldest first. */
  of(check: Check): MentionFacts[] {
    const { day } = check
    const mentions: MentionFacts[] = []
    this.#visit(check, (topic, rank, prompt, values, at, found) => {
      mentions.push({ answer: topic.facts(day, prompt, values, at, found), rank, found })
    })
    return mentions.sort((a, b) => byTime(b, a))
  }

  count(check: Check): number {
    let count = 0
    this.#visit(check, () => void count++)
    return count
  }

  #visit(
    { day, at, phase, only }: Check,
    visit: (
      topic: TopicAnswers,
      rank: number,
      ...answer: [prompt: number, values: Int16Array, at: number, found: Found]
    ) => void,
  ): void {
    const days = { first: day, last: day }
    for (const { topic, indexes } of this.#watchedIn(phase)) {
      if (only && !only.has(topic.topic.normal)) continue
      topic.visit(days, at, this.#timeline, (_, prompt, values, offset, found) => {
        for (const index of indexes) {
          const rank = rankIn(values, offset, index)
          if (rank !== -1) visit(topic, rank, prompt, values, offset, found)
        }
      })
    }
  }

  #watchedIn(phase: Phase): readonly Watched[] {
    let watched = this.#watched.get(phase)
    if (!watched) {
      const brand = normalize(phase.campaign.brand)
      watched = phase.keywords.flatMap((normal): Watched[] => {
        const topic = this.#answers.topic(normal)
        const indexes = topic.indexesOf(brand)
        return indexes.length > 0 ? [{ topic, indexes }] : []
      })
      this.#watched.set(phase, watched)
    }
    return watched
  }
}
