import { cleanUp } from '../journey/clean-up.ts'
import { CannotRun, preflight } from '../journey/preflight.ts'
import { Traveller } from '../journey/traveller.ts'
import type { Leftover, Outcome } from '../report/result.ts'
import { reported } from '../support/check.ts'
import { Client, RunEnded } from '../support/client.ts'
import { masked } from '../support/credentials.ts'
import { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import type { Settings } from '../support/settings.ts'
import { caseAt } from './cases.ts'
import { type Command, KEYS, type Key } from './command.ts'
import { accountOf, type Habits, learnFromOwn, learnStatuses } from './habits.ts'
import { Player } from './player.ts'
import { type Problem, RULES } from './problem.ts'
import { Quota } from './quota.ts'
import type { FuzzFailure, FuzzResult } from './result.ts'
import { scriptOf } from './script.ts'
import type { Request } from './sender.ts'
import { shrink } from './shrink.ts'

/** What a fuzzing run is told besides the settings of the suite. */
export interface FuzzSettings extends Settings {
  /** Cases to play. */
  cases: number
  /** The seed that the cases are made from, an integer of 32 bits. */
  seed: number
  /** Cases to play in place of those of the seed. */
  replay?: Command[]
}

export interface FuzzHooks {
  signal?: AbortSignal
  onExchange?: (exchange: Exchange) => void
}

/** Plays for shrinking at most: each is a case of its own. */
const MOST_ATTEMPTS = 150
/** Exchanges that are kept for a look back; a long run would hold them all otherwise. */
const KEPT = 500

/**
 * Plays cases until one breaks a rule, shrinks it and reports. Deletes what it made, also after a
 * failure and an interruption.
 */
export async function fuzz(settings: FuzzSettings, hooks: FuzzHooks = {}): Promise<FuzzResult> {
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const run = new Run(settings, hooks)
  const ended = await run.go()
  return {
    format: 1,
    tool: { name: 'svc-sandbox', version: settings.version },
    baseUrl: masked(settings.baseUrl, settings.tokens),
    startedAt,
    durationMs: Math.round(performance.now() - start),
    seed: settings.seed,
    cases: { asked: run.asked, played: run.played },
    requests: run.client.total,
    ...ended,
    untried: run.untried,
    leftovers: run.leftovers,
  }
}

type Ended = { outcome: Outcome; reason?: string; failure?: FuzzFailure }

class Run {
  readonly client: Client
  readonly untried: string[] = []
  leftovers: Leftover[] = []
  played = 0
  /** Whether anything was sent that could have made something. */
  #hasBegun = false
  readonly #settings: FuzzSettings
  readonly #signal: AbortSignal
  readonly #travellers: Partial<Record<Key, Traveller>> = {}
  readonly #quota: Quota

  constructor(settings: FuzzSettings, { signal, onExchange }: FuzzHooks) {
    this.#settings = settings
    this.#signal = signal ?? new AbortController().signal
    this.#quota = new Quota(settings)
    const seen = (exchange: Exchange) => {
      this.#quota.note(exchange)
      onExchange?.(exchange)
    }
    this.client = new Client(settings, this.#signal, seen, 2)
    this.#travellers.main = this.#traveller('main')
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

  #traveller(key: Key): Traveller {
    const evidence = new Evidence(this.#settings, this.client.exchanges)
    return new Traveller(this.client, evidence, this.#settings, key)
  }

  /** Sees to keys and quota, and learns what the server does where nothing is stated. */
  async #open(): Promise<Player> {
    const main = this.#travellers.main as Traveller
    await preflight(main)
    const accounts = await this.#verifyKeys(main)
    await this.#quota.require(this.asked, main)
    this.#hasBegun = true
    const refusesWith5xx = await learnStatuses(main)
    const learnt = this.#settings.readOnly ? { patches: false } : await learnFromOwn(main)
    if (this.#settings.readOnly) this.untried.push('writes: the run is read-only')
    const habits: Habits = { refusesWith5xx, accounts, ...learnt }
    if (!habits.page) this.untried.push('pages: it was not seen how the server pages its list')
    return new Player(this.#travellers, habits, [...this.client.exchanges])
  }

  async #verifyKeys(main: Traveller): Promise<Habits['accounts']> {
    const accounts: Habits['accounts'] = {}
    for (const key of KEYS) {
      if (this.#settings.tokens[key] === undefined) {
        this.untried.push(
          `${key} key: none was given${key === 'other' ? ', so leaks between accounts were not looked for' : ''}`,
        )
        continue
      }
      const verify = await main.ask('fuzz', key, main.call('verifyToken', { bare: true }))
      const account = accountOf(verify)
      if (account !== undefined) accounts[key] = account
      if (key !== 'main') this.#travellers[key] = this.#traveller(key)
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
      this.#travellersWithQuota()
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
  #travellersWithQuota(): void {
    for (const key of KEYS) {
      if (key === 'main' || !this.#travellers[key] || this.#quota.suffices(key)) continue
      if (this.#travellers[key]?.created.size) continue
      delete this.#travellers[key]
      this.untried.push(
        `${key} key: its quota was nearly used up, so the main key took its place from then on`,
      )
    }
  }

  #forget(): void {
    const { exchanges } = this.client
    if (exchanges.length > KEPT) exchanges.splice(0, exchanges.length - KEPT)
  }

  /** The smallest case that breaks the same rule, with what was asked and answered in it. */
  async #report(
    player: Player,
    commands: Command[],
    problem: Problem,
    requests: Request[],
  ): Promise<FuzzFailure> {
    let smallest = { problem, requests }
    let shortest = commands
    // Tried in vain once, it would be in vain each time.
    let isSwept = true
    const play = async (candidate: Command[]) => {
      this.#quota.forShrinking()
      // What stuck of one attempt would be found by the next, whatever that one does.
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

  /** Deletes what is there of the run, and resolves with what could not be deleted. */
  async #sweep(): Promise<Leftover[]> {
    const leftovers: Leftover[] = []
    if (this.#settings.readOnly) return leftovers
    for (const traveller of Object.values(this.#travellers)) {
      leftovers.push(...(await cleanUp(traveller)))
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
  return {
    rule,
    statement: RULES[rule],
    ...(fact !== undefined && { fact }),
    expected: masked(expected, settings.tokens),
    actual: masked(actual, settings.tokens),
    case: played,
    commands,
    requests: requests.map(({ exchange }) => reported(exchange, settings)),
    script: masked(scriptOf(requests), settings.tokens),
    ...how,
  }
}
