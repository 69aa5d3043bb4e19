import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../../text/hash.ts'
import { inOneGo, type Steps } from '../../time/steps.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import { type SiteStory, storyKey } from '../world/stories.ts'
import { AnswerBlock } from './answer-block.ts'
import { type Contender, PROMPTS } from './answer-facts.ts'
import type { Checks } from './findings.ts'
import { affinity, BLOCK_DAYS, type Course, type Renown } from './renown.ts'
import { type Subject, topicSubjectOf } from './subject.ts'

/** State shared by all topics. */
export interface Shared {
  seed: number
  /** Increases when all cached blocks become invalid. */
  readonly generation: number
  renown(brand: Contestant, story: SiteStory | undefined): Renown
  checks: Checks
  /** Counts a computed block towards the limit of the cache. */
  keep(): void
}

/** Brands that are processed between two pauses. */
const AT_ONCE = 64

/** How answers name and cite the brands of a topic. It does not depend on who finds them, so new campaigns often change nothing. */
export class TopicBrands {
  readonly shared: Shared
  /** A hash for each prompt. */
  readonly prompts: readonly number[]
  readonly subject: Subject
  /** Indexes of the topic's brands by normalized name. */
  readonly indexes: ReadonlyMap<string, readonly number[]>
  readonly #topic: Omit<Topic, 'watchers'>
  #stories: ReadonlyMap<string, SiteStory>
  readonly #contenders: readonly Contender[]
  readonly #hasCertain: boolean
  #generation: number
  readonly #blocks = new Map<number, AnswerBlock>()

  private constructor(
    { watchers: _, ...topic }: Topic,
    shared: Shared,
    stories: ReadonlyMap<string, SiteStory>,
    contenders: readonly Contender[],
  ) {
    this.shared = shared
    this.prompts = promptsOf(topic.normal, shared)
    this.subject = topicSubjectOf(topic, hashText(topic.normal, mix(shared.seed, 7)))
    this.indexes = indexesOf(topic.brands)
    this.#topic = topic
    this.#stories = stories
    this.#contenders = contenders
    this.#hasCertain = contenders.some(({ isSubject, isOnceCertain }) => isSubject || isOnceCertain)
    this.#generation = shared.generation
  }

  /** `stories`: by domain. */
  static *steps(
    topic: Topic,
    shared: Shared,
    stories: ReadonlyMap<string, SiteStory>,
  ): Steps<TopicBrands> {
    const prompts = promptsOf(topic.normal, shared)
    const contenders: Contender[] = []
    for (const [n, brand] of topic.brands.entries()) {
      if (n % AT_ONCE === 0) yield
      const { name, since, until } = brand
      const renown = shared.renown(brand, stories.get(brand.domain))
      contenders.push({
        renown,
        name: nameHash(brand),
        since,
        until,
        fit: prompts.map((prompt) => affinity(renown.hash, prompt)),
        isOnceCertain: stories.get(brand.domain)?.named !== undefined,
        isSubject: ` ${topic.normal} `.includes(` ${normalize(name)} `),
      })
    }
    return new TopicBrands(topic, shared, stories, contenders)
  }

  /** Whether answers about a topic would name the same brands and cite the same sites. */
  isOf(topic: Topic, stories: ReadonlyMap<string, SiteStory>): boolean {
    const { keyword, kind, location, brands } = this.#topic
    if (topic.keyword !== keyword || topic.kind !== kind || topic.location !== location)
      return false
    if (topic.brands !== brands && !haveSameBrands(topic.brands, brands)) return false
    if (stories === this.#stories) return true
    if (
      !brands.every(({ domain }) => isSameStory(stories.get(domain), this.#stories.get(domain)))
    ) {
      return false
    }
    this.#stories = stories
    return true
  }

  /** Whether answers cite the site of a brand, by its index, on a day. */
  isCited(brand: number, day: number): boolean {
    const block = Math.floor(day / BLOCK_DAYS)
    const { cited } = (this.#contenders[brand] as Contender).renown.course(block)
    return cited[day - block * BLOCK_DAYS] === 1
  }

  block(number: number): AnswerBlock {
    return this.#knownBlock(number) ?? inOneGo(this.blockSteps(number))
  }

  *blockSteps(number: number): Steps<AnswerBlock> {
    const known = this.#knownBlock(number)
    if (known) return known
    const courses: Course[] = []
    for (const [n, { renown }] of this.#contenders.entries()) {
      if (n % AT_ONCE === 0) yield
      courses.push(renown.course(number))
    }
    const contest = { contenders: this.#contenders, courses, hasCertain: this.#hasCertain }
    const block = new AnswerBlock(number, this.prompts, contest)
    this.#blocks.set(number, block)
    this.shared.keep()
    return block
  }

  #knownBlock(number: number): AnswerBlock | undefined {
    if (this.#generation !== this.shared.generation) {
      this.#blocks.clear()
      this.#generation = this.shared.generation
    }
    return this.#blocks.get(number)
  }
}

function promptsOf(normal: string, { seed }: Shared): number[] {
  const hash = hashText(normal, mix(seed, 6))
  return Array.from({ length: PROMPTS }, (_, prompt) => mix(hash, 1 + prompt))
}

function indexesOf(brands: readonly Contestant[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>()
  for (const [n, { name }] of brands.entries()) {
    const key = normalize(name)
    const known = indexes.get(key)
    if (known) known.push(n)
    else indexes.set(key, [n])
  }
  return indexes
}

/** The hash of a brand, the same in all answers of all accounts. */
export function nameHash({ name, hash }: Contestant): number {
  return hashText(normalize(name), hash)
}

function haveSameBrands(one: readonly Contestant[], other: readonly Contestant[]): boolean {
  return (
    one.length === other.length &&
    one.every((brand, n) => isSameBrand(brand, other[n] as Contestant))
  )
}

function isSameBrand(one: Contestant, other: Contestant): boolean {
  return (
    one.hash === other.hash &&
    one.name === other.name &&
    one.domain === other.domain &&
    one.since === other.since &&
    one.until === other.until
  )
}

function isSameStory(one: SiteStory | undefined, other: SiteStory | undefined): boolean {
  return storyKey(one) === storyKey(other)
}
