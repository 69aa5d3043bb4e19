import { isAuthenticationError, verification } from '../evidence/verification.ts'
import type { Credential, Exchange } from '../http/exchange.ts'
import { quotaOf } from '../http/quota.ts'
import { errorCode, isObject, succeeded } from '../http/reading.ts'
import type { Tokens } from '../http/settings.ts'
import { sentBody } from './bodies.ts'
import { sentKey } from './keys-sent.ts'

/** The key of a request; undefined without one in the form of §5. */
export function keyOf(exchange: Exchange): string | undefined {
  const sent = sentKey(exchange)
  return sent.form === 'bearer' ? sent.token : undefined
}

/** The traffic of a key. */
interface Use {
  requests: number
  /** The last time that the server took it, in milliseconds. */
  takenAt?: number
  isRefused: boolean
  isRestricted: boolean
  isUsedUp: boolean
  account?: unknown
}

/** The keys of the traffic by their roles. */
export interface Keys {
  /** One of each role. */
  tokens: Tokens
  /** All others that requests had. */
  others: string[]
  credentialOf: (exchange: Exchange) => Credential
}

/**
 * Which key is the main one, a restricted one and so on. The given ones are known; of the others, the traffic shows
 * what they may do.
 */
export function keysOf(exchanges: readonly Exchange[], given: Partial<Tokens>): Keys {
  const uses = usesOf(exchanges)
  const main = mainKey(uses, given)
  const roles = new Map<string, Credential>()
  for (const [role, token] of Object.entries(given)) {
    if (token) roles.set(token, role as keyof Tokens)
  }
  for (const [token, use] of uses) {
    if (!roles.has(token)) roles.set(token, roleOf(token, use, main, uses))
  }
  const first = (role: Credential) => [...uses.keys()].find((token) => roles.get(token) === role)
  const inferred = (['restricted', 'limited', 'revoked', 'other'] as const).flatMap((role) => {
    const token = first(role)
    return token === undefined ? [] : [[role, token]]
  })
  const tokens: Tokens = { ...Object.fromEntries(inferred), ...given, main: main ?? '' }
  const chosen = new Set(Object.values(tokens))
  return {
    tokens,
    others: [...uses.keys()].filter((token) => !chosen.has(token)),
    credentialOf: (exchange) => credentialOf(exchange, uses, roles),
  }
}

function usesOf(exchanges: readonly Exchange[]): Map<string, Use> {
  const uses = new Map<string, Use>()
  for (const exchange of exchanges) {
    const token = keyOf(exchange)
    if (token === undefined || !exchange.response) continue
    const use = uses.get(token) ?? newUse()
    uses.set(token, use)
    use.requests += 1
    const code = errorCode(exchange)
    if (isAuthenticationError(exchange)) use.isRefused = true
    else if (isTaken(exchange)) use.takenAt = Math.max(use.takenAt ?? 0, exchange.endedAt)
    if (code === 'insufficient_permissions') use.isRestricted = true
    if (code === 'rate_limit_exceeded' && (quotaOf(exchange).remaining ?? 0) <= 0) {
      use.isUsedUp = true
    }
    const { permissions, account_id } = verification(exchange) ?? {}
    if (permissions && !permissions.includes('*')) use.isRestricted = true
    if (account_id !== undefined) use.account = account_id
  }
  return uses
}

/** Whether an answer shows that the key is one. A login may need none. */
function isTaken(exchange: Exchange): boolean {
  if (exchange.operation === undefined || exchange.operation === 'login') return false
  const isKnown = ['insufficient_permissions', 'rate_limit_exceeded'].includes(
    errorCode(exchange) ?? '',
  )
  return isKnown || succeeded(exchange)
}

function newUse(): Use {
  return { requests: 0, isRefused: false, isRestricted: false, isUsedUp: false }
}

/** The key of most requests that was never refused. */
function mainKey(uses: Map<string, Use>, given: Partial<Tokens>): string | undefined {
  if (given.main) return given.main
  const others = new Set<string | undefined>(Object.values(given))
  const taken = [...uses].filter(([token, use]) => use.takenAt !== undefined && !others.has(token))
  const full = taken.filter(([, use]) => !use.isRestricted)
  const [best] = (full.length > 0 ? full : taken).toSorted(
    ([, one], [, other]) => other.requests - one.requests,
  )
  return best?.[0]
}

function roleOf(
  token: string,
  use: Use,
  main: string | undefined,
  uses: Map<string, Use>,
): Credential {
  if (token === main) return 'main'
  if (use.takenAt === undefined) {
    if (!use.isRefused) return 'main'
    const working = [...uses].filter(([, each]) => each.takenAt !== undefined)
    return working.some(([each]) => isNear(each, token)) ? 'misspelled' : 'revoked'
  }
  if (use.isRestricted) return 'restricted'
  const account = main === undefined ? undefined : uses.get(main)?.account
  if (use.account !== undefined && account !== undefined && use.account !== account) return 'other'
  return use.isUsedUp ? 'limited' : 'main'
}

/** Whether two keys differ in a character, or in upper and lower case. */
function isNear(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let begin = 0
  while (begin < short.length && short[begin] === long[begin]) begin += 1
  const rest = short.length - begin - (long.length === short.length ? 1 : 0)
  return rest <= 0 || short.slice(-rest) === long.slice(-rest)
}

function credentialOf(
  exchange: Exchange,
  uses: Map<string, Use>,
  roles: Map<string, Credential>,
): Credential {
  const token = keyOf(exchange)
  // Whoever logs in has no key yet.
  if (token === undefined) return isLoginOfUser(exchange) ? 'main' : 'anonymous'
  const role = roles.get(token) ?? 'main'
  const takenAt = uses.get(token)?.takenAt
  const isOver = isAuthenticationError(exchange) && takenAt !== undefined
  return isOver && takenAt < exchange.endedAt ? 'revoked' : role
}

function isLoginOfUser(exchange: Exchange): boolean {
  if (exchange.operation !== 'login' || errorCode(exchange) === 'missing_api_key') return false
  const body = sentBody(exchange)
  return isObject(body) && Object.keys(body).length > 0
}
