import type { SentCredential } from './credentials.ts'
import type { Cookie, Exchange } from './exchange.ts'

/** Ways to send a key other than `Authorization: Bearer` (§5). */

/** Keys of these prefixes work on production data (§5.3). */
const LIVE_PREFIXES = ['svc_token_', 'svc_live_']

export function isLive(token: string): boolean {
  return LIVE_PREFIXES.some((prefix) => token.toLowerCase().startsWith(prefix))
}

/** The headers in which other services take a key. */
export function keyHeaders(token: string): Record<string, string> {
  return {
    'x-api-key': token,
    'api-key': token,
    'x-auth-token': token,
    'x-access-token': token,
  }
}

/** The key in cookies, together with those that the server set. */
export function withKey(token: string, set: string): Cookie {
  const own = `token=${token}; api_key=${token}; session=${token}`
  return set === ''
    ? { sent: own, shown: own }
    : { sent: `${own}; ${set}`, shown: `${own}; ${SET}` }
}

/** In place of cookies that may be a session. */
export const SET = '<the cookies that the server set>'

/** The cookies that responses set, as a client sends them back. */
export function cookiesSet(exchanges: Exchange[]): string {
  const pairs = exchanges.flatMap(({ response }) => {
    // They are joined by a comma, which a date has, too.
    const each = response?.headers['set-cookie']?.split(/,\s*(?=[^;,=\s]+=)/) ?? []
    return each.map((cookie) => (cookie.split(';')[0] as string).trim())
  })
  const latest = new Map(pairs.map((pair) => [pair.split('=')[0], pair]))
  return [...latest.values()].join('; ')
}

/** The parameters in which other services take a key. Addresses are logged, so a live key is never sent so. */
export function keyQuery(token: string): string {
  const names = ['api_key', 'apikey', 'access_token', 'api_token', 'token', 'key']
  return names.map((name) => `${name}=${encodeURIComponent(token)}`).join('&')
}

/** The header with another scheme, or with none. */
export const OTHER_SCHEMES: Record<
  'no scheme' | 'other scheme' | 'Basic',
  (token: string) => SentCredential
> = {
  'no scheme': (token) => ({ authorization: token, shown: '$SVC_TOKEN' }),
  'other scheme': (token) => ({ authorization: `Token ${token}`, shown: 'Token $SVC_TOKEN' }),
  Basic: (token) => ({
    authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    shown: 'Basic $(printf %s "$SVC_TOKEN:" | base64)',
  }),
}
