import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Empty } from '../../parts/empty.js'
import { counted } from '../../parts/numbers.js'

const COMMAND = 'npm start -- --overlay staging.overlay.yaml'

/** What --overlay changed. @param {{ specification: import('./sections.js').Specification }} props */
export function Overlays({ specification }) {
  const { overlays } = specification
  if (overlays.length === 0) {
    return html`<${Empty} title="No overlay was given: this is the sandbox as it comes">
      <p>
        Where the real service answers otherwise than is assumed here, say so in an OpenAPI Overlay and start the sandbox
        with it. What it changes is shown here, before and after.
      </p>
      <div class="code"><pre tabindex="0" aria-label="Command">${COMMAND}</pre><${CopyButton} text=${COMMAND} /></div>
      <p>
        <code>docs/overlays.md</code> lists what an overlay can change;
        <code> svc-sandbox check ${'<base_url>'} --learn staging.overlay.yaml</code> writes one from what a server was seen to do.
      </p>
    </${Empty}>`
  }
  return overlays.map(
    (
      { file, title, version, actions },
      index,
    ) => html`<section class="panel" key=${index} aria-labelledby=${`overlay-${index}`}>
      <div class="panel-header">
        <h2 id=${`overlay-${index}`}>${file}</h2>
        <span class="faint">${[title, version, counted(actions.length, 'action')].filter(Boolean).join(', ')}</span>
      </div>
      <ol class="overlay-actions">
        ${actions.map((action) => html`<${Action} action=${action} />`)}
      </ol>
    </section>`,
  )
}

/** @param {{ action: import('./sections.js').Specification['overlays'][number]['actions'][number] }} props */
function Action({ action }) {
  const { target, description, changes, more_changes } = action
  return html`<li>
    <p>${description ?? 'Without a description.'}</p>
    <p class="faint"><code>${target}</code></p>
    ${changes.length === 0 && html`<p class="faint">Nothing is different by it.</p>`}
    ${changes.map(
      (
        change,
      ) => html`<div class="change-of" role="group" aria-label=${`Change of ${change.pointer || 'the whole document'}`}>
        <p><code>${change.pointer || '/'}</code></p>
        <div class="before-after">
          <${Value} label="Before" record=${change} name="before" absent="Nothing stood here." />
          <${Value} label="After" record=${change} name="after" absent="It was removed." />
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
