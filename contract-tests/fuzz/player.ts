import { encoded, idIn, type Traveller } from '../journey/traveller.ts'
import type { Call } from '../support/client.ts'
import type { Exchange } from '../support/exchange.ts'
import { campaignOf, campaignsOf, rowsOf, succeeded } from '../support/reading.ts'
import { type Command, KEYS, type Key, marked, markOf, type Single } from './command.ts'
import type { Habits } from './habits.ts'
import type { Problem } from './problem.ts'
import { problemOf } from './responses.ts'
import type { Context, Step, World } from './state.ts'
import { parsedBody } from './values.ts'
import { after } from './world.ts'

/** What came of a case that was played once. */
export interface Played {
  problem?: Problem
  /** The requests up to the problem, those for tidying left out. */
  requests: Request[]
}

/** One request of a case, and what has to be known to make it again. */
export interface Request {
  exchange: Exchange
  /** The id of the campaign that it made. */
  made?: string
  /** The id of the campaign that it names. */
  id?: string
  /** Which command of the case it belongs to; those of a pair share one. */
  command: number
}

interface Made {
  id: string
  key: Key
}

const MOST_PAGES = 12
/** Ways that two requests in a row can leave open; more would be a bug of ours. */
const MOST_WORLDS = 64

/** Plays cases: sends what their commands say, and holds the answers against what may be true. */
export class Player {
  readonly travellers: Partial<Record<Key, Traveller>>
  readonly habits: Habits
  readonly #longest = new Map<Key, number>()
  /** Exchanges of the opening, by which keys are known to be valid. */
  readonly #opening: Exchange[]
  #executions = 0

  constructor(travellers: Partial<Record<Key, Traveller>>, habits: Habits, opening: Exchange[]) {
    this.travellers = travellers
    this.habits = habits
    this.#opening = opening
  }

  /** Plays a case, and deletes what it made. */
  async play(commands: Command[]): Promise<Played> {
    this.#executions += 1
    const execution = new Execution(this, this.#executions, this.#longest, this.#opening)
    try {
      return await execution.run(commands)
    } finally {
      await execution.tidy()
    }
  }
}

class Execution {
  readonly #player: Player
  readonly #context: Context
  readonly #opening: Exchange[]
  readonly #made: Made[] = []
  readonly #requests: Request[] = []
  #command = 0
  #worlds: World[] = [{ campaigns: {}, unsure: false }]

  constructor(player: Player, number: number, longest: Map<Key, number>, opening: Exchange[]) {
    this.#player = player
    this.#opening = opening
    const { runId } = this.#traveller('main').settings
    const marks = Object.fromEntries(KEYS.map((key) => [key, markOf(runId, number, key)]))
    this.#context = { habits: player.habits, marks: marks as Record<Key, string>, longest }
  }

