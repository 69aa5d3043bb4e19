import { shown as number } from '../../client/format.ts'
import type { Moment } from '../../client/timeline.ts'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'

/** Labels of moments, by the change that each precedes. */
export const BEFORE: Record<Moment['before'], string> = {
  advance: 'the clock was advanced',
  set: 'the clock was set',
  reset: 'the account was reset',
  restore: 'another state was restored',
  import: 'a state from a file was loaded',
  delete: 'something was deleted',
}

/** All states that can be restored, also of a past that a reset or a restore left behind. */
export function Moments({
  moments,
  shown,
  onShow,
}: {
  moments: readonly Moment[]
  shown: string | undefined
  onShow: (id: string) => void
}) {
  const columns: Column<Moment>[] = [
    ['Clock', ({ shows }) => <Time at={shows} />],
    ['Kept before', ({ before }) => BEFORE[before]],
    ['Campaigns', ({ campaigns }) => number(campaigns), 'number'],
    [
      'Actions',
      ({ id }) => (
        <span class="actions">
          <button type="button" aria-pressed={id === shown} onClick={() => onShow(id)}>
            Compare with now
          </button>
        </span>
      ),
      'row-actions',
    ],
  ]
  return (
    <Panel title="Kept states">
      {moments.length === 0 ? (
        <p class="faint">
          None yet. The sandbox keeps the state before a deletion, a move of the clock, a reset or a
          restore: the last ten before deletions, and the last ten others.
        </p>
      ) : (
        <Table caption="Kept states, the newest first" columns={columns} rows={moments} />
      )}
    </Panel>
  )
}
