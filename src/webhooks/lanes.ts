/** Limits of simultaneous jobs. */
export interface Limits {
  overall: number
  perAccount: number
  perReceiver: number
  /** One job of an account, and of a receiver of it, may always begin, up to this number overall. */
  atMost: number
}

/** A job to send. */
export interface Job {
  account: string
  /** Distinguishes the receivers of an account. */
  receiver: string
  /** Jobs of one receiver with the same lane are sent one at a time, in order. */
  lane: string
}

interface Lane<J> {
  waiting: J[]
  isBusy: boolean
}

class Receiver<J> {
  readonly lanes = new Map<string, Lane<J>>()
  /** Lanes with waiting jobs that are not sending, in the order of their turns. */
  readonly ready: Lane<J>[] = []
  underWay = 0
}

class Account<J> {
  readonly receivers = new Map<string, Receiver<J>>()
  /** Receivers with ready lanes, in the order of their turns. */
  turns: Receiver<J>[] = []
  underWay = 0
}

/**
 * Decides what to send next. Accounts take turns, then the receivers of an account, then the lanes of a receiver. An
 * account or receiver that never answers blocks nothing but itself: each may have one job under way even when others
 * have used up the limit that they share.
 */
export class Lanes<J extends Job> {
  readonly #limits: Limits
  readonly #accounts = new Map<string, Account<J>>()
  /** Accounts with ready receivers, in the order of their turns. */
  readonly #turns = new Set<Account<J>>()
  #underWay = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  add(job: J): void {
    const account = this.#accounts.get(job.account) ?? new Account<J>()
    this.#accounts.set(job.account, account)
    const receiver = account.receivers.get(job.receiver) ?? new Receiver<J>()
    account.receivers.set(job.receiver, receiver)
    const lane = receiver.lanes.get(job.lane) ?? { waiting: [], isBusy: false }
    receiver.lanes.set(job.lane, lane)
    lane.waiting.push(job)
    if (!lane.isBusy && lane.waiting.length === 1) this.#makeReady(account, receiver, lane)
  }

  /** Takes the next job that may begin now; call `end` afterwards. */
  begin(): J | undefined {
    if (this.#underWay >= this.#limits.atMost) return undefined
    for (const account of this.#turns) {
      if (this.#underWay >= this.#limits.overall && account.underWay > 0) continue
      const job = this.#beginOf(account)
      if (job) return job
    }
    return undefined
  }

  /** Lets the next job of its lane begin. */
  end(job: J): void {
    const account = this.#accounts.get(job.account) as Account<J>
    const receiver = account.receivers.get(job.receiver) as Receiver<J>
    const lane = receiver.lanes.get(job.lane) as Lane<J>
    lane.isBusy = false
    receiver.underWay -= 1
    account.underWay -= 1
    this.#underWay -= 1
    if (lane.waiting.length > 0) this.#makeReady(account, receiver, lane)
    else receiver.lanes.delete(job.lane)
    if (receiver.lanes.size === 0) account.receivers.delete(job.receiver)
    if (account.receivers.size === 0) this.#accounts.delete(job.account)
  }

  #makeReady(account: Account<J>, receiver: Receiver<J>, lane: Lane<J>): void {
    receiver.ready.push(lane)
    if (receiver.ready.length === 1) account.turns.push(receiver)
    this.#turns.add(account)
  }

  #beginOf(account: Account<J>): J | undefined {
    const { perAccount, perReceiver } = this.#limits
    const most = account.underWay < perAccount ? perReceiver : 1
    const place = account.turns.findIndex(({ underWay }) => underWay < most)
    const [receiver] = place < 0 ? [] : account.turns.splice(place, 1)
    const lane = receiver?.ready.shift()
    const job = lane?.waiting.shift()
    if (!receiver || !lane || !job) return undefined

    lane.isBusy = true
    receiver.underWay += 1
    account.underWay += 1
    this.#underWay += 1
    // To the end of the turns.
    if (receiver.ready.length > 0) account.turns.push(receiver)
    this.#turns.delete(account)
    if (account.turns.length > 0) this.#turns.add(account)
    return job
  }
}
