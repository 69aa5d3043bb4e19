import type { ComponentChildren } from 'preact'
import { nextSorting, type Sorting, sorted } from '../client/sorting.ts'
import { Choice } from './controls.tsx'
import { type Column, Pager, Table } from './table.tsx'

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
