import { createHmac } from 'node:crypto'
import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { eachAccount, type Store } from '../store/store.ts'
import { AccountLogs } from './account-logs.ts'
import type { AccountState, Answer } from './account-state.ts'

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
  /** Null until the response is sent. */
  status: number | null
}

/** The result of checking a signature. */
export interface Verdict {
  signature: components['schemas']['ReceivedRequest']['signature']
  /** Why, as a sentence. */
  reason: string
}

const LIMITS = { perAccount: 100, bytes: 64 * 1024 * 1024 }

/** Approximate size of the fields of a request. */
const FIXED_BYTES = 1000

const FIRST_ANSWER: ReceiverAnswer = { status: 204, delay_ms: 0 }

/** The receivers of the accounts, with their requests and responses. */
export interface Receivers extends AccountState {
  /**
   * The secret part of the address. It follows from the account, so that webhooks can use the address after a
   * restart.
   */
  idOf(account: Pick<Account, 'id' | 'linkSecret'>): string
  ownerOf(receiverId: string): Promise<Readonly<Account> | undefined>
  answerOf(accountId: string): Answer<ReceiverAnswer>
  /** Fields that are left out do not change. */
  setAnswer(accountId: string, change: Partial<ReceiverAnswer>): Answer<void>
  add(reception: Omit<Reception, 'sequence'>): Answer<Reception>
  /** Stores the status of the response. */
  setStatus(reception: Reception, status: number): Answer<void>
  /** Newest first. */
  receivedBy(accountId: string): Answer<Reception[]>
}

/** The requests to this process, in memory. */
export class LocalReceivers implements Receivers {
  readonly #store: Store
  readonly #received = new AccountLogs<Reception>(
    LIMITS,
    ({ headers, body }) => FIXED_BYTES + Object.values(headers).join('').length + body.length,
  )
  readonly #answers = new Map<string, ReceiverAnswer>()
  readonly #ids = new Map<string, { linkSecret: string; id: string }>()

  constructor(store: Store) {
    this.#store = store
  }

  idOf({ id: accountId, linkSecret }: Pick<Account, 'id' | 'linkSecret'>): string {
    const known = this.#ids.get(accountId)
    if (known?.linkSecret === linkSecret) return known.id

    const digest = createHmac('sha256', linkSecret).update('receive').digest('hex')
    const id = `rcv_${digest.slice(0, 32)}`
    this.#ids.set(accountId, { linkSecret, id })
    return id
  }

  async ownerOf(receiverId: string): Promise<Readonly<Account> | undefined> {
    for await (const account of eachAccount(this.#store)) {
      if (this.idOf(account) === receiverId) return account
    }
    return undefined
  }

  answerOf(accountId: string): ReceiverAnswer {
    return this.#answers.get(accountId) ?? FIRST_ANSWER
  }

  setAnswer(accountId: string, change: Partial<ReceiverAnswer>): void {
    this.#answers.set(accountId, { ...this.answerOf(accountId), ...change })
  }

  add(reception: Omit<Reception, 'sequence'>): Reception {
    return this.#received.add(reception)
  }

  setStatus(reception: Reception, status: number): void {
    reception.status = status
  }

  receivedBy(accountId: string): Reception[] {
    return this.#received.after(0, accountId).reverse()
  }

  forget(accountId: string): void {
    this.#received.forget(accountId)
    this.#answers.delete(accountId)
    this.#ids.delete(accountId)
  }

  remembers(accountId: string): boolean {
    const isKnown = this.#answers.has(accountId) || this.#ids.has(accountId)
    return isKnown || this.#received.remembers(accountId)
  }
}
