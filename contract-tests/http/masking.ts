import { holdsSecret, isStrong, SECRET_FORMS } from '../../src/text/secrets.ts'
import { Spellings } from '../../src/text/spellings.ts'
import { misspelled, VARIABLES } from './credentials.ts'
import type { Response } from './exchange.ts'
import type { Settings, Tokens } from './settings.ts'

/** What secrets are known by. */
export type Secretive = Pick<Settings, 'tokens' | 'headers'>

/** What a server handed out. */
const HIDDEN = '<redacted>'
/** So many secrets of a server are looked for: each takes time at every text. */
const MOST_HANDED_OUT = 50

/** The secrets of each run, with what takes their place. They grow, because a server hands out more. */
const known = new WeakMap<Tokens, Secrets>()

interface Secrets {
  spellings: Spellings<string>
  handedOut: number
}

/** A text without any secret of the run, however it is spelled. */
export function masked(text: string, settings: Secretive): string {
  return secretsOf(settings).spellings.replaceIn(text, ({ value, isPacked }) =>
    isPacked ? value.replace('>', ', encoded>') : value,
  )
}

/** A value in which each text and each name of a member is masked, because a server may repeat a key anywhere. */
export function withoutKeys<T>(settings: Secretive, value: T): T {
  if (typeof value === 'string') return masked(value, settings) as T
  if (Array.isArray(value)) return value.map((item) => withoutKeys(settings, item)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [
    masked(name, settings),
    withoutKeys(settings, member),
  ])
  return Object.fromEntries(entries)
}

/** Notes the keys, sessions and webhook secrets that a response hands out, so that no report shows them. */
export function noteSecrets({ json, text, headers }: Response, settings: Secretive): void {
  const secrets = secretsOf(settings)
  const cookies = (headers['set-cookie'] ?? '').matchAll(/(?:^|, )[^=;,\s]+=([^;,\s]+)/g)
  const found = [
    ...[...cookies].map(([, value = '']) => value).filter(isStrong),
    ...[text, ...Object.values(headers)].flatMap(tokensIn),
    ...secretMembers(json),
  ]
  const { handedOut, spellings } = secrets
  for (const secret of found) {
    const isKnown = spellings
      .find(secret)
      .some(({ start, end }) => start === 0 && end >= secret.length)
    if (isKnown || handedOut >= MOST_HANDED_OUT) continue
    secrets.handedOut += 1
    spellings.add(secret, HIDDEN)
  }
}

/** Tokens by their form, and with what follows without a blank. A JSON object in base64 is no token: pages are named so. */
function tokensIn(text: string): string[] {
  return [...text.matchAll(SECRET_FORMS)].flatMap(({ 0: form, index }) => {
    const isCursor = form.startsWith('eyJ') && form.split('.').length < 3
    const isWord = !isStrong(form.replace(/^svc_[a-z]+_/, ''))
    if (isCursor || isWord) return []
    const [whole = form] = /^[^\s"'\\<>&,;]+/.exec(text.slice(index)) ?? []
    return [...new Set([form, whole])]
  })
}

/** Values of members with the names of secrets. */
function secretMembers(json: unknown): string[] {
  const found: string[] = []
  const rest = [json]
  for (let value = rest.pop(); rest.length > 0 || value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'object') rest.push(member)
      else if (typeof member === 'string' && isSecretMember(name, member)) found.push(member)
    }
  }
  return found
}

function isSecretMember(name: string, value: string): boolean {
  return holdsSecret(name) && isStrong(value) && !/\s/.test(value)
}

function secretsOf(settings: Secretive): Secrets {
  const secrets = known.get(settings.tokens) ?? { spellings: ownSecrets(settings), handedOut: 0 }
  known.set(settings.tokens, secrets)
  return secrets
}

function ownSecrets({ tokens, headers = {} }: Secretive): Spellings<string> {
  const secrets = new Spellings<string>()
  const keys = Object.entries(tokens) as [keyof Tokens, string | undefined][]
  for (const [role, token = ''] of keys) {
    secrets.add(token, `<${VARIABLES[role]}>`)
    // A key of another type has another prefix.
    const own = token.replace(/^svc_[a-z]+_/, '')
    if (own !== token && own.length >= LEAST_OWN) secrets.add(own, `<${VARIABLES[role]}>`)
  }
  // A misspelled key has all but one character of the main key.
  if (tokens.main.length > LEAST_OWN) {
    for (const key of misspelled(tokens.main)) secrets.add(key, '<SVC_TOKEN, misspelled>')
  }
  for (const [name, value] of Object.entries(headers)) {
    const parts = value
      .split(/[\s;,=]+/)
      .filter((part) => part.length >= LEAST_OWN && isStrong(part))
    const basic = /^basic +(\S+)$/i.exec(value)?.[1]
    const inBasic = basic === undefined ? '' : Buffer.from(basic, 'base64').toString()
    const password = inBasic.slice(inBasic.indexOf(':') + 1)
    for (const each of [value, ...parts, inBasic, password]) {
      secrets.add(each, `<${name} of --header>`)
    }
  }
  return secrets
}

/** A shorter part of a secret may be a word. */
const LEAST_OWN = 10
