import { LRUCache } from 'lru-cache'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../../text/hash.ts'
import type { Steps } from '../../time/steps.ts'
import { type Days, daysOf, type Period } from '../period.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import {
  type Answer,
  answerTo,
  type Contender,
  isKnown,
  PROMPTS,
  type Subject,
  type SubjectBrand,
} from './answers.ts'
import { foundOn, type Horizon, isFound } from './findings.ts'
import { affinity, type Renown, renownOf, type Standing, standingOn } from './renown.ts'

const EVER: Horizon = { now: Number.POSITIVE_INFINITY }
const NO_CHECKS: readonly Check[] = []

/** The answers of some days. What campaigns check and how brands stand on them is computed once for all subjects. */
export class AnswerDays {
  readonly #days: Days
  /** By day. */
  readonly #checks = new Map<Timeline, (Check[] | undefined)[]>()
  /** By day. */
  readonly #standings = new Map<Renown, (Standing | undefined)[]>()

  constructor(days: Days) {
    this.#days = days
  }

  /** The answers to the prompts of a subject that a horizon includes, oldest first. */
  *to(subject: Subject, horizon = EVER): Steps<Answer[]> {
    const { first, last } = this.#days
    const { topic, brands } = subject
    for (const timeline of topic.watchers) {
      this.#checksOf(timeline)
      yield
    }
    const courses = brands.map(({ renown }) => this.#courseOf(renown))
    const answers: Answer[] = []
    for (let day = first; day <= last; day++) {
      yield
      const found = foundOn(topic, (timeline) => this.#checksOf(timeline)[day - first] ?? NO_CHECKS)
      if (!found || !isFound(found, horizon)) continue
      const contenders: Contender[] = []
      for (const [n, brand] of brands.entries()) {
        if (!isKnown(brand, found)) continue
        const course = courses[n] as (Standing | undefined)[]
        course[day - first] ??= standingOn(day, brand.renown)
        contenders.push({ brand, standing: course[day - first] as Standing })
      }
      for (const prompt of PROMPTS) {
        const answer = answerTo(subject, prompt, day, found, contenders)
        if (answer) answers.push(answer)
      }
    }
    return answers
  }

  #courseOf(renown: Renown): (Standing | undefined)[] {
    let course = this.#standings.get(renown)
    if (!course) {
      course = []
      this.#standings.set(renown, course)
    }
    return course
  }

  #checksOf(timeline: Timeline): readonly (Check[] | undefined)[] {
    let checks = this.#checks.get(timeline)
    if (!checks) {
      checks = []
      for (const check of timeline.checks(this.#days)) {
        const n = check.day - this.#days.first
        checks[n] = [...(checks[n] ?? []), check]
      }
      this.#checks.set(timeline, checks)
    }
    return checks
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
  /** Runs ask for the days one after the other, */
  readonly #days = new LRUCache<number, AnswerDays>({ max: 2 })
  /** and those of several campaigns with a keyword for the same answers. */
  readonly #answers = new LRUCache<string, readonly Answer[]>({ max: 1_000 })
  readonly #results = new LRUCache<string, object>({ max: 32 })

  constructor(world: World) {
    this.#world = world
  }

  /** A normalized keyword that some campaign has or had, as the subject of prompts. */
  *subject(normal: string): Steps<Subject> {
    const known = this.#subjects.get(normal)
    if (known) return known
    const topic = yield* this.#world.topicSteps(normal)
    // Others may have made it in a pause.
    const subject = this.#subjects.get(normal) ?? this.#subjectOf(topic)
    this.#subjects.set(normal, subject)
    return subject
  }

  /** The keywords of the account's campaigns, or of one of them, each once. */
  *subjects(timeline?: Timeline): Steps<Subject[]> {
    const found = new Set<Subject>()
    for (const { keywords } of timeline ? [timeline] : this.#world.timelines) {
      for (const normal of keywords) {
        found.add(yield* this.subject(normal))
      }
      yield
    }
    return [...found]
  }

  /** The answers about a subject on a day that a horizon includes. */
  *on(day: number, subject: Subject, horizon: Horizon): Steps<readonly Answer[]> {
    const { normal, watchers } = subject.topic
    const days = this.#days.get(day) ?? new AnswerDays({ first: day, last: day })
    this.#days.set(day, days)
    if (watchers.length === 1) return yield* days.to(subject, horizon)
    const key = `${day} ${normal}`
    const answers = this.#answers.get(key) ?? (yield* days.to(subject, EVER))
    this.#answers.set(key, answers)
    return answers.filter(({ found }) => isFound(found, horizon))
  }

  /** The result of `compute` for some periods, kept until another check of their last days is known; `about` identifies it. */
  *remember<T extends object>(
    about: unknown,
    periods: readonly Period[],
    timeline: Timeline | undefined,
    compute: () => Steps<T>,
  ): Steps<T> {
    const asked = periods.map(({ now, ...period }) => [period, this.#known(period, now, timeline)])
    const key = JSON.stringify([about, timeline?.campaign.id, asked])
    const result = (this.#results.get(key) as T | undefined) ?? (yield* compute())
    this.#results.set(key, result)
    return result
  }

  /** How many checks of the last day of a period are known. */
  #known(period: Period, now: number | undefined, timeline: Timeline | undefined): number {
    const { last } = daysOf(period)
    let count = 0
    for (const each of timeline ? [timeline] : this.#world.timelines) {
      count += each.checks({ first: last, last }, now).length
    }
    return count
  }

  #subjectOf(topic: Topic): Subject {
    const { seed } = this.#world
    const { normal } = topic
    const hash = hashText(normal, mix(seed, 6))
    const prompts = PROMPTS.map((prompt) => mix(hash, 1 + prompt))
    const brands = topic.brands.map((brand): SubjectBrand => {
      const key = normalize(brand.name)
      const renown = this.#renownOf(brand)
      return {
        ...brand,
        key,
        id: hashText(key, brand.hash),
        renown,
        fit: prompts.map((prompt) => affinity(renown.hash, prompt)),
        isSubject: ` ${normal} `.includes(` ${key} `),
        ownSpans: this.#ownSpansOf(key),
      }
    })
    return { topic, prompts, identity: hashText(normal, mix(seed, 7)), brands }
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
