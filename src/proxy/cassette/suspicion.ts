import { isPlaceholder } from './stand-ins.ts'
import type { Secrets } from './vault.ts'

/** Names of what may be a word: a session that is open, a private campaign. */
const MAY_BE_A_WORD = /^(?!.*(passw|secret|token|key|pin$|otp)).*(session|private|cookie|sign)/i

/** A date, a mask, a switch, or no text at all: no secret under any name. */
const HARMLESS =
  /^(\s*|true|false|null|undefined|none|[*•·x.…-]{3,}|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+)?)?)$/i

/** Schemes of credentials (RFC 9110 §11.1), which stay. */
const SCHEME =
  /^(bearer|basic|digest|token|api-?key|negotiate|ntlm|oauth|hmac\S*|signature|dpop|aws4-\S+) +(\S.*)$/is

/** Whether a value under such a name can be a secret. */
export function mayBeSecret(name: string, value: string): boolean {
  if (HARMLESS.test(value) || isPlaceholder(value)) return false
  return !MAY_BE_A_WORD.test(name) || /\d/.test(value) || value.length >= 16
}

/** Whether a text looks like random characters, as keys and signatures do: no word, no number, no UUID. */
export function looksRandom(text: string): boolean {
  if (!/^[\w+/=.~-]{20,}$/.test(text)) return false
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return false
  if (/^[\da-f]{32,}$/i.test(text)) return true
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
}

/** Hides a credential, and keeps its scheme: `Bearer <SVC_TOKEN>`. */
export function hideCredential(value: string, secrets: Secrets): string {
  const [, scheme, credential] = SCHEME.exec(value) ?? []
  if (scheme === undefined || credential === undefined) return secrets.hide(value)
  if (isPlaceholder(credential)) return value
  if (/^basic$/i.test(scheme)) {
    const given = Buffer.from(credential, 'base64').toString()
    const password = given.slice(given.indexOf(':') + 1)
    // Elsewhere, the password is not in base64.
    if (password !== '') secrets.hide(password)
  }
  const hidden = /^bearer$/i.test(scheme) ? secrets.hideKey(credential) : secrets.hide(credential)
  return `${scheme} ${hidden}`
}
