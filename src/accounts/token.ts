import { hash, randomBytes } from 'node:crypto'

/** The key that examples use, if the fixture has it. */
export const DEMO_TOKEN = 'svc_test_demo'

/** A token with 192 random bits after the prefix, in letters, digits, `-` and `_`. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(24).toString('base64url')
}

/** SHA-256, hexadecimal. A token has enough entropy to need neither salt nor a slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** The part of a token that lists show (§2): its first 8 characters. */
export function tokenPrefix(token: string): string {
  return token.slice(0, 8)
}
