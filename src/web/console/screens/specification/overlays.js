import { html } from '../../html.js'
import { Command } from '../../parts/controls.js'
import { Empty, Panel } from '../../parts/page.js'
import { counted } from '../../parts/values.js'

const COMMAND = 'npx svc-sandbox serve --overlay staging.overlay.yaml'

/** The changes of --overlay. @param {{ specification: import('./entries.js').Specification }} props */
export function Overlays({ specification }) {
  const { overlays } = specification
  if (overlays.length === 0) {
    return html`<${Empty} title="No overlays yet">
      <p>
        If the real service differs from our assumptions, describe it in an OpenAPI Overlay and start the sandbox with it. Its
        changes are shown here, before and after.
      </p>
      <${Command} text=${COMMAND} />
      <p>
        <a href="guide/overlays">The guide</a> lists what an overlay can change;
        <code> svc-sandbox check ${'<base_url>'} --learn staging.overlay.yaml</code> writes one from the responses of a server.
      </p>
    </${Empty}>`
  }
  return overlays.map(({ file, title, version, actions }, index) => {
    const about = [title, version, counted(actions.length, 'action')].filter(Boolean).join(', ')
    return html`<${Panel} key=${index} title=${file} actions=${html`<span class="faint">${about}</span>`}>
      <ol class="overlay-actions">
        ${actions.map((action) => html`<${Action} action=${action} />`)}
      </ol>
    </${Panel}>`
  })
}

/** @param {{ action: import('./entries.js').Specification['overlays'][number]['actions'][number] }} props */
function Action({ action }) {
  const { target, description, changes, more_changes } = action
  return html`<li>
    <p>${description ?? 'No description.'}</p>
    <p class="faint"><code>${target}</code></p>
    ${changes.length === 0 && html`<p class="faint">It changes nothing.</p>`}
    ${changes.map(
      (
        change,
      ) => html`<div class="change-of" role="group" aria-label=${`Change of ${change.pointer || 'the whole document'}`}>
        <p><code>${change.pointer || '/'}</code></p>
        <div class="before-after">
          <${Value} label="Before" record=${change} name="before" absent="Not present." />
          <${Value} label="After" record=${change} name="after" absent="Removed." />
        </div>
      </div>`,
    )}
    ${more_changes > 0 && html`<p class="faint">And ${counted(more_changes, 'more change')}.</p>`}
  </li>`
}

/** @param {{ label: string, record: Record<string, unknown>, name: 'before' | 'after', absent: string }} props */
function Value({ label, record, name, absent }) {
  return html`<div class=${`value-${name}`}>
    <span class="entry-label">${label}</span>
    ${
      name in record
        ? html`<pre class="code" tabindex="0" aria-label=${label}>${JSON.stringify(record[name], null, 2)}</pre>`
        : html`<p class="faint">${absent}</p>`
    }
  </div>`
}
