import { createHmac } from 'node:crypto'
import type { components } from '../../spec/generated/sandbox.ts'
import type { AccountHead } from '../accounts/account.ts'
import { eachHead, type Store } from '../store/store.ts'
import { type FollowableLog, LocalEntryLog } from './account-logs.ts'
import type { AccountState, Answer } from './account-state.ts'

export type ReceiverAnswer = components['schemas']['ReceiverAnswer']
/** The responses to come. The last one stays. */
export type Answers = readonly [ReceiverAnswer, ...ReceiverAnswer[]]

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
  /** The chosen response. */
  answer: ReceiverAnswer
  /** Null until the response is sent, and without a response. */
  status: number | null
}

/** The result of checking a signature. */
export interface Verdict {
  signature: components['schemas']['ReceivedRequest']['signature']
  /** Why, as a sentence. */
  reason: string
  /** Null if a header is missing, or the body is too large. */
  details: SignatureDetails | null
}

/** The grounds of a verdict. The content is made from the request when it is shown. */
export type SignatureDetails = Omit<components['schemas']['SignatureDetails'], 'content'> & {
  /** The text before the body in the content that must be signed; null if the signature is valid. */
  before: string | null
}

export const LIMITS = { perAccount: 100, bytes: 64 * 1024 * 1024 }

/** Approximate size of the fields of a request. */
const FIXED_BYTES = 1000

/** The responses of a receiver until its owner chooses others. */
export const FIRST_ANSWERS: Answers = [{ status: 204, delay_ms: 0 }]

/** The secret part of the address of an account's receiver: it stays after a restart, so that webhooks can use it. */
export function receiverIdOf({ linkSecret }: Pick<AccountHead, 'linkSecret'>): string {
  const digest = createHmac('sha256', linkSecret).update('receive').digest('hex')
  return `rcv_${digest.slice(0, 32)}`
}

/** The response to the next request, and the responses that are left then. */
export function nextAnswer(answers: Answers): { answer: ReceiverAnswer; left: Answers } {
  const [{ count = 1, ...answer }, next, ...others] = answers
  if (next === undefined) return { answer, left: answers }
  if (count === 1) return { answer, left: [next, ...others] }
  const again = count > 2 ? { ...answer, count: count - 1 } : answer
  return { answer, left: [again, next, ...others] }
}

/** The receivers of the accounts, with their requests and responses. */
export interface Receivers extends AccountState {
  /** The received requests. */
  readonly received: FollowableLog<Reception>
  ownerOf(receiverId: string): Promise<Readonly<AccountHead> | undefined>
  answersOf(accountId: string): Answer<Answers>
  setAnswers(accountId: string, answers: Answers): Answer<void>
  /** The response to the next request, which it uses up unless it is the last. */
  takeAnswer(accountId: string): Answer<ReceiverAnswer>
  add(reception: Omit<Reception, 'sequence'>): Answer<Reception>
  /** Stores the status of the response. */
  setStatus(reception: Reception, status: number): Answer<void>
}

/** The requests to this process, in memory. */
export class LocalReceivers implements Receivers {
  readonly #store: Store
  readonly received = new LocalEntryLog<Reception>(LIMITS, sizeOf)
  readonly #answers = new Map<string, Answers>()

  constructor(store: Store) {
    this.#store = store
  }

  async ownerOf(receiverId: string): Promise<Readonly<AccountHead> | undefined> {
    for await (const account of eachHead(this.#store)) {
      if (receiverIdOf(account) === receiverId) return account
    }
    return undefined
  }

  answersOf(accountId: string): Answers {
    return this.#answers.get(accountId) ?? FIRST_ANSWERS
  }

  setAnswers(accountId: string, answers: Answers): void {
    this.#answers.set(accountId, answers)
  }

  takeAnswer(accountId: string): ReceiverAnswer {
    const before = this.answersOf(accountId)
    const { answer, left } = nextAnswer(before)
    if (left !== before) this.#answers.set(accountId, left)
    return answer
  }

  add(reception: Omit<Reception, 'sequence'>): Reception {
    return this.received.add(reception)
  }

  setStatus(reception: Reception, status: number): void {
    reception.status = status
  }

  forget(accountId: string): void {
    this.received.forget(accountId)
    this.#answers.delete(accountId)
  }

  remembers(accountId: string): boolean {
    return this.#answers.has(accountId) || this.received.remembers(accountId)
  }
}

function sizeOf({ headers, body, verdict: { details } }: Reception): number {
  const signed = details?.signed_content?.length ?? 0
  return FIXED_BYTES + Object.values(headers).join('').length + body.length + signed
}
