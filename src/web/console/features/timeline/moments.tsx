import { counted, minuteOf, shown as number, shown } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import type { Moment } from '../../client/timeline.ts'
import { useAttempt, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { useUndo } from '../../hooks/undo.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure, Panel, Pending } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { DownloadButton } from '../snapshots/download.tsx'

/** Labels of moments, by the change that each precedes. */
const BEFORE: Record<Moment['before'], string> = {
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

type Detail = Control['MomentDetail']
type Change = Control['StateChange']

/** A state that the sandbox kept: what it had, what differs now, and a button that restores it. */
export function MomentDialog({
  id,
  onClose,
  onRestored,
}: {
  id: string
  onClose: () => void
  onRestored: () => void
}) {
  const { control, refresh } = useSandbox()
  const { did } = useUndo()
  const { attempt, busy, error } = useAttempt()
  const loaded = useRead(
    (control, signal) => control('GET', '/timeline/{moment}', { params: { moment: id }, signal }),
    [id],
  )
  const { data } = loaded
  const restore = async () => {
    const params = { moment: id }
    const { message } = await control('POST', '/timeline/{moment}/restore', { params })
    refresh()
    onRestored()
    return message ?? 'Restored.'
  }
  return (
    <Dialog
      wide
      title={data ? `State of ${minuteOf(data.shows)}, compared with now` : 'Kept state'}
      onClose={onClose}
    >
      <Pending of={loaded} title="The state could not be loaded">
        Comparing the states…
      </Pending>
      {error !== undefined && <Failure error={error} title="The state was not restored" />}
      {data && (
        <>
          <p class="faint">Kept before {BEFORE[data.before]}.</p>
          <h3>Changed since then</h3>
          <Changes changes={data.changes} more={data.more_changes} />
          <h3>Then and now</h3>
          <Figures past={data.past} present={data.present} />
          <div class="actions">
            <button
              type="button"
              class="primary"
              disabled={busy}
              onClick={() => attempt(() => did(restore))}
            >
              Restore this state
            </button>
            <DownloadButton
              of={`the state of ${minuteOf(data.shows)}`}
              read={async () =>
                (await control('GET', '/timeline/{moment}/state', { params: { moment: id } })).data
              }
            />
          </div>
        </>
      )}
    </Dialog>
  )
}

interface Row {
  id: string
  before: string
  after: string
}

const FIGURES: Column<Row>[] = [
  ['Figure', ({ id }) => id],
  ['Then', ({ before }) => before, 'number'],
  ['Now', ({ before, after }) => (before === after ? after : <strong>{after}</strong>), 'number'],
]

function Figures({ past, present }: Pick<Detail, 'past' | 'present'>) {
  const of = (id: string, read: (state: Detail['past']) => number | null | undefined): Row => {
    return { id, before: shown(read(past)), after: shown(read(present)) }
  }
  const clock = ({ now, frozen }: Detail['past']) => `${minuteOf(now)}${frozen ? ', frozen' : ''}`
  const rows: Row[] = [
    { id: 'Clock', before: clock(past), after: clock(present) },
    of('Campaigns', ({ campaigns }) => campaigns),
    of('Keywords', ({ figures }) => figures?.keywords),
    of('Average position', ({ figures }) => figures?.average_position),
    of('Visibility, %', ({ figures }) => figures?.visibility),
    of('Mentions', ({ figures }) => figures?.mentions),
    of('Webhooks', ({ webhooks }) => webhooks),
    of('Alerts', ({ alerts }) => alerts),
    of('Fault rules', ({ faults }) => faults),
    of('Keys', ({ keys }) => keys),
  ]
  return <Table caption="Then and now" columns={FIGURES} rows={rows} />
}

const COLLECTIONS: Record<Change['collection'], string> = {
  clock: 'Clock',
  campaigns: 'Campaign',
  alerts: 'Alert',
  webhooks: 'Webhook',
  faults: 'Fault rule',
  keys: 'Key',
}
const TONES = { added: 'good', removed: 'bad', changed: 'accent' } as const

const CHANGES: Column<Change>[] = [
  [
    'What',
    ({ collection, name }) => (
      <span>
        {COLLECTIONS[collection]} {collection !== 'clock' && <Name>{name}</Name>}
      </span>
    ),
  ],
  ['Change', ({ change }) => <Badge tone={TONES[change]}>{change}</Badge>],
  [
    'Fields',
    ({ fields }) => (
      <ul class="changed-fields">
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            {field}: <del>{textOf(before)}</del> → <ins>{textOf(after)}</ins>
          </li>
        ))}
      </ul>
    ),
  ],
]

function Changes({ changes, more }: { changes: Change[]; more: number }) {
  if (changes.length === 0) return <p>Nothing.</p>
  return (
    <>
      <Table
        caption="Changed since then"
        columns={CHANGES}
        rows={changes}
        keyOf={({ collection, id }) => `${collection} ${id}`}
      />
      {more > 0 && <p class="faint">And {counted(more, 'other change')}.</p>}
    </>
  )
}

/** A time as people read it, a text as it is, and anything else as JSON. */
function textOf(value: unknown) {
  if (value === undefined || value === null) return '–'
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT/.test(value) ? <Time at={value} /> : value
}
