import type { WebhookSecret } from './webhook.ts'

/** Announces a secret in base64 (Standard Webhooks). */
export const SECRET_PREFIX = 'whsec_'

/** Why text can't be a secret, whatever its length, as a continuation of the field's name; undefined when it can. */
export function secretProblem(secret: string): string | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined
  const base64 = secret.slice(SECRET_PREFIX.length)
  // Buffer overlooks what the libraries of receivers refuse.
  if (base64 !== '' && signingKey(secret).toString('base64') === base64) return undefined
  return `must have base64 with its padding after ${SECRET_PREFIX}, or begin otherwise, to be taken as it is`
}

/** The bytes that sign: `whsec_` announces base64; any other text stands for its own. */
export function signingKey(secret: string): Buffer {
  return secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret)
}

/** Signatures go into one header: who rotates faster than secrets expire must not let it grow without end. */
const MAX_SECRETS = 5

/**
 * The secrets of a webhook, newest first, once `value` signs: those before it go on until they expire, the
 * newest of them `overlapMs` after `now`. The newest secret again changes nothing. Times are epoch
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
