import { rowsOf } from '../../client/lists.js'

/**
 * @typedef {import('../../../../spec/generated/api.ts').components['schemas']} Service Records of the API.
 *
 * @typedef {object} Figures What the Overview shows, of an account or of one campaign. An overlay may have changed what the
 *   API tells, so each of them may be missing.
 * @property {string | undefined} name Of the campaign.
 * @property {string[]} days YYYY-MM-DD, the oldest first.
 * @property {Tile[]} tiles
 * @property {ChartData[]} charts
 * @property {boolean} isEmpty Whether the account has no campaign.
 * @property {any[]} events
 * @property {any[]} mentions
 * @property {{ brand: string, own: boolean, share: number }[]} brands
 *
 * @typedef {{ label: string, value: number | undefined, change: number | undefined, unit: string, values: (number | null)[], inverted: boolean }} Tile
 * @typedef {{ title: string, unit: string, lines: import('../../parts/chart.js').Line[], inverted: boolean, bars: boolean }} ChartData
 *
 * @typedef {object} Wish
 * @property {import('../../hooks/sandbox.js').Sandbox['api']} api
 * @property {import('../../hooks/sandbox.js').Sandbox['control']} control
 * @property {number} days
 * @property {AbortSignal} signal
 */

const DAY_MS = 86_400_000
/** Lines that can be told apart in one chart. */
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
  const voice = listOf(intelligence?.chat?.series)
  const { totals, changes } = dashboard ?? {}
  const chat = intelligence?.chat
  return {
    name: undefined,
    days: series.map(({ date }) => date),
    tiles: [
      positionTile(totals, changes, series),
      visibilityTile(totals, changes, series),
      {
        label: 'Share of voice',
        value: chat?.share_of_voice?.own,
        change: chat?.changes?.share_of_voice,
        unit: ' %',
        values: column(voice, 'share_of_voice'),
        inverted: false,
      },
      mentionsTile(totals, changes, series),
    ],
    charts: [
      chartOf('Average position', [line('Average position', series, 'average_position')], {
        inverted: true,
      }),
      visibilityChart(series),
      chartOf('Share of voice on AI platforms', [line('Own brands', voice, 'share_of_voice')], {
        unit: ' %',
      }),
      mentionsChart(series),
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
  return {
    name: data?.name,
    days: dates,
    tiles: [
      positionTile(summary, changes, series),
      visibilityTile(summary, changes, series),
      {
        label: 'Traffic a day',
        value: summary && summary.estimated_traffic / Math.max(1, series.length),
        change: undefined,
        unit: '',
        values: column(series, 'estimated_traffic'),
        inverted: false,
      },
      mentionsTile({ mentions: mentions?.total ?? summary?.mentions }, changes, series),
    ],
    charts: [
      chartOf(
        'Position of each keyword',
        keywordLines(rowsOf(rankings), dates, listOf(data?.keywords)),
        { inverted: true },
      ),
      visibilityChart(series),
      chartOf('Estimated visits', [line('Visits', series, 'estimated_traffic')], {}),
      mentionsChart(series),
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

/**
 * The last `days` days of the account's clock as the API takes them.
 *
 * @param {Wish['control']} control
 * @param {number} days
 * @param {AbortSignal} signal
 */
export async function period(control, days, signal) {
  const { data } = await control('GET', 'clock', { signal })
  const start = new Date(Date.parse(data.now) - (days - 1) * DAY_MS)
  return { start_date: start.toISOString().slice(0, 10) }
}

/** @param {any} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : [])

/** @param {any[]} rows @param {string} member @returns {(number | null)[]} */
const column = (rows, member) => rows.map((row) => row?.[member] ?? null)

/** @param {string} name @param {any[]} rows @param {string} member */
const line = (name, rows, member) => ({ name, values: column(rows, member) })

/**
 * @param {string} title
 * @param {import('../../parts/chart.js').Line[]} lines
 * @param {{ unit?: string, inverted?: boolean, bars?: boolean }} form
 * @returns {ChartData}
 */
function chartOf(title, lines, { unit = '', inverted = false, bars = false }) {
  return { title, unit, lines, inverted, bars }
}

/** @param {any[]} series */
const visibilityChart = (series) =>
  chartOf('Visibility', [line('Visibility', series, 'visibility')], { unit: ' %' })

/** @param {any[]} series */
const mentionsChart = (series) =>
  chartOf('Mentions on AI platforms', [line('Mentions', series, 'mentions')], { bars: true })

/** @param {any} totals @param {any} changes @param {any[]} series @returns {Tile} */
const positionTile = (totals, changes, series) => ({
  label: 'Average position',
  value: totals?.average_position,
  change: changes?.average_position,
  unit: '',
  values: column(series, 'average_position'),
  inverted: true,
})

/** @param {any} totals @param {any} changes @param {any[]} series @returns {Tile} */
const visibilityTile = (totals, changes, series) => ({
  label: 'Visibility',
  value: totals?.visibility,
  change: changes?.visibility,
  unit: ' %',
  values: column(series, 'visibility'),
  inverted: false,
})

/** @param {any} totals @param {any} changes @param {any[]} series @returns {Tile} */
const mentionsTile = (totals, changes, series) => ({
  label: 'Mentions',
  value: totals?.mentions,
  change: changes?.mentions,
  unit: '',
  values: column(series, 'mentions'),
  inverted: false,
})

/**
 * A line for each of the first keywords.
 *
 * @param {any[]} rows Rankings.
 * @param {string[]} dates
 * @param {any[]} keywords In the order of the API.
 */
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
