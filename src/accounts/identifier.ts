import { hash } from 'node:crypto'
import type { Account } from './account.ts'

/** Campaign, key, user, session, webhook, alert, event, delivery, fault. */
export type IdPrefix = 'cmp' | 'key' | 'usr' | 'ses' | 'whk' | 'alr' | 'evt' | 'dlv' | 'flt'

/** Without i, l, o and u, so that an id that is read aloud or copied by hand stays what it is. */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12

/**
 * The next identifier of an account, whose sequence it moves on. It looks random but follows from
 * the seed, the account and the sequence, so that the same requests give the same ids again.
 */
export function nextId(
  account: Pick<Account, 'id' | 'seed' | 'sequence'>,
  prefix: IdPrefix,
): string {
  account.sequence += 1

  const source = JSON.stringify([account.seed, account.id, account.sequence])
  let id = ''
  for (const byte of hash('sha256', source, 'buffer').subarray(0, LENGTH)) id += ALPHABET[byte % 32]
  return `${prefix}_${id}`
}
