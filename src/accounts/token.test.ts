import { expect, test } from 'vitest'
import { hashToken, tokenPrefix } from './token.ts'

test('hashes a token with SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('shows the first 8 characters of a token', () => {
  expect(tokenPrefix('svc_test_demo')).toBe('svc_test')
})
