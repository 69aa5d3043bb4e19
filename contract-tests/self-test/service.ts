/**
 * The behaviour of the service, apart from HTTP: one request in, one response out. Where the seed is silent it
 * takes the plainest way, and `Mutation` bends it.
 */
import { OPERATION_HANDLERS } from './operations.ts'
import { ROUTES, route } from './routes.ts'
import {
  type Answer,
  type Campaign,
  type Exchange,
  Failure,
  type Key,
  type Mutation,
  type Quota,
  type Request,
  type Service,
  type Settings,
} from './types.ts'
import { validateInput } from './validation.ts'

export const TOKENS = {
  main: 'svc_test_selftest',
  restricted: 'svc_restricted_selftest',
  limited: 'svc_test_selftestlimited',
  revoked: 'svc_test_selftestrevoked',
  other: 'svc_test_selftestother',
}

const DEFAULTS: Settings = {
  seeded: 3,
  mainLimit: 1000,
  restrictedLimit: 300,
  limitedLimit: 5,
  mainUsed: 0,
  limitedUsed: 0,
  restrictedPermissions: ['campaigns:read', 'rankings:read'],
  restrictedAccount: 'acc_main',
}

const WINDOW_SECONDS = 3600

export class ConformingService implements Service {
  readonly campaigns = new Map<string, Campaign>()
  readonly keys: Map<string, Key>
  readonly strangers: Quota = { limit: 1000, used: 0 }
  readonly now: () => number
  /** When the one window of this server ends, in epoch seconds. */
  readonly reset: number
  requests = 0
  /** Requests by the token that they carried; '' where they carried none. */
  readonly requestsByToken = new Map<string, number>()
  readonly #mutation: Mutation
  readonly #tallies = new Map<string, number>()
  readonly #memory = new Map<string, unknown>()
  #ids = 0

  constructor(mutation: Mutation = {}, now: () => number = Date.now) {
    this.#mutation = mutation
    this.now = now
    this.reset = Math.floor(now() / 1000) + WINDOW_SECONDS
    const settings = { ...DEFAULTS, ...mutation.settings }
    this.keys = new Map(keysOf(settings).map((key) => [key.token, key]))
    for (let n = 1; n <= settings.seeded; n++) this.addCampaign('acc_main', seedFields(n))
    this.addCampaign('acc_other', seedFields(99))
  }

  get mainKey(): Key {
    return this.keys.get(TOKENS.main) as Key
  }

  answer(request: Request): Answer {
    const exchange = this.#open(request)
    const step = this.#mutation.onRequest
    const answer = step
      ? this.#caught(() => step(exchange, () => this.serve(exchange)))
      : this.serve(exchange)
    answer.headers = { ...this.#quotaHeaders(exchange), ...answer.headers }
    this.#mutation.onResponse?.(answer, exchange)
    return answer
  }

  /** The path of a request. The steps that refuse it come before the one that acts. */
  serve(exchange: Exchange): Answer {
    return this.#caught(() => {
      this.#step('charge', exchange, charge)
      exchange.key = this.#step('authenticate', exchange, authenticate)
      this.#step('permit', exchange, permit)
      this.#step('validate', exchange, validateInput)
      return this.#step('handle', exchange, handle)
    })
  }

  act(exchange: Exchange): void {
    this.#caught(() => {
      validateInput(exchange)
      return handle({ ...exchange, key: this.mainKey })
    })
  }

  addCampaign(account: string, fields: Campaign['fields']): Campaign {
    const campaign = { id: this.newId(), account, fields }
    this.campaigns.set(campaign.id, campaign)
    return campaign
  }

  newId(): string {
    // Spread over the range, so that no two ids resemble one another.
    return `cmp_${((++this.#ids * 2654435761) >>> 0).toString(16).padStart(8, '0')}`
  }

  campaignsOf(account: string): Campaign[] {
    return [...this.campaigns.values()].filter((campaign) => campaign.account === account)
  }

  success(data: unknown, status = 200, message?: string): Answer {
    const meta = { timestamp: new Date(this.now()).toISOString(), version: '1.2.0' }
    return json(status, { success: true, data, ...(message && { message }), meta })
  }

  failure({ status, code, message }: Failure): Answer {
    const details = code === 'invalid_request' ? { reason: message } : undefined
    return json(status, { success: false, error: { code, message, ...(details && { details }) } })
  }

  #caught(serve: () => Answer): Answer {
    try {
      return serve()
    } catch (error) {
      if (error instanceof Failure) return this.failure(error)
      throw error
    }
  }

  #step<Result>(
    name: 'charge' | 'authenticate' | 'permit' | 'validate' | 'handle',
    exchange: Exchange,
    conforming: (exchange: Exchange) => Result,
  ): Result {
    const mutated = this.#mutation[name] as
      | ((exchange: Exchange, next: () => Result) => Result)
      | undefined
    const next = () => conforming(exchange)
    return mutated ? mutated(exchange, next) : next()
  }

  #open(request: Request): Exchange {
    const url = new URL(`http://service${request.target}`)
    const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
    const known = this.keys.get(token ?? '')
    const key = known && !known.revoked ? known : undefined
    this.requests++
    this.requestsByToken.set(token ?? '', (this.requestsByToken.get(token ?? '') ?? 0) + 1)
    return {
      number: this.requests,
      request,
      service: this,
      query: url.searchParams,
      ...route(request.method, url.pathname),
      ...(token && { token }),
      ...(key && { key }),
      quota: key?.quota ?? this.strangers,
      ...parse(request.body),
      tally: (name) => {
        const count = (this.#tallies.get(name) ?? 0) + 1
        this.#tallies.set(name, count)
        return count
      },
      memory: this.#memory,
    }
  }

  #quotaHeaders({ quota }: Exchange): Record<string, string> {
    return {
      'X-RateLimit-Limit': String(quota.limit),
      'X-RateLimit-Remaining': String(Math.max(0, quota.limit - quota.used)),
      'X-RateLimit-Reset': String(this.reset),
    }
  }
}

