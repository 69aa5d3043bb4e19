import { createHmac } from 'node:crypto'
import { SECRET_PREFIX, signingKey } from '../accounts/webhook-secret.ts'
import { SCHEME } from './signature.ts'

/** A received message that no expected signature matches. */
export interface Suspect {
  id: string
  /** The `webhook-timestamp` header. */
  timestamp: string
  body: string
  /** Entries of the `webhook-signature` header. */
  signatures: readonly string[]
}

/** A secret in words, such as `the secret of the webhook whk_1`. */
export interface NamedSecret {
  secret: string
  name: string
}

export interface Diagnosis {
  /** The likely mistake of the sender, as a sentence. */
  cause: string
  /** The content that was signed, if it is not the right one. */
  signedContent: string | null
}

/** Longer bodies would take too long: anyone who knows the address of a receiver may send them. */
export const LONGEST_BODY = 16 * 1024
/** Secrets to try. */
const MOST_SECRETS = 10

const UNEXPLAINED =
  'No common mistake explains the signature. Either the sender signs with another secret, or the body was changed after it was signed.'

/**
 * The mistake that explains a signature, found by repeating the mistakes that senders make. `expected` are the secrets
 * that the receiver accepts, `others` the expired secrets and those of other webhooks.
 */
export function diagnose(
  message: Suspect,
  expected: readonly NamedSecret[],
  others: readonly NamedSecret[],
): Diagnosis {
  const right = contentOf(message)
  const isSigned = matcher(message.signatures)
  const tried = expected.slice(0, MOST_SECRETS)
  const found = (cause: string, signedContent: string | null = null) => ({ cause, signedContent })

  if (message.body.length > LONGEST_BODY) {
    return found(
      `The body is longer than ${LONGEST_BODY} characters, too long to look for the mistake.`,
    )
  }
  for (const { secret, name } of others.slice(0, MOST_SECRETS)) {
    if (isSigned(hmac(signingKey(secret), right))) return found(`It is signed with ${name}.`)
  }
  for (const { secret } of tried) {
    const encoding = encodingOf(message.signatures, signingKey(secret), right)
    if (encoding) return found(encoding)
    const key = wrongKeys(secret).find(([key]) => isSigned(hmac(key, right)))
    if (key) return found(key[1])
  }
  const contents = wrongContents(message)
  for (const { secret } of tried) {
    const key = signingKey(secret)
    const wrong = contents.find(([content]) => isSigned(hmac(key, content)))
    if (wrong) return found(wrong[1], wrong[0])
  }
  return found(UNEXPLAINED)
}

/** The content that a signature covers (Standard Webhooks). */
export function contentOf({ id, timestamp, body }: Omit<Suspect, 'signatures'>): string {
  return `${id}.${timestamp}.${body}`
}

function hmac(key: Buffer, content: string, algorithm = 'sha256'): Buffer {
  return createHmac(algorithm, key).update(content).digest()
}

function matcher(signatures: readonly string[]): (digest: Buffer) => boolean {
  const received = new Set(signatures)
  return (digest) => received.has(SCHEME + digest.toString('base64'))
}

/** The mistake if the signature has the right content and key, but another form. */
function encodingOf(
  signatures: readonly string[],
  key: Buffer,
  content: string,
): string | undefined {
  const received = signatures.map((each) => each.replace(/^v1,/, ''))
  const digest = hmac(key, content)
  const has = (text: string) => received.includes(text)
  if (has(digest.toString('base64')))
    return `The signature is right, but must begin with ${SCHEME}.`
  if (received.some((each) => each.toLowerCase() === digest.toString('hex'))) {
    return 'The signature is in hexadecimal; it must be base64.'
  }
  if (has(digest.toString('base64url'))) {
    return 'The signature is in base64url, or base64 without padding; it must be base64 with "+", "/" and "=".'
  }
  const other = ['sha512', 'sha1', 'sha384'].find((name) =>
    has(hmac(key, content, name).toString('base64')),
  )
  return other && `The signature is an HMAC with ${other.toUpperCase()}; it must be SHA256.`
}

/** Keys that senders use by mistake. */
function wrongKeys(secret: string): [key: Buffer, mistake: string][] {
  const bare = secret.slice(SECRET_PREFIX.length)
  const space = [
    Buffer.from(`${secret}\n`),
    'The key ends with a line break: remove it from the secret.',
  ] as const
  if (!secret.startsWith(SECRET_PREFIX)) {
    return [
      [
        Buffer.from(secret, 'base64'),
        'The secret was decoded as base64. Without the prefix whsec_, its text is the key.',
      ],
      [...space],
    ]
  }
  return [
    [
      Buffer.from(secret),
      'The key is the text of the secret. It must be the bytes that the base64 after whsec_ stands for.',
    ],
    [
      Buffer.from(bare),
      'The key is the text after whsec_. It must be the bytes that this base64 stands for.',
    ],
    [Buffer.from(secret, 'base64'), 'The secret was decoded with its prefix. Remove whsec_ first.'],
    [...space],
  ]
}

const REENCODED = 'The body was changed after it was signed, or parsed and written again:'

/** Contents that senders sign by mistake. */
function wrongContents(message: Suspect): [content: string, mistake: string][] {
  const { id, timestamp, body } = message
  const forms = [...otherForms(body)].map(([form, how]): [string, string] => [
    contentOf({ id, timestamp, body: form }),
    `${REENCODED} the signature fits ${how}.`,
  ])
  const order = 'The signed content must be id.timestamp.body;'
  return [
    ...forms,
    [contentOf({ id, timestamp, body: '' }), `${order} the body was left out.`],
    [
      contentOf({ id, timestamp, body: '[object Object]' }),
      'An object was signed as "[object Object]"; sign the text of the body.',
    ],
    [body, `${order} the body alone was signed.`],
    [`${timestamp}.${body}`, `${order} the id was left out.`],
    [`${id}.${body}`, `${order} the timestamp was left out.`],
    [`${timestamp}.${id}.${body}`, `${order} id and timestamp were swapped.`],
    [`${id}${timestamp}${body}`, `${order} the dots were left out.`],
  ]
}

/** Other texts of the same body, by their text. */
function otherForms(body: string): Map<string, string> {
  const forms = new Map([
    [body.trim(), 'the body without the white space around it'],
    [`${body}\n`, 'the body with a line break at its end'],
    [body.replaceAll('\r\n', '\n'), 'the body with other line breaks'],
  ])
  const value = parsed(body)
  if (value !== undefined) {
    const compact = JSON.stringify(value)
    forms.set(compact, 'its JSON without white space')
    forms.set(JSON.stringify(value, null, 2), 'its JSON with an indent of 2')
    forms.set(JSON.stringify(value, null, 4), 'its JSON with an indent of 4')
    forms.set(spaced(value), 'its JSON with a space after each colon and comma')
    forms.set(ascii(spaced(value)), 'its JSON in ASCII, with a space after each colon and comma')
    forms.set(ascii(compact), 'its JSON in ASCII, without white space')
    forms.set(compact.replaceAll('/', '\\/'), 'its JSON with escaped slashes')
    forms.set(JSON.stringify(sorted(value)), 'its JSON with sorted members')
  }
  forms.delete(body)
  return forms
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** JSON as Python writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`,
  )
  return `{${members.join(', ')}}`
}

/** JSON with escapes for all other characters. */
function ascii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, each]) => [name, sorted(each)]))
}
