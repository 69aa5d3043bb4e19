import type { DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import {
  NO_DELIVERIES,
  type WebhookTally,
  withAttempt,
  withStatus,
} from '../accounts/webhook-settings.ts'
import type { DeliveryRow } from '../store/events/event-log.ts'

type Status = DeliveryRow['status']

/** The outcome of a delivery. */
interface Noted {
  before: Status
  after: Status
  attempt?: DeliveryAttempt
}

/** Statistics of webhooks that are not written yet. They are written now and then: an outcome needs no write of the account. */
export class WebhookTallies {
  #noted = new Map<string, Noted[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  note(webhookId: string, noted: Noted): void {
    const ofWebhook = this.#noted.get(webhookId) ?? []
    this.#noted.set(webhookId, ofWebhook)
    ofWebhook.push(noted)
    this.#size += 1
  }

  /** Counts deliveries that failed without an attempt. */
  noteGivenUp(webhookId: string, count: number): void {
    for (let left = count; left > 0; left--) {
      this.note(webhookId, { before: 'pending', after: 'failed' })
    }
  }

  /** Returns a change of a draft of the webhooks; what it writes is not noted any more. */
  take(): (webhooks: Record<string, Webhook>) => void {
    const noted = this.#noted
    this.#noted = new Map()
    this.#size = 0
    return (webhooks) => {
      for (const [id, ofWebhook] of noted) {
        const webhook = webhooks[id]
        // One change of the draft, because each takes a while.
        if (webhook) webhook.tally = ofWebhook.reduce(tallyWith, webhook.tally ?? NO_DELIVERIES)
      }
    }
  }
}

function tallyWith(
  tally: Readonly<WebhookTally>,
  { before, after, attempt }: Noted,
): Readonly<WebhookTally> {
  const changed = withStatus(tally, before, after)
  return attempt ? withAttempt(changed, attempt) : changed
}
