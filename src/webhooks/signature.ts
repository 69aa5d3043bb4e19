import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookSecret } from '../accounts/webhook.ts'
import { SECRET_PREFIX, signingKey } from '../accounts/webhook-secret.ts'

/** Bytes of a secret that is made here; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 24

/** Announces a signature by a secret that both sides know. */
export const SCHEME = 'v1,'

/** What is signed: the three parts that a receiver finds in the headers and the body. */
export interface SignedContent {
  /** The `webhook-id` header. */
  id: string
  /** Epoch seconds, the `webhook-timestamp` header. */
  timestamp: number
  /** Bytes where it came from elsewhere and may be no text. */
  body: string | Buffer
}

/** A new secret, `whsec_` and base64. */
export function makeSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The secrets that sign at `now` (epoch ms of the account): the newest, and what it takes the place of for a while. */
export function validSecrets(secrets: readonly WebhookSecret[], now: number): string[] {
  return secrets
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map(({ value }) => value)
}

/**
 * The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com): one signature for each secret,
 * so that a receiver verifies with the old one or the new one while a secret is rotated.
 */
export function signatureHeaders(
  content: SignedContent,
  secrets: readonly string[],
): Record<string, string> {
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestamp),
    'webhook-signature': secrets.map((secret) => sign(content, secret)).join(' '),
  }
}

/** One entry of the `webhook-signature` header. */
export function sign({ id, timestamp, body }: SignedContent, secret: string): string {
  const digest = createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.`)
  return `${SCHEME}${digest.update(body).digest('base64')}`
}
