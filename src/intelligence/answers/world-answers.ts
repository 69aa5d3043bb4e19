import { LRUCache } from 'lru-cache'
import { normalize } from '../../accounts/normalize.ts'
import type { AbortSignal } from '../../node-globals.ts'
import { hashText, mix } from '../../text/hash.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { type Days, daysOf, type Period } from '../period.ts'
import { overviewDays } from '../rankings/features.ts'
import { isDoubt, isInformational } from '../wording/prompts.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Phase } from '../world/phases.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import {
  type Answer,
  answersTo,
  PROMPTS,
  type Subject,
  type SubjectBrand,
  type SubjectDay,
} from './answers.ts'
import { foundOn, type Horizon, isFound } from './findings.ts'
import { affinity, type Renown, renownOf } from './renown.ts'

const NONE: readonly Answer[] = []

/** The answers about a subject on a day that a horizon includes. */
export function answersOn(day: number, subject: Subject, horizon: Horizon): readonly Answer[] {
  const { found, answers } = subjectDay(day, subject)
  return found && isFound(found, horizon) ? answers : NONE
}

function subjectDay(day: number, subject: Subject): SubjectDay {
  const { last, topic } = subject
  if (last?.day === day) return last
  const found = foundOn(topic, (timeline) => timeline.checksOn(day))
  const made = { day, found, answers: found ? answersTo(subject, day, found) : NONE }
  if (topic.watchers.length > 1) subject.last = made
  return made
}

/** Subjects whose answers are made together. */
const AT_ONCE = 20

/** Calls `use` with the answers about some subjects on some days that a horizon includes. Those about one subject come oldest first. */
export async function answersIn(
  days: Days,
  subjects: readonly Subject[],
  horizon: Horizon,
  use: (answer: Answer) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let n = 0; n < subjects.length; n += AT_ONCE) {
    const some = subjects.slice(n, n + AT_ONCE)
    // Day by day, because neighbours share brands and checks.
    for (let day = days.first; day <= days.last; day++) {
      for (const subject of some) {
        for (const answer of answersOn(day, subject, horizon)) use(answer)
      }
      await yieldToEventLoop(signal)
    }
  }
}

/** The answers to all prompts of an account. */
export class WorldAnswers {
  readonly #world: World
  readonly #subjects = new Map<string, Subject>()
  /** By domain. */
  readonly #renowns = new Map<string, Renown>()
  /** By normalized brand. */
  readonly #ownSpans = new Map<string, SubjectBrand['ownSpans']>()
  readonly #naming = new Map<Phase, readonly Subject[]>()
  readonly #results = new LRUCache<string, object>({ max: 64 })
  /** Of all campaigns, by day and time: what one request asks for shares them. */
  readonly #knownChecks = new LRUCache<string, number>({ max: 4 })

  constructor(world: World) {
    this.#world = world
  }

  /** A normalized keyword that some campaign has or had, as the subject of prompts. */
  subject(normal: string): Subject {
    const subject = this.#subjects.get(normal) ?? this.#subjectOf(this.#world.topic(normal))
    this.#subjects.set(normal, subject)
    return subject
  }

  /** The keywords of a phase about which answers can name its brand. */
  naming(phase: Phase): readonly Subject[] {
    let naming = this.#naming.get(phase)
    if (!naming) {
      const brand = normalize(phase.campaign.brand)
      naming = phase.keywords
        .map((normal) => this.subject(normal))
        .filter(({ brands }) => brands.some(({ key }) => key === brand))
      this.#naming.set(phase, naming)
    }
    return naming
  }

  /** The keywords of the account's campaigns, or of one of them, each once; those of deleted ones come last. */
  async subjects(
    timeline?: Timeline,
    signal?: AbortSignal,
    withDeleted = false,
  ): Promise<Subject[]> {
    const { timelines, deleted } = this.#world
    const found = new Set<Subject>()
    for (const { keywords } of timeline
      ? [timeline]
      : [...timelines, ...(withDeleted ? deleted : [])]) {
      for (const normal of keywords) {
        found.add(this.subject(normal))
      }
      await yieldToEventLoop(signal)
    }
    return [...found]
  }

  /** The result of `compute` for some periods, kept until another check of their last days is known; `about` identifies it. */
  async remember<T extends object>(
    about: unknown,
    periods: readonly Period[],
    timeline: Timeline | undefined,
    compute: () => Promise<T>,
  ): Promise<T> {
    const asked = periods.map(({ now, ...period }) => [period, this.#known(period, now, timeline)])
    const key = JSON.stringify([about, timeline?.campaign.id, asked])
    const result = (this.#results.get(key) as T | undefined) ?? (await compute())
    this.#results.set(key, result)
    return result
  }

  /** How many checks of the last day of a period are known. */
  #known(period: Period, now: number | undefined, timeline: Timeline | undefined): number {
    const { last } = daysOf(period)
    const checksOf = (each: Timeline) => each.checks({ first: last, last }, now).length
    if (timeline) return checksOf(timeline)
    const key = `${last} ${now}`
    let count = this.#knownChecks.get(key)
    if (count === undefined) {
      count = this.#world.timelines.reduce((sum, each) => sum + checksOf(each), 0)
      this.#knownChecks.set(key, count)
    }
    return count
  }

  #subjectOf(topic: Topic): Subject {
    const { seed } = this.#world
    const { normal } = topic
    const hash = hashText(normal, mix(seed, 6))
    const prompts = PROMPTS.map((prompt) => mix(hash, 1 + prompt))
    const brands = topic.brands.map((brand, number): SubjectBrand => {
      const { name, domain, since, until, hash } = brand
      const key = normalize(name)
      const renown = this.#renownOf(brand)
      const isSubject = ` ${normal} `.includes(` ${key} `)
      return {
        name,
        domain,
        since,
        until,
        hash,
        number,
        key,
        id: hashText(key, hash),
        renown,
        fit: prompts.map((prompt) => affinity(renown.hash, prompt)),
        isSubject,
        isDoubted: isSubject && isDoubt(normal),
        ownSpans: this.#ownSpansOf(key),
      }
    })
    const identity = hashText(normal, mix(seed, 7))
    return {
      ...{ topic, seed, isInformational: isInformational(normal), prompts, identity, brands },
      hasOverview: overviewDays(seed, normal),
    }
  }

  #renownOf({ domain, hash }: Contestant): Renown {
    const { seed, stories } = this.#world
    let renown = this.#renowns.get(domain)
    if (!renown) {
      renown = renownOf(mix(hash, mix(seed, 4)), stories.get(domain))
      this.#renowns.set(domain, renown)
    }
    return renown
  }

  #ownSpansOf(key: string): SubjectBrand['ownSpans'] {
    let spans = this.#ownSpans.get(key)
    if (!spans) {
      spans = this.#world.ownSpans(key)
      this.#ownSpans.set(key, spans)
    }
    return spans
  }
}

const known = new WeakMap<World, WorldAnswers>()

/** The answers of a world, which are kept as long as the world. */
export function answersOf(world: World): WorldAnswers {
  const answers = known.get(world) ?? new WorldAnswers(world)
  known.set(world, answers)
  return answers
}
