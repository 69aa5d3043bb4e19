import type { Client } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, rowsOf, succeeded } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import type { Runner } from '../journey/runner.ts'
import { type Command, KEYS, type Key, markOf, type Single } from './command.ts'
import type { Habits } from './model/habits.ts'
import type { Problem } from './model/problem.ts'
import { problemOf } from './model/responses.ts'
import type { Context, Step, World } from './model/state.ts'
import { after } from './model/world.ts'
import { type Request, type Runners, Sender } from './sender.ts'

/** The result of playing a case once. */
export interface Played {
  problem?: Problem
  /** The requests up to the problem, those for tidying left out. */
  requests: Request[]
}

/** Ways that two requests in a row can leave open; more would be a bug of ours. */
const MOST_WORLDS = 64

/** Commands that change nothing. */
const READS = new Set<Single['do']>(['get', 'list', 'pages', 'read'])

/**
 * Whether a step may have come before an earlier write showed: a read, or a change of a campaign that is unknown so far. Sent
 * again, one of a pair could change the campaign that the other has made.
 */
function mayBeTooEarly({ do: kind }: Single, step: Step | undefined, isAlone: boolean): boolean {
  return READS.has(kind) || (isAlone && step?.exchange.response?.status === 404)
}

/** Whether the service failed, which may pass. */
function hasFailed(exchange: Exchange): boolean {
  return (exchange.response?.status ?? 0) >= 500 || errorCode(exchange) === 'server_error'
}

/** Plays cases: sends what their commands say, and holds the answers against what may be true. */
export class Player {
  /** A case that was found is played many times. */
  isShrinking = false
  /** A step showed a write only when it was sent again. */
  #isLate = false
  #cases = 0
  readonly #runners: Runners
  readonly #settings: Settings
  /** Exchanges by which keys are known to be valid. */
  readonly #opening: Exchange[]
  /** What is known of the server; the marks are those of the case that is played. */
  #context: Context
  #sender: Sender
  /** All that may be true after the requests of the case so far. */
  #worlds: World[] = []

  constructor(runners: Runners, habits: Habits, opening: Exchange[]) {
    this.#runners = runners
    this.#settings = (runners.main as Runner).settings
    this.#opening = opening
    this.#context = { habits, marks: this.#marks(), longest: new Map() }
    this.#sender = new Sender(runners, this.#context)
  }

  /** Plays a case, and deletes what it made. */
  async play(commands: Command[]): Promise<Played> {
    this.#cases += 1
    this.#context = { ...this.#context, marks: this.#marks() }
    this.#sender = new Sender(this.#runners, this.#context)
    this.#worlds = [{ campaigns: {}, unsure: false }]
    const { requests } = this.#sender
    try {
      for (const [index, command] of commands.entries()) {
        this.#sender.command = index
        const problem = await this.#step(command)
        if (problem) return { problem, requests }
      }
      return { requests }
    } finally {
      await this.#sender.tidy()
    }
  }

  get #client(): Client {
    return (this.#runners.main as Runner).client
  }

  #marks(): Record<Key, string> {
    const { runId } = this.#settings
    const marks = KEYS.map((key) => [key, markOf(runId, this.#cases, key)])
    return Object.fromEntries(marks) as Record<Key, string>
  }

  async #step(command: Command): Promise<Problem | undefined> {
    const commands = command.do === 'together' ? command.commands : [command]
    const sent = await Promise.all(commands.map((each) => this.#sender.send(each)))
    const steps = this.isShrinking ? sent : await this.#createAgain(commands, sent)
    const problem = this.#judge(steps)
    const isAlone = commands.length === 1
    const isTooEarly = steps.some((step, at) =>
      mayBeTooEarly(commands[at] as Single, step, isAlone),
    )
    if (!problem || !isTooEarly || (this.isShrinking && !this.#isLate)) return problem
    // The specification does not state that a write shows at once.
    let latest = steps
    let remaining: Problem | undefined = problem
    for (const pauseMs of this.#client.retries.settlingMs) {
      await this.#client.pause(pauseMs)
      latest = await this.#sendAgain(commands, latest)
      remaining = this.#judge(latest)
      if (!remaining) break
    }
    this.#isLate ||= !remaining
    return remaining
  }

  /**
   * The same steps, with the creates that the service failed sent again. The client does not repeat them, since they may
   * have been carried out.
   */
  async #createAgain(commands: Single[], steps: (Step | undefined)[]) {
    const again: (Step | undefined)[] = []
    for (const [at, first] of steps.entries()) {
      let step = first
      for (const pauseMs of this.#client.retries.settlingMs) {
        if (step?.do !== 'create' || !hasFailed(step.exchange)) break
        await this.#client.pause(pauseMs)
        const later = await this.#sender.send(commands[at] as Single)
        const hasPassed = later !== undefined && !hasFailed(later.exchange)
        if (hasPassed) {
          step.exchange.transient = 'failed'
          later.exchange.repeats = 'failed'
        }
        this.#sender.forget(hasPassed ? step : later)
        if (hasPassed) step = later
      }
      again.push(step)
    }
    return again
  }

  /** The same steps, with those that may have come too early sent once more. */
  async #sendAgain(commands: Single[], steps: (Step | undefined)[]) {
    const again: (Step | undefined)[] = []
    for (const [at, step] of steps.entries()) {
      const command = commands[at] as Single
      const later = mayBeTooEarly(command, step, commands.length === 1)
        ? await this.#sender.send(command)
        : undefined
      // What cannot be sent again was no better the second time.
      if (later) this.#sender.forget(step)
      again.push(later ?? step)
    }
    return again
  }

  #judge(sent: (Step | undefined)[]): Problem | undefined {
    const steps = sent.filter((step) => step !== undefined)
    const deleted = steps
      .filter((step) => step.do === 'delete' && succeeded(step.exchange))
      .flatMap(({ id }) => id ?? [])
    const isPair = sent.length > 1
    const all = isPair ? steps.map((step) => ({ ...step, alongside: deleted })) : steps
    for (const step of all) {
      const problem = this.#problemOfEach(step)
      if (problem) return problem
    }
    if (all.length === 0) return undefined
    return this.#follow(isPair ? [all, all.toReversed()] : [all])
  }

  #problemOfEach({ exchange, pages = [] }: Step): Problem | undefined {
    for (const each of [exchange, ...pages]) {
      const problem = problemOf(each, this.#opening, this.#settings, this.#context.habits)
      if (problem) return problem
    }
    return undefined
  }

  /** Goes on with the worlds that explain the steps in one of their orders. */
  #follow(orders: Step[][]): Problem | undefined {
    let first: Problem | undefined
    const next = new Map<string, World>()
    for (const start of this.#worlds) {
      for (const order of orders) {
        let world = start
        let problem: Problem | undefined
        for (const step of order) {
          const outcome = after(world, step, this.#context)
          world = outcome.world
          problem ??= outcome.problem
        }
        first ??= problem
        if (!problem && next.size < MOST_WORLDS) next.set(JSON.stringify(world), world)
      }
    }
    if (next.size === 0) return first
    this.#worlds = [...next.values()]
    this.#remember(orders[0] ?? [])
    return undefined
  }

  #remember(steps: Step[]): void {
    for (const { do: kind, key, exchange } of steps) {
      if (kind !== 'list' || exchange.url.includes('?') || !succeeded(exchange)) continue
      const { longest } = this.#context
      longest.set(key, Math.max(longest.get(key) ?? 0, rowsOf(exchange)?.length ?? 0))
    }
  }
}
