import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** A foldable row that renders its body when it is open. */
export function Fold({
  head,
  isOpen = false,
  children,
}: {
  head: ComponentChildren
  isOpen?: boolean
  children?: ComponentChildren
}) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      open={open}
      onToggle={(event: { currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="row fold-head">{head}</span>
      </summary>
      {open && <div class="stack fold-body">{children}</div>}
    </details>
  )
}
