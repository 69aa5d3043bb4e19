import { createHash } from 'node:crypto'
import type { Account } from './account.ts'

/** Campaign, key, user, session, webhook, alert. */
export type IdPrefix = 'cmp' | 'key' | 'usr' | 'ses' | 'whk' | 'alr'

// Without i, l, o and u, so that an id that is read aloud or copied by hand stays what it is.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
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

  const digest = createHash('sha256')
    .update(JSON.stringify([account.seed, account.id, account.sequence]))
    .digest()

  return `${prefix}_${[...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % 32]).join('')}`
}
