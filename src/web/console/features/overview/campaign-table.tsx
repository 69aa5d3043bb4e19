import { measured, shown } from '../../client/format.ts'
import { linkTo } from '../../hooks/route.ts'
import { TextFilter } from '../../ui/filters.tsx'
import { Panel } from '../../ui/page.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Badge, Change, Name } from '../../ui/values.tsx'
import type { AccountFigures } from './figures.ts'

export const PAGE = 10

type Row = AccountFigures['campaigns'][number]

/** A page of campaigns with their figures. `days` is the period in the address. */
export function CampaignTable({
  campaigns,
  total,
  days,
  search,
  page,
  onPage,
}: AccountFigures & {
  days: string
  search: { value: string; onChange: (value: string) => void }
  page: number
  onPage: (page: number) => void
}) {
  const find = <TextFilter label="Find a campaign" placeholder="Find by name" {...search} />
  return (
    <Panel title="Campaigns" actions={find}>
      <Table
        class="campaigns"
        columns={columnsOf(days)}
        rows={campaigns}
        keyOf={({ campaign }) => campaign.id}
      />
      {campaigns.length === 0 && (
        <p class="faint">
          No campaigns match “<bdi>{search.value}</bdi>”.
        </p>
      )}
      <Pager total={total} size={PAGE} page={page} onPage={onPage} />
    </Panel>
  )
}

function columnsOf(days: string): Column<Row>[] {
  return [
    [
      'Campaign',
      ({ campaign: { id, name, status } }) => (
        <span>
          <a href={linkTo('campaigns', id, { days })}>
            <Name>{name}</Name>
          </a>{' '}
          {status !== 'active' && <Badge>{status}</Badge>}
        </span>
      ),
    ],
    ['Type', ({ campaign }) => campaign.type],
    ['Keywords', ({ campaign }) => shown(campaign.keywords.length), 'number'],
    [
      'Position',
      ({ summary, changes }) => (
        <span>
          {shown(summary.average_position)} <Change change={changes.average_position} />
        </span>
      ),
      'number',
    ],
    ['Trend', ({ positions }) => <Sparkline values={positions} inverted />],
    ['Visibility', ({ summary }) => measured(summary.visibility, ' %'), 'number'],
    ['Mentions', ({ summary }) => shown(summary.mentions), 'number'],
  ]
}
