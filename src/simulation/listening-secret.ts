import { createHmac } from 'node:crypto'
import type { Account } from '../accounts/account.ts'

/**
 * The secret that signs events for whoever listens to an account, and for addresses that are no webhook:
 * `whsec_` and base64. It follows from the account, so that a receiver which knows it need not be told anew.
 */
export function listeningSecret({ linkSecret }: Pick<Account, 'linkSecret'>): string {
  return `whsec_${createHmac('sha256', linkSecret).update('listen').digest('base64')}`
}
