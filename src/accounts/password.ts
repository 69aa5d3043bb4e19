import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

// Low, at about 3 ms a hash: the passwords of a sandbox stand in its fixtures for all to read, and
// are hashed at every start.
const COST = { N: 1024, r: 8, p: 1 }
const BYTES = 32

/** scrypt hash of a password as `salt:hash`, both hexadecimal. */
export function hashPassword(password: string, salt: Uint8Array = randomBytes(16)): string {
  return `${Buffer.from(salt).toString('hex')}:${derive(password, salt).toString('hex')}`
}

/** Takes equally long for a wrong password and a right one. A hash in another form never matches. */
export function verifyPassword(password: string, hashed: string): boolean {
  const [salt = '', hash = ''] = hashed.split(':')
  const expected = Buffer.from(hash, 'hex')
  const actual = derive(password, Buffer.from(salt, 'hex'))

  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(password: string, salt: Uint8Array): Buffer {
  // One form for all ways to type an accented letter.
  return scryptSync(password.normalize('NFKC'), salt, BYTES, COST)
}
