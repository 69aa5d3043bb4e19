import { describe, expect, it } from 'vitest'
import { addWhole, inMemory } from '../../test/support/event-rows.ts'
import { BEGIN, deliveryNumber, webhookTo } from '../../test/support/records/deliveries.ts'
import type { Delivery, DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import type { DeliveryRow } from '../store/events/event-log.ts'
import { changeOf, judge } from './deliver.ts'

const URL = 'https://example.com/hook'
const DAY = 86_400_000

const attempt = (parts: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  at: BEGIN,
  url: URL,
  manual: false,
  duration_ms: 1,
  request_headers: {},
  status: 200,
  response_headers: {},
  response_body: '',
  error: null,
  ...parts,
})
const failure = (status: number | null = 500, parts: Partial<DeliveryAttempt> = {}) =>
  attempt({ status, error: 'Answered otherwise.', ...parts })

/** The states of a delivery and its webhook after an outcome. */
async function recorded(
  made: DeliveryAttempt,
  held: Partial<Delivery> = {},
  receiver: Partial<Webhook> = {},
  now = BEGIN,
) {
  const { log: events, store } = inMemory()
  addWhole(store, [deliveryNumber(1, held)])
  const row = (await events.row('acc_a', { id: 'dlv_1' })) as DeliveryRow
  const times = { now, wallTime: BEGIN }
  await events.change('acc_a', [row], (present) => changeOf(present, made, 1, times))
  const delivery = (await events.find('acc_a', 'dlv_1')) as Delivery
  const webhook = webhookTo(URL, receiver)
  judge(webhook, made, now)
  return { delivery, webhook }
}

describe('a success', () => {
  it('marks the delivery as delivered, with its attempt', async () => {
    const { delivery } = await recorded(attempt())

    expect(delivery).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(delivery.attempts).toEqual([attempt()])
  })

  it('ends the failing time of the webhook', async () => {
    expect(
      (await recorded(attempt(), {}, { failing_since: BEGIN - 1 })).webhook.failing_since,
    ).toBeNull()
  })
})

describe('a failure', () => {
  it('is tried again', async () => {
    const { delivery, webhook } = await recorded(failure())

    expect(delivery.status).toBe('pending')
    expect(delivery.next_attempt_at).toBeGreaterThan(BEGIN + 4_000)
    expect(delivery.next_attempt_at).toBeLessThan(BEGIN + 6_000)
    expect(webhook).toMatchObject({ status: 'active', failing_since: BEGIN })
  })

  it('is tried again when the receiver asks for it, even by a date', async () => {
    const later = new Date(BEGIN + 90_000).toUTCString()

    const { delivery } = await recorded(
      failure(503, { response_headers: { 'retry-after': later } }),
    )

    expect(delivery.next_attempt_at).toBe(BEGIN + 90_000)
  })

  it('is final after eight scheduled attempts, regardless of manual ones', async () => {
    const asked = Array.from({ length: 5 }, () => failure(500, { manual: true }))
    const six = Array.from({ length: 6 }, () => failure())

    expect((await recorded(failure(), { attempts: [...asked, ...six] })).delivery.status).toBe(
      'pending',
    )
    expect((await recorded(failure(), { attempts: [...six, failure()] })).delivery).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
    })
  })

  it.each<[string, DeliveryAttempt, Partial<Delivery>]>([
    ['of what was asked for', failure(500, { manual: true }), {}],
    ['of what was delivered meanwhile', failure(), { status: 'delivered', next_attempt_at: null }],
  ])('%s changes only the list of attempts', async (_, made, held) => {
    const { delivery } = await recorded(made, held)

    expect(delivery).toEqual(deliveryNumber(1, { ...held, attempts: [made] }))
  })

  it('keeps scheduled attempts and the last manual ones', async () => {
    const asked = Array.from({ length: 17 }, (_, at) => failure(500, { manual: true, at }))
    const attempts = [failure(), ...asked, failure(), failure()]

    const { delivery } = await recorded(failure(500, { manual: true, at: 17 }), { attempts })

    expect(delivery.attempts).toHaveLength(20)
    expect(delivery.attempts.filter(({ manual }) => !manual)).toHaveLength(3)
    expect(delivery.attempts[1]?.at).toBe(1)
    expect(delivery.attempts.at(-1)?.at).toBe(17)
  })
})

describe('a webhook', () => {
  it('is disabled by 410', async () => {
    const { webhook } = await recorded(failure(410), {}, {}, BEGIN + 5)

    expect(webhook.status).toBe('disabled')
    expect(webhook.disabled_reason).toMatch(/410 Gone/)
    expect(webhook.updated_at).toBe(new Date(BEGIN + 5).toISOString())
  })

  it('is disabled when it has failed for five days', async () => {
    const failing = { failing_since: BEGIN - 5 * DAY }

    const { webhook } = await recorded(failure(), {}, failing)

    expect(webhook.status).toBe('disabled')
    expect(webhook.disabled_reason).toMatch(
      /for 5 days, since 2026-01-10T09:30:00.000Z\. The last: A/,
    )
  })

  it('is not disabled earlier', async () => {
    const { webhook } = await recorded(failure(), {}, { failing_since: BEGIN - 5 * DAY + 1 })

    expect(webhook).toMatchObject({ status: 'active', failing_since: BEGIN - 5 * DAY + 1 })
  })

  it('does not fail since the future after the clock was set back', async () => {
    expect(
      (await recorded(failure(), {}, { failing_since: BEGIN + DAY })).webhook.failing_since,
    ).toBe(BEGIN)
  })

  it('keeps the first reason for being disabled', async () => {
    const disabled = { status: 'disabled' as const, disabled_reason: 'Another.' }

    expect((await recorded(failure(410), {}, disabled)).webhook.disabled_reason).toBe('Another.')
  })

  it('is not judged by attempts at an earlier address', async () => {
    const { webhook } = await recorded(failure(410), {}, { url: 'https://example.com/new' })

    expect(webhook).toMatchObject({ status: 'active', failing_since: null })
  })
})
