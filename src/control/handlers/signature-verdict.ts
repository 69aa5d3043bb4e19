import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AccountHead } from '../../accounts/account.ts'
import type { Webhook } from '../../accounts/webhook.ts'
import { SECRET_PREFIX } from '../../accounts/webhook-secret.ts'
import type { SignatureDetails, Verdict } from '../../runtime/receivers.ts'
import { parsedUrl } from '../../text/url.ts'
import { isoTime } from '../../time/clock.ts'
import { listeningSecret, SCHEME, sign } from '../../webhooks/signature.ts'
import { contentOf, diagnose, type NamedSecret } from '../../webhooks/signature-diagnosis.ts'

/** Allowed difference between the clocks of sender and receiver, as in the libraries of Standard Webhooks. */
const TOLERANCE_S = 5 * 60

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Larger bodies are not verified: everyone who knows the address may send them, and each secret signs the whole body. */
export const LARGEST_BODY = 65_536
/** Expected signatures that are shown. */
const MOST_EXPECTED = 10
/** Characters of a header that are shown. */
const MOST_OF_HEADER = 1_000
/** Secrets of this length show their last characters, without giving much away. */
const LONG_SECRET = 24

/** A received request, with the account and the receiver that it was sent to. */
export interface SignedRequest {
  headers: Readonly<IncomingHttpHeaders>
  body: Buffer
  account: Readonly<AccountHead>
  receiverId: string
}

/**
 * Time of arrival: on the account's clock, for the expiry of secrets, and the machine's, for the date of
 * signatures.
 */
interface Times {
  now: number
  wallTime: number
}

/** Verifies a signature as receivers do by Standard Webhooks 1.0, and explains why it is wrong. */
export function signatureVerdict(request: SignedRequest, { now, wallTime }: Times): Verdict {
  const { headers, body } = request
  const missing = NAMES.filter((name) => !headers[name])
  if (missing.length > 0) {
    const reason = `The request has no header ${missing.join(', ')}.`
    return { signature: 'missing', reason, details: null }
  }
  if (body.length > LARGEST_BODY) {
    const reason = `The body has ${body.length} bytes; only bodies of up to ${LARGEST_BODY} are verified.`
    return { signature: 'unknown', reason, details: null }
  }
  const [id, sent, signed] = NAMES.map((name) => String(headers[name])) as [string, string, string]
  const isTime = /^\d{1,15}$/.test(sent)
  const content = { id, timestamp: isTime ? Number(sent) : 0, body }
  const { expected, others, webhooks } = secretsOf(request, now)
  const accepted = expected.map((each) => ({ ...each, signature: sign(content, each.secret) }))
  const details: SignatureDetails = {
    received: signed.slice(0, MOST_OF_HEADER),
    expected: isTime ? accepted.slice(0, MOST_EXPECTED).map(shown) : [],
    before: contentOf({ id, timestamp: sent, body: '' }),
    signed_content: null,
    cause: null,
  }
  const verdict = (signature: Verdict['signature'], reason: string, more = {}): Verdict => ({
    signature,
    reason,
    details: { ...details, ...more },
  })
  if (!isTime) {
    const reason = `webhook-timestamp must be whole seconds since 1970; found ${sent}.`
    return verdict('invalid', reason, { cause: 'The timestamp is not a number of seconds.' })
  }

  const entries = signed.split(' ')
  const signatures = entries.filter((each) => each.startsWith(SCHEME))
  const explained = () => {
    const suspect = { id, timestamp: sent, body: body.toString(), signatures: entries }
    const { cause, signedContent } = diagnose(suspect, expected, others)
    return { cause, signed_content: signedContent }
  }
  if (signatures.length === 0) {
    const reason = `webhook-signature has no signature that begins with ${SCHEME}, the only supported scheme.`
    return verdict('unknown', reason, explained())
  }
  const found = accepted.find(({ signature }) => isAmong(signatures, signature))
  if (found === undefined) {
    if (webhooks.length === 0) return verdict('unknown', NO_WEBHOOK, explained())
    const ids = webhooks.map((each) => each.id).join(' or ')
    const reason = `No signature fits the body and the secret of ${ids}, which point here.`
    return verdict('invalid', reason, explained())
  }

  const age = Math.floor(wallTime / 1000) - content.timestamp
  if (Math.abs(age) > TOLERANCE_S) {
    const off = `${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'ahead'}`
    const reason = `webhook-timestamp is ${off}; receivers allow ${TOLERANCE_S}.`
    return verdict('invalid', reason, { cause: timeMistake(age) })
  }
  return verdict('valid', `Signed with ${found.name}.`, { before: null })
}

const NO_WEBHOOK =
  'No webhook of the account points here, and the request is not signed for its listeners: there is no secret to verify it with.'

function timeMistake(age: number): string {
  // A time in milliseconds is thousands of years ahead.
  if (age < -1e10)
    return 'The signature is right, but its timestamp is in milliseconds; it must be in seconds.'
  return age > 0
    ? 'The signature is right, but too old. Sign each attempt with its own time, and check the clock of the sender.'
    : 'The signature is right, but its time is in the future. Check the clock of the sender.'
}

/** The secrets that the receiver accepts, and those that explain a mistake. */
function secretsOf(request: SignedRequest, now: number) {
  const { account } = request
  const webhooks = webhooksOf(request)
  const all = Object.values(account.webhooks)
  const elsewhere = all.filter((webhook) => !webhooks.includes(webhook))
  const here = webhooks.flatMap((webhook) => namedSecrets(webhook, now))
  const listeners = {
    secret: listeningSecret(account),
    name: 'the secret of the listeners of the account',
    isValid: true,
  }
  const expected: NamedSecret[] = [...here.filter(({ isValid }) => isValid), listeners]
  const others: NamedSecret[] = [
    ...here.filter(({ isValid }) => !isValid),
    ...elsewhere.flatMap((webhook) =>
      namedSecrets(webhook, now).map(({ secret, name }) => ({
        secret,
        name: `${name}, which sends to another address`,
      })),
    ),
  ]
  return { webhooks, expected, others }
}

function namedSecrets({ id, secrets }: Webhook, now: number) {
  return secrets.map(({ value: secret, expires_at }) => {
    if (expires_at === null)
      return { secret, name: `the secret of the webhook ${id}`, isValid: true }
    const isValid = expires_at > now
    const state = isValid ? 'valid until' : 'which expired at'
    const name = `a replaced secret of the webhook ${id}, ${state} ${isoTime(expires_at)}`
    return { secret, name, isValid }
  })
}

/** The webhooks that send to this receiver, whatever host name they use. */
function webhooksOf({ account, receiverId }: SignedRequest): Webhook[] {
  return Object.values(account.webhooks).filter(({ url }) => {
    const path = parsedUrl(url)?.pathname.replace(/\/$/, '')
    return path?.endsWith(`/_sandbox/receiver/${receiverId}`)
  })
}

function shown({ name, secret, signature }: NamedSecret & { signature: string }) {
  return { secret: name, hint: hintOf(secret), signature }
}

/** Lets the owner recognize a secret. */
function hintOf(secret: string): string {
  const prefix = secret.startsWith(SECRET_PREFIX) ? SECRET_PREFIX : ''
  return `${prefix}…${secret.length < LONG_SECRET ? '' : secret.slice(-4)}`
}

function isAmong(signatures: readonly string[], accepted: string): boolean {
  const expected = Buffer.from(accepted)
  return signatures.some(
    (signature) =>
      signature.length === accepted.length &&
      timingSafeEqual(Buffer.from(signature, 'latin1'), expected),
  )
}
