import { html } from '../../html.js'
import { Problems } from '../../parts/field.js'

/**
 * All operations, or some of them.
 *
 * @param {object} props
 * @param {import('./choices.js').Operation[]} props.operations
 * @param {readonly string[] | undefined} props.picked Ids; undefined stands for all.
 * @param {(picked: string[] | undefined) => void} props.onPick
 * @param {readonly string[] | undefined} props.problems
 */
export function OperationPicker({ operations, picked, onPick, problems }) {
  const toggle = (/** @type {string} */ id) =>
    onPick(picked?.includes(id) ? picked.filter((each) => each !== id) : [...(picked ?? []), id])
  return html`<fieldset>
    <legend>Operations</legend>
    <label class="check">
      <input type="radio" name="which-operations" checked=${picked === undefined} onChange=${() => onPick(undefined)} />
      All of them
    </label>
    <label class="check">
      <input
        type="radio"
        name="which-operations"
        checked=${picked !== undefined}
        aria-invalid=${problems ? 'true' : undefined}
        aria-describedby=${problems ? 'operations-problem' : undefined}
        onChange=${() => onPick([])}
      />
      These only${picked === undefined ? '' : ` (${picked.length})`}
    </label>
    ${
      picked !== undefined &&
      html`<div class="operation-list" role="group" aria-label="Operations to pick" tabindex="0">
        ${operations.map(
          ({ id, method, path }) => html`<label class="check" key=${id}>
            <input type="checkbox" checked=${picked.includes(id)} onChange=${() => toggle(id)} />
            <span><code>${method} ${path}</code> <span class="faint">${id}</span></span>
          </label>`,
        )}
      </div>`
    }
    <${Problems} id="operations-problem" problems=${problems} />
  </fieldset>`
}
