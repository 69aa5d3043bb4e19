import type { DataOf } from '../../../../control-client/operations.ts'
import { dayOf } from '../../client/format.ts'
import type { ChartProps } from '../../ui/chart.tsx'
import type { DayValue } from '../../ui/plot.ts'

export type Overview = DataOf<'getOverview'>
export type AccountFigures = NonNullable<Overview['account']>
export type CampaignFigures = NonNullable<Overview['campaign']>
export type Analytics = CampaignFigures['analytics']

/** A figure of the period, with the chart of its days. */
export interface Figure {
  /** In the address of the screen. */
  id: string
  label: string
  unit: string
  value: number | null
  /** Since the period before; positive is better. */
  change: number | null
  /** Whether smaller is better. */
  inverted: boolean
  /** The trend of the tile. */
  values: readonly DayValue[]
  chart: Pick<ChartProps, 'title' | 'axis' | 'lines' | 'bars' | 'whole' | 'none'>
}

type ChatDay = Analytics['mentions']['series'][number]
type SearchDay = Analytics['series'][number]

const PERCENT = ' %'
const PLACES = 'Position (1 is best)'

export function accountFigures({ dashboard, intelligence }: AccountFigures): Figure[] {
  const { totals, changes, series } = dashboard
  const { chat } = intelligence
  return [
    position(totals.average_position, changes.average_position, series),
    visibility(totals.visibility, changes.visibility, series),
    aiVisibility(chat),
    one({
      id: 'voice',
      label: 'Share of voice',
      unit: PERCENT,
      value: chat.share_of_voice.own,
      change: chat.changes.share_of_voice,
      values: chat.series.map((day) => day.share_of_voice ?? undefined),
      axis: 'Own brands among all that AI platforms name, %',
    }),
    mentions(totals.mentions, changes.mentions, chat.series),
  ]
}

export function campaignFigures({ analytics }: CampaignFigures): Figure[] {
  const { summary, changes, series, mentions: chat } = analytics
  const checked = series.filter(isChecked)
  return [
    position(summary.average_position, changes.average_position, series),
    visibility(summary.visibility, changes.visibility, series),
    one({
      id: 'traffic',
      label: 'Visits a day',
      unit: '',
      // Days between the runs of a weekly campaign have no figures, and are no days without visits.
      value: checked.length === 0 ? null : summary.estimated_traffic / checked.length,
      change: null,
      values: series.map((day) => (isChecked(day) ? day.estimated_traffic : undefined)),
      axis: 'Estimated visits',
    }),
    aiVisibility(chat),
    mentions(chat.total, chat.changes.mentions, chat.series),
  ]
}

/** Whether a day has ranking rows. */
export const isChecked = ({ visibility }: SearchDay) => visibility !== null

/** Days between two runs do not interrupt a line; a run that found nothing does. */
const positionOn = (day: SearchDay): DayValue => (isChecked(day) ? day.average_position : undefined)

function position(value: number | null, change: number | null, series: readonly SearchDay[]) {
  return one({
    id: 'position',
    label: 'Average position',
    unit: '',
    value,
    change,
    inverted: true,
    values: series.map(positionOn),
    axis: PLACES,
  })
}

function visibility(value: number | null, change: number | null, series: readonly SearchDay[]) {
  return one({
    id: 'visibility',
    label: 'Visibility',
    unit: PERCENT,
    value,
    change,
    values: series.map((day) => day.visibility ?? undefined),
    axis: 'Visibility in search, %',
  })
}

function aiVisibility(chat: {
  ai_visibility: number | null
  changes: { ai_visibility: number | null }
  series: readonly ChatDay[]
}) {
  return one({
    id: 'ai-visibility',
    label: 'AI visibility',
    unit: PERCENT,
    value: chat.ai_visibility,
    change: chat.changes.ai_visibility,
    values: chat.series.map((day) => day.ai_visibility ?? undefined),
    axis: 'Answers of AI platforms that name a brand, %',
  })
}

function mentions(value: number, change: number | null, series: readonly ChatDay[]) {
  return one({
    id: 'mentions',
    label: 'Mentions',
    unit: '',
    value,
    change,
    // Without an answer nobody could be mentioned, as before the campaign began.
    values: series.map((day) => (day.answers === 0 ? undefined : day.mentions)),
    axis: 'Mentions on AI platforms',
    bars: true,
  })
}

/** A figure whose chart has one line. */
function one({
  axis,
  bars = false,
  inverted = false,
  ...figure
}: Omit<Figure, 'chart' | 'inverted'> & {
  axis: string
  bars?: boolean
  inverted?: boolean
}): Figure {
  const { label: title, values } = figure
  return { ...figure, inverted, chart: { title, axis, bars, lines: [{ name: title, values }] } }
}

/** Days of the period that the figures are of. */
export function lengthOf({ account, campaign }: Overview): number {
  return (account?.dashboard ?? campaign?.analytics)?.period.days ?? 0
}

/** Days of the charts, YYYY-MM-DD, the oldest first. */
export function daysOf({ account, campaign }: Overview): string[] {
  const series = account?.dashboard.series ?? campaign?.analytics.series ?? []
  return series.map(({ date }) => date)
}

/** Why there are no changes, if there are none. */
export function incomparableOf({ account, campaign }: Overview): string | undefined {
  const previous = (account?.dashboard ?? campaign?.analytics)?.previous_period
  if (!previous || previous.comparable) return undefined
  const { start_date, end_date, days, covered_days } = previous
  return `No changes are shown: of the ${days} days before (${dayOf(start_date)} to ${dayOf(end_date)}), ${covered_days} have data.`
}
