import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { valueTo } from '../../ui/controls.tsx'
import { type ApiModel, type EventModel, groupsOf, type Operation } from './api-model.ts'
import { useExplorer } from './context.ts'

/** The search, and the operations and events that it finds. */
export function Navigation({ current }: { current: string | undefined }) {
  const { api, link } = useExplorer()
  const [text, setText] = useState('')
  // On a narrow screen, the list is shown on demand.
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    setOpen(false)
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const found = searchApi(api, text)
  const groups = groupsOf({ ...api, operations: found.operations })
  const first = found.operations[0]?.id ?? found.events[0]?.name
  const go = (event: Event) => {
    event.preventDefault()
    if (first !== undefined) location.assign(link(first))
  }
  const entry = (id: string, title: string, text: string, mark?: ComponentChildren) => (
    <li key={id}>
      <a href={link(id)} aria-current={id === current ? 'page' : undefined} title={title}>
        <span>{text}</span>
        {mark}
      </a>
    </li>
  )
  const isEmpty = groups.length === 0 && found.events.length === 0
  return (
    <nav class={`explorer-nav${open || text !== '' ? ' is-open' : ''}`} aria-label="Operations">
      <form role="search" onSubmit={go}>
        <input
          type="search"
          id="explorer-search"
          aria-label="Search operations"
          placeholder="Search operations"
          autocomplete="off"
          value={text}
          onInput={valueTo(setText)}
        />
        <button
          type="button"
          class="explorer-nav-toggle"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          All operations
        </button>
      </form>
      <div class="explorer-nav-list" ref={list}>
        {groups.map(([tag, operations]) => (
          <section key={tag} aria-label={tag}>
            <h2>{tag}</h2>
            <ul class="plain">
              {operations.map(({ id, method, path, summary }) =>
                entry(id, `${method} ${path}`, summary, <Method method={method} />),
              )}
            </ul>
          </section>
        ))}
        {found.events.length > 0 && (
          <section aria-label="Events">
            <h2>Events</h2>
            <ul class="plain">
              {found.events.map(({ name, summary }) => entry(name, summary, name))}
            </ul>
          </section>
        )}
        <p role="status" class="faint">
          {isEmpty && 'No operations match. Try fewer words.'}
        </p>
      </div>
    </nav>
  )
}

const TONES: Record<string, string> = {
  GET: 'good',
  POST: 'accent',
  PUT: 'other',
  PATCH: 'other',
  DELETE: 'bad',
}

/** An HTTP method; short ones keep the list narrow. */
export function Method({ method }: { method: string }) {
  return <span class={`method ${TONES[method] ?? ''}`}>{method}</span>
}

export interface Found {
  operations: Operation[]
  events: EventModel[]
}

/** The operations and events with all words of a text in their name, address, summary, group, parameters or permissions. */
export function searchApi({ operations, events }: ApiModel, text: string): Found {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (...texts: string[]) => {
    const all = texts.join('\n').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  return {
    operations: operations.filter(({ id, method, path, summary, tag, fields, permissions }) =>
      has(
        id,
        `${method} ${path}`,
        summary,
        tag,
        ...fields.map(({ label }) => label),
        ...permissions,
      ),
    ),
    events: events.filter(({ name, summary }) => has(name, summary, 'webhooks events')),
  }
}
