import type { Exchange } from '../http/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  encoded,
  idIn,
  rowsOf,
  sentBody,
  succeeded,
} from '../http/reading.ts'
import type { CallOptions, Runner } from '../journey/runner.ts'
import { type Key, marked, type Single } from './command.ts'
import { askedBy, isUnderstood, LIST_FORMS, queryOf } from './filters.ts'
import type { Context, Step } from './model/state.ts'
import { inWay, isSafe } from './strangers.ts'

/** A request of a case, with what is needed to repeat it. */
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
/** An id that no campaign has. */
const UNKNOWN = 'cmp_unknown'

export type Runners = Partial<Record<Key, Runner>>

/** Sends the requests of a case, and keeps what they created. */
export class Sender {
  readonly requests: Request[] = []
  /** Which command of the case the next requests belong to. */
  command = 0
  readonly #runners: Runners
  readonly #context: Context
  readonly #made: Made[] = []

  constructor(runners: Runners, context: Context) {
    this.#runners = runners
    this.#context = context
  }

  /** Sends the request of a command; undefined if it cannot be sent. */
  async send(command: Single): Promise<Step | undefined> {
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
      case 'filter':
        return this.#filter(key, command)
      case 'stranger':
        return this.#stranger(command, target)
      case 'read':
        return this.#askAbout(id, 'read', key, command.operation, this.#query(command.query, id))
      case 'get':
        return this.#askAbout(id, 'get', key, 'getCampaign')
      default:
        return this.#change(key, command, target)
    }
  }

  /** Leaves a step that was sent again out of the requests of the case. */
  forget(step: Step | undefined): void {
    const exchanges = step ? [step.exchange, ...(step.pages ?? [])] : []
    const kept = this.requests.filter(({ exchange }) => !exchanges.includes(exchange))
    this.requests.splice(0, this.requests.length, ...kept)
  }

  /** Deletes what the case made. What can't be deleted now is left to the end of the run. */
  async tidy(): Promise<void> {
    for (const { id, key } of this.#made) {
      const runner = this.#runner(key)
      if (!runner.created.has(id) || !runner.owns(id) || runner.client.aborted) continue
      await runner.send(key, runner.call('deleteCampaign', { id }))
    }
  }

  #runner(key: Key): Runner {
    return (this.#runners[key] ?? this.#runners.main) as Runner
  }

  /** Without the key that a command asks for, the main key takes its place. */
  #keyFor(key: Key): Key {
    return this.#runners[key] ? key : 'main'
  }

  async #ask(key: Key, operation: string, more: CallOptions = {}) {
    const runner = this.#runner(key)
    const exchange = await runner.send(key, runner.call(operation, more))
    const { id } = more
    this.requests.push({ exchange, command: this.command, ...(id !== undefined && { id }) })
    return exchange
  }

  #query(query: string | undefined, id: string | undefined): { query?: string } {
    return query === undefined
      ? {}
      : { query: query.replaceAll('{campaign}', encoded(id ?? UNKNOWN)) }
  }

  async #create(key: Key, body: string): Promise<Step> {
    const rawBody = marked(body, this.#context.marks[key])
    const exchange = await this.#ask(key, 'createCampaign', { rawBody, once: true })
    if (!succeeded(exchange)) return { do: 'create', key, exchange }
    const id = idIn(campaignOf(exchange)) ?? (await this.#lookUp(key, exchange))
    if (id === undefined) return { do: 'create', key, exchange }
    const request = this.requests.find((each) => each.exchange === exchange)
    if (request) request.made = id
    if (await this.#recognize(key, id)) this.#made.push({ id, key })
    return { do: 'create', key, exchange, id }
  }

  /** The answer to a create is not shown: it may lack the id, which the list may show. */
  async #lookUp(key: Key, created: Exchange): Promise<string | undefined> {
    const runner = this.#runner(key)
    const list = await runner.send(key, runner.call('listCampaigns'))
    const name = sentBody(created)?.name
    const row = campaignsOf(list)?.find((each) => {
      const id = idIn(each)
      return id !== undefined && each.name === name && !this.#made.some((made) => made.id === id)
    })
    const id = idIn(row)
    if (id !== undefined) runner.remember(id, String(name))
    return id
  }

  /** Only campaigns with the mark of this run are changed or deleted. */
  async #recognize(key: Key, id: string): Promise<boolean> {
    const runner = this.#runner(key)
    if (!runner.owns(id)) await runner.send(key, runner.call('getCampaign', { id }))
    return runner.owns(id)
  }

  async #change(
    key: Key,
    command: Extract<Single, { do: 'update' | 'delete' }>,
    target: Made | undefined,
  ): Promise<Step | undefined> {
    // Writing to an unknown id is safe, but not to a campaign without the mark of this run.
    const id = target?.id
    if (target && !this.#runner(target.key).owns(target.id)) return undefined
    const more =
      command.do === 'update'
        ? { rawBody: marked(command.body, this.#context.marks[target?.key ?? key]) }
        : {}
    const operation = command.do === 'update' ? 'updateCampaign' : 'deleteCampaign'
    return this.#askAbout(id, command.do, key, operation, more)
  }

  /** Sends a request about a campaign of the case, or about an unknown id. */
  async #askAbout(
    id: string | undefined,
    kind: Step['do'],
    key: Key,
    operation: string,
    more: CallOptions = {},
  ): Promise<Step> {
    const exchange = await this.#ask(key, operation, { id: id ?? UNKNOWN, ...more })
    return { do: kind, key, exchange, ...(id !== undefined && { id }) }
  }

  /** Filters rankings or mentions; undefined if the server has none, or does not take this filter. */
  async #filter(key: Key, command: Extract<Single, { do: 'filter' }>): Promise<Step | undefined> {
    const { sources = [] } = this.#context.habits
    const source = sources[(command.picks[0] ?? 0) % sources.length]
    if (!source) return undefined
    const asked = askedBy(command, source)
    const hasList = asked.keywords !== undefined || asked.platforms !== undefined
    let first: Exchange | undefined
    // How a list is written is not shown: it was filtered if one of the forms is understood.
    for (const form of hasList ? LIST_FORMS : LIST_FORMS.slice(0, 1)) {
      const exchange = await this.#ask(key, source.operation, { query: queryOf(asked, form) })
      if (!succeeded(exchange)) return undefined
      first ??= exchange
      if (!hasList || isUnderstood(exchange, asked, source)) {
        return { do: 'filter', key, exchange, asked, source }
      }
    }
    return first && { do: 'filter', key, exchange: first, asked, source }
  }

  /** A request that no valid key goes with; undefined if it could do harm, or there is no key for it. */
  async #stranger(
    { way, operation, body }: Extract<Single, { do: 'stranger' }>,
    target: Made | undefined,
  ): Promise<Step | undefined> {
    const runner = this.#runner('main')
    if (!isSafe(way, operation) || (target && !this.#runner(target.key).owns(target.id))) {
      return undefined
    }
    const mark = this.#context.marks[target?.key ?? 'main']
    const hasBody = ['createCampaign', 'updateCampaign', 'login'].includes(operation)
    const rawBody = operation === 'login' ? '{}' : marked(body, mark)
    const id = target?.id
    const call = runner.call(operation, { id: id ?? UNKNOWN, ...(hasBody && { rawBody }) })
    const sent = inWay(way, call, runner.settings)
    if (!sent) return undefined
    const exchange = await runner.send(sent.credential, sent.call)
    this.requests.push({ exchange, command: this.command, ...(id !== undefined && { id }) })
    return { do: 'stranger', key: 'main', exchange, way, ...(id !== undefined && { id }) }
  }

  /** Follows the list; undefined if it is not known how, or the list is too long. */
  async #pages(key: Key, size: number): Promise<Step | undefined> {
    const { page } = this.#context.habits
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
