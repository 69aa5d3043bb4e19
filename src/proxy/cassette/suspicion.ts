import { isSecretName } from '../../text/secrets.ts'
import { isPlaceholder } from './stand-ins.ts'
import type { Secrets } from './vault.ts'

/** The last words of names that only describe a secret: its kind, its age, its place. */
const DESCRIBES = new Set(
  (
    'type kind at in on by count limit name prefix hint endpoint url uri alg algorithm method methods policy version length min ' +
    'max enabled required status state scope scopes format field fields headers expires expiry expiration used'
  ).split(' '),
)

/** Names of what may be a word: a session that is open, a private campaign. */
const MAY_BE_A_WORD = /^(?!.*(passw|secret|token|key|pin$|otp)).*(session|private|cookie|sign)/i

/** A date, a mask, a switch, or no text at all: no secret under any name. */
const HARMLESS =
  /^(\s*|true|false|null|undefined|none|[*•·x.…-]{3,}|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+)?)?)$/i

/** Schemes of credentials (RFC 9110 §11.1), which stay. */
const SCHEME =
  /^(bearer|basic|digest|token|api-?key|negotiate|ntlm|oauth|hmac\S*|signature|dpop|aws4-\S+) +(\S.*)$/is

/** Whether values under this name are secret. */
export function holdsSecret(name: string): boolean {
  if (!isSecretName(name)) return false
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[-_.\s]+/)
  return words.length === 1 || !DESCRIBES.has(words.at(-1) as string)
}

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
