import type { SentCredential } from './credentials.ts'

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
    cookie: `token=${token}; api_key=${token}; session=${token}`,
  }
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
