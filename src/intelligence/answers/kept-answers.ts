import { LRUCache } from 'lru-cache'
import { mix } from '../../text/hash.ts'
import type { Steps } from '../../time/steps.ts'
import type { Days } from '../period.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import { type SiteStory, storyKey } from '../world/stories.ts'
import type { Timeline } from '../world/timeline.ts'
import type { Finding } from './findings.ts'
import { BLOCK_DAYS, type Renown, renownOf } from './renown.ts'
import { TopicAnswers } from './topic-answers.ts'
import type { Shared } from './topic-brands.ts'

/** Kept blocks of answers of all accounts; each takes about 2 kB. */
const KEPT_BLOCKS = 32_768
/** Blocks of checks of campaigns that are kept; each takes up to 4 kB. A day alone counts as much. */
const KEPT_CHECKS = 2_048

/**
 * A cache of the answers of topics: each change of a campaign makes a new world, but most of its topics are the same.
 */
export class KeptAnswers implements Shared {
  readonly seed: number
  /** By the senior campaign of the topic. */
  readonly #topics = new WeakMap<Timeline, Map<string, TopicAnswers>>()
  readonly #renowns = new LRUCache<string, Renown>({ max: KEPT_BLOCKS })
  #checks = new WeakMap<Timeline, KeptChecks>()
  #blocks = 0
  #checked = 0
  generation = 0

  constructor(seed: number) {
    this.seed = seed
  }

  /** The answers of a topic; `stories` has those of sites by domain. */
  *steps(topic: Topic, stories: ReadonlyMap<string, SiteStory>): Steps<TopicAnswers> {
    const senior = topic.watchers[0] as Timeline
    let ofSenior = this.#topics.get(senior)
    if (!ofSenior) {
      ofSenior = new Map()
      this.#topics.set(senior, ofSenior)
    }
    const known = ofSenior.get(topic.normal)?.for(topic, stories)
    const answers = known ?? (yield* TopicAnswers.steps(topic, this, stories))
    ofSenior.set(topic.normal, answers)
    return answers
  }

  renown({ hash }: Contestant, story: SiteStory | undefined): Renown {
    const key = `${hash} ${storyKey(story)}`
    let renown = this.#renowns.get(key)
    if (!renown) {
      renown = renownOf(mix(hash, mix(this.seed, 4)), story)
      this.#renowns.set(key, renown)
    }
    return renown
  }

  /** The checks of a campaign on a day. */
  checks(timeline: Timeline, day: number): readonly Finding[] {
    const known = this.#checks.get(timeline)
    if (!known) {
      const [findings = NONE] = checksIn(timeline, { first: day, last: day })
      this.#checks.set(timeline, { day, findings, blocks: undefined })
      this.#countChecks()
      return findings
    }
    if (known.day === day) return known.findings
    known.blocks ??= new Map()
    const number = Math.floor(day / BLOCK_DAYS)
    const first = number * BLOCK_DAYS
    let block = known.blocks.get(number)
    if (!block) {
      const made = checksIn(timeline, { first, last: first + BLOCK_DAYS - 1 })
      block = made
      known.blocks.set(number, block)
      if (known.day !== undefined && Math.floor(known.day / BLOCK_DAYS) === number) {
        // The day is a part of its block from now on.
        made[known.day - first] = known.findings
        known.day = undefined
      } else this.#countChecks()
    }
    return block[day - first] ?? NONE
  }

  keep(): void {
    if (++this.#blocks <= KEPT_BLOCKS) return
    this.generation++
    this.#forgetChecks()
    this.#blocks = 0
  }

  #countChecks(): void {
    if (++this.#checked > KEPT_CHECKS) this.#forgetChecks()
  }

  #forgetChecks(): void {
    this.#checks = new WeakMap()
    this.#checked = 0
  }
}

interface KeptChecks {
  /**
   * The first day that was asked for: of thousands of new campaigns, no other than that of their first run. Undefined once
   * its block is known.
   */
  day: number | undefined
  findings: readonly Finding[]
  /** By number of the block, once there was another day. */
  blocks: Map<number, readonly (readonly Finding[])[]> | undefined
}

let kept = new KeptAnswers(0)

/** The kept answers of a seed. A sandbox has one seed, unless a test or a fixture gives accounts others. */
export function keptAnswers(seed: number): KeptAnswers {
  if (kept.seed !== seed) kept = new KeptAnswers(seed)
  return kept
}

const NONE: readonly Finding[] = []

/** By day; also the checks to come, so that it does not depend on the time. */
function checksIn(timeline: Timeline, { first, last }: Days): (readonly Finding[])[] {
  const days: (readonly Finding[])[] = Array.from({ length: last - first + 1 }, () => NONE)
  for (const check of timeline.checks({ first, last })) {
    const day = check.day - first
    const before = days[day] ?? NONE
    const finding: Finding = { timeline, check, alone: undefined }
    // Nearly all days have one. A spread reserves room for 16 more.
    days[day] = before.length === 0 ? [finding] : [...before, finding]
  }
  return days
}
