import { hex, mix } from '../../text/hash.ts'
import type { Steps } from '../../time/steps.ts'
import type { Days } from '../period.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import type { SiteStory } from '../world/stories.ts'
import type { Timeline } from '../world/timeline.ts'
import { blocksOf, nameAt, namesIn, scoreAt, type Visit } from './answer-block.ts'
import { answerHash } from './answer-facts.ts'
import { type Checks, Findings, type Found } from './findings.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import type { Subject } from './subject.ts'
import { nameHash, type Shared, TopicBrands } from './topic-brands.ts'

/** An answer of a platform to a prompt on a day. Its text follows from these facts. */
export interface AnswerFacts {
  subject: Subject
  hash: number
  /** 0 or 1. */
  prompt: number
  platform: Platform
  day: number
  /** Epoch milliseconds. */
  detectedAt: number
  /** The `moment` of its `Found`. */
  moment: number
  /** By rank. */
  named: readonly NamedBrand[]
}

export interface NamedBrand {
  contestant: Contestant
  /** Hundredths from −100 to 100, so that sums are exact. */
  score: number
  /** Whether answers cite its site on this day. */
  isCited: boolean
}

/** The answers to the prompts of a keyword, by blocks of days, which are computed once. */
export class TopicAnswers {
  readonly topic: Topic
  readonly #brands: TopicBrands
  readonly #findings: Findings
  #generation: number

  private constructor(topic: Topic, brands: TopicBrands) {
    const { generation } = brands.shared
    this.topic = topic
    this.#brands = brands
    this.#generation = generation
    const checksOf: Checks = (timeline, day) => brands.shared.checks(timeline, day)
    this.#findings = new Findings(topic, checksOf)
  }

  /** `stories`: by domain. */
  static *steps(
    topic: Topic,
    shared: Shared,
    stories: ReadonlyMap<string, SiteStory>,
  ): Steps<TopicAnswers> {
    return new TopicAnswers(topic, yield* TopicBrands.steps(topic, shared, stories))
  }

  /** The answers for a newer version of the topic; undefined if its brands or stories differ. */
  for(topic: Topic, stories: ReadonlyMap<string, SiteStory>): TopicAnswers | undefined {
    if (!this.#brands.isOf(topic, stories)) return undefined
    return isSameList(topic.watchers, this.topic.watchers)
      ? this
      : new TopicAnswers(topic, this.#brands)
  }

  get subject(): Subject {
    return this.#brands.subject
  }

  /** The indexes in `values` of a normalized brand: none, or one for each time in which answers could name it. */
  indexesOf(brand: string): readonly number[] {
    return this.#brands.indexes.get(brand) ?? []
  }

  /** Visits the answers of these days that some campaign, or this one, has found until `now`. */
  visit(days: Days, now: number, timeline: Timeline | undefined, visit: Visit): void {
    const findings = this.#currentFindings()
    for (const block of blocksOf(days)) {
      this.#brands.block(block).visit(days, now, timeline, findings, visit)
    }
  }

  /** Computes what `visit` needs for a day, with pauses. */
  *prepare(day: number): Steps<void> {
    for (const block of blocksOf({ first: day, last: day })) yield* this.#brands.blockSteps(block)
    yield* this.#currentFindings().steps(day)
  }

  /** The answer at `at` of `values`. */
  facts(day: number, prompt: number, values: Int16Array, at: number, found: Found): AnswerFacts {
    const platform = values[at] as number
    const hash = this.#answerHash(prompt, platform, day)
    const named = Array.from({ length: namesIn(values, at) }, (_, n) => {
      const brand = nameAt(values, at, n)
      return {
        contestant: this.topic.brands[brand] as Contestant,
        score: scoreAt(values, at, n),
        isCited: this.#brands.isCited(brand, day),
      }
    })
    return {
      subject: this.subject,
      hash,
      prompt,
      platform: PLATFORMS[platform] as Platform,
      day,
      detectedAt: found.at,
      moment: found.moment,
      named,
    }
  }

  #answerHash(prompt: number, platform: number, day: number): number {
    return answerHash(this.#brands.prompts[prompt] as number, platform, day)
  }

  #currentFindings(): Findings {
    const { generation } = this.#brands.shared
    if (this.#generation !== generation) this.#findings.forget()
    this.#generation = generation
    return this.#findings
  }
}

function isSameList(one: readonly Timeline[], other: readonly Timeline[]): boolean {
  return one.length === other.length && one.every((each, n) => each === other[n])
}

/** Two hashes, 64 bits, so that identifiers do not collide within an account. */
function idOf({ subject, hash, prompt, platform, day }: AnswerFacts): readonly [number, number] {
  return [hash, mix(mix(subject.identity, prompt), mix(day, platform.number))]
}

/** The identifier of an answer, without its prefix. */
export function answerId(answer: AnswerFacts): string {
  const [high, low] = idOf(answer)
  return hex(high) + hex(low)
}

/** The identifier of a mention: of an answer and a brand. */
export function mentionId(answer: AnswerFacts, brand: Contestant): string {
  const [high, low] = idOf(answer)
  const name = nameHash(brand)
  return `men_${hex(mix(high, name))}${hex(mix(low, name))}`
}
