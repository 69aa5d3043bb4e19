import type { ComponentType } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.ts'
import { SandboxContext } from '../hooks/sandbox.ts'

/** The panel, which is loaded when the first mark is opened. */
type Panel = ComponentType<{ places: readonly string[]; onClose: () => void }>

/**
 * A mark on a part of the API: whether the provider states it or the sandbox assumes it. It opens a panel with the reason
 * and, for assumptions, with the overlay action to copy.
 * @param props `place`: a JSON Pointer into the document, through references if need be, or several that one assumption made.
 *   `origin`: of the mark. `label`: its text, by default the origin. `about`: what screen readers hear after it.
 */
export function Assumed({
  place,
  origin = 'assumed',
  label,
  about,
}: {
  place: string | readonly string[]
  origin?: 'stated' | 'assumed' | 'overlay'
  label?: string | undefined
  about?: string | undefined
}) {
  const [Panel, setPanel] = useState<{ of: Panel }>()
  const sandbox = useContext(SandboxContext)
  const places = typeof place === 'string' ? [place] : place
  const text = label ?? origin
  // A page without a session, such as /docs, shows the mark alone.
  if (sandbox === undefined || places.length === 0) {
    return <span class={`origin-mark origin-${origin}`}>{text}</span>
  }
  const open = () => {
    import('./assumed-panel.tsx').then(
      (loaded) => setPanel({ of: loaded.default }),
      (error) => sandbox.notify(messageOf(error), 'failed'),
    )
  }
  return (
    <>
      <button
        type="button"
        class={`origin-mark origin-${origin}`}
        aria-haspopup="dialog"
        aria-label={about && `${text}: ${about}`}
        onClick={open}
      >
        {text}
      </button>
      {Panel && <Panel.of places={places} onClose={() => setPanel(undefined)} />}
    </>
  )
}
