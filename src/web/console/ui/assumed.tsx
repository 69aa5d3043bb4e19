import type { ComponentType } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.ts'
import { SandboxContext } from '../hooks/sandbox.ts'

/** A JSON Pointer into the document, through references if need be, several that one assumption made, or how to find one. */
type Place = string | readonly string[] | (() => Promise<string | readonly string[]>)

/** The panel, which is loaded when the first mark is opened. */
type Panel = ComponentType<{ places: readonly string[]; onClose: () => void }>

/**
 * A mark on a part of the API: whether the provider states it or the sandbox assumes it. It opens a panel with the reason
 * and, for assumptions, with the overlay action to copy.
 * @param props `origin`: of the mark. `label`: its text, by default the origin. `about`: what screen readers hear after it.
 *   `quiet`: only a dot, beside values.
 */
export function Assumed({
  place,
  origin = 'assumed',
  label,
  about,
  quiet = false,
}: {
  place: Place
  origin?: 'stated' | 'assumed' | 'overlay'
  label?: string | undefined
  about?: string | undefined
  quiet?: boolean
}) {
  const [panel, setPanel] = useState<{ Panel: Panel; places: readonly string[] }>()
  const sandbox = useContext(SandboxContext)
  const text = label ?? origin
  const style = `origin-mark origin-${origin}${quiet ? ' is-quiet' : ''}`
  const shown = quiet ? '' : text
  // A page without a session, such as /docs, shows the mark alone.
  if (sandbox === undefined || (place.length === 0 && typeof place !== 'function')) {
    return (
      <span class={style} title={quiet ? text : undefined}>
        <span class={quiet ? 'hidden-text' : ''}>{text}</span>
      </span>
    )
  }
  const open = async () => {
    try {
      const found = typeof place === 'function' ? await place() : place
      const { default: Panel } = await import('./assumed-panel.tsx')
      setPanel({ Panel, places: typeof found === 'string' ? [found] : found })
    } catch (error) {
      sandbox.notify(messageOf(error), 'failed')
    }
  }
  return (
    <>
      <button
        type="button"
        class={style}
        aria-haspopup="dialog"
        aria-label={about === undefined ? (quiet ? text : undefined) : `${text}: ${about}`}
        title={quiet ? `${text}: show the reason` : undefined}
        onClick={open}
      >
        {shown}
      </button>
      {panel && <panel.Panel places={panel.places} onClose={() => setPanel(undefined)} />}
    </>
  )
}
