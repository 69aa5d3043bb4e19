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
 * @property {{ title: string, brands: { brand: string, own: boolean, share: number }[] }} voice
 * @property {string | undefined} incomparable Why there are no changes.
 * @property {any[]} prompts
 * @property {any[]} sites Cited by answers; only of a campaign.
 * @property {any[]} latest The last ranking of each keyword; only of a campaign.
 * @property {any} campaign If it is of one.
 *
 * @typedef {{ label: string, value: number | undefined, change: number | undefined, unit?: string, values: (number | null)[], inverted?: boolean }} Tile
 * @typedef {Pick<Parameters<typeof import('../../parts/chart.js').Chart>[0], 'title' | 'unit' | 'lines' | 'inverted' | 'bars' | 'whole' | 'none'>} ChartData
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
  const { ai_visibility } = chat ?? {}
  const share_of_voice = chat?.share_of_voice?.own
  const chatTile = tileOf({ share_of_voice, ai_visibility }, chat?.changes, voice)
  return {
    name: undefined,
    days: series.map(({ date }) => date),
    tiles: [
      tile('Average position', 'average_position', { inverted: true }),
      tile('Visibility', 'visibility', { unit: ' %' }),
      chatTile('AI visibility', 'ai_visibility', { unit: ' %' }),
      chatTile('Share of voice', 'share_of_voice', { unit: ' %' }),
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
    voice: { title: 'Share of voice', brands: listOf(chat?.share_of_voice?.brands) },
    incomparable: incomparable(dashboard?.previous_period),
    prompts: listOf(chat?.prompts),
    sites: [],
    latest: [],
    campaign: undefined,
  }
}

/** @param {string} id @param {Wish} wish @returns {Promise<Figures>} */
export async function campaignFigures(id, { api, control, days, signal }) {
  const query = await period(control, days, signal)
  const [{ data }, { data: campaign }] = await Promise.all([
    api('GET', `analytics/campaign/${encodeURIComponent(id)}`, { query, signal }),
    api('GET', `campaigns/${encodeURIComponent(id)}`, { signal }),
  ])
  // On days without a check, the visibility is null and the traffic is 0.
  const series = listOf(data?.series).map((day) =>
    day.visibility === null ? { ...day, estimated_traffic: null } : day,
  )
  const checked = series.filter(({ visibility }) => visibility !== null)
  const drawn = drawnKeywords(listOf(data?.keywords))
  const last = checked.at(-1)?.date
  const of = { campaign_id: id, limit: 1000 }
  const [{ data: rankings }, { data: latest }, { data: recent }] = await Promise.all([
    api('GET', 'serp/rankings', { query: { ...query, ...of, 'keywords[]': drawn }, signal }),
    api('GET', 'serp/rankings', { query: { ...of, start_date: last, end_date: last }, signal }),
    api('GET', 'chat/mentions', {
      query: { ...query, campaign_id: id, brand: data?.brand ?? data?.name, limit: 4 },
      signal,
    }),
  ])
  const dates = series.map(({ date }) => date)
  const { summary, changes, mentions } = data ?? {}
  const competitors = listOf(data?.competitors)
  const estimated_traffic =
    checked.length > 0 && summary ? summary.estimated_traffic / checked.length : undefined
  const totals = { ...summary, estimated_traffic, mentions: mentions?.total ?? summary?.mentions }
  const chatTile = tileOf(mentions, mentions?.changes, listOf(mentions?.series))
  const tile = tileOf(totals, { ...changes, estimated_traffic: undefined }, series)
  return {
    name: data?.name,
    days: dates,
    tiles: [
      tile('Average position', 'average_position', { inverted: true }),
      tile('Visibility', 'visibility', { unit: ' %' }),
      tile('Traffic a day', 'estimated_traffic'),
      chatTile('AI visibility', 'ai_visibility', { unit: ' %' }),
      tile('Mentions', 'mentions'),
    ],
    charts: [
      {
        title:
          drawn.length < listOf(data?.keywords).length
            ? `Position of the best ${drawn.length} keywords`
            : 'Position of each keyword',
        lines: keywordLines(rowsOf(rankings), dates, drawn),
        inverted: true,
        whole: true,
        none:
          checked.length > 0
            ? 'No keyword was among the first 100 results in this period.'
            : 'No run in this period.',
      },
      chart('Visibility', series, 'visibility', { unit: ' %' }),
      chart('Estimated visits', series, 'estimated_traffic', { name: 'Visits' }),
      chart('Mentions on AI platforms', series, 'mentions', { name: 'Mentions', bars: true }),
    ],
    isEmpty: false,
    events: listOf(data?.recent_events),
    mentions: rowsOf(recent),
    voice: {
      title: 'Share of voice in search',
      brands: competitors
        .map(({ name, own, share_of_voice }) => ({ brand: name, own, share: share_of_voice }))
        .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0)),
    },
    incomparable: incomparable(data?.previous_period),
    prompts: listOf(mentions?.prompts),
    sites: listOf(mentions?.citations?.domains),
    latest: last === undefined ? [] : rowsOf(latest),
    campaign,
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

/** Why changes are missing. @param {any} previous The period before. */
function incomparable(previous) {
  if (previous?.comparable !== false) return undefined
  const { start_date, end_date, days, covered_days } = previous
  return `No changes are shown: of the ${days} days before (${start_date} to ${end_date}), ${covered_days} have data.`
}

/** The keywords of the chart, the best ones if there are too many. @param {any[]} figures Of each keyword. @returns {string[]} */
function drawnKeywords(figures) {
  const place = (/** @type {any} */ { position }) => position ?? 101
  const sorted =
    figures.length > MOST_LINES ? figures.toSorted((a, b) => place(a) - place(b)) : figures
  return sorted.slice(0, MOST_LINES).map(({ keyword }) => String(keyword))
}

/** A line for each keyword. @param {any[]} rows Rankings. @param {string[]} dates @param {string[]} keywords */
function keywordLines(rows, dates, keywords) {
  const positions = new Map(
    rows.map(({ keyword, date, position }) => [`${keyword}\n${date}`, position]),
  )
  const names = keywords.length > 0 ? keywords : rows.map(({ keyword }) => keyword)
  return [...new Set(names)].slice(0, MOST_LINES).map((name) => ({
    name: String(name),
    values: dates.map((date) => positions.get(`${name}\n${date}`) ?? null),
  }))
}
