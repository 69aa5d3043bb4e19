import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { counted } from '../client/format.ts'

/** Rows above and below the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN = 8

/**
 * A long list that renders only its visible rows, and keeps its place when rows are added at the top. Arrow keys, j, k, Home, End,
 * PageUp and PageDown move, Enter opens, x selects. While a row is open, j and k open the next one. Cells have the roles columnheader and gridcell; `rowHeight` is in pixels.
 */
export function VirtualList<T>(props: {
  rows: readonly T[]
  keyOf: (row: T) => string
  rowHeight: number
  label: string
  header: ComponentChildren
  cells: (row: T) => ComponentChildren
  current: string | undefined
  onOpen: (row: T) => void
  onSelect?: (row: T) => void
  class?: string
}) {
  const { rows, keyOf, rowHeight, label, header, cells, current, onOpen, class: style = '' } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [{ top, height }, setSeen] = useState({ top: 0, height: 600 })
  const [active, setActive] = useState(current)
  const scroll = useScrollPlace(box, { rows, keyOf, rowHeight, onSeen: setSeen })

  const inView = Math.max(1, Math.floor(height / rowHeight))
  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const shown = rows.slice(first, first + inView + 2 * OVERSCAN + 1)
  const isShown = active !== undefined && shown.some((row) => keyOf(row) === active)

  const moveTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return undefined
    setActive(keyOf(row))
    scroll.show(rows.indexOf(row))
    return row
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = active === undefined ? -1 : rows.findIndex((row) => keyOf(row) === active)
    const next = MOVES[event.key]?.({ at, inView, last: rows.length - 1 })
    const row = rows[at]
    if (next !== undefined) {
      const reached = moveTo(next)
      if (/^[jk]$/.test(event.key) && current !== undefined && reached) onOpen(reached)
    } else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else if (event.key === 'x' && row !== undefined) props.onSelect?.(row)
    else return
    event.preventDefault()
  }
  const focus = () => {
    if (active !== undefined && rows.some((row) => keyOf(row) === active)) return
    const row = rows[Math.ceil(top / rowHeight)]
    if (row !== undefined) setActive(keyOf(row))
  }

  return (
    <div class="virtual-frame">
      <div
        ref={box}
        class={`virtual ${style}`}
        role="grid"
        tabindex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isShown ? `${id}-${active}` : undefined}
        onKeyDown={press}
        onFocus={focus}
      >
        <div role="rowgroup" class="virtual-head">
          <div role="row" aria-rowindex={1} class="virtual-row">
            {header}
          </div>
        </div>
        <div
          role="rowgroup"
          class="virtual-body"
          style={{ height: `${rows.length * rowHeight}px` }}
        >
          {shown.map((row, index) => {
            const key = keyOf(row)
            return (
              <div
                key={key}
                id={`${id}-${key}`}
                role="row"
                class={key === active ? 'virtual-row is-active' : 'virtual-row'}
                aria-rowindex={first + index + 2}
                aria-selected={key === current}
                style={{
                  height: `${rowHeight}px`,
                  transform: `translateY(${(first + index) * rowHeight}px)`,
                }}
                onClick={(event: MouseEvent) => {
                  // The user may want to open the link in a new tab.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  box.current?.focus({ preventScroll: true })
                  setActive(key)
                  onOpen(row)
                }}
              >
                {cells(row)}
              </div>
            )
          })}
        </div>
      </div>
      {scroll.above > 0 && (
        <button type="button" class="virtual-above" onClick={() => scroll.show(0)}>
          {counted(scroll.above, 'new one', 'new ones')} <span aria-hidden="true">↑</span>
          <span class="hidden-text">at the top</span>
        </button>
      )}
    </div>
  )
}

/** The row that a key leads to. */
const MOVES: Record<string, (place: { at: number; inView: number; last: number }) => number> = {
  ArrowDown: ({ at }) => at + 1,
  j: ({ at }) => at + 1,
  ArrowUp: ({ at }) => at - 1,
  k: ({ at }) => at - 1,
  PageDown: ({ at, inView }) => at + inView - 1,
  PageUp: ({ at, inView }) => at - inView + 1,
  Home: () => 0,
  End: ({ last }) => last,
}

/**
 * Keeps the place of the list when rows are added above, when their height changes, and while it is hidden.
 * @returns `above`: how many were added above the visible ones.
 */
function useScrollPlace<T>(
  box: { current: HTMLDivElement | null },
  {
    rows,
    keyOf,
    rowHeight,
    onSeen,
  }: {
    rows: readonly T[]
    keyOf: (row: T) => string
    rowHeight: number
    onSeen: (seen: { top: number; height: number }) => void
  },
): { above: number; show: (index: number) => void } {
  const [above, setAbove] = useState(0)
  const place = useRef({ top: 0, key: '', index: 0, rowHeight })
  const latest = useRef({ rows, keyOf, rowHeight })
  latest.current = { rows, keyOf, rowHeight }

  const look = useRef(() => {
    const element = box.current
    // A hidden element has no scroll position.
    if (element === null || element.clientHeight === 0) return
    const { rows, keyOf, rowHeight } = latest.current
    const top = element.scrollTop
    const index = Math.floor(top / rowHeight)
    const row = rows[index]
    place.current = { top, index, key: row === undefined ? '' : keyOf(row), rowHeight }
    if (top === 0) setAbove(0)
    onSeen({ top, height: heightOf(element) })
  })

  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement
    let frame = 0
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look.current)
    }
    const resized = new ResizeObserver(() => {
      if (element.clientHeight > 0) element.scrollTop = place.current.top
      later()
    })
    resized.observe(element)
    element.addEventListener('scroll', later, { passive: true })
    look.current()
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      element.removeEventListener('scroll', later)
    }
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const { key, index, rowHeight: before } = place.current
    const isHidden = element.clientHeight === 0
    const top = isHidden ? place.current.top : element.scrollTop
    if (top === 0) return look.current()
    const found = rows.findIndex((row) => keyOf(row) === key)
    const moved = found < 0 ? 0 : found - index
    if (moved > 0) setAbove((count) => count + moved)
    const next = (top / before + moved) * rowHeight
    place.current = { top: next, index: index + moved, key, rowHeight }
    if (next !== top) element.scrollTop = next
    look.current()
  }, [rows, rowHeight])

  const show = (index: number) => {
    const element = box.current
    if (element === null) return
    const { rowHeight } = latest.current
    const height = heightOf(element)
    if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight
    else if ((index + 1) * rowHeight > element.scrollTop + height) {
      element.scrollTop = (index + 1) * rowHeight - height
    }
    look.current()
  }
  return { above, show }
}

/** The height of the visible rows, without the header. */
function heightOf(element: HTMLDivElement) {
  const head = element.firstElementChild as HTMLElement
  return element.clientHeight - head.offsetHeight
}
