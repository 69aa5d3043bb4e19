import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('knows the password again, and no other', () => {
  const hashed = hashPassword('open sesame')

  expect(verifyPassword('open sesame', hashed)).toBe(true)
  expect(verifyPassword('open sesame ', hashed)).toBe(false)
  expect(verifyPassword('', hashed)).toBe(false)
})

test('hashes with a salt of its own each time, unless it is given one', () => {
  const salt = Buffer.from('salt')

  expect(hashPassword('open sesame')).not.toBe(hashPassword('open sesame'))
  expect(hashPassword('open sesame', salt)).toBe(hashPassword('open sesame', salt))
  expect(hashPassword('open sesame', salt)).toMatch(/^73616c74:[0-9a-f]{64}$/)
})

test('takes a letter for the same however it was typed', () => {
  expect(verifyPassword('caf\u00e9', hashPassword('cafe\u0301'))).toBe(true)
})

test.each(['', ':', 'open sesame', 'zz:zz', '73616c74:'])('refuses the hash %j', (hashed) => {
  expect(verifyPassword('open sesame', hashed)).toBe(false)
  expect(verifyPassword('', hashed)).toBe(false)
})