  async run(commands: Command[]): Promise<Played> {
    for (const [index, command] of commands.entries()) {
      this.#command = index
      const problem = await this.#step(command)
      if (problem) return { problem, requests: this.#requests }
    }
    return { requests: this.#requests }
  }

  /** Deletes what the case made. What can't be deleted now is left to the end of the run. */
  async tidy(): Promise<void> {
    for (const { id, key } of this.#made) {
      const traveller = this.#traveller(key)
      if (!traveller.created.has(id) || !traveller.owns(id) || traveller.client.aborted) continue
      await traveller.ask('fuzz', key, traveller.call('deleteCampaign', { id }))
    }
  }

  #traveller(key: Key): Traveller {
    return (this.#player.travellers[key] ?? this.#player.travellers.main) as Traveller
  }

  async #step(command: Command): Promise<Problem | undefined> {
    if (command.do !== 'together') {
      const step = await this.#send(command)
      return step && (this.#problemOfEach(step) ?? this.#follow([[step]]))
    }
    const steps = (await Promise.all(command.commands.map((each) => this.#send(each)))).filter(
      (step): step is Step => step !== undefined,
    )
    const deleted = steps
      .filter((step) => step.do === 'delete' && succeeded(step.exchange))
      .flatMap(({ id }) => id ?? [])
    const both = steps.map((step) => ({ ...step, alongside: deleted }))
    for (const step of both) {
      const problem = this.#problemOfEach(step)
      if (problem) return problem
    }
    return this.#follow([both, both.toReversed()])
  }

  #problemOfEach({ exchange, pages = [] }: Step): Problem | undefined {
    const { settings } = this.#traveller('main')
    for (const each of [exchange, ...pages]) {
      const problem = problemOf(each, this.#opening, settings, this.#player.habits)
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

  /** The request of a command and what it was about; undefined for one that cannot be made. */
  async #send(command: Single): Promise<Step | undefined> {
    const target =
      'campaign' in command ? this.#made[command.campaign % this.#made.length] : undefined
    const key = this.#keyFor(command.key === 'owner' ? (target?.key ?? 'main') : command.key)
    const id = target?.id
    switch (command.do) {
      case 'create':
        return this.#create(key, command.body)
      case 'list':
        return {
          do: 'list',
          key,
          exchange: await this.#ask(key, 'listCampaigns', this.#query(command.query, id)),
        }
      case 'pages':
        return this.#pages(key, command.size)
      case 'read':
        return this.#read(key, command, id)
      case 'get': {
        const exchange = await this.#ask(key, 'getCampaign', { id: id ?? UNKNOWN })
        return { do: 'get', key, exchange, ...(id !== undefined && { id }) }
      }
      default:
        return this.#change(key, command, target)
    }
  }

  /** Without the key that a command asks for, the main key takes its place. */
  #keyFor(key: Key): Key {
    return this.#player.travellers[key] ? key : 'main'
  }

  async #ask(
    key: Key,
    operation: string,
    more: Partial<Call> & { id?: string; query?: string } = {},
  ) {
    const traveller = this.#traveller(key)
    const exchange = await traveller.ask('fuzz', key, traveller.call(operation, more))
    const { id } = more
    this.#requests.push({ exchange, command: this.#command, ...(id !== undefined && { id }) })
    return exchange
  }

  #query(query: string | undefined, id: string | undefined): { query?: string } {
    return query === undefined
      ? {}
      : { query: query.replaceAll('{campaign}', encoded(id ?? UNKNOWN)) }
  }

  async #create(key: Key, body: string): Promise<Step> {
    const rawBody = marked(body, this.#context.marks[key])
    const exchange = await this.#ask(key, 'createCampaign', { rawBody })
    if (!succeeded(exchange)) return { do: 'create', key, exchange }
    const id = idIn(campaignOf(exchange)) ?? (await this.#lookUp(key, rawBody))
    if (id === undefined) return { do: 'create', key, exchange }
    const request = this.#requests.find((each) => each.exchange === exchange)
    if (request) request.made = id
    if (await this.#recognize(key, id)) this.#made.push({ id, key })
    return { do: 'create', key, exchange, id }
  }

  /** What a create answers with is not shown: where it tells no id, the list may. */
  async #lookUp(key: Key, body: string): Promise<string | undefined> {
    const traveller = this.#traveller(key)
    const list = await traveller.ask('fuzz', key, traveller.call('listCampaigns'))
    const name = parsedBody(body)?.name
    const row = campaignsOf(list)?.find((each) => {
      const id = idIn(each)
      return id !== undefined && each.name === name && !this.#made.some((made) => made.id === id)
    })
    const id = idIn(row)
    if (id !== undefined) traveller.remember(id, String(name))
    return id
  }

  /** Nothing is changed or deleted that was not seen to be of this run. */
  async #recognize(key: Key, id: string): Promise<boolean> {
    const traveller = this.#traveller(key)
    if (!traveller.owns(id)) await traveller.ask('fuzz', key, traveller.call('getCampaign', { id }))
    return traveller.owns(id)
  }

  async #change(
    key: Key,
    command: Extract<Single, { do: 'update' | 'delete' }>,
    target: Made | undefined,
  ): Promise<Step | undefined> {
    // An id that is nobody's is safe to write to; one that was not recognized is not.
    const id = target?.id
    if (target && !this.#traveller(target.key).owns(target.id)) return undefined
    const more = command.do === 'update' && {
      rawBody: marked(command.body, this.#context.marks[target?.key ?? key]),
    }
    const operation = command.do === 'update' ? 'updateCampaign' : 'deleteCampaign'
    const exchange = await this.#ask(key, operation, { id: id ?? UNKNOWN, ...more })
    return { do: command.do, key, exchange, ...(id !== undefined && { id }) }
  }

  async #read(
    key: Key,
    command: Extract<Single, { do: 'read' }>,
    id: string | undefined,
  ): Promise<Step> {
    const exchange = await this.#ask(key, command.operation, {
      id: id ?? UNKNOWN,
      ...this.#query(command.query, id),
    })
    return { do: 'read', key, exchange, ...(id !== undefined && { id }) }
  }

  /** Follows the list; undefined where it is not known how, or its end is too far. */
  async #pages(key: Key, size: number): Promise<Step | undefined> {
    const { page } = this.#player.habits
    const rows = this.#context.longest.get(key) ?? 0
    if (!page || rows >= size * MOST_PAGES) return undefined
    const pages: Exchange[] = []
    let isShort = false
    for (let number = 0; number < MOST_PAGES; number += 1) {
      const exchange = await this.#ask(key, 'listCampaigns', { query: page(size, number) })
      if (!succeeded(exchange)) return undefined
      pages.push(exchange)
      const count = rowsOf(exchange)?.length ?? 0
      if (count === 0) break
      // Only the last page is shorter. One that is longer, or has others behind it, is of a size of
      // the server's own, so that rows between the pages may have been passed over.
      if (count > size || isShort || number === MOST_PAGES - 1) return undefined
      isShort = count < size
    }
    const [first, ...rest] = pages
    return { do: 'pages', key, exchange: first as Exchange, pages: rest }
  }
}

/** An id that no campaign has. */
const UNKNOWN = 'cmp_unknown'
