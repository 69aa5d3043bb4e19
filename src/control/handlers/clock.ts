import type { Account } from '../../accounts/account.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { invalidValue } from '../../errors.ts'
import { nextRun } from '../../simulation/due.ts'
import { Summary } from '../../simulation/summary.ts'
import { isoTime } from '../../time/clock.ts'
import { DAY_MS, parseDuration } from '../../time/duration.ts'
import { accountNamed } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'

/** Longer advances are refused: they are likely mistakes, and would block everyone else. */
export const MAX_ADVANCE_DAYS = 400

type Parts = Pick<ControlParts, 'store' | 'clock' | 'simulation'>

export function clockHandlers(parts: Parts) {
  return {
    /** GET /_sandbox/clock */
    async getClock(request) {
      return { data: clockOf(await request.account(), parts) }
    },

    /** POST /_sandbox/clock */
    async moveClock(request) {
      const { body } = request
      const { id } = await request.account()
      try {
        const { slow, ...data } = await move(id, body, parts)
        return slow.length === 0 ? { data } : { data, message: slowWords(slow) }
      } catch (error) {
        // The account may have been removed in the meantime; then say so.
        await accountNamed(id, parts)
        throw error
      }
    },
  } satisfies Partial<ControlHandlers>
}

/** Moves the clock of an account; throws ApiError for invalid targets. `slow`: ids of postponed webhooks. */
async function move(accountId: string, body: BodyOf<'moveClock'>, parts: Parts) {
  const { store, clock, simulation } = parts
  const before = clock.of(await store.read(accountId))
  const target = body.advance === undefined ? undefined : advanceOf(body.advance)
  const now = body.now === undefined ? undefined : timeOf(body.now)

  const summary = target === undefined ? undefined : await simulation.advance(accountId, target)
  if (now !== undefined || body.frozen !== undefined) {
    await simulation.set(accountId, { now, frozen: body.frozen })
  }
  const account = await store.read(accountId)
  const happened = summary ?? new Summary(before, clock.of(account))
  const shown = { ...clockOf(account, parts), summary: summaryOf(happened, account) }
  return { ...shown, slow: happened.slow_webhooks }
}

function slowWords(webhooks: readonly string[]): string {
  return (
    `The receiver of ${webhooks.join(', ')} is too slow to wait for. The remaining deliveries are sent from now ` +
    'on; GET /_sandbox/deliveries?status=pending lists them.'
  )
}

function clockOf(account: Readonly<Account>, { clock }: Parts): DataOf<'getClock'> {
  const next = nextRun(account)
  return {
    account: account.id,
    now: isoTime(clock.of(account)),
    // An advance holds the clock, but its owner did not freeze it.
    frozen: account.clock.advancing?.wasFrozen ?? account.clock.frozenAt !== null,
    next_run: next === undefined ? null : isoTime(next),
  }
}

function summaryOf(
  { from, to, runs, events, deliveries }: Summary,
  account: Readonly<Account>,
): DataOf<'moveClock'>['summary'] {
  const pending = [...account.deliveries.values()].filter(({ status }) => status === 'pending')
  return {
    from: isoTime(from),
    to: isoTime(to),
    runs,
    events,
    deliveries: { ...deliveries, pending: pending.length },
  }
}

function advanceOf(text: string): number | 'next_run' {
  if (text === 'next_run') return text
  const length = parseDuration(text)
  if (length !== undefined && length <= MAX_ADVANCE_DAYS * DAY_MS) return length
  throw invalidValue(
    'body',
    '/advance',
    `must be next_run, or a length of time such as 3d or 1d12h of at most ${MAX_ADVANCE_DAYS} days; found ${JSON.stringify(text)}`,
  )
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (time >= 0 && time <= Date.UTC(2999, 11, 31)) return time
  throw invalidValue(
    'body',
    '/now',
    `must be a time between 1970 and 2999; found ${JSON.stringify(text)}`,
  )
}
