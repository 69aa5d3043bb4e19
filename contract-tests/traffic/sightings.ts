import type { Credential } from '../http/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  dataOf,
  errorCode,
  isObject,
  type Json,
  succeeded,
} from '../http/reading.ts'
import type { Observed } from './observed.ts'

/** The resources of an account that a fixture can hold. */
const KINDS = ['campaigns', 'alerts', 'webhooks'] as const

export type Kind = (typeof KINDS)[number]

/** A record of the service, with all members that were sent or returned. */
export interface Sighting {
  kind: Kind
  id: string
  members: Json
  /** The key that showed it last. */
  owner: string | undefined
  /** When it last changed, in milliseconds of `Exchange`. */
  changedAt: number
  isGone: boolean
}

/** A key of the server, which had a success. */
export interface KeySighting {
  token: string
  credential: Credential
  successes: number
  accountId?: string
  permissions?: string[]
  /** `X-RateLimit-Limit`, the limit of a window that the header does not name. */
  limit?: number
}

export interface UserSighting {
  email: string
  /** A key or a session of the user's account. */
  owner: string | undefined
  name?: string
  role?: string
}

/** An account, by its id. */
export interface AccountSighting {
  name?: string
  plan?: string
}

/** The most records that are kept of each sort, so that memory is bounded. */
const MOST = { records: 10_000, keys: 100, users: 1000, sessions: 1000 }

/**
 * The accounts behind a server, as traffic shows them, gathered exchange by exchange. Responses of the sandbox itself are
 * ignored.
 */
export class Sightings {
  readonly records = new Map<string, Sighting>()
  readonly keys = new Map<string, KeySighting>()
  readonly users = new Map<string, UserSighting>()
  readonly accounts = new Map<string, AccountSighting>()
  /** Records that were not kept. */
  dropped = 0
  /** Tokens of logins, which are no keys, and the account of each. */
  readonly #sessions = new Map<string, string | undefined>()

  observe(exchange: Observed): void {
    if (exchange.source === 'sandbox' || exchange.response === undefined) return
    const steps = new URL(exchange.url).pathname.split('/').filter((step) => step !== '')
    const [family = '', last = ''] = steps.slice(-2)
    const isKind = (name: string): name is Kind => KINDS.some((kind) => kind === name)
    if (!succeeded(exchange)) {
      if (isKind(family)) this.#miss(exchange, family, last)
      return
    }
    this.#seeKey(exchange)
    if (isKind(last)) this.#seeList(exchange, last)
    else if (isKind(family)) this.#seeOne(exchange, family, idIn(last))
    else if (family === 'auth') this.#seeIdentity(exchange, last)
  }

  /** The account of a key or a session, if a response showed it. */
  accountOf(token: string | undefined): string | undefined {
    if (token === undefined) return undefined
    return this.keys.get(token)?.accountId ?? this.#sessions.get(token)
  }

