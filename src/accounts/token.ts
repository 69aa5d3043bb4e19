import { hash } from 'node:crypto'
import type { KeyType } from './key.ts'

/** What a token begins with (§5.3). Sample live keys come with either of two prefixes. */
export const KEY_PREFIXES: Readonly<Record<string, KeyType>> = {
  svc_test_: 'test',
  svc_restricted_: 'restricted',
  svc_token_: 'live',
  svc_live_: 'live',
}

/** SHA-256, hexadecimal. A token has enough entropy to need neither salt nor a slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** The part of a token that is shown in lists (§2): its first 8 characters. */
export function tokenPrefix(token: string): string {
  return token.slice(0, 8)
}

/** The kind of key that a token is; undefined when it has none of the prefixes. */
export function keyTypeOf(token: string): KeyType | undefined {
  return Object.entries(KEY_PREFIXES).find(([prefix]) => token.startsWith(prefix))?.[1]
}
