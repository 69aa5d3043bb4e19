import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMPLEMENTATIONS } from '../../../test/support/event-logs.ts'
import {
  ACCOUNT,
  attemptAt,
  eventOf,
  idOf,
  rowsWith,
  shownBy,
} from '../../../test/support/event-rows.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { DeliveryRow, EventLog } from './event-log.ts'

const WEBHOOKS = ['whk_a', 'whk_b', 'whk_c']

type Step =
  | { kind: 'add'; numbers: number[]; webhooks: string[] }
  | { kind: 'release' | 'resend' | 'reset'; at: number }
  | { kind: 'reopen' }
  | { kind: 'claim'; until: number; limit: number; skipped: string }
  | { kind: 'change'; at: number; status: 'delivered' | 'failed' | 'pending'; next: number }
  | { kind: 'giveUp'; webhook: string }
  | { kind: 'bringForward'; ms: number; latest: number }

const at = fc.nat(20)
const webhook = fc.constantFrom(...WEBHOOKS)
const added = {
  numbers: fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 4 }),
  webhooks: fc.subarray(WEBHOOKS),
}
const kindOf = <const K extends string>(...kinds: K[]) => fc.constantFrom(...kinds)
const status = kindOf('delivered', 'failed', 'pending')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kindOf('add'), ...added }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('release', 'resend'), at }) },
  { weight: 8, arbitrary: fc.record({ kind: kindOf('change'), at, status, next: fc.nat(99) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: kindOf('claim'), until: fc.nat(99), limit: fc.nat(5), skipped: webhook },
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('giveUp'), webhook }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kindOf('bringForward'), ms: fc.nat(9), latest: fc.nat(99) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('reopen') }) },
)
const reset = fc.record({ kind: kindOf('reset'), at })

describe.each(IMPLEMENTATIONS)('an event log %s', (name, open) => {
  it('shows what plain arrays show, whatever is done with it', async () => {
    const steps = fc.array(
      fc.oneof({ weight: 60, arbitrary: step }, { weight: 1, arbitrary: reset }),
      {
        maxLength: 120,
        size: 'max',
      },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { log, reopen } = await open()
        const run = new Run(log, reopen)
        for (const each of all) {
          await run.take(each)
          expect(await shownBy(run.log)).toEqual(run.model.shown())
        }
      }),
      { numRuns: name === 'in PostgreSQL' ? 5 : 60, seed: 21 },
    )
  }, 60_000)
})

/** The expected behaviour of a log, without files. */
class Model {
  events: ReturnType<typeof eventOf>[] = []
  deliveries: Delivery[] = []
  readonly claimed = new Set<string>()

  add(numbers: readonly number[], webhooks: readonly string[]): void {
    for (const number of numbers) {
      const event = eventOf(number)
      if (!this.events.some(({ id }) => id === event.id)) this.events.push(event)
    }
    for (const number of numbers) {
      for (const webhook_id of webhooks) {
        const { id: event_id, type, campaign_id, body } = eventOf(number)
        const id = idOf(number, webhook_id)
        if (this.deliveries.some((each) => each.id === id)) continue
        this.deliveries.push({
          ...{ id, event_id, webhook_id, campaign_id, type, body, created_at: number },
          ...{ status: 'pending', next_attempt_at: number, attempts: [] },
        })
      }
    }
  }

  get pending(): Delivery[] {
    return this.deliveries.filter(({ status }) => status === 'pending')
  }

  /** Due ones that are not claimed, in the order of their times. */
  due(until: number, skipped: string): Delivery[] {
    return this.pending
      .filter(({ id, webhook_id }) => !this.claimed.has(id) && webhook_id !== skipped)
      .filter(({ next_attempt_at }) => (next_attempt_at ?? 0) <= until)
      .sort((a, b) => (a.next_attempt_at ?? 0) - (b.next_attempt_at ?? 0))
  }

  shown() {
    const [deliveries, events] = [this.deliveries.toReversed(), this.events.toReversed()]
    return { deliveries, events, pending: this.pending.length }
  }
}

/** A log and its model, and what is under way. */
class Run {
  log: EventLog
  model = new Model()
  readonly #reopen: (() => Promise<EventLog>) | undefined
  #claims: DeliveryRow[] = []

