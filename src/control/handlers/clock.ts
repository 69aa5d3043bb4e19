import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account, AccountHead, AdvanceState, EndedAdvance } from '../../accounts/account.ts'
import type { Cause } from '../../accounts/mark.ts'
import type { BodyOf, DataOf, StreamMessage } from '../../control-client/operations.ts'
import { ApiError, invalidValue } from '../../errors.ts'
import { AbortController } from '../../node-globals.ts'
import { nextRun } from '../../simulation/due.ts'
import { noEvents, noRoomWords } from '../../simulation/event.ts'
import { isoTime } from '../../time/clock.ts'
import { DAY_MS, parseDuration } from '../../time/duration.ts'
import { parseIsoTime } from '../../time/iso-time.ts'
import { noDeliveries } from '../../webhooks/pace.ts'
import { accountNamed, requireStandstill } from '../account.ts'
import type { ControlHandlers, ControlRequest, ControlResult } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { notices } from '../streams.ts'

type ClockSummary = components['schemas']['ClockSummary']

/** Longer advances are refused: they are likely mistakes, and would block everyone else. */
export const MAX_ADVANCE_DAYS = 400

/** Real milliseconds that a caller waits for an advance, unless it asks for something else. */
const QUICK_MS = 1_000

export function clockHandlers(parts: ControlParts) {
  const { store, simulation } = parts
  return {
    /** GET /_sandbox/clock */
    async getClock(request) {
      const { id } = await request.account()
      return { data: await clockOf(await store.read(id), parts) }
    },

    /** POST /_sandbox/clock */
    async moveClock(request) {
      const { body } = request
      const account = await request.account()
      if (!body.wait) requireStandstill(account)
      try {
        return body.advance === undefined
          ? await set(account, request, parts)
          : await advance(account, { ...body, advance: body.advance }, request.cause, parts)
      } catch (error) {
        // The account may have been removed in the meantime; then say so.
        await accountNamed(account.id, parts)
        throw error
      }
    },

    /** DELETE /_sandbox/clock/advance */
    async cancelAdvance(request) {
      const account = await request.account()
      if (account.clock.advancing === undefined) {
        const message = `The clock of ${account.id} is not being advanced. GET /_sandbox/clock shows how the last advance ended.`
        throw new ApiError('unknown_resource', message)
      }
      await simulation.advances.cancel(account.id)
      return { data: await clockOf(await store.read(account.id), parts) }
    },

    /** GET /_sandbox/clock/stream */
    async streamClock(request) {
      const { id } = await request.account()
      return {
        stream: clockStream(
          id,
          async () => clockOf(await store.read(id), parts),
          request.signal,
          parts,
        ),
      }
    },
  } satisfies Partial<ControlHandlers>
}

/** Throws ApiError for an invalid target. */
async function advance(
  present: Readonly<AccountHead>,
  { advance: by, frozen, wait }: BodyOf<'moveClock'> & { advance: string },
  who: Cause,
  parts: ControlParts,
): Promise<ControlResult<'moveClock'>> {
  const { store, simulation, clock, moments } = parts
  const accountId = present.id
  const target = advanceOf(by)
  const moment = await moments.keep(present, 'advance')
  const cause = { ...who, moment }
  const { started, ended } = simulation.advances.begin(accountId, { target, frozen, cause })
  // Nobody may be there to hear of it; it is stored.
  ended.catch(() => {})
  await started
  const waiting = new AbortController()
  if (wait === false) waiting.abort()
  const done = wait
    ? await ended
    : await Promise.race([ended, clock.wait(QUICK_MS, waiting.signal)]).finally(() =>
        waiting.abort(),
      )
  const account = await store.read(accountId)
  const data = await clockOf(account, parts)
  if (!done) return { data, status: 202, message: UNDER_WAY }

  const { slow_webhooks: slow, withoutRoom = 0 } = done
  const summary = await summaryOf({ ...done, to: done.reached }, account.id, parts)
  const shown = { ...data, summary }
  const words = [slow.length > 0 && slowWords(slow), noRoomWords(withoutRoom)]
  const message = words.filter(Boolean).join(' ')
  return message === '' ? { data: shown } : { data: shown, message }
}

const UNDER_WAY =
  'The clock is being advanced. GET /_sandbox/clock shows the progress and the result, DELETE /_sandbox/clock/advance cancels it.'

