import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookSecret } from '../accounts/webhook.ts'

const PREFIX = 'whsec_'
/** Bytes of a secret that is made here; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 24
const MAX_SECRET_LENGTH = 256

/** What is signed: the three parts that a receiver finds in the headers and the body. */
export interface SignedContent {
  /** The `webhook-id` header. */
  id: string
  /** Epoch seconds, the `webhook-timestamp` header. */
  timestamp: number
  body: string
}

/** A new secret, `whsec_` and base64. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Why text can't be a secret, as a message for whoever gave it; undefined when it can. */
export function secretProblem(secret: string): string | undefined {
  if (secret === '' || secret.length > MAX_SECRET_LENGTH) {
    return `secret must have 1 to ${MAX_SECRET_LENGTH} characters; found ${secret.length}. Leave it out to be given one.`
  }
  if (!secret.startsWith(PREFIX)) return undefined

  const base64 = secret.slice(PREFIX.length)
  // Buffer overlooks what the libraries of receivers refuse.
  if (base64 !== '' && keyOf(secret).toString('base64') === base64) return undefined
  return `secret must have base64 with its padding after ${PREFIX}, or begin otherwise, to be taken as it is.`
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

function sign({ id, timestamp, body }: SignedContent, secret: string): string {
  const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`)
  return `v1,${digest.digest('base64')}`
}

/** `whsec_` announces base64; any other text stands for its own bytes. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret)
}
