/** Rankings and mentions: functions of account, campaign, keyword and day. */
interface Monitored {
  id: string
  fields: Record<string, unknown>
  /** How many days it has rankings of. */
  days: number
}

export interface Filter {
  campaign?: string
  start?: string
  end?: string
  keywords?: string[]
  brand?: string
  platforms?: string[]
}

const DAY_MS = 86_400_000
export const PLATFORMS = ['chatgpt', 'perplexity', 'gemini', 'claude']
export const BRANDS = ['Acme', 'Globex', 'Initech']
const KEPT_DAYS = 30

/** By age in days: data depends on it alone, so that a bug is caught every day or never. */
const SAME_DAYS = daysBefore(Date.parse('2026-11-22'), KEPT_DAYS)

/** Newest first. */
export function rankingsOf(campaigns: Monitored[], filter: Filter, now: number) {
  const asked = campaigns.filter(
    ({ id }) => filter.campaign === undefined || id === filter.campaign,
  )
  return daysBefore(now, KEPT_DAYS).flatMap((date, age) =>
    asked
      .filter(({ days }) => age < days && isWithin(date, filter))
      .flatMap(({ id, fields }) =>
        ([fields.keywords ?? []].flat() as string[])
          .filter((keyword) => !filter.keywords?.length || filter.keywords.includes(keyword))
          .map((keyword) => ({
            campaign_id: id,
            keyword,
            position: 1 + (numberOf(`${id} ${keyword} ${SAME_DAYS[age]}`) % 100),
            date,
          })),
      ),
  )
}

/** Newest first. */
export function mentionsOf(account: string, filter: Filter, now: number) {
  return daysBefore(now, KEPT_DAYS).flatMap((date, age) =>
    BRANDS.flatMap((brand) => PLATFORMS.map((platform) => ({ brand, platform, date })))
      .filter(
        ({ brand, platform }) => numberOf(`${account} ${brand} ${platform} ${SAME_DAYS[age]}`) % 2,
      )
      .filter(({ brand }) => filter.brand === undefined || brand === filter.brand)
      .filter(({ platform }) => !filter.platforms?.length || filter.platforms.includes(platform))
      .filter(() => isWithin(date, filter))
      .map((row) => ({ ...row, text: `${row.brand} is often recommended.` })),
  )
}

export function isWithin(date: string, { start, end }: Filter): boolean {
  return (start === undefined || date >= start) && (end === undefined || date <= end)
}

/** Days up to today, newest first. */
export function daysBefore(now: number, count: number): string[] {
  return Array.from({ length: count }, (_, age) =>
    new Date(now - age * DAY_MS).toISOString().slice(0, 10),
  )
}

export function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

function numberOf(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  }
  hash ^= hash >>> 15
  return Math.imul(hash, 2246822519) >>> 8
}
