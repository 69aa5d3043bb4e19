import type { DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { NO_DELIVERIES, withAttempt, withStatus } from '../accounts/webhook-settings.ts'
import type { DeliveryRow } from '../store/events/event-log.ts'

type Status = DeliveryRow['status']

/** What became of a delivery to a webhook. */
interface Noted {
  webhookId: string
  before: Status
  after: Status
  attempt?: DeliveryAttempt
}

/** Statistics of webhooks that are not written yet. They are written now and then: an outcome needs no write of the account. */
export class WebhookTallies {
  #noted: Noted[] = []

  get size(): number {
    return this.#noted.length
  }

  note(noted: Noted): void {
    this.#noted.push(noted)
  }

  /** Counts deliveries that failed without an attempt. */
  noteGivenUp(webhookId: string, count: number): void {
    for (let left = count; left > 0; left--) {
      this.note({ webhookId, before: 'pending', after: 'failed' })
    }
  }

  /** Returns a change of a draft of the webhooks; what it writes is not noted any more. */
  take(): (webhooks: Record<string, Webhook>) => void {
    const noted = this.#noted
    this.#noted = []
    return (webhooks) => {
      for (const { webhookId, before, after, attempt } of noted) {
        const webhook = webhooks[webhookId]
        if (!webhook) continue
        const tally = withStatus(webhook.tally ?? NO_DELIVERIES, before, after)
        webhook.tally = attempt ? withAttempt(tally, attempt) : tally
      }
    }
  }
}
