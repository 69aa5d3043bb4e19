import type { ComponentChildren } from 'preact'
import { counted, shown } from '../client/format.ts'
import { nextSorting, type Sorting, sorted } from '../client/sorting.ts'
import { Choice } from './controls.tsx'

/** `style` is a class. Only screen readers get the label of a column of actions. */
export type Column<T> = [
  label: string,
  cell: (row: T, index: number) => ComponentChildren,
  style?: string,
]

const isOfActions = (style: string | undefined) => style?.endsWith('actions')

const idOf = (row: unknown) => (row as { id: string }).id

/** The order of each of the first columns, which a press on its heading changes. */
interface ColumnOrders {
  orders: readonly ('ascending' | 'descending' | 'none')[]
  onSort: (column: number) => void
}

const ARROWS = { ascending: '↑', descending: '↓', none: '' }

/** A table whose first column names the row. On a phone, each row is a card with a label before each value. */
export function Table<T>({
  columns,
  rows,
  keyOf = idOf,
  caption,
  class: style = '',
  rowClass = () => '',
  sort,
  detail,
  onPoint,
}: {
  columns: Column<T>[]
  rows: readonly T[]
  /** Default: its `id`. */
  keyOf?: (row: T) => string
  caption?: string
  class?: string
  rowClass?: (row: T) => string
  sort?: ColumnOrders
  /** What is open below a row, if anything. */
  detail?: ((row: T) => ComponentChildren) | undefined
  /** Called with the row under the pointer. */
  onPoint?: ((row: T | undefined) => void) | undefined
}) {
  const heading = (label: string, order: ColumnOrders['orders'][number], press: () => void) => (
    <button type="button" class="sort" onClick={press}>
      {label} <span aria-hidden="true">{ARROWS[order]}</span>
    </button>
  )
  return (
    <table class={`table stacked ${style}`}>
      {caption && <caption class="hidden-text">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(([label, , style], index) => {
            const order = sort?.orders[index]
            return (
              <th scope="col" class={style} aria-sort={order}>
                {isOfActions(style) ? (
                  <span class="hidden-text">{label}</span>
                ) : order === undefined ? (
                  label
                ) : (
                  heading(label, order, () => sort?.onSort(index))
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => [
          <tr
            key={keyOf(row)}
            class={rowClass(row)}
            onMouseEnter={onPoint && (() => onPoint(row))}
            onMouseLeave={onPoint && (() => onPoint(undefined))}
          >
            {columns.map(([label, cell, style], place) =>
              place === 0 ? (
                <th scope="row">{cell(row, index)}</th>
              ) : (
                <td data-label={isOfActions(style) ? undefined : label} class={style}>
                  {cell(row, index)}
                </td>
              ),
            )}
          </tr>,
          detail?.(row) && (
            <tr key={`${keyOf(row)} detail`} class="row-detail">
              <td colSpan={columns.length}>{detail(row)}</td>
            </tr>
          ),
        ])}
      </tbody>
    </table>
  )
}

export function Pager({
  total,
  size,
  page,
  onPage,
}: {
  total: number
  size: number
  page: number
  onPage: (page: number) => void
}) {
  if (total <= size) return null
  const last = Math.ceil(total / size) - 1
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span class="faint">
        {shown(page * size + 1)}–{shown(Math.min(total, (page + 1) * size))} of{' '}
        {counted(total, 'row')}
      </span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  )
}

type Values<Row> = readonly { name: string; value: SortColumn<Row, string>['value'] }[]

/** The rows of a page in their order, and the number of that page: the last one if there are not so many. */
export function pageOf<Row>(
  rows: readonly Row[],
  columns: Values<Row>,
  { sorting, page, size }: { sorting: Sorting; page: number; size: number },
): { rows: readonly Row[]; page: number } {
  const by = columns.find(({ name }) => name === sorting.by)
  const ordered = by === undefined ? rows : sorted(rows, by.value, sorting.descending)
  const shown = Math.min(page, Math.max(0, Math.ceil(rows.length / size) - 1))
  return { rows: ordered.slice(shown * size, (shown + 1) * size), page: shown }
}

/** A column that a press on its heading sorts by. `value` is what it sorts by. */
export interface SortColumn<Row, Name extends string> {
  name: Name
  label: string
  value: (row: Row) => string | number | boolean | null | undefined
  cell: (row: Row) => ComponentChildren
  class?: string
}

/** A table that the reader sorts, one page at a time. On a phone, where it has no headings, a list has the order. */
export function SortedTable<Row, Name extends string>({
  columns,
  actions = [],
  rows,
  keyOf,
  caption,
  sorting,
  onSort,
  page,
  onPage,
  size,
  ...table
}: {
  columns: readonly SortColumn<Row, Name>[]
  /** Columns that are no order, after the others. */
  actions?: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  caption: string
  sorting: Sorting<Name>
  onSort: (sorting: Sorting<Name>) => void
  page: number
  onPage: (page: number) => void
  size: number
} & Pick<Parameters<typeof Table<Row>>[0], 'detail' | 'onPoint'>) {
  const shown = pageOf(rows, columns, { sorting, page, size })
  return (
    <>
      <div class="sort-choice">
        <Choice
          label="Sort by"
          value={`${sorting.descending ? '-' : ''}${sorting.by}`}
          options={columns.flatMap(({ name, label }) => [
            [name, `${label}, ascending`],
            [`-${name}`, `${label}, descending`],
          ])}
          onChange={(text) => {
            const found = columns.find(({ name }) => text.replace('-', '') === name)
            if (found) onSort({ by: found.name, descending: text.startsWith('-') })
          }}
        />
      </div>
      <Table
        caption={caption}
        {...table}
        rows={shown.rows}
        keyOf={keyOf}
        columns={[
          ...columns.map(({ label, cell, class: style }): Column<Row> => [label, cell, style]),
          ...actions,
        ]}
        sort={{
          orders: columns.map(({ name }) =>
            name === sorting.by ? (sorting.descending ? 'descending' : 'ascending') : 'none',
          ),
          onSort: (index) => {
            const column = columns[index]
            if (column) onSort(nextSorting(sorting, column.name))
          },
        }}
      />
      <Pager total={rows.length} size={size} page={shown.page} onPage={onPage} />
    </>
  )
}
