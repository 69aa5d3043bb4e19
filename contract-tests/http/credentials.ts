import type { Cookie, Credential, Exchange } from './exchange.ts'
import type { Tokens } from './settings.ts'

/** A credential as it is sent, and as a shell command shows it without the key. */
export interface SentCredential {
  /** Value of the Authorization header; undefined for none. */
  authorization?: string
  /** The same for people, with a shell variable in place of the key. */
  shown?: string
}

/** A letter in the middle, and the first after the prefix, changed. */
const middle = (token: string) => Math.floor(token.length / 2)
const afterPrefix = (token: string) => token.lastIndexOf('_') + 1

/** Ways to misspell a key, in turns, so that each is tried on several operations. */
const MISSPELLINGS: { of: (token: string) => string; shown: (token: string) => string }[] = [
  {
    of: (token) => token.slice(0, -1) + otherThan(token.at(-1)),
    shown: (token) => `$\{SVC_TOKEN%?}${otherThan(token.at(-1))}`,
  },
  { of: (token) => `${token}x`, shown: () => `$\{SVC_TOKEN}x` },
  { of: (token) => token.slice(0, -1), shown: () => `$\{SVC_TOKEN%?}` },
  {
    of: (token) => changedAt(token, middle(token)),
    shown: () => '<SVC_TOKEN, misspelled in the middle>',
  },
  {
    of: (token) => changedAt(token, afterPrefix(token)),
    shown: () => '<SVC_TOKEN, misspelled at its beginning>',
  },
  {
    of: (token) => ofOtherType(token),
    shown: () => '<SVC_TOKEN, with the prefix of another type>',
  },
  {
    of: (token) => withOtherCase(token),
    shown: () => '<SVC_TOKEN, with a letter in the other case>',
  },
]

/** The header for a credential; `turn` picks the misspelling. */
export function sentCredential(
  credential: Credential,
  tokens: Tokens,
  turn: number,
): SentCredential {
  if (credential === 'anonymous') return {}
  if (credential !== 'misspelled') {
    return {
      authorization: `Bearer ${tokens[credential]}`,
      shown: `Bearer $${VARIABLES[credential]}`,
    }
  }
  const misspelling = MISSPELLINGS[turn % MISSPELLINGS.length] as (typeof MISSPELLINGS)[number]
  return {
    authorization: `Bearer ${misspelling.of(tokens.main)}`,
    shown: `Bearer ${misspelling.shown(tokens.main)}`,
  }
}

/** The environment variable of each key in shell commands. */
export const VARIABLES: Record<keyof Tokens, string> = {
  main: 'SVC_TOKEN',
  restricted: 'SVC_RESTRICTED_TOKEN',
  limited: 'SVC_LIMITED_TOKEN',
  revoked: 'SVC_REVOKED_TOKEN',
  other: 'SVC_OTHER_TOKEN',
  logout: 'SVC_LOGOUT_TOKEN',
}

/** The main key with each mistake that a run makes in it. */
export function misspelled(token: string): string[] {
  return MISSPELLINGS.map(({ of }) => of(token))
}

function changedAt(token: string, index: number): string {
  return token.slice(0, index) + otherThan(token[index]) + token.slice(index + 1)
}

/** A test key with the prefix of live keys, and the other way round (§3.3). A live key has two prefixes (§5.3). */
function ofOtherType(token: string): string {
  const other = token.replace(/^svc_test_/, 'svc_live_')
  const changed = other === token ? token.replace(/^svc_[a-z]+_/, 'svc_test_') : other
  return changed === token ? changedAt(token, 0) : changed
}

/** The last letter in its other case; for a token without letters, an additional one. */
function withOtherCase(token: string): string {
  const other = token.replace(/[a-z](?=[^a-z]*$)/i, (letter) => {
    return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
  })
  return other === token ? `${token}Q` : other
}

function otherThan(character: string | undefined): string {
  return character === 'q' ? 'z' : 'q'
}

/** A command that repeats a request. Keys are shell variables, which need double quotes. */
export function curlOf(
  request: Pick<Exchange, 'method' | 'url' | 'requestHeaders' | 'requestBody'>,
): string {
  const parts = ['curl -i']
  if (request.method !== 'GET') parts.push(`-X ${request.method}`)
  parts.push(quoted(request.url))
  for (const [name, value] of Object.entries(request.requestHeaders)) {
    if (name === 'accept') continue
    if (name === 'content-type' && request.requestBody === undefined) continue
    const header = `${HEADER_NAMES[name] ?? name}: ${value}`
    parts.push(`-H ${value.includes('$') ? `"${header}"` : quoted(header)}`)
  }
  if (request.requestBody !== undefined) parts.push(`--data-raw ${quoted(request.requestBody)}`)
  return parts.join(' ')
}

const HEADER_NAMES: Record<string, string> = {
  authorization: 'Authorization',
  'content-type': 'Content-Type',
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

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
