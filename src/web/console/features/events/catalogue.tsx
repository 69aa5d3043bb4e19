import { counted } from '../../client/format.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { EventDescription, PayloadMember } from './event-catalogue.ts'

const COLUMNS: Column<PayloadMember>[] = [
  [
    'Member',
    ({ name, required }) => (
      <span>
        <code>{name}</code> {!required && <span class="faint">optional</span>}
      </span>
    ),
  ],
  ['Type', ({ type }) => <span>{type}</span>],
  ['Meaning', ({ description }) => <span>{description}</span>],
]

/** Every kind of event with its payload and an example. */
export function Catalogue({ kinds }: { kinds: readonly EventDescription[] }) {
  return (
    <>
      {kinds.map((kind) => (
        <Panel
          key={kind.name}
          title={kind.name}
          actions={
            <CopyButton
              text={JSON.stringify(kind.example, null, 2)}
              label="Copy the example"
              class="quiet"
            />
          }
        >
          <p>
            <strong>{kind.summary}.</strong> {kind.description}
          </p>
          <div class="grid">
            <JsonView value={kind.example} label={`Example of ${kind.name}`} />
            <div>
              <Members title="member" of={kind.name} members={kind.members} />
              <Members title="header" of={kind.name} members={kind.headers} />
            </div>
          </div>
        </Panel>
      ))}
    </>
  )
}

function Members({
  title,
  of,
  members,
}: {
  title: string
  of: string
  members: readonly PayloadMember[]
}) {
  return (
    <details>
      <summary>{counted(members.length, title)}</summary>
      <Table
        caption={`The ${title}s of ${of}`}
        columns={COLUMNS}
        rows={members}
        keyOf={({ name }) => name}
      />
    </details>
  )
}
