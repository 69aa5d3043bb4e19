/** Limits of simultaneous jobs. */
export interface Limits {
  overall: number
  perReceiver: number
}

/** A job to send. */
export interface Job {
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
  isListed = false
}

/**
 * Decides what to send next. Receivers take turns, and each has a limit, so that one that never answers blocks only
 * its own lanes.
 */
export class Lanes<J extends Job> {
  readonly #limits: Limits
  readonly #receivers = new Map<string, Receiver<J>>()
  /** Receivers that may send, in the order of their turns. */
  readonly #turns: Receiver<J>[] = []
  #underWay = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  add(job: J): void {
    const receiver = this.#receivers.get(job.receiver) ?? new Receiver<J>()
    this.#receivers.set(job.receiver, receiver)
    const lane = receiver.lanes.get(job.lane) ?? { waiting: [], isBusy: false }
    receiver.lanes.set(job.lane, lane)
    lane.waiting.push(job)
    if (!lane.isBusy && lane.waiting.length === 1) receiver.ready.push(lane)
    this.#list(receiver)
  }

  /** Takes the next job that may begin now; call `end` afterwards. */
  begin(): J | undefined {
    if (this.#underWay >= this.#limits.overall) return undefined
    const receiver = this.#turns.shift()
    const lane = receiver?.ready.shift()
    const job = lane?.waiting.shift()
    if (!receiver || !lane || !job) return undefined

    lane.isBusy = true
    receiver.underWay += 1
    this.#underWay += 1
    receiver.isListed = false
    this.#list(receiver)
    return job
  }

  /** Lets the next job of its lane begin. */
  end(job: J): void {
    const receiver = this.#receivers.get(job.receiver) as Receiver<J>
    const lane = receiver.lanes.get(job.lane) as Lane<J>
    lane.isBusy = false
    receiver.underWay -= 1
    this.#underWay -= 1
    if (lane.waiting.length > 0) receiver.ready.push(lane)
    else receiver.lanes.delete(job.lane)
    if (receiver.lanes.size === 0) this.#receivers.delete(job.receiver)
    this.#list(receiver)
  }

  #list(receiver: Receiver<J>): void {
    if (receiver.isListed || receiver.ready.length === 0) return
    if (receiver.underWay >= this.#limits.perReceiver) return
    receiver.isListed = true
    this.#turns.push(receiver)
  }
}
