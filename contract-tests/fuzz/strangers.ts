import type { Call } from '../http/client.ts'
import { OTHER_SCHEMES, type SentCredential } from '../http/credentials.ts'
import type { Credential, Exchange } from '../http/exchange.ts'
import { outcomeOf, succeeded } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import { broken, type Problem } from './model/problem.ts'

/** Ways to send a request that has no valid key in the header Authorization: Bearer. */
export const WAYS = [
  ...['no key', 'a wrong key', 'a deleted key', 'no Bearer', 'Token', 'Basic', 'X-API-Key'],
  ...['?api_key', '?token', '?access_token', '?key', 'another case', 'Bearer alone'],
] as const
export type Way = (typeof WAYS)[number]

/** Operations that change nothing but the campaigns of the case; logout could end a valid key that is accepted. */
export function isSafe(way: Way, operation: string): boolean {
  const sendsKey = !['no key', 'a wrong key', 'a deleted key', 'Bearer alone'].includes(way)
  return !sendsKey || !['login', 'logout'].includes(operation)
}

/** Ways without the key, and what is sent in its place. */
const KEYLESS: Partial<Record<Way, Credential>> = {
  'no key': 'anonymous',
  'a wrong key': 'misspelled',
  'a deleted key': 'revoked',
}

/** Ways that send something else in the header Authorization. */
const HEADERS: Partial<Record<Way, (token: string) => SentCredential>> = {
  'no Bearer': OTHER_SCHEMES['no scheme'],
  Token: OTHER_SCHEMES['other scheme'],
  Basic: OTHER_SCHEMES.Basic,
  'Bearer alone': () => ({ authorization: 'Bearer', shown: 'Bearer' }),
  'another case': (token) => ({
    authorization: `Bearer ${otherCase(token)}`,
    shown: 'Bearer <SVC_TOKEN in another case>',
  }),
}

/** The request of a call in a way; undefined if there is no key for it. */
export function inWay(
  way: Way,
  call: Call,
  { tokens: { main, revoked } }: Settings,
): { credential: Credential; call: Call } | undefined {
  const credential = KEYLESS[way] ?? 'anonymous'
  if (credential === 'revoked' && revoked === undefined) return undefined
  if (KEYLESS[way]) return { credential, call }
  const authorization = HEADERS[way]?.(main)
  if (authorization) return { credential, call: { ...call, authorization } }
  if (way === 'X-API-Key') return { credential, call: { ...call, headers: { 'x-api-key': main } } }
  const separator = call.path.includes('?') ? '&' : '?'
  const path = `${call.path}${separator}${way.slice(1)}=${encodeURIComponent(main)}`
  return { credential, call: { ...call, path } }
}

/** The letters behind the prefix in their other case. */
function otherCase(token: string): string {
  const at = token.lastIndexOf('_') + 1
  const rest = token.slice(at)
  const upper = rest.toUpperCase()
  return token.slice(0, at) + (upper === rest ? rest.toLowerCase() : upper)
}

/** Facts that are about a way, and the way in words; §5.1 is about the others. */
const FACTS: Partial<Record<Way, [fact: string, words: string]>> = {
  'no key': ['5.7.1', 'no key'],
  'a wrong key': ['5.7.2', 'a wrong key'],
  'another case': ['5.7.2', 'a key in another case'],
  'a deleted key': ['5.7.3', 'a deleted key'],
}

/** A request without a valid key must not succeed. */
export function judgeStranger(way: Way, exchange: Exchange): Problem | undefined {
  if (!succeeded(exchange)) return undefined
  const [fact, words] = FACTS[way] ?? ['5.1', 'no key in the header Authorization: Bearer']
  const expected = `a refusal, because the request has ${words}`
  return broken(['authentic', fact], exchange, expected, outcomeOf(exchange))
}
