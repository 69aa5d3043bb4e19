import { shown } from '../../client/format.ts'
import type { RowOf } from '../../client/service-lists.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Change, Time } from '../../ui/values.tsx'

type Check = RowOf<'/serp/rankings'>

/** The checks of a keyword, the newest first. */
export function Checks({ of: checks, keyword }: { of: readonly Check[]; keyword: string }) {
  return (
    <Table
      caption={`Days of ${keyword}`}
      columns={COLUMNS}
      rows={checks.toReversed()}
      keyOf={({ checked_at }) => checked_at}
    />
  )
}

const MOST_RIVALS = 3

const COLUMNS: Column<Check>[] = [
  [
    'Day',
    ({ date, is_new, is_lost }) => (
      <span>
        <Time at={date} precision="day" /> {is_new && <Badge tone="good">new</Badge>}
        {is_lost && <Badge tone="bad">lost</Badge>}
      </span>
    ),
  ],
  [
    'Position',
    ({ position, change }) =>
      position === null ? (
        <span class="faint">not in top 100</span>
      ) : (
        <span>
          {position} <Change change={change} />
        </span>
      ),
    'number',
  ],
  ['Before', ({ previous_position }) => shown(previous_position), 'number'],
  ['Traffic', ({ estimated_traffic }) => shown(estimated_traffic), 'number'],
  ['Features', ({ serp_features = [] }) => serp_features.join(', ').replaceAll('_', ' '), 'wide'],
  ['Rivals', ({ competitors }) => <Rivals rivals={competitors} />, 'wide'],
]

/** The best rivals. */
function Rivals({ rivals = [] }: { rivals: Check['competitors'] | undefined }) {
  const listed = rivals.filter(({ position }) => position !== null)
  if (listed.length === 0) return <span class="faint">none in top 100</span>
  return (
    <>
      {listed
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .slice(0, MOST_RIVALS)
        .map(({ domain, position }) => `${domain} (${position})`)
        .join(', ')}
    </>
  )
}
