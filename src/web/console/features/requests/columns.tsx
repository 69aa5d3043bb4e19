import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { counted, shown } from '../../client/format.ts'
import { ofBrowser } from '../../client/storage.ts'
import { Check, toggled } from '../../ui/controls.tsx'
import { Badge, StatusBadge } from '../../ui/values.tsx'
import { isForeign } from './proxied.ts'
import type { Row } from './request-rows.ts'

/** A column of the list. `width` is a track of a CSS grid. */
export interface Column {
  name: string
  title: string
  width: string
  cell: (row: Row, link: string) => ComponentChildren
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

const COLUMNS: readonly Column[] = [
  {
    name: 'time',
    title: 'Time',
    width: '132px',
    cell: ({ time }) => (
      <time datetime={time} title={`${time} (UTC)`}>
        {TIME.format(new Date(time))}
      </time>
    ),
  },
  {
    name: 'status',
    title: 'Status',
    width: '80px',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { name: 'method', title: 'Method', width: '56px', cell: ({ method }) => method },
  {
    name: 'address',
    title: 'Address',
    width: 'minmax(0, 1fr)',
    cell: ({ url }, link) => (
      <a href={link} tabindex={-1} title={url}>
        {url}
      </a>
    ),
  },
  {
    name: 'operation',
    title: 'Operation',
    width: '138px',
    cell: ({ operation }) => operation ?? <span class="faint">none</span>,
  },
  {
    name: 'error',
    title: 'Error',
    width: '138px',
    cell: ({ error }) => error && <code>{error}</code>,
  },
  {
    name: 'duration',
    title: 'Duration',
    width: '62px',
    cell: ({ duration_ms }) => durationOf(duration_ms),
  },
  {
    name: 'key',
    title: 'Key',
    width: '88px',
    cell: ({ key, proxied }) =>
      key ? `${key.prefix}…` : !isForeign(proxied) && <span class="faint">no valid key</span>,
  },
  {
    name: 'source',
    title: 'Source',
    width: '70px',
    cell: ({ proxied }) => proxied?.source,
  },
  {
    name: 'request-id',
    title: 'Request id',
    width: '150px',
    cell: ({ request_id }) => <code title={request_id}>{request_id}</code>,
  },
  {
    name: 'marks',
    title: 'Marks',
    width: '104px',
    cell: ({ fault, valid, proxied }) => (
      <>
        {proxied !== undefined && (proxied.violations ?? 0) > 0 && (
          <Badge title="What the exchange violates: open it for details">
            {counted(proxied.violations ?? 0, 'violation')}
          </Badge>
        )}
        {fault && (
          <Badge tone="accent" title={`A fault rule affected it: ${fault}`}>
            fault
          </Badge>
        )}
        {valid === false && (
          <Badge tone="plain" title="The request does not match the document">
            invalid
          </Badge>
        )}
      </>
    ),
  },
]

/** The column that opens a request: it cannot be hidden. */
const FIXED = 'address'
const FIRST_SHOWN = ['time', 'status', 'method', FIXED, 'operation', 'duration', 'key', 'marks']
/** A proxy does not know the keys of its upstream. */
const FIRST_SHOWN_OF_PROXY = FIRST_SHOWN.map((name) => (name === 'key' ? 'source' : name))
const BESIDE = ['status', 'method', FIXED]
const PHONE = ['status', 'method', FIXED, 'time', 'operation', 'source', 'duration', 'marks']
const STORED = 'svc-request-columns'

/** How much room the list has: all of the page, a part of it, or that of a phone. */
export type Layout = 'wide' | 'beside' | 'phone'

/** The columns that the user chose, kept in the browser. Only a proxy has sources. */
export function useColumns(layout: Layout, { isProxy }: { isProxy: boolean }) {
  const columns = COLUMNS.filter(({ name }) => isProxy || name !== 'source')
  const first = isProxy ? FIRST_SHOWN_OF_PROXY : FIRST_SHOWN
  const [chosen, setChosen] = useState(() => {
    const kept = ofBrowser.get(STORED)?.split(',')
    return kept?.includes(FIXED) ? kept : first
  })
  const choose = (next: readonly string[]) => {
    const names = columns.map(({ name }) => name).filter((name) => next.includes(name))
    ofBrowser.set(STORED, names.join() === first.join() ? undefined : names.join())
    setChosen(names)
  }
  const names = { wide: chosen, beside: BESIDE, phone: PHONE }[layout]
  return {
    columns: columns.filter(({ name }) => names.includes(name)),
    all: columns,
    chosen,
    choose,
  }
}

/** A menu of the columns. */
export function ColumnMenu({
  all,
  chosen,
  choose,
}: Pick<ReturnType<typeof useColumns>, 'all' | 'chosen' | 'choose'>) {
  return (
    <details class="request-columns">
      <summary class="button">Columns</summary>
      <div class="menu-items" role="group" aria-label="Columns">
        {all.map(({ name, title }) => (
          <Check
            key={name}
            checked={chosen.includes(name)}
            onChange={() => choose(toggled(chosen, name))}
            attributes={{ disabled: name === FIXED }}
          >
            {title}
          </Check>
        ))}
      </div>
    </details>
  )
}

export function durationOf(ms: number) {
  return `${shown(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))} ms`
}
