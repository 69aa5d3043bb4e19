import { hash } from 'node:crypto'
import { WEBHOOK_SECRET } from '../../text/secrets.ts'

/** The placeholder of the key that an app sends: it is restored as the caller's own. */
export const OWN_KEY = '<SVC_TOKEN>'

/** Finds placeholders, also in URLs, where they are percent-encoded. */
export const PLACEHOLDER =
  /<(?:SVC_TOKEN|redacted:\d{1,9})>|%3C(?:SVC_TOKEN|redacted%3A\d{1,9})%3E/g

const ONE_PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDER.source})$`)

/** A text in which all placeholders are the same. */
export function withEqualPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, '<>')
}

/** Whether a text is a placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return ONE_PLACEHOLDER.test(text)
}

export function placeholderOf(number: number): string {
  return `<redacted:${number}>`
}

/** The number of a placeholder; 0 for the own key. */
export function numberOf(placeholder: string): number {
  return Number(/\d+/.exec(placeholder)?.[0] ?? 0)
}

/** A placeholder as it is outside URLs. */
export function plain(placeholder: string): string {
  return placeholder.startsWith('%') ? decodeURIComponent(placeholder) : placeholder
}

/** The known form of a secret, which its stand-in shares. Reveals nothing that helps to guess the secret. */
export type Shape = 'text' | 'number' | 'hex' | 'jwt' | 'pem' | `prefix ${string}`

/** Public prefixes of tokens, which say of which kind a token is. Any other prefix may be a part of the secret. */
const PREFIX = /^(svc_[a-z]+_|whsec_|(?:sk|pk|rk)_(?:live|test)_|gh[oprsu]_|github_pat_|glpat-)/

export function shapeOf(secret: string): Shape {
  if (/^eyJ[\w-]+\.[\w-]+\./.test(secret)) return 'jwt'
  if (secret.startsWith('-----BEGIN')) return 'pem'
  const prefix = PREFIX.exec(secret)?.[1]
  if (prefix) return `prefix ${prefix}`
  return /^[\da-f]{16,}$/.test(secret) ? 'hex' : 'text'
}

/** Whether a text of a file names a shape. */
export function isShape(text: unknown): text is Shape {
  return (
    typeof text === 'string' &&
    (/^(text|number|hex|jwt|pem)$/.test(text) || PREFIX.test(text.replace(/^prefix /, '')))
  )
}

/** A value that an app can use in place of a secret that nobody knows any more: always the same for a placeholder. */
export function standIn(placeholder: string, shape: Shape): string {
  const digest = hash('sha256', `svc-sandbox ${placeholder}`, 'hex')
  const letters = Buffer.from(digest, 'hex').toString('base64url').slice(0, 32)
  switch (shape) {
    case 'number':
      return String((Number.parseInt(digest.slice(0, 8), 16) % 900_000) + 100_000)
    case 'hex':
      return digest
    case 'jwt':
      return [
        { alg: 'HS256', typ: 'JWT' },
        { sub: 'recorded', iat: 1_700_000_000, exp: 4_102_444_800 },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat(letters)
        .join('.')
    case 'pem':
      return `-----BEGIN PRIVATE KEY-----\n${letters}\n-----END PRIVATE KEY-----`
    case 'text':
      return `recorded-${letters}`
    default: {
      const prefix = shape.slice('prefix '.length)
      // Libraries that verify webhooks refuse what is not base64 with its padding.
      return prefix === WEBHOOK_SECRET
        ? prefix + Buffer.from(digest, 'hex').toString('base64')
        : prefix + letters
    }
  }
}
