import { rowsOf } from '../../client/lists.js'
import { DAY_MS } from '../../client/session.js'

/** @import { Sandbox } from '../../hooks/sandbox.js' */

/**
 * @typedef {object} Figures The figures of an account or of one campaign. Each may be missing, because overlays change the API.
 * @property {string | undefined} name Of the campaign.
 * @property {string[]} days YYYY-MM-DD, the oldest first.
 * @property {Tile[]} tiles
 * @property {ChartData[]} charts
 * @property {boolean} isEmpty Whether the account has no campaign.
 * @property {any[]} events
 * @property {any[]} mentions
 * @property {{ brand: string, own: boolean, share: number }[]} brands
 *
 * @typedef {{ label: string, value: number | undefined, change: number | undefined, unit?: string, values: (number | null)[], inverted?: boolean }} Tile
 * @typedef {Pick<Parameters<typeof import('../../parts/chart.js').Chart>[0], 'title' | 'unit' | 'lines' | 'inverted' | 'bars'>} ChartData
 *
 * @typedef {{ api: Sandbox['api'], control: Sandbox['control'], days: number, signal: AbortSignal }} Wish
 */

/** The most lines that users can distinguish in a chart. */
const MOST_LINES = 8

/** @param {Wish} wish @returns {Promise<Figures>} */
export async function accountFigures({ api, control, days, signal }) {
  const options = { query: await period(control, days, signal), signal }
  const [{ data: dashboard }, { data: intelligence }, { data: first }] = await Promise.all([
    api('GET', 'core/dashboards', options),
    api('GET', 'core/dashboards/intelligence-overview', options),
    api('GET', 'campaigns', { signal }),
  ])
  const series = listOf(dashboard?.series)
  const chat = intelligence?.chat
  const voice = listOf(chat?.series)
  const tile = tileOf(dashboard?.totals, dashboard?.changes, series)
  const voiceTile = tileOf({ share_of_voice: chat?.share_of_voice?.own }, chat?.changes, voice)
  return {
    name: undefined,
    days: series.map(({ date }) => date),
    tiles: [
      tile('Average position', 'average_position', { inverted: true }),
      tile('Visibility', 'visibility', { unit: ' %' }),
      voiceTile('Share of voice', 'share_of_voice', { unit: ' %' }),
      tile('Mentions', 'mentions'),
    ],
    charts: [
      chart('Average position', series, 'average_position', { inverted: true }),
      chart('Visibility', series, 'visibility', { unit: ' %' }),
      chart('Share of voice on AI platforms', voice, 'share_of_voice', {
        name: 'Own brands',
        unit: ' %',
      }),
      chart('Mentions on AI platforms', series, 'mentions', { name: 'Mentions', bars: true }),
    ],
    isEmpty: rowsOf(first).length === 0,
    events: listOf(dashboard?.recent_events),
    mentions: listOf(dashboard?.recent_mentions),
    brands: listOf(chat?.share_of_voice?.brands),
  }
}

/** @param {string} id @param {Wish} wish @returns {Promise<Figures>} */
export async function campaignFigures(id, { api, control, days, signal }) {
  const query = await period(control, days, signal)
  const [{ data }, { data: rankings }] = await Promise.all([
    api('GET', `analytics/campaign/${encodeURIComponent(id)}`, { query, signal }),
    api('GET', 'serp/rankings', { query: { ...query, campaign_id: id, limit: 1000 }, signal }),
  ])
  const series = listOf(data?.series)
  const dates = series.map(({ date }) => date)
  const { summary, changes, mentions } = data ?? {}
  const competitors = listOf(data?.competitors)
  const estimated_traffic = summary && summary.estimated_traffic / Math.max(1, series.length)
  const totals = { ...summary, estimated_traffic, mentions: mentions?.total ?? summary?.mentions }
  const tile = tileOf(totals, { ...changes, estimated_traffic: undefined }, series)
  return {
    name: data?.name,
    days: dates,
    tiles: [
      tile('Average position', 'average_position', { inverted: true }),
      tile('Visibility', 'visibility', { unit: ' %' }),
      tile('Traffic a day', 'estimated_traffic'),
      tile('Mentions', 'mentions'),
    ],
    charts: [
      {
        title: 'Position of each keyword',
        lines: keywordLines(rowsOf(rankings), dates, listOf(data?.keywords)),
        inverted: true,
      },
      chart('Visibility', series, 'visibility', { unit: ' %' }),
      chart('Estimated visits', series, 'estimated_traffic', { name: 'Visits' }),
      chart('Mentions on AI platforms', series, 'mentions', { name: 'Mentions', bars: true }),
    ],
    isEmpty: false,
    events: listOf(data?.recent_events),
    mentions: listOf(mentions?.recent),
    brands: competitors.map(({ name, own, share_of_voice }) => ({
      brand: name,
      own,
      share: share_of_voice,
    })),
  }
}

/** The last `days` days of the account's clock. @param {Wish['control']} control @param {number} days @param {AbortSignal} signal */
export async function period(control, days, signal) {
  const { data } = await control('GET', '/clock', { signal })
  const start = new Date(Date.parse(data.now) - (days - 1) * DAY_MS)
  return { start_date: start.toISOString().slice(0, 10) }
}

/** @param {any} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : [])

/** @param {any[]} rows @param {string} member @returns {(number | null)[]} */
export const column = (rows, member) => rows.map((row) => row?.[member] ?? null)

/**
 * A chart of one line, called `name`.
 * @param {string} title @param {any[]} rows @param {string} member @param {Partial<ChartData> & { name?: string }} [more]
 * @returns {ChartData}
 */
function chart(title, rows, member, { name = title, ...more } = {}) {
  return { title, lines: [{ name, values: column(rows, member) }], ...more }
}

/** A tile for a member of the totals. @param {any} totals @param {any} changes @param {any[]} series */
function tileOf(totals, changes, series) {
  return (
    /** @type {string} */ label,
    /** @type {string} */ member,
    /** @type {Partial<Tile>} */ more = {},
  ) => ({
    label,
    value: totals?.[member],
    change: changes?.[member],
    values: column(series, member),
    ...more,
  })
}

/** A line for each of the first keywords. @param {any[]} rows Rankings. @param {string[]} dates @param {any[]} keywords */
function keywordLines(rows, dates, keywords) {
  const positions = new Map(
    rows.map(({ keyword, date, position }) => [`${keyword}\n${date}`, position]),
  )
  const names =
    keywords.length > 0
      ? keywords.map(({ keyword }) => keyword)
      : rows.map(({ keyword }) => keyword)
  return [...new Set(names)].slice(0, MOST_LINES).map((name) => ({
    name: String(name),
    values: dates.map((date) => positions.get(`${name}\n${date}`) ?? null),
  }))
}