  /** A list, or a create, which has the path of the list. */
  #seeList(exchange: Observed, kind: Kind): void {
    if (exchange.method === 'POST') {
      const members = { ...bodyOfRequest(exchange), ...campaignOf(exchange) }
      const id = idOf(members)
      if (id !== undefined) this.#see(exchange, kind, id, members)
    }
    if (exchange.method !== 'GET') return
    for (const row of campaignsOf(exchange) ?? []) {
      const id = idOf(row)
      if (id !== undefined) this.#see(exchange, kind, id, row)
    }
  }

  #seeOne(exchange: Observed, kind: Kind, id: string): void {
    const { method } = exchange
    if (method === 'DELETE') this.#lose(exchange, kind, id)
    if (method !== 'GET' && method !== 'PUT' && method !== 'PATCH') return
    const sent = method === 'GET' ? {} : bodyOfRequest(exchange)
    this.#see(exchange, kind, id, { ...sent, ...campaignOf(exchange) })
  }

  #see(exchange: Observed, kind: Kind, id: string, members: Json): void {
    const key = `${kind} ${id}`
    const known = this.records.get(key)
    if (!known && this.records.size >= MOST.records) {
      this.dropped += 1
      return
    }
    // A response may be older than a change that was answered before it.
    const isOld = known !== undefined && exchange.startedAt < known.changedAt
    if (known?.isGone && isOld) return
    this.records.set(key, {
      kind,
      id,
      members: isOld ? { ...members, ...known.members } : { ...known?.members, ...members },
      owner: tokenOf(exchange) ?? known?.owner,
      changedAt: exchange.method === 'GET' ? (known?.changedAt ?? 0) : exchange.endedAt,
      isGone: false,
    })
  }

  #lose(exchange: Observed, kind: Kind, id: string): void {
    const known = this.records.get(`${kind} ${id}`)
    if (!known || exchange.startedAt < known.changedAt) return
    Object.assign(known, { isGone: true, members: {}, changedAt: exchange.endedAt })
  }

  /** A record that a read with its own key no longer finds was deleted by someone else. */
  #miss(exchange: Observed, kind: Kind, last: string): void {
    const known = this.records.get(`${kind} ${idIn(last)}`)
    const isOwn = known !== undefined && known.owner === tokenOf(exchange)
    if (isOwn && exchange.method === 'GET' && errorCode(exchange) === 'not_found') {
      this.#lose(exchange, kind, idIn(last))
    }
  }

  #seeKey(exchange: Observed): void {
    const token = tokenOf(exchange)
    if (token === undefined || this.#sessions.has(token)) return
    const known = this.keys.get(token)
    if (!known && this.keys.size >= MOST.keys) return
    const limit = Number(exchange.response?.headers['x-ratelimit-limit'])
    this.keys.set(token, {
      ...known,
      ...{ token, credential: exchange.credential, successes: (known?.successes ?? 0) + 1 },
      ...(Number.isInteger(limit) && limit > 0 && { limit }),
    })
  }

  /** `GET /auth/verify`, `GET /auth/me` and `POST /auth/login`. */
  #seeIdentity(exchange: Observed, operation: string): void {
    const data = dataOf(exchange)
    if (!isObject(data)) return
    if (operation === 'verify') this.#seeVerification(exchange, data)
    if (operation === 'me') this.#seeUser(isObject(data.user) ? data.user : data, tokenOf(exchange))
    if (operation === 'login') {
      const user = isObject(data.user) ? data.user : {}
      const account = this.#seeAccount(user)
      const tokens = Object.values(data).filter((value) => typeof value === 'string')
      for (const token of tokens) {
        if (this.#sessions.size < MOST.sessions) this.#sessions.set(token, account)
        this.keys.delete(token)
      }
      this.#seeUser({ email: bodyOfRequest(exchange).email, ...user }, tokens[0])
    }
  }

  #seeVerification(exchange: Observed, data: Json): void {
    const key = this.keys.get(tokenOf(exchange) ?? '')
    if (!key) return
    if (typeof data.account_id === 'string') key.accountId = data.account_id
    const { permissions } = data
    if (Array.isArray(permissions)) key.permissions = permissions.map(String)
  }

  #seeUser(user: Json, owner: string | undefined): void {
    const { email, name, role } = user
    const account = this.#seeAccount(user)
    const key = this.keys.get(owner ?? '')
    if (key && account !== undefined) key.accountId ??= account
    if (typeof email !== 'string' || this.users.size >= MOST.users) return
    this.users.set(email.toLowerCase(), {
      email,
      owner,
      ...(typeof name === 'string' && { name }),
      ...(typeof role === 'string' && { role }),
    })
  }

  /** The id of a user's account. */
  #seeAccount({ account }: Json): string | undefined {
    if (!isObject(account) || typeof account.id !== 'string') return undefined
    const { id, name, plan } = account
    this.accounts.set(id, {
      ...(typeof name === 'string' && { name }),
      ...(typeof plan === 'string' && { plan }),
    })
    return id
  }
}

function tokenOf({ requestHeaders }: Observed): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(requestHeaders.authorization ?? '')?.[1]
}

function bodyOfRequest({ requestBody }: Observed): Json {
  try {
    const body: unknown = JSON.parse(requestBody ?? '')
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

function idOf({ id }: Json): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** The id that a path contains. */
function idIn(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
