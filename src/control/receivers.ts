import { createHmac } from 'node:crypto'
import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { AccountLogs } from '../http/account-logs.ts'

export type ReceiverAnswer = components['schemas']['ReceiverAnswer']

/** A request to the receiver of an account. */
export interface Reception {
  sequence: number
  accountId: string
  /** Epoch milliseconds of the account's clock. */
  time: number
  eventId: string | null
  type: string | null
  /** Without credentials. */
  headers: Record<string, string>
  body: string
  isCut: boolean
  verdict: Verdict
  /** Null until it is answered. */
  status: number | null
}

/** What is to be thought of a signature. */
export interface Verdict {
  signature: components['schemas']['ReceivedRequest']['signature']
  /** Why, as a sentence. */
  reason: string
}

const LIMITS = { perAccount: 100, bytes: 64 * 1024 * 1024 }

/** What the fields of one request take, about. */
const FIXED_BYTES = 1000

const FIRST_ANSWER: ReceiverAnswer = { status: 204, delay_ms: 0 }

/** The receivers of the accounts: what they received, in memory, and how they answer. */
export class Receivers {
  readonly #received = new AccountLogs<Reception>(
    LIMITS,
    ({ headers, body }) => FIXED_BYTES + Object.values(headers).join('').length + body.length,
  )
  readonly #answers = new Map<string, ReceiverAnswer>()
  readonly #ids = new Map<string, { linkSecret: string; id: string }>()

  /**
   * The part of the address that nobody can guess. It follows from the account, so that the webhooks that
   * point to it do so after a restart, too.
   */
  idOf({ id: accountId, linkSecret }: Pick<Account, 'id' | 'linkSecret'>): string {
    const known = this.#ids.get(accountId)
    if (known?.linkSecret === linkSecret) return known.id

    // Whoever finds out whose an address is asks for those of all accounts.
    const digest = createHmac('sha256', linkSecret).update('receive').digest('hex')
    const id = `rcv_${digest.slice(0, 32)}`
    this.#ids.set(accountId, { linkSecret, id })
    return id
  }

  answerOf(accountId: string): ReceiverAnswer {
    return this.#answers.get(accountId) ?? FIRST_ANSWER
  }

  /** What is left out stays as it is. */
  setAnswer(accountId: string, change: Partial<ReceiverAnswer>): void {
    this.#answers.set(accountId, { ...this.answerOf(accountId), ...change })
  }

  add(reception: Omit<Reception, 'sequence'>): Reception {
    return this.#received.add(reception)
  }

  /** The newest first. */
  receivedBy(accountId: string): Reception[] {
    return this.#received.after(0, accountId).reverse()
  }

  /** Leaves nothing of an account that was removed, or that another took the place of. */
  forget(accountId: string): void {
    this.#received.clear(accountId)
    this.#answers.delete(accountId)
    this.#ids.delete(accountId)
  }
}
