import type { ComponentChildren } from 'preact'
import { counted, shown } from '../client/format.ts'

/** `style` is a class. Only screen readers get the label of a column of actions. */
export type Column<T> = [
  label: string,
  cell: (row: T, index: number) => ComponentChildren,
  style?: string,
]

const isOfActions = (style: string | undefined) => style?.endsWith('actions')

const idOf = (row: unknown) => (row as { id: string }).id

/** The order of each of the first columns, which a press on its heading changes. */
export interface ColumnOrders {
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
