import type { components } from '../../../../../spec/generated/api.ts'
import { counted, measured, shown } from '../../client/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Change, Time } from '../../ui/values.tsx'

type Api = components['schemas']
export type ReportContent = Api['ReportContent']

/** Rows of each table that are shown. */
const ROWS = 10

/** The content of a report: key figures, trends, keywords and competitors, as far as it includes them. */
export function ReportContents({ content }: { content: ReportContent }) {
  const { title, period, summary, changes, mentions, rankings, competitors, trends } = content
  const tiles: [label: string, value: string, change: number | null | undefined][] = [
    ['Average position', shown(summary.average_position), changes.average_position],
    ['Visibility', measured(summary.visibility, ' %'), changes.visibility],
    ['Traffic', shown(summary.estimated_traffic), changes.estimated_traffic],
    ['Mentions', shown(mentions.total), changes.mentions],
  ]
  return (
    <div class="report-contents">
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p class="faint">
        <Time at={period.start_date} precision="day" /> to{' '}
        <Time at={period.end_date} precision="day" />, <bdi>{content.domain}</bdi>
      </p>
      <div class="tiles" role="group" aria-label="Key figures of the report">
        {tiles.map(([label, value, change]) => (
          <div key={label} class="tile">
            <h4>{label}</h4>
            <p class="tile-value">
              {value} <Change change={change} />
            </p>
          </div>
        ))}
      </div>
      {trends && (
        <Chart
          title="Visibility"
          unit=" %"
          days={trends.map(({ date }) => date)}
          lines={[{ name: 'Visibility', values: trends.map(({ visibility }) => visibility) }]}
        />
      )}
      {rankings && (
        <Part title="Keywords" total={rankings.length}>
          <Table
            caption="Keywords of the report"
            columns={KEYWORDS}
            rows={rankings.slice(0, ROWS)}
            keyOf={({ keyword }) => keyword}
          />
        </Part>
      )}
      {competitors && (
        <Part title="Competitors" total={competitors.length}>
          <Table
            caption="Competitors of the report"
            columns={COMPETITORS}
            rows={competitors.slice(0, ROWS)}
            keyOf={({ domain }) => domain}
          />
        </Part>
      )}
      <p class="hint">The file has all rows and charts.</p>
    </div>
  )
}

function Part({ title, total, children }: { title: string; total: number; children: unknown }) {
  return (
    <>
      <h4>
        {title}{' '}
        {total > ROWS && (
          <span class="faint">
            ({ROWS} of {counted(total, 'row')})
          </span>
        )}
      </h4>
      {children}
    </>
  )
}

const KEYWORDS: Column<Api['KeywordFigures']>[] = [
  ['Keyword', ({ keyword }) => <bdi>{keyword}</bdi>],
  ['Position', ({ position }) => shown(position), 'number'],
  ['Change', ({ change }) => <Change change={change} />, 'number'],
  ['Best', ({ best_position }) => shown(best_position), 'number'],
  ['Traffic', ({ estimated_traffic }) => shown(estimated_traffic), 'number'],
]

const COMPETITORS: Column<Api['CompetitorFigures']>[] = [
  [
    'Site',
    ({ domain, own }) => (
      <span>
        <bdi>{domain}</bdi> {own && <span class="faint">(own)</span>}
      </span>
    ),
  ],
  ['Average position', ({ average_position }) => shown(average_position), 'number'],
  ['Visibility', ({ visibility }) => measured(visibility, ' %'), 'number'],
  ['Traffic', ({ estimated_traffic }) => shown(estimated_traffic), 'number'],
]
