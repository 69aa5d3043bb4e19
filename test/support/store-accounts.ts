import type { Account } from '../../src/accounts/account.ts'
import type { Campaign } from '../../src/accounts/campaign.ts'
import { DOCUMENT } from './document.ts'
import { buildAccount } from './fixtures.ts'
import { campaignOf } from './worlds.ts'

/** An account `acc_a` with these campaigns. */
export function accountWith(campaigns: readonly Campaign[], parts: Partial<Account> = {}): Account {
  const id = parts.id ?? 'acc_a'
  const fixture = { id, keys: [{ token: `svc_test_${id}` }], campaigns: [] }
  const account = buildAccount(fixture, { now: 0, seed: 1, document: DOCUMENT })
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return { ...account, linkSecret: 'c0ffee', campaigns: byId, ...parts }
}

/** Campaigns `cmp_0`, `cmp_1` and so on, oldest first. */
export function campaigns(count: number, parts: Partial<Campaign> = {}): Campaign[] {
  return Array.from({ length: count }, (_, n) =>
    campaignOf({ id: `cmp_${n}`, name: `Campaign ${n}`, ...parts }),
  )
}

/** What an account holds, for comparisons: with the order of its campaigns. */
export function contentOf({ campaigns, lastRuns, past, ...head }: Readonly<Account>) {
  return { ...head, campaigns: [...campaigns], past: [...past], lastRuns: new Map(lastRuns) }
}
