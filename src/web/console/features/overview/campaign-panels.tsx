import { useState } from 'preact/hooks'
import { shown } from '../../client/format.ts'
import { Panel } from '../../ui/page.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Badge, Change, Name, Time } from '../../ui/values.tsx'
import type { CampaignFigures } from './figures.ts'

type Ranking = CampaignFigures['latest'][number]

const PAGE = 10

/** When a campaign ran and will run. */
export function Runs({ campaign }: Pick<CampaignFigures, 'campaign'>) {
  const { status, last_run_at, last_run_status, next_run_at } = campaign
  return (
    <p>
      Last run: <Time at={last_run_at} />{' '}
      {last_run_status === 'failed' && <Badge tone="bad">failed</Badge>} · Next run:{' '}
      <Time at={next_run_at} absent="none" /> {status !== 'active' && <Badge>{status}</Badge>}
    </p>
  )
}

/** The last check of each keyword. `rows` are of one day. */
export function KeywordTable({ rows }: { rows: readonly Ranking[] }) {
  const [wanted, setPage] = useState(0)
  const page = Math.min(wanted, Math.ceil(rows.length / PAGE) - 1)
  return (
    <Panel title="Keywords">
      <Table
        class="campaigns"
        columns={COLUMNS}
        rows={rows.slice(page * PAGE, (page + 1) * PAGE)}
        keyOf={({ keyword }) => keyword}
      />
      <Pager total={rows.length} size={PAGE} page={page} onPage={setPage} />
    </Panel>
  )
}

const COLUMNS: Column<Ranking>[] = [
  [
    'Keyword',
    ({ keyword, is_new, is_lost }) => (
      <span>
        <Name>{keyword}</Name> {is_new && <Badge tone="good">new</Badge>}
        {is_lost && <Badge tone="bad">lost</Badge>}
      </span>
    ),
  ],
  [
    'Position',
    ({ position, change }) =>
      typeof position === 'number' ? (
        <span>
          {position} <Change change={change} />
        </span>
      ) : (
        <span class="faint">not in top 100</span>
      ),
    'number',
  ],
  ['Before', ({ previous_position }) => shown(previous_position), 'number'],
  ['Searches a month', ({ search_volume }) => shown(search_volume), 'number'],
  ['Checked', ({ checked_at }) => <Time at={checked_at} />],
]
