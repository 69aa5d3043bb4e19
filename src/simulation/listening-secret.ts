import { createHmac } from 'node:crypto'
import type { Account } from '../accounts/account.ts'

/**
 * The secret (`whsec_` and base64) that signs events for an account's listeners, and for addresses without a webhook.
 * It is derived from the account, so it survives restarts.
 */
export function listeningSecret({ linkSecret }: Pick<Account, 'linkSecret'>): string {
  return `whsec_${createHmac('sha256', linkSecret).update('listen').digest('base64')}`
}