export function json(status: number, body: unknown): Answer {
  return { status, headers: { 'Content-Type': 'application/json' }, body }
}

function parse(body: string): { input: unknown; malformed: boolean } {
  if (body.trim() === '') return { input: undefined, malformed: false }
  try {
    return { input: JSON.parse(body), malformed: false }
  } catch {
    return { input: undefined, malformed: true }
  }
}

function charge({ quota }: Exchange): void {
  if (quota.used >= quota.limit) {
    throw new Failure('rate_limit_exceeded', 'No requests are left in this window')
  }
  quota.used++
}

function authenticate({ key, token }: Exchange): Key {
  if (!token) throw new Failure('missing_api_key', 'The Authorization header has no key')
  if (!key) throw new Failure('invalid_api_key', 'The key is not valid')
  return key
}

function permit({ key, operation }: Exchange): void {
  const permission = operation && ROUTES[operation].permission
  const granted = key?.permissions ?? []
  if (permission && !granted.includes('*') && !granted.includes(permission)) {
    throw new Failure('insufficient_permissions', `The key lacks ${permission}`)
  }
}

function handle(exchange: Exchange): Answer {
  if (!exchange.operation) throw new Failure('not_found', 'No such endpoint')
  return OPERATION_HANDLERS[exchange.operation](exchange, (exchange.key as Key).account)
}

function keysOf(settings: Settings): Key[] {
  const key = (
    token: string,
    id: string,
    limit: number,
    rest: { account?: string; permissions?: string[]; revoked?: boolean; used?: number } = {},
  ): Key => {
    const { account = 'acc_main', permissions = ['*'], revoked = false, used = 0 } = rest
    return { token, id, account, permissions, revoked, quota: { limit, used } }
  }
  return [
    key(TOKENS.main, 'key_1', settings.mainLimit, { used: settings.mainUsed }),
    key(TOKENS.restricted, 'key_2', settings.restrictedLimit, {
      account: settings.restrictedAccount,
      permissions: settings.restrictedPermissions,
    }),
    key(TOKENS.limited, 'key_3', settings.limitedLimit, { used: settings.limitedUsed }),
    key(TOKENS.revoked, 'key_4', 1000, { revoked: true }),
    key(TOKENS.other, 'key_5', 1000, { account: 'acc_other' }),
  ]
}

function seedFields(n: number): Campaign['fields'] {
  return {
    name: `Seeded campaign ${n}`,
    type: 'serp',
    keywords: [`seeded keyword ${n}`, 'rank tracker'],
    frequency: 'daily',
    settings: { location: 'United States', device: 'desktop', search_engine: 'google' },
  }
}
