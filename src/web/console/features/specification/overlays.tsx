import { counted } from '../../client/format.ts'
import { Command } from '../../ui/copy.tsx'
import { Empty, Panel } from '../../ui/page.tsx'
import type { Specification } from './entries.tsx'

const COMMAND = 'npx svc-sandbox serve --overlay staging.overlay.yaml'

/** The changes of --overlay. */
export function Overlays({ specification }: { specification: Specification }) {
  const { overlays } = specification
  if (overlays.length === 0) {
    return (
      <Empty title="No overlays yet">
        <p>
          If the real service differs from our assumptions, describe it in an OpenAPI Overlay and
          start the sandbox with it. Its changes are shown here, before and after.
        </p>
        <Command text={COMMAND} />
        <p>
          <a href="guide/overlays">The guide</a> lists what an overlay can change;
          <code> svc-sandbox learn {'<base_url>'} --to staging.overlay.yaml</code> writes one from
          the responses of a server.
        </p>
      </Empty>
    )
  }
  return overlays.map(({ file, title, version, actions }, index) => {
    const about = [title, version, counted(actions.length, 'action')].filter(Boolean).join(', ')
    return (
      <Panel key={index} title={file} actions={<span class="faint">{about}</span>}>
        <ol class="entries">
          {actions.map((action) => (
            <Action action={action} />
          ))}
        </ol>
      </Panel>
    )
  })
}

function Action({ action }: { action: Specification['overlays'][number]['actions'][number] }) {
  const { target, description, changes, more_changes } = action
  return (
    <li>
      <p>{description ?? 'No description.'}</p>
      <p class="faint">
        <code>{target}</code>
      </p>
      {changes.length === 0 && <p class="faint">It changes nothing.</p>}
      {changes.map((change) => (
        <div role="group" aria-label={`Change of ${change.pointer || 'the whole document'}`}>
          <p>
            <code>{change.pointer || '/'}</code>
          </p>
          <div class="grid">
            <Value label="Before" record={change} name="before" absent="Not present." />
            <Value label="After" record={change} name="after" absent="Removed." />
          </div>
        </div>
      ))}
      {more_changes > 0 && <p class="faint">And {counted(more_changes, 'more change')}.</p>}
    </li>
  )
}

function Value({
  label,
  record,
  name,
  absent,
}: {
  label: string
  record: Record<string, unknown>
  name: 'before' | 'after'
  absent: string
}) {
  return (
    <div class={`value-${name}`}>
      <strong>{label}</strong>
      {name in record ? (
        <pre class="code" tabindex={0} aria-label={label}>
          {JSON.stringify(record[name], null, 2)}
        </pre>
      ) : (
        <p class="faint">{absent}</p>
      )}
    </div>
  )
}
