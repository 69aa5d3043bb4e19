import { LONGEST_PHRASE, reported } from '../checks/check.ts'
import { Evidence } from '../evidence/evidence.ts'
import { Client, RunEnded } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { masked, withoutKeys } from '../http/masking.ts'
import type { Settings } from '../http/settings.ts'
import { cleanUp, leftoversOf } from '../journey/clean-up.ts'
import type { RunHooks } from '../journey/journey.ts'
import { CannotRun, preflight } from '../journey/preflight.ts'
import { Runner } from '../journey/runner.ts'
import type { Leftover } from '../report/result.ts'
import { cut } from '../report/wording.ts'
import { type Command, KEYS, type Key } from './command.ts'
import { learnSources } from './filters.ts'
import { caseAt } from './generation/cases.ts'
import { accountOf, type Habits, learnFromOwn, learnStatuses } from './model/habits.ts'
import { type Problem, RULES } from './model/problem.ts'
import { Player } from './player.ts'
import { Quota } from './quota.ts'
import type { FuzzFailure, FuzzOutcome, FuzzResult } from './replay.ts'
import { scriptOf } from './script.ts'
import type { Request } from './sender.ts'
import { shrink } from './shrink.ts'

/** The settings of a fuzzing run. */
export interface FuzzSettings extends Settings {
  /** Cases to play. */
  cases: number
  /** The seed that the cases are made from, an integer of 32 bits. */
  seed: number
  /** Cases to play in place of those of the seed. */
  replay?: Command[]
}

/** Attempts to shrink a case. */
const MOST_ATTEMPTS = 150
/** Exchanges that are kept, so that a long run does not hold all of them. */
const KEPT = 500

/**
 * Plays cases until one breaks a rule, shrinks it and reports. Deletes what it made, also after a
 * failure and an interruption.
 */
export async function fuzz(settings: FuzzSettings, hooks: RunHooks = {}): Promise<FuzzResult> {
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const run = new Run(settings, hooks)
  hooks.onStart?.(() => withoutKeys(settings, run.present()))
  const ended = await run.go()
  return withoutKeys(settings, {
    format: 1,
    tool: { name: 'svc-sandbox', version: settings.version },
    baseUrl: settings.baseUrl,
    startedAt,
    durationMs: Math.round(performance.now() - start),
    seed: settings.seed,
    cases: { asked: run.asked, played: run.played },
    requests: run.client.budget.total,
    ...ended,
    untried: run.untried,
    leftovers: run.leftovers,
  })
}

type Ended = { outcome: FuzzOutcome; reason?: string; failure?: FuzzFailure }

class Run {
  readonly client: Client
  readonly untried: string[] = []
  leftovers: Leftover[] = []
  played = 0
  /** Whether the run may have created anything. */
  #hasBegun = false
  readonly #settings: FuzzSettings
  readonly #signal: AbortSignal
  readonly #runners: Partial<Record<Key, Runner>> = {}
  readonly #quota: Quota

