import { LRUCache } from 'lru-cache'
import { normalize } from '../../accounts/normalize.ts'
import { inOneGo, type Steps } from '../../time/steps.ts'
import { dayNumber } from '../dates.ts'
import type { Period } from '../period.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { keptAnswers } from './kept-answers.ts'
import type { TopicAnswers } from './topic-answers.ts'

/** Kept figures of periods. */
const KEPT_RESULTS = 32

/** The answers to all prompts of an account. */
export class WorldAnswers {
  readonly world: World
  readonly #topics = new Map<string, TopicAnswers>()
  #all: readonly TopicAnswers[] | undefined
  #brands: Map<string, TopicAnswers[]> | undefined
  readonly #memory = new LRUCache<string, object>({ max: KEPT_RESULTS })

  constructor(world: World) {
    this.world = world
  }

  /** The answers about a normalized keyword that some campaign has or had. */
  topic(normal: string): TopicAnswers {
    return this.#topics.get(normal) ?? inOneGo(this.answerSteps(normal))
  }

  *answerSteps(normal: string): Steps<TopicAnswers> {
    const known = this.#topics.get(normal)
    if (known) return known
    const ofKeyword = yield* this.world.topicSteps(normal)
    const { seed, stories } = this.world
    const made = yield* keptAnswers(seed).steps(ofKeyword, stories)
    // Others may have made them in a pause: a world has one for each keyword.
    const topic = this.#topics.get(normal) ?? made
    this.#topics.set(normal, topic)
    return topic
  }

  /** All topics of the account's campaigns, or of one of them, each once. */
  *topicSteps(timeline?: Timeline): Steps<readonly TopicAnswers[]> {
    if (timeline) {
      const own: TopicAnswers[] = []
      for (const normal of timeline.keywords) own.push(yield* this.answerSteps(normal))
      return own
    }
    if (!this.#all) {
      const topics = new Set<TopicAnswers>()
      for (const { keywords } of this.world.timelines) {
        for (const normal of keywords) topics.add(yield* this.answerSteps(normal))
        yield
      }
      this.#all = [...topics]
    }
    return this.#all
  }

  /** The topics whose answers can name a normalized brand. */
  *topicsAbout(brand: string): Steps<readonly TopicAnswers[]> {
    if (!this.#brands) {
      const brands = new Map<string, TopicAnswers[]>()
      for (const topic of yield* this.topicSteps()) {
        for (const key of new Set(topic.topic.brands.map(({ name }) => normalize(name)))) {
          const topics = brands.get(key)
          if (topics) topics.push(topic)
          else brands.set(key, [topic])
        }
        yield
      }
      this.#brands = brands
    }
    return this.#brands.get(brand) ?? []
  }

  /** The result of `compute` for a period, kept until another check is known; `key` identifies it. */
  *remember<T extends object>(
    key: string,
    { today, now }: Period,
    compute: () => Steps<T>,
  ): Steps<T> {
    const until = now === undefined ? '' : yield* this.#knownChecks(dayNumber(today), now)
    const full = `${key} ${until}`
    if (this.#memory.has(full)) return this.#memory.get(full) as T
    const result = yield* compute()
    this.#memory.set(full, result)
    return result
  }

  /** How many checks of a day are known at `now`. */
  *#knownChecks(day: number, now: number): Steps<number> {
    const kept = keptAnswers(this.world.seed)
    let count = 0
    for (const timeline of this.world.timelines) {
      for (const { check } of kept.checks(timeline, day)) if (check.at <= now) count++
      yield
    }
    return count
  }
}

const known = new WeakMap<World, WorldAnswers>()

/** The answers of a world, which are computed when they are needed, and kept as long as the world. */
export function answersOf(world: World): WorldAnswers {
  let answers = known.get(world)
  if (!answers) {
    answers = new WorldAnswers(world)
    known.set(world, answers)
  }
  return answers
}
