import { apiDocument, operationsOf } from '../../client/document.ts'
import { counted, shown } from '../../client/format.ts'
import type { ControlCall } from '../../client/http.ts'
import { queryOf } from '../../client/request-query.ts'
import { useFilters } from '../../hooks/filters.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useOperator } from '../../hooks/sandbox.ts'
import { AskButton } from '../../ui/buttons.tsx'
import { Choice, ChoiceButtons } from '../../ui/controls.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { Panel, Pending } from '../../ui/page.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { Difference, Statement, VIOLATION_KINDS, type Violation } from '../../ui/violation.tsx'

const FILTERS = ['kind', 'operation', 'direction'] as const
const PAGE = 25
const MOST_LINKS = 3

/** The violations in the traffic, by kind, as the address filters them: `#/proxy?kind=contradicts_stated`. */
export function Violations({
  route,
  turn,
  onChange,
}: {
  route: Route
  turn: number
  onChange: () => void
}) {
  const control = useOperator()
  const { filter, bound, page, setPage, cleared, isFiltering } = useFilters(route, FILTERS)
  const operations = useLoaded(async () => operationsOf(await apiDocument()), [])
  const loaded = useLoaded(
    (signal) => violationsOf(control, filter, page, signal),
    [control, JSON.stringify(filter), page, turn],
  )
  const { rows, total, totals } = loaded.data ?? {}
  const kinds: [string, string][] = [
    ['', 'All'],
    ...VIOLATION_KINDS.map(({ kind, short }): [string, string] => [kind, short]),
  ]
  return (
    <Panel
      title="Violations"
      actions={totals?.[''] ? <ClearButton onDone={onChange} /> : undefined}
    >
      <FilterBar label="Filter the violations" values={filter} cleared={isFiltering && cleared}>
        <ChoiceButtons
          label="Kind"
          value={filter.kind}
          options={kinds.map(([kind, text]) => [
            kind,
            <>
              {text} <span class="faint">{shown(totals?.[kind])}</span>
            </>,
          ])}
          onChange={bound('kind').onChange}
        />
        <Choice
          label="Operation"
          any="Any operation"
          {...bound('operation')}
          options={(operations.data ?? []).map(({ id }) => id)}
        />
        <Choice
          label="Direction"
          any="Requests and responses"
          {...bound('direction')}
          options={[
            ['request', 'Requests only'],
            ['response', 'Responses only'],
          ]}
        />
      </FilterBar>
      <Pending of={loaded} title="The violations could not be loaded">
        Loading violations…
      </Pending>
      {rows?.length === 0 && (
        <p class="faint">
          {isFiltering
            ? 'No violations match these filters.'
            : 'None so far: the traffic is as stated and as assumed.'}
        </p>
      )}
      {VIOLATION_KINDS.map(({ kind, title }) => {
        const found = (rows ?? []).filter((violation) => violation.kind === kind)
        if (found.length === 0) return null
        return (
          <section key={kind} class={`violation-group is-${kind}`} aria-label={title}>
            <h3>{title}</h3>
            <Table caption={title} columns={COLUMNS} rows={found} class="violations" />
          </section>
        )
      })}
      <Pager total={total ?? 0} size={PAGE} page={page} onPage={setPage} />
    </Panel>
  )
}

const COLUMNS: Column<Violation>[] = [
  ['Statement', (violation) => <Statement violation={violation} />],
  [
    'Where',
    ({ method, path, operation, direction }) => (
      <span>
        {operation === null ? (
          <code>
            {method} {path}
          </code>
        ) : (
          <a href={linkTo('explorer', operation)}>
            <code>
              {method} {path}
            </code>
          </a>
        )}
        <span class="note">{direction}</span>
      </span>
    ),
  ],
  ['Difference', (violation) => <Difference violation={violation} />, 'wide'],
  [
    'Seen',
    ({ count, last_seen }) => (
      <span>
        {counted(count, 'time')}
        <span class="note">
          last <Time at={last_seen} precision="moment" />
        </span>
      </span>
    ),
  ],
  [
    'Requests',
    ({ requests }) => (
      <span class="stack tight">
        {requests
          .slice(-MOST_LINKS)
          .toReversed()
          .map((id, index) => (
            <a
              key={id}
              href={linkTo('requests', undefined, { q: queryOf({ text: id }) })}
              title={id}
            >
              {index === 0 ? 'latest' : `${index} earlier`}
            </a>
          ))}
      </span>
    ),
  ],
]

function ClearButton({ onDone }: { onDone: () => void }) {
  const control = useOperator()
  return (
    <AskButton
      text="Clear…"
      title="Clear the violations?"
      confirm="Clear"
      failed="The violations were not cleared"
      act={async () => {
        const { deleted } = (await control('DELETE', '/violations')).data
        onDone()
        return `${counted(deleted, 'violation')} forgotten.`
      }}
    >
      <p>All violations are removed from the list. New requests are judged as before.</p>
    </AskButton>
  )
}

/** A page of violations, and the numbers of each kind. */
async function violationsOf(
  control: ControlCall,
  { kind, ...filter }: Record<(typeof FILTERS)[number], string>,
  page: number,
  signal: AbortSignal,
) {
  const list = async (more: object) => {
    const query = { ...filter, ...more }
    const { data, meta } = await control('GET', '/violations', { query, signal })
    return { rows: data, total: meta?.pagination?.total ?? data.length }
  }
  const [listed, ...counts] = await Promise.all([
    list({ kind, limit: PAGE, offset: page * PAGE }),
    ...VIOLATION_KINDS.map((each) => list({ kind: each.kind, limit: 1 })),
  ])
  const totals: Record<string, number> = Object.fromEntries(
    counts.map(({ total }, index) => [VIOLATION_KINDS[index]?.kind, total]),
  )
  totals[''] = counts.reduce((sum, { total }) => sum + total, 0)
  return { ...listed, totals }
}
