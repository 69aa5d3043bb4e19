import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Account } from '../../accounts/account.ts'
import { listeningSecret } from '../../simulation/listening-secret.ts'
import type { Verdict } from '../../state/receivers.ts'
import { SCHEME, type SignedContent, sign, validSecrets } from '../../webhooks/signature.ts'

/** Allowed difference between the clocks of sender and receiver, as in the libraries of Standard Webhooks. */
const TOLERANCE_S = 5 * 60

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** A received request, with the account and the receiver that it was sent to. */
export interface SignedRequest {
  headers: Readonly<IncomingHttpHeaders>
  body: Buffer
  account: Readonly<Account>
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

/** Verifies a signature as receivers do by Standard Webhooks 1.0. */
export function signatureVerdict(request: SignedRequest, { now, wallTime }: Times): Verdict {
  const { headers, body } = request
  const missing = NAMES.filter((name) => !headers[name])
  if (missing.length > 0) {
    return verdict('missing', `The request has no header ${missing.join(', ')}.`)
  }
  const [id, sent, signed] = NAMES.map((name) => String(headers[name])) as [string, string, string]
  if (!/^\d{1,15}$/.test(sent)) {
    return verdict('invalid', `webhook-timestamp must be whole seconds since 1970; found ${sent}.`)
  }
  const signatures = signed.split(' ').filter((each) => each.startsWith(SCHEME))
  if (signatures.length === 0) {
    return verdict(
      'unknown',
      `webhook-signature has no signature that begins with ${SCHEME}, the only supported scheme.`,
    )
  }

  const content = { id, timestamp: Number(sent), body }
  const webhooks = webhooksOf(request)
  const candidates = [
    ...webhooks.flatMap(({ id, secrets }) =>
      validSecrets(secrets, now).map((secret) => ({ secret, whose: `the webhook ${id}` })),
    ),
    { secret: listeningSecret(request.account), whose: 'the listeners of the account' },
  ]
  const found = candidates.find(({ secret }) => isAmong(signatures, content, secret))
  if (found === undefined) return unmatched(webhooks.map(({ id }) => id))

  const age = Math.floor(wallTime / 1000) - content.timestamp
  if (Math.abs(age) > TOLERANCE_S) {
    const off = `${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'ahead'}`
    return verdict('invalid', `webhook-timestamp is ${off}; receivers allow ${TOLERANCE_S}.`)
  }
  return verdict('valid', `Signed with the secret of ${found.whose}.`)
}

function unmatched(webhooks: readonly string[]): Verdict {
  if (webhooks.length > 0) {
    return verdict(
      'invalid',
      `No signature fits the body and the secret of ${webhooks.join(' or ')}, which point here.`,
    )
  }
  return verdict(
    'unknown',
    'No webhook of the account points here, and the request is not signed for its listeners: there is no secret to verify it with.',
  )
}

/** The webhooks that send to this receiver, whatever host name they use. */
function webhooksOf({ account, receiverId }: SignedRequest) {
  return Object.values(account.webhooks).filter(({ url }) => {
    const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : ''
    return path.endsWith(`/_sandbox/receiver/${receiverId}`)
  })
}

function isAmong(signatures: readonly string[], content: SignedContent, secret: string): boolean {
  const expected = Buffer.from(sign(content, secret))
  return signatures.some((signature) => {
    const found = Buffer.from(signature)
    return found.length === expected.length && timingSafeEqual(found, expected)
  })
}

function verdict(signature: Verdict['signature'], reason: string): Verdict {
  return { signature, reason }
}
