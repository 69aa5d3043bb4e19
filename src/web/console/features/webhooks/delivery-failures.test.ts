import { expect, it } from 'vitest'
import type { components } from '../../../../../spec/generated/sandbox.ts'
import { failuresByWebhook } from './delivery-failures.ts'

const attempt = (at: string, error: string | null) =>
  ({ at, error }) as components['schemas']['Attempt']

it('counts failed attempts by webhook and day, those of later successes too', () => {
  const deliveries = [
    { webhook_id: 'whk_calm', attempts: [attempt('2026-01-15T09:30:00Z', null)] },
    {
      webhook_id: 'whk_broken',
      attempts: [
        attempt('2026-01-14T23:59:59Z', 'answered 500'),
        attempt('2026-01-15T00:00:04Z', 'answered 500'),
        attempt('2026-01-15T00:05:04Z', null),
      ],
    },
    { webhook_id: 'whk_old', attempts: [attempt('2026-01-01T00:00:00Z', 'timeout')] },
  ]

  expect(failuresByWebhook(deliveries, ['2026-01-14', '2026-01-15'])).toEqual([
    { webhook: 'whk_broken', failed: [1, 1], attempts: 3 },
    { webhook: 'whk_calm', failed: [0, 0], attempts: 1 },
  ])
})