  constructor(log: EventLog, reopen: (() => Promise<EventLog>) | undefined) {
    this.log = log
    this.#reopen = reopen
  }

  async take(step: Step): Promise<void> {
    const { log, model } = this
    switch (step.kind) {
      case 'add':
        await log.add(ACCOUNT, this.#rowsOf(step))
        return model.add(step.numbers, step.webhooks)
      case 'claim':
        return this.#claim(step)
      case 'release':
        for (const row of this.#claims.splice(step.at % 3, 1)) {
          await log.release(ACCOUNT, [row])
          model.claimed.delete(row.id)
        }
        return
      case 'change':
        for (const row of this.#claims.splice(step.at % 3, 1)) {
          const next = step.status === 'pending' ? step.next : null
          await this.#change(row.id, step.status, next, false)
          model.claimed.delete(row.id)
        }
        return
      case 'resend': {
        const delivery = model.deliveries[step.at % Math.max(1, model.deliveries.length)]
        const { id, status, next_attempt_at } = delivery ?? {}
        if (id && status) await this.#change(id, status, next_attempt_at ?? null, true)
        return
      }
      case 'giveUp': {
        const given = model
          .due(Number.POSITIVE_INFINITY, '')
          .filter(({ webhook_id }) => webhook_id === step.webhook)
        expect(await log.giveUp(ACCOUNT, step.webhook, 'Gone.')).toBe(given.length)
        for (const each of given) {
          Object.assign(each, { status: 'failed', next_attempt_at: null, failure_reason: 'Gone.' })
        }
        return
      }
      case 'bringForward':
        await log.bringForward(ACCOUNT, step)
        for (const each of model.pending) {
          each.next_attempt_at = Math.min((each.next_attempt_at ?? 0) - step.ms, step.latest)
        }
        return
      case 'reset':
        await log.forget(ACCOUNT)
        this.model = new Model()
        this.#claims = []
        return
      case 'reopen':
        return this.#open()
    }
  }

  #rowsOf({ numbers, webhooks }: { numbers: number[]; webhooks: string[] }) {
    return rowsWith(
      numbers.map((number) => eventOf(number)),
      webhooks,
    )
  }

  async #claim({ until, limit, skipped }: Extract<Step, { kind: 'claim' }>): Promise<void> {
    const due = this.model.due(until, skipped)
    const skips = (id: string) => id === skipped
    expect(await this.log.nextDue(ACCOUNT, skips)).toBe(
      this.model.due(Number.POSITIVE_INFINITY, skipped)[0]?.next_attempt_at ?? undefined,
    )
    const rows = await this.log.claim(ACCOUNT, until, limit, skips)
    expect(rows.length).toBe(Math.min(limit, due.length))
    for (const webhook of WEBHOOKS) {
      const timesOf = (all: Pick<Delivery, 'webhook_id' | 'next_attempt_at'>[]) =>
        all.filter((each) => each.webhook_id === webhook).map((each) => each.next_attempt_at)
      const times = timesOf(rows)
      expect(times).toEqual(timesOf(due).slice(0, times.length))
    }
    const dueIds = new Set(due.map(({ id }) => id))
    expect(rows.every(({ id }) => dueIds.delete(id))).toBe(true)
    for (const { id } of rows) this.model.claimed.add(id)
    this.#claims.push(...rows)
  }

  async #change(id: string, status: Delivery['status'], next: number | null, manual: boolean) {
    const key = await this.log.row(ACCOUNT, { id })
    const delivery = this.model.deliveries.find((each) => each.id === id)
    if (!key || !delivery) throw new Error(`${id} is gone.`)
    const attempt = attemptAt(1, { manual })
    await this.log.change(ACCOUNT, [key], () => ({ status, next_attempt_at: next, attempt }))
    delete delivery.failure_reason
    Object.assign(delivery, { status, next_attempt_at: next })
    delivery.attempts.push(attempt)
    const oldest = delivery.attempts.findIndex((each) => each.manual)
    if (delivery.attempts.length > 20) delivery.attempts.splice(oldest, 1)
  }

  /** As after a crash. */
  async #open(): Promise<void> {
    if (!this.#reopen) return
    this.log = await this.#reopen()
    this.#claims = []
    this.model.claimed.clear()
  }
}
