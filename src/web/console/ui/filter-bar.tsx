import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { NARROW, useMedia } from '../hooks/media.ts'

/**
 * The filters of a list. A phone shows `search`, and a button that opens the others, because they would fill its screen.
 * `values` are the texts of these others; an empty one filters nothing. `cleared` is the address without filters.
 */
export function FilterBar({
  label,
  values,
  search,
  cleared,
  class: style = '',
  children,
}: {
  label: string
  values: object
  search?: ComponentChildren
  cleared?: string | false
  class?: string
  children?: ComponentChildren
}) {
  const id = useId()
  const isPhone = useMedia(NARROW)
  const [isOpen, setOpen] = useState(false)
  const set = Object.values(values).filter((value) => value !== '' && value !== undefined).length
  return (
    <div class={`filter-bar ${style}`} role="search" aria-label={label}>
      {search}
      {isPhone && (
        <button
          type="button"
          class="filter-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{set > 0 && ` (${set})`}
        </button>
      )}
      <div class="filter-more" id={id} hidden={isPhone && !isOpen}>
        {children}
      </div>
      {cleared && <a href={cleared}>Clear filters</a>}
    </div>
  )
}
