import type { Story } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, hex, mix } from '../hash.ts'
import type { Days } from '../period.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Timeline } from '../world/timeline.ts'
import { AnswerBlock, blocksOf, nameAt, namesIn, scoreAt, type Visit } from './answer-block.ts'
import { answerHash, type Contender, PROMPTS } from './answer-facts.ts'
import { type Checks, type Found, findingsIn } from './findings.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { affinity, BLOCK_DAYS, type Standing } from './standing.ts'

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

/** State shared by all topics. */
export interface Shared {
  seed: number
  /** Increases whenever all blocks are to be forgotten. */
  readonly generation: number
  standing(brand: Contestant, story: Story | undefined): Standing
  checks: Checks
  /** Reports a computed block, so that the number of kept ones has a limit. */
  keep(): void
}

/** The answers to the prompts of a keyword, by blocks of days, which are computed once. */
export class TopicAnswers {
  readonly topic: Topic
  readonly #shared: Shared
  readonly #stories: ReadonlyMap<string, Story | undefined>
  #generation: number
  readonly #contenders: readonly Contender[]
  readonly #prompts: readonly number[]
  readonly #indexes = new Map<string, number[]>()
  readonly #hasSubject: boolean
  readonly #identity: number
  readonly #blocks = new Map<number, AnswerBlock>()

  constructor(topic: Topic, shared: Shared, storyOf: (domain: string) => Story | undefined) {
    const { seed } = shared
    const hash = hashText(topic.normal, mix(seed, 6))
    this.topic = topic
    this.#shared = shared
    this.#stories = new Map(topic.brands.map(({ domain }) => [domain, storyOf(domain)]))
    this.#generation = shared.generation
    this.#identity = hashText(topic.normal, mix(seed, 7))
    this.#prompts = Array.from({ length: PROMPTS }, (_, prompt) => mix(hash, 1 + prompt))
    for (const [n, { name }] of topic.brands.entries()) {
      const key = normalize(name)
      this.#indexes.set(key, [...(this.#indexes.get(key) ?? []), n])
    }
    this.#contenders = topic.brands.map((brand) => {
      const { name, since, until } = brand
      const standing = this.#standing(brand)
      return {
        standing,
        name: nameHash(brand),
        since,
        until,
        fit: this.#prompts.map((prompt) => affinity(standing.hash, prompt)),
        isSubject: ` ${topic.normal} `.includes(` ${normalize(name)} `),
      }
    })
    this.#hasSubject = this.#contenders.some(({ isSubject }) => isSubject)
  }

  /** The indexes in `values` of a normalized brand: none, or one for each time in which answers could name it. */
  indexesOf(brand: string): readonly number[] {
    return this.#indexes.get(brand) ?? []
  }

  /** Visits the answers of these days that some campaign, or this one, has found until `now`. */
  visit(days: Days, now: number, timeline: Timeline | undefined, visit: Visit): void {
    for (const block of blocksOf(days)) this.#block(block).visit(days, now, timeline, visit)
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
    const { cited } = this.#standing(brand).course(block)
    return cited[day - block * BLOCK_DAYS] === 1
  }

  #standing(brand: Contestant): Standing {
    return this.#shared.standing(brand, this.#stories.get(brand.domain))
  }

  #block(number: number): AnswerBlock {
    if (this.#generation !== this.#shared.generation) {
      this.#blocks.clear()
      this.#generation = this.#shared.generation
    }
    let block = this.#blocks.get(number)
    if (!block) {
      const found = findingsIn(this.topic, number, (timeline, at) =>
        this.#shared.checks(timeline, at),
      )
      const courses = this.#contenders.map(({ standing }) => standing.course(number))
      const contest = { contenders: this.#contenders, courses, hasSubject: this.#hasSubject }
      block = new AnswerBlock(number, this.#prompts, found, contest)
      this.#blocks.set(number, block)
      this.#shared.keep()
    }
    return block
  }

  #answerHash(prompt: number, platform: number, day: number): number {
    return answerHash(this.#prompts[prompt] as number, platform, day)
  }
}

/** A hash of a brand in all answers of all accounts. */
function nameHash({ name, hash }: Contestant): number {
  return hashText(normalize(name), hash)
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