/** Throws ApiError for an invalid time. */
async function set(
  { id: accountId }: Readonly<AccountHead>,
  { body: { now: text, frozen }, cause }: Pick<ControlRequest<'moveClock'>, 'body' | 'cause'>,
  parts: ControlParts,
): Promise<ControlResult<'moveClock'>> {
  const { store, simulation, clock, moments } = parts
  const present = await store.readHead(accountId)
  const before = clock.of(present)
  const now = text === undefined ? undefined : timeOf(text)
  const moment = now === undefined ? undefined : await moments.keep(present, 'set')
  await simulation.set(accountId, { now, frozen, cause: { ...cause, moment } })
  const account = await store.read(accountId)
  const nothing = { runs: 0, events: noEvents(), deliveries: noDeliveries() }
  const moved = { from: before, to: clock.of(account), ...nothing }
  const summary = await summaryOf(moved, accountId, parts)
  return { data: { ...(await clockOf(account, parts)), summary } }
}

function slowWords(webhooks: readonly string[]): string {
  return (
    `The receiver of ${webhooks.join(', ')} is too slow to wait for. The remaining deliveries are sent from now ` +
    'on; GET /_sandbox/deliveries?status=pending lists them.'
  )
}

/** The clock of an account as GET /_sandbox/clock shows it. */
export async function clockOf(
  account: Readonly<Account>,
  parts: ControlParts,
): Promise<DataOf<'getClock'>> {
  const { clock, simulation } = parts
  const next = nextRun(account)
  const { advancing, lastAdvance, frozenAt } = account.clock
  return {
    account: account.id,
    now: isoTime(clock.of(account)),
    // An advance holds the clock, but its owner did not freeze it.
    frozen: advancing?.wasFrozen ?? frozenAt !== null,
    next_run: next === undefined ? null : isoTime(next),
    advancing: advancing
      ? advancingOf(simulation.advances.underWay(account.id) ?? advancing, clock.of(account))
      : null,
    last_advance: lastAdvance ? await endedOf(lastAdvance, account.id, parts) : null,
  }
}

function advancingOf(
  { from, to, runs, events, deliveries }: AdvanceState,
  now: number,
): NonNullable<DataOf<'getClock'>['advancing']> {
  const share = to > from ? Math.min(1, Math.max(0, (now - from) / (to - from))) : 1
  const times = { from: isoTime(from), to: isoTime(to), now: isoTime(now) }
  return { ...times, share, runs, events, deliveries }
}

async function endedOf(
  { status, to, reached, error, ...ended }: EndedAdvance,
  accountId: string,
  parts: ControlParts,
): Promise<NonNullable<DataOf<'getClock'>['last_advance']>> {
  const summary = await summaryOf({ ...ended, to: reached }, accountId, parts)
  return { status, to: isoTime(to), error, summary }
}

async function summaryOf(
  {
    from,
    to,
    runs,
    events,
    deliveries,
  }: Pick<EndedAdvance, 'from' | 'to' | 'runs' | 'events' | 'deliveries'>,
  accountId: string,
  { events: log }: ControlParts,
): Promise<ClockSummary> {
  const pending = await log.pending(accountId)
  return {
    from: isoTime(from),
    to: isoTime(to),
    runs,
    events,
    deliveries: { ...deliveries, pending },
  }
}

function advanceOf(text: string): number | 'next_run' {
  if (text === 'next_run') return text
  const length = parseDuration(text)
  if (length !== undefined && length <= MAX_ADVANCE_DAYS * DAY_MS) return length
  throw invalidValue(
    'body',
    '/advance',
    `must be next_run, or a length of time such as 3d, 1d12h or 7 days, of at most ${MAX_ADVANCE_DAYS} days; found ${JSON.stringify(text)}`,
  )
}

function timeOf(text: string): number {
  const time = parseIsoTime(text)
  if (time !== undefined && time >= 0 && time <= Date.UTC(2999, 11, 31)) return time
  throw invalidValue(
    'body',
    '/now',
    `must be a time such as 2026-03-01T09:00:00Z or a date, between 1970 and 2999; found ${JSON.stringify(text)}`,
  )
}

/** Real milliseconds between two messages about an advance. */
const PROGRESS_MS = 250

/** The clock of an account, at once, after each change, and while it is being advanced. */
async function* clockStream(
  accountId: string,
  read: () => Promise<DataOf<'getClock'>>,
  signal: AbortSignal,
  { changes, simulation, clock }: ControlParts,
): AsyncGenerator<StreamMessage, undefined> {
  const reader = { accountId, isOperator: false }
  const listen = (onChange: () => void) => [
    changes.listen(reader, onChange),
    simulation.advances.changes.listen(accountId, onChange),
  ]
  for await (const _ of notices(listen, signal)) {
    let data = await read()
    yield { event: 'clock', data }
    while (data.advancing && !signal.aborted) {
      await clock.pause(PROGRESS_MS, signal)
      data = await read()
      yield { event: 'clock', data }
    }
  }
}
