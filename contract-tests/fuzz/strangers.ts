import type { Call } from '../http/client.ts'
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

/** The request of a call in a way; undefined if there is no key for it. */
export function inWay(
  way: Way,
  call: Call,
  { tokens }: Settings,
): { credential: Credential; call: Call } | undefined {
  const { main } = tokens
  const header = (authorization: string, shown: string) => {
    return {
      credential: 'anonymous' as const,
      call: { ...call, authorization: { authorization, shown } },
    }
  }
  switch (way) {
    case 'no key':
      return { credential: 'anonymous', call }
    case 'a wrong key':
      return { credential: 'misspelled', call }
    case 'a deleted key':
      return tokens.revoked === undefined ? undefined : { credential: 'revoked', call }
    case 'no Bearer':
      return header(main, '$SVC_TOKEN')
    case 'Token':
      return header(`Token ${main}`, 'Token $SVC_TOKEN')
    case 'Basic':
      return header(`Basic ${btoa(`${main}:`)}`, 'Basic $(printf %s "$SVC_TOKEN:" | base64)')
    case 'Bearer alone':
      return header('Bearer', 'Bearer')
    case 'X-API-Key':
      return { credential: 'anonymous', call: { ...call, headers: { 'x-api-key': main } } }
    case 'another case': {
      const other = otherCase(main)
      return header(`Bearer ${other}`, 'Bearer <SVC_TOKEN in another case>')
    }
    default: {
      const separator = call.path.includes('?') ? '&' : '?'
      const path = `${call.path}${separator}${way.slice(1)}=${encodeURIComponent(main)}`
      return { credential: 'anonymous', call: { ...call, path } }
    }
  }
}

/** The letters behind the prefix in their other case. */
function otherCase(token: string): string {
  const at = token.lastIndexOf('_') + 1
  const rest = token.slice(at)
  const upper = rest.toUpperCase()
  return token.slice(0, at) + (upper === rest ? rest.toLowerCase() : upper)
}

const FACTS: Partial<Record<Way, string>> = {
  'no key': '5.7.1',
  'a wrong key': '5.7.2',
  'another case': '5.7.2',
  'a deleted key': '5.7.3',
}

/** A request without a valid key must not succeed. */
export function judgeStranger(way: Way, exchange: Exchange): Problem | undefined {
  if (!succeeded(exchange)) return undefined
  const expected = `a refusal, because the request has ${WORDS[way] ?? 'no key in the header Authorization: Bearer'}`
  return broken(['authentic', FACTS[way] ?? '5.1'], exchange, expected, outcomeOf(exchange))
}

const WORDS: Partial<Record<Way, string>> = {
  'no key': 'no key',
  'a wrong key': 'a wrong key',
  'another case': 'a key in another case',
  'a deleted key': 'a deleted key',
}
