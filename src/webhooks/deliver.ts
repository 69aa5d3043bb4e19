import type { AccountHead } from '../accounts/account.ts'
import type { Delivery, DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import {
  NO_DELIVERIES,
  NO_SETTINGS,
  withAttempt,
  withStatus,
} from '../accounts/webhook-settings.ts'
import type { DeliveryChange, DeliveryRow, EventLog } from '../store/events/event-log.ts'
import { ifPresent, type Store } from '../store/store.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { Hurry, Pacer } from './pace.ts'
import { DISABLE_AFTER_MS, nextAttemptAt, retryAfterMs } from './retry-schedule.ts'
import type { Message, Sent } from './sender.ts'
import { validSecrets } from './signature.ts'

/** The status with which a receiver unsubscribes (Standard Webhooks). */
const GONE = 410

interface Parts {
  store: Store
  events: EventLog
  clock: Clock
  pacer: Pacer
  closing: AbortSignal
  /** Undefined if the attempt was aborted. */
  send(account: Readonly<AccountHead>, message: Message): Promise<Sent | undefined>
}

/** An attempt to be recorded. */
export interface Outcome {
  of: DeliveryRow
  attempt: DeliveryAttempt
  /** Its end, epoch milliseconds of the account, if its clock is advanced; otherwise the clock shows it. */
  now?: number
}

/**
 * Makes one attempt for a claimed delivery. Undefined if it was not made, because things have changed since the claim, or if
 * it was aborted. While a clock is advanced, the attempt is made at the time at which it is due.
 */
export async function deliver(
  accountId: string,
  claimed: DeliveryRow,
  hurry: Hurry | undefined,
  parts: Parts,
): Promise<Outcome | undefined> {
  const { clock, pacer, closing, send } = parts
  let subject = await subjectOf(accountId, claimed, hurry, parts)
  const limit = subject?.webhook.settings?.rate_limit ?? null
  const waited = await pacer.turn(`${accountId} ${claimed.webhook_id}`, limit, closing)
  // Meanwhile the webhook may be gone.
  if (waited > 0) subject = await subjectOf(accountId, claimed, hurry, parts)
  if (!subject || closing.aborted) return undefined

  const { account, row, body, webhook } = subject
  const shown = clock.of(account)
  const at = hurry ? Math.max(row.next_attempt_at ?? shown, hurry.from) : shown
  const sent = await send(account, messageOf({ event_id: row.event_id, body }, webhook, at))
  if (!sent) return undefined
  hurry?.slow.note(webhook.id, sent.duration_ms + waited, clock.elapsed())
  return { of: row, attempt: { at, manual: false, ...sent }, ...(hurry && { now: at }) }
}

/** A claimed delivery and its webhook; undefined if it is not due any more. */
async function subjectOf(
  accountId: string,
  claimed: DeliveryRow,
  hurry: Hurry | undefined,
  { store, events, clock }: Parts,
) {
  const account = await ifPresent(store.readHead(accountId))
  const webhook = account?.webhooks[claimed.webhook_id]
  if (!account || !webhook || obstacle(webhook) !== undefined) return undefined
  const row = await events.row(accountId, claimed)
  const body = await events.body(accountId, claimed)
  if (row?.status !== 'pending' || body === undefined || hurry?.slow.has(webhook.id))
    return undefined
  return (row.next_attempt_at ?? 0) <= clock.of(account)
    ? { account, row, body, webhook }
    : undefined
}

/** Why nothing more is sent to a webhook, as a sentence. */
export function obstacle(webhook: Webhook | undefined): string | undefined {
  if (!webhook) return 'The webhook was deleted.'
  if (webhook.status === 'active') return undefined
  return `The webhook is disabled${webhook.disabled_reason ? `: ${webhook.disabled_reason}` : '.'}`
}

/** An event for a webhook, signed at `now` (epoch milliseconds of the account). */
export function messageOf(
  { event_id, body }: Pick<Delivery, 'event_id' | 'body'>,
  webhook: Webhook,
  now: number,
): Message {
  const { url, secrets, settings = NO_SETTINGS } = webhook
  const { headers } = settings
  return { url, eventId: event_id, body, secrets: validSecrets(secrets, now), headers }
}

/**
 * Records attempts in their deliveries and webhooks, in one write. Resolves with the number of deliveries that get no further
 * attempt and were not delivered.
 */
export async function record(
  accountId: string,
  outcomes: readonly Outcome[],
  { store, events, clock }: Pick<Parts, 'store' | 'events' | 'clock'>,
): Promise<number> {
  const account = await store.readHead(accountId)
  const wallTime = clock.wallTime()
  const made = outcomes.map((outcome) => ({ now: clock.of(account), ...outcome }))
  const moves: [before: Delivery['status'], after: Delivery['status']][] = []
  const decide = (row: DeliveryRow, index: number) => {
    const { attempt, now } = made[index] as Required<Outcome>
    const change = changeOf(row, attempt, account.seed, { now, wallTime })
    moves[index] = [row.status, change.status]
    return change
  }
  const count = ({ webhooks }: AccountHead) => {
    for (const [index, { of, attempt, now }] of made.entries()) {
      const [webhook, move] = [webhooks[of.webhook_id], moves[index]]
      if (!webhook || !move) continue
      judge(webhook, attempt, now)
      webhook.tally = withAttempt(withStatus(webhook.tally ?? NO_DELIVERIES, ...move), attempt)
    }
  }
  const keys = made.map(({ of }) => of)
  return events.change(accountId, keys, decide, count)
}

/** Gives up the waiting deliveries to a webhook, with a reason. Resolves with their number. */
export async function giveUp(
  accountId: string,
  webhookId: string,
  reason: string,
  { store, events }: Pick<Parts, 'store' | 'events'>,
): Promise<number> {
  const given = await events.giveUp(accountId, webhookId, reason)
  const count = ({ webhooks }: AccountHead) => {
    const webhook = webhooks[webhookId]
    const tally = webhook?.tally ?? NO_DELIVERIES
    if (webhook) webhook.tally = { ...tally, failed: tally.failed + given }
  }
  if (given > 0) await ifPresent(store.update(accountId, count))
  return given
}

/** The change of a delivery by an attempt. `now`: its end, epoch milliseconds of the account, which has the seed. */
export function changeOf(
  row: DeliveryRow,
  attempt: DeliveryAttempt,
  seed: number,
  { now, wallTime }: { now: number; wallTime: number },
): DeliveryChange {
  if (attempt.error === null) return { status: 'delivered', next_attempt_at: null, attempt }
  if (attempt.manual || row.status !== 'pending') {
    const { status, next_attempt_at, failure_reason } = row
    return {
      status,
      next_attempt_at,
      ...(failure_reason !== undefined && { failure_reason }),
      attempt,
    }
  }
  const next_attempt_at = nextAttemptAt({
    deliveryId: row.id,
    attempts: row.scheduled + 1,
    now,
    seed,
    retryAfterMs: retryAfterMs(attempt.response_headers['retry-after'], wallTime),
  })
  return { status: next_attempt_at === null ? 'failed' : 'pending', next_attempt_at, attempt }
}

/** Records in a draft of a webhook what an attempt says about it; `now` is the account's time. */
export function judge(webhook: Webhook, attempt: DeliveryAttempt, now: number): void {
  // An attempt at an earlier address says nothing about the current one.
  if (webhook.url !== attempt.url) return
  if (attempt.error === null) {
    webhook.failing_since = null
    return
  }
  // On a clock that was set back, the failures must not begin in the future.
  webhook.failing_since = Math.min(webhook.failing_since ?? now, now)
  if (attempt.status === GONE) {
    disable(webhook, 'Its receiver answered 410 Gone, which asks for no more events.', now)
  } else if (now - webhook.failing_since >= DISABLE_AFTER_MS) {
    const since = isoTime(webhook.failing_since)
    disable(
      webhook,
      `No attempt has succeeded for 5 days, since ${since}. The last: ${attempt.error}`,
      now,
    )
  }
}

function disable(webhook: Webhook, reason: string, now: number): void {
  if (webhook.status === 'disabled') return
  webhook.status = 'disabled'
  webhook.disabled_reason = `${reason} Set its status to active to resume.`
  webhook.updated_at = isoTime(now)
}
