import { useState } from 'preact/hooks'
import { type Change, SOURCES, subjectName, titleOf } from '../../client/timeline.ts'
import { linkTo } from '../../hooks/route.ts'
import { useUndo } from '../../hooks/undo.ts'
import { Empty } from '../../ui/page.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Name, Time } from '../../ui/values.tsx'

const PAGE = 20
const LABELS = Object.fromEntries(SOURCES)

/** The changes as a table, the newest first. */
export function Changes({
  changes,
  page,
  onPage,
  shown,
  onShow,
}: {
  changes: readonly Change[]
  page: number
  onPage: (page: number) => void
  /** The kept state that is shown. */
  shown: string | undefined
  onShow: (moment: string) => void
}) {
  const { undo } = useUndo()
  const [isBusy, setBusy] = useState(false)
  const press = async (id: string) => {
    setBusy(true)
    await undo(id)
    setBusy(false)
  }
  const columns: Column<Change>[] = [
    [
      'What',
      (change) => (
        <span>
          {titleOf(change.operation)} <Subject change={change} />
        </span>
      ),
    ],
    [
      'Clock',
      ({ at, to }) => (
        <span>
          <Time at={at} />
          {to !== null && (
            <span class="note">
              to <Time at={to} />
            </span>
          )}
        </span>
      ),
    ],
    [
      'From',
      ({ source, key }) => (
        <span>
          {LABELS[source]}
          {key !== null && (
            <span class="note">
              key <Name>{key.name}</Name>
            </span>
          )}
        </span>
      ),
    ],
    ['Real time', ({ made_at }) => <Time at={made_at} />],
    [
      'Actions',
      ({ id, moment }) =>
        moment !== null && (
          <span class="actions">
            <button type="button" aria-pressed={moment === shown} onClick={() => onShow(moment)}>
              State before
            </button>
            <button type="button" disabled={isBusy} onClick={() => press(id)}>
              Undo
            </button>
          </span>
        ),
      'row-actions',
    ],
  ]
  if (changes.length === 0) {
    return (
      <Empty title="Nothing has changed yet">
        <p>Every change by the API, the console and the command line appears here.</p>
      </Empty>
    )
  }
  return (
    <>
      <Table
        class="timeline-changes"
        caption="What happened, the newest first"
        columns={columns}
        rows={changes.slice(page * PAGE, (page + 1) * PAGE)}
        rowClass={({ moment }) => (moment !== null && moment === shown ? 'is-selected' : '')}
      />
      <Pager total={changes.length} size={PAGE} page={page} onPage={onPage} />
    </>
  )
}

/** Screens with a page for each resource. */
const SCREENS: Record<string, 'campaigns' | 'alerts' | 'keys'> = {
  campaign: 'campaigns',
  alert: 'alerts',
  key: 'keys',
}

function Subject({ change }: { change: Change }) {
  const { operation, about } = change
  const name = <Name>{subjectName(change)}</Name>
  const screen = about && !operation.startsWith('delete') ? SCREENS[about.type] : undefined
  return screen && about ? <a href={linkTo(screen, about.id)}>{name}</a> : name
}
