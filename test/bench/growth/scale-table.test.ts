import { expect, it } from 'vitest'
import type { CampaignFigures } from './scale.ts'
import { scaleAims } from './scale-table.ts'

const account = (size: number, figures: Partial<CampaignFigures> = {}): CampaignFigures => ({
  ...{ size, startMs: 120, memoryMb: 70, longest: { writingMs: 9, foldingMs: 5 } },
  requests: { create: { cpu: 400, p99: 9 }, list: { cpu: 200, p99: 8 } },
  ...figures,
})
const rest = (name: string, share: number, startMs?: number) => ({
  ...{ name, memoryMb: 150, rest: share, listCpu: 300, listP99: 9 },
  ...(startMs !== undefined && { startMs }),
})

it('judges the largest account by the smallest', () => {
  const requests = { create: { cpu: 700, p99: 20 }, list: { cpu: 200, p99: 8 } }
  const large = account(100_000, {
    startMs: 999,
    longest: { writingMs: 50, foldingMs: 20 },
    requests,
  })

  const aims = scaleAims({ campaigns: [account(1_000), large], burdens: [rest('streams', 0)] })

  expect(aims).toContain('| start with 100,000 campaigns < 1 s | 999 ms | reached |')
  expect(aims).toMatch(/while folding 100,000 campaigns < 20 ms \| 20 ms \| not reached/)
  expect(aims).toMatch(/at most 1\.5 × of 1,000 campaigns \| 1\.75 × \(create\) \| not reached/)
})

it('names the server that is busiest at rest, and judges starts where there are some', () => {
  const burdens = [rest('10,000 accounts', 0.001, 1_000), rest('idle connections', 0.025)]

  const aims = scaleAims({ campaigns: [account(1_000), account(100_000)], burdens })

  expect(aims).toContain('| start with 10,000 accounts < 1 s | 1,000 ms | not reached |')
  expect(aims).toContain('| at rest < 2.0 % of a core | 2.5 % (idle connections) | not reached |')
  expect(aims).not.toContain('start with idle connections')
})
