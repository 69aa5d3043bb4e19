/**
 * Recognizes secrets, for redaction in the log, in the evidence of the contract suite, and in cassettes. It is found by
 * its name or by its form.
 */

/** Members, headers and parameters with such a name hold secrets. */
export const SECRET_NAME =
  /secret|passw|^pwd$|^pin$|token|api[-_ ]?key|access[-_. ]?key|private|credential|^auth(orization|entication)?$|jwt|cookie|session|sign(ature|ing)/i

/** The same for names that are too common as values: the learner tests values with `SECRET_NAME`, too. */
const MORE_NAMES =
  /passphrase|passcode|^pass$|(^|[-_.])(auth|sig|otp|totp|mfa|cvv|cvc|hmac)($|[-_.])|csrf|xsrf|(^|[-_.]|c)nonce$|assertion|recovery[-_ ]?code|code[-_]?verifier|(device|auth(orization)?)[-_]?code/i

/** Whether a member, header or parameter of that name holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || MORE_NAMES.test(name)
}

/** Whether a log or a message must not show the value of that name: also of other keys, but not of `keyword` and `keywords`. */
export function isSecretInLog(name: string): boolean {
  return isSecretName(name) || /auth|key(?!words?\b)/i.test(name)
}

/**
 * Members of logged JSON, and parameters in it, that give access; the ids and names of keys do not. Fewer than
 * `isSecretInLog` finds: whoever reads a log looks for the session or the cookie that went wrong.
 */
export const SECRET_MEMBER = /token|secret|passw|credential|signature|authorization|api_?key/i

/** The last words of names that only describe a secret: its kind, its age, its place. */
const DESCRIBES = new Set(
  (
    'type kind at in on by count limit name prefix hint endpoint url uri alg algorithm method methods policy version length min ' +
    'max enabled required status state scope scopes format field fields headers expires expiry expiration used'
  ).split(' '),
)

/** Whether values under this name are secret. */
export function holdsSecret(name: string): boolean {
  if (!isSecretName(name)) return false
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[-_.\s]+/)
  return words.length === 1 || !DESCRIBES.has(words.at(-1) as string)
}

/** Whether a secret can be no word of a text. */
export function isStrong(secret: string): boolean {
  return secret.length >= 16 || (/\d/.test(secret) && /[^\d\s.,:/-]/.test(secret))
}

/** The prefix of webhook secrets (Standard Webhooks). */
export const WEBHOOK_SECRET = 'whsec_'

/** The prefixes of keys and session tokens (§5.3), and of tokens of known providers. */
const PREFIXES = [
  'svc_(?:token|test|restricted|live|session)_',
  '(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|glpat|npm|hf|xox[abeoprs])[-_](?=\\w{8})',
  'github_pat_',
  'shp(?:at|ca|pa|ss)_',
  'ya29\\.',
  'AIza(?=[\\w-]{20})',
  'SG\\.(?=[\\w-]{10})',
]

/**
 * What follows the prefix of a key, up to its end: also the signs of base64 and others, in the escapes of addresses, HTML and
 * JSON. An ampersand before `name=` begins another parameter, and an escaped quote ends a text.
 */
export const KEY_REST =
  '(?!\\W{1,3}svc_)(?:[\\w.~+/=%-]|&(?![\\w.-]{1,60}=)(?:#?\\w{1,10};)?|\\\\+(?:/|[uU]00(?!22|27|3[cCeE])[\\da-fA-F]{2}))+'

/** Secrets under any name, each as a whole: PEM, JSON Web Tokens, webhook secrets, AWS keys, credentials, prefixed tokens. */
const FORMS = [
  '-----BEGIN [^-]{1,60}-----[^]*?(?:-----END [^-]{1,60}-----|$)',
  '\\beyJ[\\w-]{8,}(?:\\.[\\w-]*){0,4}',
  `\\b${WEBHOOK_SECRET}[\\w+/=-]*`,
  '\\b(?:AKIA|ASIA)[0-9A-Z]{8,}',
  `\\b(?:${PREFIXES.join('|')})${KEY_REST}`,
  // Most words after a scheme belong to a sentence.
  '(?<=\\b(?:Bearer|Basic)\\s{1,4})(?=[\\w.~+/-]{0,200}[\\d_=])[\\w.~+/-]{6,}={0,2}',
]

/** Finds each secret by its form, as a whole. */
export const SECRET_FORMS = new RegExp(FORMS.join('|'), 'g')

/** Whether a text has a secret in it, by its form; suspects more than `SECRET_FORMS` finds. */
export const SECRET_VALUE =
  /-----BEGIN|\beyJ[\w-]{8,}|\bwhsec_|\b(AKIA|ASIA)[0-9A-Z]{8,}|\bBearer\s+\S|\b(sk|pk|rk|gh[oprsu]|glpat)[-_]\w{8,}/

/** Name and password in a URL (RFC 3986 §3.2.1). */
export const USER_INFO = /:\/\/[^\s/@"']{1,500}@/g
