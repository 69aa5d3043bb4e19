import { expect } from 'vitest'
import type { Mention, RankingRow } from '../../../src/intelligence/records.ts'
import { walk } from '../records/intelligence.ts'
import type { Api } from '../sandbox.ts'

/** What a client has read up to some time, by what it is about. Later answers must repeat all of it. */
export interface Facts {
  /** By campaign id. */
  rankings: Map<string, RankingRow[]>
  /** By brand, newest first. */
  mentions: Map<string, Mention[]>
  /** Figures of periods that are over, by their address. */
  totals: Map<string, unknown>
}

/** Days before the first day of a test of which facts are read. */
const BEFORE = 20

export interface Reading {
  /** Day on which the test began, `YYYY-MM-DD`. */
  begin: string
  /** The account's present day. */
  today: string
}

/**
 * Reads all rankings, the mentions of every brand that any answer names or that was read `before`, and the figures of
 * days that are over.
 */
export async function readFacts(
  api: Api,
  { begin, today }: Reading,
  before?: Facts,
): Promise<Facts> {
  const period = { start_date: dayBefore(begin, BEFORE), end_date: today }
  const campaigns = await walk<{ id: string; brand: string }>(api, '/campaigns', {}, 100)
  const rankings: Facts['rankings'] = new Map()
  for (const { id } of campaigns) {
    const query = { ...period, campaign_id: id }
    rankings.set(id, await walk(api, '/serp/rankings', query, 1000))
  }
  const mentions: Facts['mentions'] = new Map()
  const brands = [...campaigns.map(({ brand }) => brand), ...(before?.mentions.keys() ?? [])]
  for (let brand = brands.pop(); brand !== undefined; brand = brands.pop()) {
    if (mentions.has(brand)) continue
    const found = await walk<Mention>(api, '/chat/mentions', { ...period, brand }, 1000)
    mentions.set(brand, found)
    brands.push(...found.flatMap((mention) => mention.competitors_mentioned))
  }
  const yesterday = dayBefore(today, 1)
  const totals: Facts['totals'] = new Map()
  const over = { ...period, end_date: yesterday }
  const paths = [
    '/core/dashboards',
    '/core/dashboards/intelligence-overview',
    ...campaigns.map(({ id }) => `/analytics/campaign/${id}`),
  ]
  if (yesterday >= period.start_date) {
    for (const path of paths) {
      const { data } = (await api.get(path, { query: over })).body
      totals.set(`${path} ${yesterday}`, figuresOf(data))
    }
  }
  return { rankings, mentions, totals }
}

/** Rereads the figures of periods that an earlier reading was about. */
export async function rereadTotals(
  api: Api,
  { begin }: Reading,
  before: Facts,
): Promise<Facts['totals']> {
  const totals: Facts['totals'] = new Map()
  for (const key of before.totals.keys()) {
    const [path, end_date] = key.split(' ') as [string, string]
    const query = { start_date: dayBefore(begin, BEFORE), end_date }
    const response = await api.get(path, { query })
    if (response.status === 200) totals.set(key, figuresOf(response.body.data))
  }
  return totals
}

/** Rows and mentions of `before` are in `after`, unchanged; rows of deleted campaigns are gone. */
export function expectKept(before: Facts, after: Facts, deleted: ReadonlySet<string>): void {
  for (const [id, rows] of before.rankings) {
    if (deleted.has(id)) continue
    const known = new Set((after.rankings.get(id) ?? []).map((row) => JSON.stringify(row)))
    expect(rows.filter((row) => !known.has(JSON.stringify(row))).slice(0, 2), id).toEqual([])
    const end = rows.at(-1)?.date ?? ''
    const began = (after.rankings.get(id) ?? []).filter(({ date }) => date < end)
    expect(began.length, `past rows of ${id}`).toBe(rows.filter(({ date }) => date < end).length)
  }
  for (const [brand, mentions] of before.mentions) {
    const known = new Map((after.mentions.get(brand) ?? []).map((each) => [each.id, each]))
    for (const mention of mentions) {
      const now = known.get(mention.id)
      expect(now && lasting(now, deleted), `${brand} ${mention.id}`).toEqual(
        lasting(mention, deleted),
      )
      // Another campaign may find the same answer later on the day.
      const finders = mention.campaign_ids.filter((id) => !deleted.has(id))
      expect(now?.campaign_ids).toEqual(expect.arrayContaining(finders))
    }
    const newest = mentions[0]?.detected_at ?? ''
    const isPast = (it: Mention) => it.detected_at < newest
    const past = (after.mentions.get(brand) ?? []).filter(isPast)
    expect(past.length, `past mentions of ${brand}`).toBe(mentions.filter(isPast).length)
  }
}

/** What never changes of a mention, unless its finder is deleted. */
function lasting(mention: Mention, deleted: ReadonlySet<string>): unknown {
  const { campaign_id, campaign_ids: _, ...rest } = mention
  return { ...rest, campaign_id: deleted.size > 0 ? undefined : campaign_id }
}

/** The figures of an answer that are facts: not names, and not how many keywords are tracked now. */
function figuresOf(data: Record<string, unknown>): unknown {
  const { series, rankings, chat, mentions, competitors, serp_features, summary, totals } =
    data as Record<string, Record<string, unknown> | undefined>
  return JSON.parse(
    JSON.stringify(
      { series, rankings, chat, mentions, competitors, serp_features, summary, totals },
      (key, value) => (PRESENT.has(key) ? undefined : value),
    ),
  )
}

/** Members that say what is tracked now. */
const PRESENT = new Set(['keywords', 'campaigns', 'active_campaigns', 'name'])

export function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)
}
