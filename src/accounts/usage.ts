/** The usage of a key. Days are those of the account's clock, in UTC. */
export interface KeyUsage {
  /** Epoch milliseconds of the account's clock; null before the first request. */
  last_used_at: number | null
  /** By day as `YYYY-MM-DD`, oldest first; at most MAX_USAGE_DAYS. */
  days: Record<string, DayUsage>
}

/** The requests of a key in a day. */
export interface DayUsage {
  /** All requests, including refused ones. */
  requests: number
  /** Answered with 429. */
  rate_limited: number
  /** Answered with 4xx, including 429. */
  client_errors: number
  /** Answered with 5xx. */
  server_errors: number
}

/** The newest days that are stored for a key: a year, and the month before for comparison. */
export const MAX_USAGE_DAYS = 400

export function noUsage(): DayUsage {
  return { requests: 0, rate_limited: 0, client_errors: 0, server_errors: 0 }
}

/** Adds to the usage of a key, and removes the days beyond MAX_USAGE_DAYS. */
export function addUsage(usage: Record<string, KeyUsage>, keyId: string, added: KeyUsage): void {
  usage[keyId] ??= { last_used_at: null, days: {} }
  const known = usage[keyId]
  known.last_used_at = added.last_used_at ?? known.last_used_at
  for (const [day, counts] of Object.entries(added.days)) {
    known.days[day] ??= noUsage()
    const sum = known.days[day]
    for (const name of Object.keys(sum) as (keyof DayUsage)[]) sum[name] += counts[name]
  }
  const surplus = Object.keys(known.days).sort().slice(0, -MAX_USAGE_DAYS)
  for (const day of surplus) delete known.days[day]
}
