import { describe, expect, it } from 'vitest'
import type { WebhookSecret } from './webhook.ts'
import { rotatedSecrets, secretProblem } from './webhook-secret.ts'

it.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', undefined],
  ['any other text', undefined],
  ['whsec_', /base64/],
  ['whsec_not base64!', /base64/],
  ['whsec_MfKQ9r8', /base64/],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS_', /base64/],
])('the secret %j: %s', (secret, problem) => {
  const found = secretProblem(secret)

  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})

describe('rotatedSecrets', () => {
  const at = { now: 1000, overlapMs: 500 }
  const signs = (value: string, expires_at: number | null = null): WebhookSecret => ({
    value,
    expires_at,
  })

  it.each<[string, WebhookSecret[], WebhookSecret[]]>([
    ['lets the previous secret sign for a while', [signs('a')], [signs('new'), signs('a', 1500)]],
    [
      'changes nothing for the newest secret',
      [signs('new'), signs('a', 1200)],
      [signs('new'), signs('a', 1200)],
    ],
    [
      'ends a rotation that is not over',
      [signs('b'), signs('a', 1200)],
      [signs('new'), signs('b', 1500)],
    ],
    ['removes expired secrets', [signs('b'), signs('a', 1000)], [signs('new'), signs('b', 1500)]],
    [
      'accepts an earlier secret again, once',
      [signs('a'), signs('new', 1200)],
      [signs('new'), signs('a', 1500)],
    ],
  ])('%s', (_, before, after) => {
    expect(rotatedSecrets(before, 'new', at)).toEqual(after)
  })
})
