import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// Low, at about 3 ms a hash: the passwords of a sandbox are in its fixtures in plain text, and those of fixtures outside
// the package are hashed at every start.
const COST = { N: 1024, r: 8, p: 1 }
const BYTES = 32

// Off the main thread, so that a login does not block other requests.
const scryptAsync = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt)

/** scrypt hash of a password as `salt:hash`, both hexadecimal. */
export async function hashPassword(
  password: string,
  salt: Uint8Array = randomBytes(16),
): Promise<string> {
  const hash = await derive(password, salt)
  return `${Buffer.from(salt).toString('hex')}:${hash.toString('hex')}`
}

/** Takes the same time for wrong and right passwords. A hash in another form never matches. */
export async function verifyPassword(password: string, hashed: string): Promise<boolean> {
  const [salt = '', hash = ''] = hashed.split(':')
  const expected = Buffer.from(hash, 'hex')
  const actual = await derive(password, Buffer.from(salt, 'hex'))

  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(password: string, salt: Uint8Array): Promise<Buffer> {
  // One form for all encodings of an accented letter.
  const text = password.normalize('NFKC')
  // scrypt pads a short password with zeros (RFC 2104 §2), which would make `p` and `p\0` equal.
  const key = text.endsWith('\0') ? createHash('sha256').update(text).digest('hex') : text
  return scryptAsync(key, salt, BYTES, COST)
}
