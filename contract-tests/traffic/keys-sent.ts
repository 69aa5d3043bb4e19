import type { Exchange } from '../http/exchange.ts'
import { keyHeaders, keyQuery } from '../http/misplaced.ts'
import { isObject, type Json } from '../http/reading.ts'
import { statedDocument } from '../specification/documents.ts'

/** Prefixes of keys (§5.3). */
const PREFIXES = Object.values(statedDocument['x-token-types'] as Json)
  .filter(isObject)
  .flatMap(({ prefixes }) => prefixes as string[])

/** The beginning of all prefixes. */
const OWN_PREFIX = 'svc_'

/** Headers and parameters in which other services take a key. A cookie may be of anything. */
const KEY_HEADERS = Object.keys(keyHeaders('')).filter((name) => name !== 'cookie')
const KEY_PARAMETERS = [...new URLSearchParams(keyQuery('')).keys()]

/** How a request sends its key. `place` says where or how it should not be, in words without the key. */
export type SentKey =
  | { form: 'bearer'; token: string }
  | { form: 'none' }
  | { form: 'misplaced'; place: string }

export function sentKey({ requestHeaders, url }: Exchange): SentKey {
  const { authorization = '' } = requestHeaders
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  if (token !== undefined) return { form: 'bearer', token }
  if (authorization.trim() !== '') return { form: 'misplaced', place: schemeOf(authorization) }
  const header = KEY_HEADERS.find((name) => requestHeaders[name])
  if (header !== undefined) return { form: 'misplaced', place: `a key in the header ${header}` }
  const mark = url.indexOf('?')
  if (mark < 0) return { form: 'none' }
  const query = new URLSearchParams(url.slice(mark))
  const parameter = KEY_PARAMETERS.find((name) => query.get(name))
  return parameter === undefined
    ? { form: 'none' }
    : { form: 'misplaced', place: `a key in the query parameter ${parameter}` }
}

function schemeOf(authorization: string): string {
  const [, scheme] = /^([a-z][a-z\d-]{0,20}) +\S/i.exec(authorization) ?? []
  if (scheme === undefined) return 'an Authorization header without a scheme and a key'
  return scheme.toLowerCase() === 'bearer'
    ? 'Bearer with a text that is no key'
    : `the scheme ${scheme}`
}

/**
 * Whether a key has a prefix of §5.3. `unknown`: what a login returns is not shown, so a token of another form may be of
 * one. `wrong`: it begins like a key.
 */
export function prefixOf(token: string): 'stated' | 'wrong' | 'unknown' {
  if (PREFIXES.some((prefix) => token.startsWith(prefix))) return 'stated'
  return token.toLowerCase().startsWith(OWN_PREFIX) ? 'wrong' : 'unknown'
}
