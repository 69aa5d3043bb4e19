import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('accepts the right password only', async () => {
  const hashed = await hashPassword('open sesame')

  expect(await verifyPassword('open sesame', hashed)).toBe(true)
  expect(await verifyPassword('open sesame ', hashed)).toBe(false)
  expect(await verifyPassword('', hashed)).toBe(false)
})

// scrypt pads passwords with zeros (PBKDF2-HMAC, RFC 2104 §2).
test('distinguishes a password from the same one with NUL characters behind it', async () => {
  const [plain, padded] = await Promise.all([hashPassword('open'), hashPassword('open\0')])

  expect(await verifyPassword('open\0', plain)).toBe(false)
  expect(await verifyPassword('open', padded)).toBe(false)
  expect(await verifyPassword('open\0\0', padded)).toBe(false)
  expect(await verifyPassword('open\0', padded)).toBe(true)
})

test('hashes with a new salt each time, unless it gets one', async () => {
  const salt = Buffer.from('salt')

  expect(await hashPassword('open sesame')).not.toBe(await hashPassword('open sesame'))
  expect(await hashPassword('open sesame', salt)).toBe(await hashPassword('open sesame', salt))
  expect(await hashPassword('open sesame', salt)).toMatch(/^73616c74:[0-9a-f]{64}$/)
})

test('treats all encodings of a letter as equal', async () => {
  expect(await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301'))).toBe(true)
})

test.each(['', ':', 'open sesame', 'zz:zz', '73616c74:'])('refuses the hash %j', async (hashed) => {
  expect(await verifyPassword('open sesame', hashed)).toBe(false)
  expect(await verifyPassword('', hashed)).toBe(false)
})
