import { useState } from 'preact/hooks'
import { html } from '../../html.js'

/**
 * All operations, or some of them.
 *
 * @param {object} props
 * @param {import('./choices.js').Operation[]} props.operations
 * @param {readonly string[]} props.picked Ids; none stands for all.
 * @param {(picked: string[]) => void} props.onPick
 * @param {unknown} [props.problem]
 */
export function OperationPicker({ operations, picked, onPick, problem }) {
  const [isSome, setSome] = useState(picked.length > 0)
  const toggle = (/** @type {string} */ id) =>
    onPick(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id])
  return html`<fieldset>
    <legend>Operations</legend>
    <label class="check">
      <input type="radio" name="which-operations" checked=${!isSome} onChange=${() => {
        setSome(false)
        onPick([])
      }} />
      All of them
    </label>
    <label class="check">
      <input type="radio" name="which-operations" checked=${isSome} onChange=${() => setSome(true)} />
      These only${isSome ? ` (${picked.length})` : ''}
    </label>
    ${
      isSome &&
      html`<div class="operation-list" role="group" aria-label="Operations to pick" tabindex="0">
        ${operations.map(
          ({ id, method, path }) => html`<label class="check" key=${id}>
            <input type="checkbox" checked=${picked.includes(id)} onChange=${() => toggle(id)} />
            <span><code>${method} ${path}</code> <span class="faint">${id}</span></span>
          </label>`,
        )}
      </div>`
    }
    ${problem}
  </fieldset>`
}
