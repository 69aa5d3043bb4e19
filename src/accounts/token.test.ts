import { expect, test } from 'vitest'
import { hashToken, keyTypeOf, tokenPrefix } from './token.ts'

test('hashes a token with SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('shows the first 8 characters of a token', () => {
  expect(tokenPrefix('svc_test_demo')).toBe('svc_test')
})

test.each([
  ['svc_test_demo', 'test'],
  ['svc_restricted_demo', 'restricted'],
  ['svc_token_demo', 'live'],
  ['svc_live_demo', 'live'],
  ['svc_demo', undefined],
  ['a_svc_test_demo', undefined],
])('tells the type of %s', (token, type) => {
  expect(keyTypeOf(token)).toBe(type)
})
