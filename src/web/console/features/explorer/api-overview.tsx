import type { ComponentChildren } from 'preact'
import { Assumed } from '../../ui/assumed.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { groupsOf } from './api-model.ts'
import { useExplorer } from './context.ts'
import { MarkTag } from './mark-tag.tsx'
import type { Mark } from './marks.ts'
import { Method } from './navigation.tsx'

/** The API at a glance: where it is, what the marks mean, and all operations and events. */
export function ApiOverview() {
  const { api, base, overlays } = useExplorer()
  return (
    <article class="stack loose" aria-labelledby="operation-title">
      <header class="stack tight">
        <h1 id="operation-title" tabindex={-1}>
          <span data-names-page>
            {api.title} {api.version}
          </span>
        </h1>
        <p>{api.summary}</p>
        <p class="operation-address row">
          <code>{base}</code>
          <CopyButton text={base} label="Copy" class="quiet" />
          <a class="button" href="openapi.json" download="openapi.json">
            openapi.json
          </a>
          <a class="button" href="docs/openapi.yaml" download="openapi.yaml">
            openapi.yaml
          </a>
        </p>
      </header>
      <section class="panel" aria-labelledby="legend-title">
        <h2 id="legend-title">Stated and assumed</h2>
        <ul class="stack tight">
          <li>
            <Assumed place={[]} origin="stated" label="§4" /> The provider states it, in this
            section.
          </li>
          <li>
            <Assumed place={[]} quiet /> Assumed: the provider does not state it. The sandbox made a
            choice, and the real service may differ.
          </li>
          <li>
            <Assumed place={[]} origin="overlay" />{' '}
            {overlays.length === 0
              ? 'Added or changed by a file given with --overlay; none was given.'
              : `Added or changed by ${overlays.join(', ')}.`}
          </li>
        </ul>
      </section>
      {groupsOf(api).map(([tag, operations]) => (
        <List
          key={tag}
          title={tag}
          label={`${tag} operations`}
          rows={operations.map(({ id, method, path, summary, mark }) => [
            id,
            summary,
            <>
              <Method method={method} /> <code>{path}</code>
            </>,
            mark,
          ])}
        />
      ))}
      {api.events.length > 0 && (
        <List
          title="Events"
          label="Events sent to webhooks"
          rows={api.events.map(({ name, summary, mark }) => [name, name, summary, mark])}
        />
      )}
    </article>
  )
}

function List({
  title,
  label,
  rows,
}: {
  title: string
  label: string
  rows: [id: string, text: string, about: ComponentChildren, mark: Mark][]
}) {
  const { link } = useExplorer()
  return (
    <section aria-label={label}>
      <h2>{title}</h2>
      <ul class="explorer-list">
        {rows.map(([id, text, about, mark]) => (
          <li key={id}>
            <a href={link(id)}>{text}</a>
            <span class="explorer-list-path">{about}</span>
            <span>
              <MarkTag mark={{ ...mark, details: [] }} about={text} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
