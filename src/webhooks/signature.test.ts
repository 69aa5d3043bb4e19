import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { makeSecret, signatureHeaders, validSecrets } from './signature.ts'

const BODY = '{"type":"ranking.changed","data":{"keyword":"bücher — 本"}}'
const now = () => Math.floor(Date.now() / 1000)
const content = () => ({ id: 'evt_1', timestamp: now(), body: BODY })
const rawBytes = (secret: string) =>
  new Webhook(new TextEncoder().encode(secret), { format: 'raw' })

describe('the official library verifies', () => {
  it('a secret made by the sandbox', () => {
    const secret = makeSecret()

    const headers = signatureHeaders(content(), [secret])

    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(24)
    expect(secret).toMatch(/^whsec_/)
  })

  it.each(['correct horse battery staple', 'c2VjcmV0', 'naïve — 本', 'whsec', ' '])(
    'the plain text %j in its raw format',
    (secret) => {
      const headers = signatureHeaders(content(), [secret])

      expect(rawBytes(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
    },
  )

  it('either secret while one replaces the other', () => {
    const older = makeSecret()

    const headers = signatureHeaders(content(), ['plain and newer', older])

    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/=]{44} v1,[\w+/=]{44}$/)
    expect(rawBytes('plain and newer').verify(BODY, headers)).toEqual(JSON.parse(BODY))
    expect(new Webhook(older).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  })
})

describe('the official library refuses', () => {
  const secret = makeSecret()
  const headers = () => signatureHeaders(content(), [secret])
  const verify = (body: string, changed: Record<string, string> = {}) =>
    new Webhook(secret).verify(body, { ...headers(), ...changed })

  it.each<[string, () => unknown]>([
    ['another body', () => verify(BODY.replace('bücher', 'bucher'))],
    ['another id', () => verify(BODY, { 'webhook-id': 'evt_2' })],
    ['another time', () => verify(BODY, { 'webhook-timestamp': String(now() - 1) })],
    ['another secret', () => new Webhook(makeSecret()).verify(BODY, headers())],
  ])('%s', (_, verifying) => {
    expect(() => verify(BODY)).not.toThrow()
    expect(verifying).toThrow('No matching signature found')
  })
})

it('signs with the newest secret and those that have not expired', () => {
  const secrets = [
    { value: 'newest', expires_at: null },
    { value: 'older', expires_at: 1_001 },
    { value: 'oldest', expires_at: 1_000 },
  ]

  expect(validSecrets(secrets, 1_000)).toEqual(['newest', 'older'])
})
