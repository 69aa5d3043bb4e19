import autocannon from 'autocannon'
import type { Campaign } from '../src/accounts/campaign.ts'

export interface Load {
  path: string
  method?: 'GET' | 'POST'
  body?: unknown
  connections?: number
  seconds?: number
  /** Instead of `seconds`: how many requests. */
  amount?: number
}

export interface Measured {
  requestsPerSecond: number
  p50: number
  p99: number
}

/** Puts load on a server; throws when an answer was no success, since failures are answered faster. */
export async function measure(url: string, load: Load): Promise<Measured> {
  const result = await autocannon({
    url: `${url}${load.path}`,
    method: load.method ?? 'GET',
    connections: load.connections ?? 10,
    // A run ends with one of autocannon's samples: at one a second, all would take whole seconds.
    ...(load.amount === undefined
      ? { duration: load.seconds ?? 3 }
      : { amount: load.amount, sampleInt: 20 }),
    headers: { authorization: 'Bearer svc_test_demo', 'content-type': 'application/json' },
    ...(load.body === undefined ? {} : { body: JSON.stringify(load.body) }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${result.non2xx} answers of ${url}${load.path} were no success, ${result.errors} failed.`,
    )
  }
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

export function benchCampaign(name: string, keywords: number): Campaign {
  return {
    id: `cmp_${name}`,
    name,
    type: 'serp',
    keywords: Array.from({ length: keywords }, (_, index) => `keyword number ${index}`),
    frequency: 'daily',
    settings: {},
    brand: name,
    domain: `${name.toLowerCase()}.example`,
    competitors: [],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2024-01-01',
  }
}
