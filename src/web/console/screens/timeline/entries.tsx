import { type Entry, outcomeOf, titleOf } from '../../client/timeline.ts'
import { linkTo } from '../../hooks/route.ts'
import { Panel } from '../../parts/page.tsx'
import { Empty } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { Badge, Name, Time, type Tone } from '../../parts/values.tsx'

const PAGE = 20
const TONES: Record<string, Tone> = { failed: 'bad', pending: 'accent', ok: 'good' }

/** The entries as a table, the newest first. */
export function Entries({
  entries,
  page,
  onPage,
  shown,
  onShow,
}: {
  entries: readonly Entry[]
  page: number
  onPage: (page: number) => void
  /** The kept state that is shown. */
  shown: string | undefined
  onShow: (moment: string) => void
}) {
  const rows = entries.toReversed().slice(page * PAGE, (page + 1) * PAGE)
  const columns: Column<Entry>[] = [
    [
      'When',
      ({ at, until }) => (
        <span>
          <Time at={at} />
          {until !== null && until !== at && (
            <span class="cell-note">
              to <Time at={until} />
            </span>
          )}
        </span>
      ),
    ],
    ['What', (entry) => <Name>{titleOf(entry)}</Name>],
    ['Outcome', (entry) => <Outcomes entry={entry} />],
    [
      'Actions',
      (entry) => {
        const link = linkOf(entry)
        const { moment } = entry
        return (
          <span class="actions">
            {moment !== null && (
              <button type="button" aria-pressed={moment === shown} onClick={() => onShow(moment)}>
                State before
              </button>
            )}
            {link && (
              <a class="button" href={link}>
                Open
              </a>
            )}
          </span>
        )
      },
      'row-actions',
    ],
  ]
  return (
    <Panel title="Changes">
      {entries.length === 0 ? (
        <Empty title="Nothing happened in this period">
          <p>Advance the clock, or choose a longer period.</p>
        </Empty>
      ) : (
        <>
          <Table
            class="timeline-entries"
            caption="What happened, the newest first"
            columns={columns}
            rows={rows}
            rowClass={({ moment }) => (moment !== null && moment === shown ? 'is-selected' : '')}
          />
          <Pager total={entries.length} size={PAGE} page={page} onPage={onPage} />
        </>
      )}
    </Panel>
  )
}

/** How many had each outcome, if any failed or several were counted. */
function Outcomes({ entry }: { entry: Entry }) {
  if (outcomeOf(entry) === undefined) return null
  const found = Object.entries(entry.outcomes).filter(([, count]) => count > 0)
  return (
    <span class="outcomes">
      {found.map(([name, count]) => (
        <Badge key={name} tone={TONES[name] ?? 'plain'}>
          {entry.count > 1 ? `${count} ${name}` : name}
        </Badge>
      ))}
    </span>
  )
}

/** The screen with more about an entry. */
function linkOf({ kind, ref, campaign_id }: Entry): string | undefined {
  if (ref === null) return campaign_id === null ? undefined : linkTo('campaigns', campaign_id)
  if (ref.startsWith('req_')) return linkTo('requests', ref)
  if (kind === 'delivery') return linkTo('webhooks', ref)
  if (kind === 'fault') return linkTo('faults')
  return campaign_id === null ? undefined : linkTo('campaigns', campaign_id)
}