  constructor(settings: FuzzSettings, { signal, onExchange }: RunHooks) {
    this.#settings = settings
    this.#signal = signal ?? new AbortController().signal
    this.#quota = new Quota(settings)
    const seen = (exchange: Exchange) => {
      this.#quota.note(exchange)
      onExchange?.(exchange)
    }
    this.client = new Client(settings, this.#signal, seen, 2)
    this.#runners.main = this.#runner('main')
  }

  /** The campaigns that were created and not deleted so far. */
  present(): Leftover[] {
    return Object.values(this.#runners).flatMap(leftoversOf)
  }

  get asked(): number {
    return this.#settings.replay ? 1 : this.#settings.cases
  }

  async go(): Promise<Ended> {
    try {
      const player = await this.#open()
      return await this.#playAll(player)
    } catch (error) {
      if (this.#signal.aborted) return { outcome: 'interrupted' }
      if (error instanceof CannotRun) return { outcome: 'could_not_run', reason: error.message }
      if (error instanceof RunEnded) return { outcome: 'cut_short', reason: error.message }
      throw error
    } finally {
      await this.#cleanUp()
    }
  }

  #runner(key: Key): Runner {
    const evidence = new Evidence(this.#settings, this.client.exchanges)
    return new Runner(this.client, evidence, this.#settings, key)
  }

  /** Checks keys and quota, and learns what the server does where nothing is stated. */
  async #open(): Promise<Player> {
    const main = this.#runners.main as Runner
    await preflight(main)
    const accounts = await this.#verifyKeys(main)
    await this.#quota.require(this.asked, main)
    this.#hasBegun = true
    const refusesWith5xx = await learnStatuses(main)
    const learnt = this.#settings.readOnly ? { patches: false } : await learnFromOwn(main)
    if (this.#settings.readOnly) this.untried.push('writes: the run is --read-only')
    const sources = await learnSources(main)
    const habits: Habits = { refusesWith5xx, accounts, sources, ...learnt }
    if (sources.length === 0) this.untried.push('filters: there are no rankings or mentions')
    if (!habits.page) this.untried.push('pages: the paging of the server is unknown')
    return new Player(this.#runners, habits, [...this.client.exchanges])
  }

  async #verifyKeys(main: Runner): Promise<Habits['accounts']> {
    const accounts: Habits['accounts'] = {}
    for (const key of KEYS) {
      if (this.#settings.tokens[key] === undefined) {
        this.untried.push(
          `${key} key: not given${key === 'other' ? ', so isolation between accounts was not tested' : ''}`,
        )
        continue
      }
      const verify = await main.send(key, main.call('verifyToken', { bare: true }))
      const account = accountOf(verify)
      if (account !== undefined) accounts[key] = account
      if (key !== 'main') this.#runners[key] = this.#runner(key)
    }
    if (accounts.other !== undefined && accounts.other === accounts.main) {
      throw new CannotRun(
        '--other-token is a key of the same account as --token. Give one of another account, or leave it out.',
      )
    }
    return accounts
  }

  async #playAll(player: Player): Promise<Ended> {
    for (let number = 0; number < this.asked; number += 1) {
      const commands =
        this.#settings.replay ?? caseAt(this.#settings.seed, number, this.#settings.readOnly)
      await this.#quota.requireCase(this.client)
      this.client.retries.renew()
      this.#runnersWithQuota()
      const { problem, requests } = await player.play(commands)
      this.played += 1
      if (problem)
        return {
          outcome: 'failed',
          failure: await this.#report(player, commands, problem, requests),
        }
      this.#forget()
    }
    return { outcome: 'passed' }
  }

  /** A key that has few requests left is not used any more; the main key takes its place. */
  #runnersWithQuota(): void {
    for (const key of KEYS) {
      if (key === 'main' || !this.#runners[key] || this.#quota.suffices(key)) continue
      if (this.#runners[key]?.created.size) continue
      delete this.#runners[key]
      this.untried.push(`${key} key: its quota was almost used up, so the main key replaced it`)
    }
  }

  #forget(): void {
    const { exchanges } = this.client
    if (exchanges.length > KEPT) exchanges.splice(0, exchanges.length - KEPT)
  }

  /** The smallest case that breaks the same rule, with its exchanges. */
  async #report(
    player: Player,
    commands: Command[],
    problem: Problem,
    requests: Request[],
  ): Promise<FuzzFailure> {
    let smallest = { problem, requests }
    let shortest = commands
    // False after a clean-up that left something.
    let isSwept = true
    player.isShrinking = true
    const play = async (candidate: Command[]) => {
      this.#quota.forShrinking()
      // The next attempt would find leftovers of this one.
      if (isSwept) isSwept = (await this.#sweep()).length === 0
      const played = await player.play(candidate)
      if (played.problem?.rule === problem.rule) {
        smallest = { problem: played.problem, requests: played.requests }
        shortest = candidate
      }
      return played.problem
    }
    let how = { attempts: 0, repeats: false }
    try {
      how = await shrink(commands, problem, play, MOST_ATTEMPTS)
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error
      how = { attempts: how.attempts, repeats: shortest !== commands }
    }
    return toFailure(this.#settings, this.played, shortest, smallest, how)
  }

  async #cleanUp(): Promise<void> {
    if (this.#hasBegun) this.leftovers = await this.#sweep()
    this.client.close()
  }

  /** Deletes what the run created, and returns what could not be deleted. */
  async #sweep(): Promise<Leftover[]> {
    const leftovers: Leftover[] = []
    if (this.#settings.readOnly) return leftovers
    for (const runner of Object.values(this.#runners)) {
      leftovers.push(...(await cleanUp(runner)))
    }
    return leftovers
  }
}

function toFailure(
  settings: FuzzSettings,
  played: number,
  commands: Command[],
  { problem, requests }: { problem: Problem; requests: Request[] },
  how: { attempts: number; repeats: boolean },
): FuzzFailure {
  const { rule, fact, expected, actual } = problem
  const shown = (text: string) => cut(masked(text, settings), LONGEST_PHRASE)
  return {
    rule,
    statement: RULES[rule],
    ...(fact !== undefined && { fact }),
    expected: shown(expected),
    actual: shown(actual),
    case: played,
    commands,
    requests: requests.map(({ exchange }) => reported(exchange, settings)),
    script: scriptOf(requests),
    ...how,
  }
}
