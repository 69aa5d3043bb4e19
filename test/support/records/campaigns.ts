import type { Campaign } from '../../../src/accounts/campaign.ts'

const CREATED = '2023-01-01T00:00:00.000Z'

/** A campaign as it is kept, for what is computed without a sandbox; `parts` say what matters to the test. */
export function keptCampaign(parts: Partial<Campaign> = {}): Campaign {
  return {
    id: 'cmp_1',
    name: 'Spring launch',
    type: 'serp',
    keywords: ['trail running shoes', 'waterproof hiking boots', 'ultralight tent'],
    frequency: 'daily',
    settings: { location: 'United States', device: 'desktop' },
    brand: 'Acme Analytics',
    domain: 'acme.example',
    competitors: [],
    status: 'active',
    created_at: CREATED,
    updated_at: CREATED,
    tracked_since: CREATED.slice(0, 10),
    ...parts,
  }
}
