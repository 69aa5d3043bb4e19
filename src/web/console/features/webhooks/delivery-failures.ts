import type { components } from '../../../../../spec/generated/sandbox.ts'

type Delivery = Pick<components['schemas']['Delivery'], 'webhook_id' | 'attempts'>

/** Failed attempts of one webhook per day, and the number of all its attempts in these days. */
interface WebhookFailures {
  webhook: string
  failed: number[]
  attempts: number
}

/** Failed attempts per day for each webhook with an attempt in `days` (YYYY-MM-DD), the webhook with most failures first. */
export function failuresByWebhook(
  deliveries: readonly Delivery[],
  days: readonly string[],
): WebhookFailures[] {
  const found = new Map<string, WebhookFailures>()
  for (const { webhook_id, attempts } of deliveries) {
    for (const { at, error } of attempts) {
      const day = days.indexOf(at.slice(0, 10))
      if (day < 0) continue
      const row = found.get(webhook_id) ?? {
        webhook: webhook_id,
        failed: days.map(() => 0),
        attempts: 0,
      }
      found.set(webhook_id, row)
      row.attempts += 1
      if (error !== null) row.failed[day] = (row.failed[day] ?? 0) + 1
    }
  }
  return [...found.values()].toSorted((a, b) => failedOf(b) - failedOf(a))
}

export const failedOf = ({ failed }: WebhookFailures) =>
  failed.reduce((sum, count) => sum + count, 0)
