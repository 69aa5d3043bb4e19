import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Loaded } from '../hooks/sandbox.ts'
import { Empty, Pending, ScreenHeader } from './page.tsx'

/** The screen of all records of a kind: a button that creates one, filters, and the list. */
export function ResourceScreen({
  what,
  trail,
  of,
  count,
  form,
  canCreate = true,
  filters,
  isFiltering = false,
  none,
  children,
}: {
  /** The kind, such as `campaign`. */
  what: string
  trail?: string
  of: Loaded<unknown>
  /** Undefined while it is loading. */
  count: number | undefined
  form: (close: () => void) => ComponentChildren
  canCreate?: boolean
  filters?: ComponentChildren
  isFiltering?: boolean
  /** What such a record is for, where there is none. */
  none: ComponentChildren
  /** The list. */
  children: ComponentChildren
}) {
  const all = `${what}s`
  const [isCreating, setCreating] = useState(false)
  const create = (
    <button type="button" class="primary" disabled={!canCreate} onClick={() => setCreating(true)}>
      Create {/^[aeiou]/.test(what) ? 'an' : 'a'} {what}
    </button>
  )
  const isEmpty = count === 0 && !isFiltering
  return (
    <>
      <ScreenHeader trail={trail} title={all[0]?.toUpperCase() + all.slice(1)}>
        {isEmpty ? undefined : create}
      </ScreenHeader>
      {filters}
      <Pending of={of} title={`The ${all} could not be loaded`}>
        Loading {all}…
      </Pending>
      {isEmpty && (
        <Empty title={`No ${all} yet`}>
          <p>{none}</p>
          <div class="actions">{create}</div>
        </Empty>
      )}
      {count === 0 && isFiltering && <p class="faint">No {all} match these filters.</p>}
      {count !== undefined && count > 0 && (
        <section class="panel" aria-label={`List of ${all}`}>
          {children}
        </section>
      )}
      {/* Not below its button, which moves when the first record is there. */}
      {isCreating && form(() => setCreating(false))}
    </>
  )
}

/** A list in a panel: its state, a sentence if it is empty, or its rows. */
export function Listed<Row>({
  what,
  of,
  rows,
  none,
  children,
}: {
  /** What the rows are, such as `events`. */
  what: string
  of: Loaded<unknown>
  rows: readonly Row[] | undefined
  none: ComponentChildren
  children: (rows: readonly Row[]) => ComponentChildren
}) {
  return (
    <>
      <Pending of={of} title={`The ${what} could not be loaded`}>
        Loading {what}…
      </Pending>
      {rows?.length === 0 && <p class="faint">{none}</p>}
      {rows && rows.length > 0 && children(rows)}
    </>
  )
}
