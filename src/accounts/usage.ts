/** What a key was used for. A day is that of the account's clock, in UTC. */
export interface KeyUsage {
  /** Epoch milliseconds of the account's clock; null before the first request. */
  last_used_at: number | null
  /** By day as `YYYY-MM-DD`, oldest first; at most MAX_USAGE_DAYS. */
  days: Record<string, DayUsage>
}

/** How many requests of a key there were in a day. */
export interface DayUsage {
  /** All of them, refused ones included. */
  requests: number
  /** Those over the limit, answered 429. */
  rate_limited: number
  /** Those answered 4xx, 429 included. */
  client_errors: number
  /** Those answered 5xx. */
  server_errors: number
}

/** Days that are remembered of a key, the newest ones: a year, and the month before to compare it with. */
export const MAX_USAGE_DAYS = 400

export function noUsage(): DayUsage {
  return { requests: 0, rate_limited: 0, client_errors: 0, server_errors: 0 }
}

/** Adds to what is known of a key, and forgets the days beyond MAX_USAGE_DAYS. */
export function addUsage(usage: Record<string, KeyUsage>, keyId: string, added: KeyUsage): void {
  usage[keyId] ??= { last_used_at: null, days: {} }
  const known = usage[keyId]
  known.last_used_at = added.last_used_at ?? known.last_used_at
  for (const [day, counts] of Object.entries(added.days)) {
    const before = known.days[day] ?? noUsage()
    known.days[day] = {
      requests: before.requests + counts.requests,
      rate_limited: before.rate_limited + counts.rate_limited,
      client_errors: before.client_errors + counts.client_errors,
      server_errors: before.server_errors + counts.server_errors,
    }
  }
  const surplus = Object.keys(known.days).sort().slice(0, -MAX_USAGE_DAYS)
  for (const day of surplus) delete known.days[day]
}
