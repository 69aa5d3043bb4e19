import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { nextRun } from '../simulation/due.ts'
import { Advance, type Summary } from '../simulation/summary.ts'
import { isoTime } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { accountNamed } from './account.ts'
import type { ControlHandler } from './operation.ts'

const DAY_MS = 86_400_000
/** Longer advances are refused: they would be slips, and keep everybody waiting. */
export const MAX_ADVANCE_DAYS = 400

/** GET /_sandbox/clock */
export const getClock: ControlHandler<'getClock'> = async (request, services) => ({
  data: clockOf(await request.account(), services),
})

/** POST /_sandbox/clock */
export const moveClock: ControlHandler<'moveClock'> = async (request, services) => {
  const { body } = request
  const { id } = await request.account()
  try {
    const { slow, ...data } = await move(id, body, services)
    return slow.length === 0 ? { data } : { data, message: slowWords(slow) }
  } catch (error) {
    // Moving takes long enough for the account to be removed meanwhile, which says so in its own words.
    await accountNamed(id, services)
    throw error
  }
}

export type ClockWish = { advance?: string; now?: string; frozen?: boolean }

/** Moves the clock of an account; throws ApiError for what cannot be. `slow`: ids of webhooks that were put off. */
async function move(accountId: string, wish: ClockWish, services: Services) {
  const { store, clock, simulation } = services
  const before = clock.of(await store.read(accountId))
  const target = wish.advance === undefined ? undefined : advanceOf(wish.advance)
  const now = wish.now === undefined ? undefined : timeOf(wish.now)

  const summary = target === undefined ? undefined : await simulation.advance(accountId, target)
  if (now !== undefined || wish.frozen !== undefined) {
    await simulation.set(accountId, {
      ...(now === undefined ? {} : { now }),
      ...(wish.frozen === undefined ? {} : { frozen: wish.frozen }),
    })
  }
  const account = await store.read(accountId)
  const happened = summary ?? Object.assign(new Advance(before), { to: clock.of(account) })
  const shown = { ...clockOf(account, services), summary: summaryOf(happened, account) }
  return { ...shown, slow: happened.slow_webhooks }
}

function slowWords(webhooks: readonly string[]): string {
  return (
    `Too slow to be waited for: the receiver of ${webhooks.join(', ')}. What it has not been sent is sent ` +
    'from now on; GET /_sandbox/deliveries?status=pending lists it.'
  )
}

function clockOf(account: Readonly<Account>, { clock }: Services): components['schemas']['Clock'] {
  const next = nextRun(account)
  return {
    account: account.id,
    now: isoTime(clock.of(account)),
    // That it is held while it is advanced is not of its owner's making.
    frozen: account.clock.advancing?.wasFrozen ?? account.clock.frozenAt !== null,
    next_run: next === undefined ? null : isoTime(next),
  }
}

function summaryOf(
  { from, to, runs, events, deliveries }: Summary,
  account: Readonly<Account>,
): components['schemas']['ClockSummary'] {
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
  throw invalidInput([
    {
      in: 'body',
      path: '/advance',
      message: `must be next_run, or a length of time such as 3d or 1d12h of at most ${MAX_ADVANCE_DAYS} days; found ${JSON.stringify(text)}`,
    },
  ])
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (time >= 0 && time <= Date.UTC(2999, 11, 31)) return time
  throw invalidInput([
    {
      in: 'body',
      path: '/now',
      message: `must be a time between 1970 and 2999; found ${JSON.stringify(text)}`,
    },
  ])
}
