import { encoded, idIn, type Traveller } from '../journey/traveller.ts'
import type { Call } from '../support/client.ts'
import type { Exchange } from '../support/exchange.ts'
import { campaignOf, campaignsOf, rowsOf, succeeded } from '../support/reading.ts'
import { type Key, marked, type Single } from './command.ts'
import type { Context, Step } from './state.ts'
import { parsedBody } from './values.ts'

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
/** An id that no campaign has. */
const UNKNOWN = 'cmp_unknown'

export type Travellers = Partial<Record<Key, Traveller>>

/** Makes the requests of one case, and knows what they have made. */
export class Sender {
  readonly requests: Request[] = []
  /** Which command of the case the next requests belong to. */
  command = 0
  readonly #travellers: Travellers
  readonly #context: Context
  readonly #made: Made[] = []

  constructor(travellers: Travellers, context: Context) {
    this.#travellers = travellers
    this.#context = context
  }

  /** The request of a command and what it was about; undefined for one that cannot be made. */
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

  /** Deletes what the case made. What can't be deleted now is left to the end of the run. */
  async tidy(): Promise<void> {
    for (const { id, key } of this.#made) {
      const traveller = this.#traveller(key)
      if (!traveller.created.has(id) || !traveller.owns(id) || traveller.client.aborted) continue
      await traveller.ask('fuzz', key, traveller.call('deleteCampaign', { id }))
    }
  }

  #traveller(key: Key): Traveller {
    return (this.#travellers[key] ?? this.#travellers.main) as Traveller
  }

  /** Without the key that a command asks for, the main key takes its place. */
  #keyFor(key: Key): Key {
    return this.#travellers[key] ? key : 'main'
  }

  async #ask(
    key: Key,
    operation: string,
    more: Partial<Call> & { id?: string; query?: string } = {},
  ) {
    const traveller = this.#traveller(key)
    const exchange = await traveller.ask('fuzz', key, traveller.call(operation, more))
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
    const exchange = await this.#ask(key, 'createCampaign', { rawBody })
    if (!succeeded(exchange)) return { do: 'create', key, exchange }
    const id = idIn(campaignOf(exchange)) ?? (await this.#lookUp(key, rawBody))
    if (id === undefined) return { do: 'create', key, exchange }
    const request = this.requests.find((each) => each.exchange === exchange)
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
