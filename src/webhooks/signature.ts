import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import type { WebhookSecret } from '../accounts/webhook.ts'
import { SECRET_PREFIX, signingKey } from '../accounts/webhook-secret.ts'

/** Bytes of a new secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 24

/** The prefix of signatures with a shared secret. */
export const SCHEME = 'v1,'

/** The signed parts of a message, which a receiver finds in the headers and the body. */
export interface SignedContent {
  /** The `webhook-id` header. */
  id: string
  /** Epoch seconds, the `webhook-timestamp` header. */
  timestamp: number
  /** Bytes if the message was received, since they may not be text. */
  body: string | Buffer
}

/** A new secret, `whsec_` and base64. */
export function makeSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The secret (`whsec_` and base64) that signs events for an account's listeners, and for addresses without a webhook.
 * It is derived from the account, so it survives restarts.
 */
export function listeningSecret({ linkSecret }: Pick<Account, 'linkSecret'>): string {
  return `whsec_${createHmac('sha256', linkSecret).update('listen').digest('base64')}`
}

/** The secrets valid at `now` (epoch ms of the account): the newest, and for a while the one that it replaced. */
export function validSecrets(secrets: readonly WebhookSecret[], now: number): string[] {
  return secrets
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map(({ value }) => value)
}

/**
 * The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com): one signature for each secret, so that a
 * receiver can verify with the old or the new one while a secret is rotated.
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
