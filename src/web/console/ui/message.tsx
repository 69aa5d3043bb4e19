import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { counted } from '../client/format.ts'
import type { Origins } from '../client/stated.ts'
import { Assumed } from './assumed.tsx'
import { readCutJson } from './cut-json.ts'
import { JsonView } from './json-view.tsx'

/** The body of a request or a response: foldable JSON, or text. */
export type Message = { headers: Record<string, string>; body: string | null; truncated: boolean }

export function Body({
  message: { headers, body, truncated },
  label,
  ...marks
}: {
  message: Message
  label: string
  origins?: Origins | undefined
} & Pick<Parameters<typeof JsonView>[0], 'placeOf' | 'issues'>) {
  if (body === null || body === '') return <p class="faint">No body.</p>
  const json = /json/.test(headers['content-type'] ?? 'json') ? jsonOf(body, truncated) : undefined
  return (
    <>
      {truncated && (
        <p class="hint">The log keeps only the start of long bodies. This one is truncated.</p>
      )}
      {json === undefined ? (
        <pre class="code" tabindex={0} aria-label={label}>
          {body}
        </pre>
      ) : (
        <JsonView value={json.value} label={label} {...marks} />
      )}
    </>
  )
}

function jsonOf(body: string, isCut: boolean): { value: unknown } | undefined {
  if (isCut) return readCutJson(body)
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

/** The headers of a request or a response, folded. Headers that are not `stated` are marked as assumed. */
export function Headers({
  headers,
  stated,
  of,
  open = false,
  placeOf,
}: {
  headers: Record<string, string>
  stated?: readonly string[] | undefined
  of?: string
  open?: boolean
  /** The place in the document of an assumed header. */
  placeOf?: ((name: string) => Promise<string>) | undefined
}) {
  const names = Object.keys(headers)
  const isAssumed = (name: string) => stated !== undefined && !stated.includes(name)
  const assumed = names.filter(isAssumed).length
  return (
    <details class="request-headers" open={open}>
      <summary>
        {counted(names.length, 'header')}
        {of ? ` of the ${of}` : ''}
        {assumed > 0 ? `, ${assumed} of them assumed` : ''}
      </summary>
      <dl>
        {names.map((name) => (
          <div>
            <dt>
              <span class={isAssumed(name) ? 'is-assumed' : ''}>{name}</span>
              {isAssumed(name) && (
                <Assumed quiet place={placeOf ? () => placeOf(name) : []} about={name} />
              )}
            </dt>
            <dd>{headers[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

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
