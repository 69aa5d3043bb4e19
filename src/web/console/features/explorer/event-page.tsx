import { CopyButton } from '../../ui/copy.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Prose } from '../../ui/values.tsx'
import { Answers, HeaderList } from './answers.tsx'
import type { EventModel } from './api-model.ts'
import { useExplorer } from './context.ts'
import { MarkTag } from './mark-tag.tsx'
import { SchemaTree } from './schema-tree.tsx'

/** An event that the API sends to webhooks: its headers, its payload and what an answer means. */
export function EventPage({ event }: { event: EventModel }) {
  const { link } = useExplorer()
  const { name, summary, description, mark, headers, body, answers } = event
  return (
    <article class="stack loose" aria-labelledby="operation-title">
      <header class="stack tight">
        <h1 id="operation-title" tabindex={-1}>
          <span data-names-page>{summary}</span>
        </h1>
        <p class="operation-address row">
          <span class="method">EVENT</span> <code>{name}</code>
          <CopyButton
            text={() => new URL(link(name), location.href).href}
            label="Copy link"
            class="quiet"
          />
          <MarkTag mark={mark} about={summary} />
        </p>
        <Prose
          text={description || 'The API posts this event to the webhooks that subscribe to it.'}
        />
      </header>
      <div class="operation-columns">
        <div class="stack loose">
          {body && (
            <section aria-labelledby="payload-title">
              <h2 id="payload-title">Payload</h2>
              <SchemaTree schemas={body.schemas} label="Members of the payload" />
            </section>
          )}
          {headers.length > 0 && (
            <section aria-labelledby="headers-title">
              <h2 id="headers-title">Headers</h2>
              <HeaderList headers={headers} label="Headers of the event" />
            </section>
          )}
          <Answers answers={answers} />
        </div>
        <aside class="operation-aside">
          {body?.example !== undefined && (
            <section class="panel" aria-labelledby="example-title">
              <div class="panel-header">
                <h2 id="example-title">Example</h2>
                <CopyButton text={JSON.stringify(body.example, null, 2)} />
              </div>
              <JsonView value={body.example} label="Example of the payload" />
            </section>
          )}
        </aside>
      </div>
    </article>
  )
}
