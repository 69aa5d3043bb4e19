import type { Story } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { hashText, hex, mix } from '../hash.ts'
import type { Days } from '../period.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Timeline } from '../world/timeline.ts'
import { blocksOf, nameAt, namesIn, scoreAt, type Visit } from './answer-block.ts'
import { answerHash } from './answer-facts.ts'
import { type Checks, Findings, type Found } from './findings.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { BLOCK_DAYS } from './standing.ts'
import { nameHash, type Shared, TopicBrands } from './topic-brands.ts'

/** An answer of a platform to a prompt on a day, without its text. */
export interface AnswerFacts {
  topic: TopicAnswers
  hash: number
  /** 0 or 1. */
  prompt: number
  platform: Platform
  day: number
  /** Epoch milliseconds. */
  detectedAt: number
  found: Found
  /** By rank. */
  named: readonly NamedBrand[]
}

export interface NamedBrand {
  contestant: Contestant
  /** Hundredths from −100 to 100, so that sums are exact. */
  score: number
}

/** The answers to the prompts of a keyword, by blocks of days, which are computed once. */
export class TopicAnswers {
  readonly topic: Topic
  readonly #brands: TopicBrands
  readonly #findings: Findings
  #generation: number
  readonly #identity: number

  private constructor(topic: Topic, brands: TopicBrands, before?: Findings) {
    const { seed, generation } = brands.shared
    this.topic = topic
    this.#brands = brands
    this.#generation = generation
    this.#identity = hashText(topic.normal, mix(seed, 7))
    const checksOf: Checks = (timeline, block) => brands.shared.checks(timeline, block)
    this.#findings = new Findings(topic, checksOf, before)
  }

  /** `stories`: by domain. */
  static *steps(
    topic: Topic,
    shared: Shared,
    stories: ReadonlyMap<string, Story>,
  ): Steps<TopicAnswers> {
    return new TopicAnswers(topic, yield* TopicBrands.steps(topic, shared, stories))
  }

  /** These answers for a topic with the same brands and stories, or undefined if it has others. */
  for(topic: Topic, stories: ReadonlyMap<string, Story>): TopicAnswers | undefined {
    if (!this.#brands.isOf(topic, stories)) return undefined
    const isSame = topic.watchers.differsFrom(this.topic.watchers) === Number.POSITIVE_INFINITY
    return isSame ? this : new TopicAnswers(topic, this.#brands, this.#currentFindings())
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

  /** Computes what a visit of a day needs. */
  *prepare(day: number): Steps<void> {
    for (const block of blocksOf({ first: day, last: day })) yield* this.#brands.blockSteps(block)
    yield* this.#currentFindings().steps(day)
  }

  /** The answer at `at` of `values`. */
  facts(day: number, prompt: number, values: Int16Array, at: number, found: Found): AnswerFacts {
    const platform = values[at] as number
    const hash = this.#answerHash(prompt, platform, day)
    const named = Array.from({ length: namesIn(values, at) }, (_, n) => ({
      contestant: this.topic.brands[nameAt(values, at, n)] as Contestant,
      score: scoreAt(values, at, n),
    }))
    return {
      topic: this,
      hash,
      prompt,
      platform: PLATFORMS[platform] as Platform,
      day,
      detectedAt: found.at,
      found,
      named,
    }
  }

  /** Two hashes, 64 bits, so that identifiers do not collide within an account. */
  idOf({ hash, prompt, platform, day }: AnswerFacts): readonly [number, number] {
    return [hash, mix(mix(this.#identity, prompt), mix(day, platform.number))]
  }

  /** Whether answers cite the site of a brand on a day. */
  isCited(brand: Contestant, day: number): boolean {
    const block = Math.floor(day / BLOCK_DAYS)
    const { cited } = this.#brands.standing(brand).course(block)
    return cited[day - block * BLOCK_DAYS] === 1
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

/** The identifier of an answer, without its prefix. */
export function answerId(answer: AnswerFacts): string {
  const [high, low] = answer.topic.idOf(answer)
  return hex(high) + hex(low)
}

/** The identifier of a mention: of an answer and a brand. */
export function mentionId(answer: AnswerFacts, brand: Contestant): string {
  const [high, low] = answer.topic.idOf(answer)
  const name = nameHash(brand)
  return `men_${hex(mix(high, name))}${hex(mix(low, name))}`
}
