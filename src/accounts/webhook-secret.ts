import type { WebhookSecret } from './webhook.ts'

/** The prefix of secrets in base64 (Standard Webhooks). */
export const SECRET_PREFIX = 'whsec_'

/** Why a text is not a valid secret, apart from its length; the message continues the name of the field. */
export function secretProblem(secret: string): string | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined
  const base64 = secret.slice(SECRET_PREFIX.length)
  // Buffer ignores errors that the libraries of receivers refuse.
  if (base64 !== '' && signingKey(secret).toString('base64') === base64) return undefined
  return `must have base64 with its padding after ${SECRET_PREFIX}; without this prefix, any text is allowed`
}

/** The signing key: base64 after `whsec_`, or the bytes of any other text. */
export function signingKey(secret: string): Buffer {
  return secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret)
}

/** The newest secret, and the one that it replaced, during a rotation. Everyone can make a receiver check each of them. */
export const MAX_SECRETS = 2

/**
 * The secrets of a webhook, newest first, with `value` as the new secret. The secret before signs until `overlapMs`
 * after `now`, those before it no longer. If `value` is the newest secret already, nothing changes. Times are epoch
 * milliseconds of the account's clock.
 */
export function rotatedSecrets(
  secrets: readonly WebhookSecret[],
  value: string,
  { now, overlapMs }: { now: number; overlapMs: number },
): WebhookSecret[] {
  if (secrets[0]?.value === value) return [...secrets]
  const earlier = secrets
    .map((secret) => ({ ...secret, expires_at: secret.expires_at ?? now + overlapMs }))
    .filter((secret) => secret.expires_at > now && secret.value !== value)
  return [{ value, expires_at: null }, ...earlier].slice(0, MAX_SECRETS)
}
