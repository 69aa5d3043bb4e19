import { useId } from 'preact/hooks'
import { html } from '../../html.js'

/**
 * What is wrong with what was typed in one place, in the server's words.
 *
 * @param {{ id: string, problems: string[] | undefined }} props
 */
export function Problems({ id, problems = [] }) {
  return html`<div id=${id}>
    ${problems.map((problem) => html`<p class="problem">${problem}</p>`)}
  </div>`
}

/**
 * An input with its label, a hint and its problems.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {unknown} [props.hint]
 * @param {string[] | undefined} [props.problems]
 * @param {'input' | 'textarea'} [props.as]
 * @param {string} props.value
 * @param {(value: string) => void} props.onValue
 * @param {Record<string, unknown>} [props.attributes] Of the input.
 */
export function Field({ label, hint, problems, as = 'input', value, onValue, attributes = {} }) {
  const id = useId()
  const described = [hint && `${id}-hint`, problems && `${id}-problems`].filter(Boolean).join(' ')
  return html`<div class=${problems ? 'field invalid' : 'field'}>
    <label for=${id}>${label}</label>
    <${as}
      ...${attributes}
      id=${id}
      value=${value}
      aria-invalid=${problems ? 'true' : undefined}
      aria-describedby=${described || undefined}
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onValue(event.currentTarget.value)}
    />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <${Problems} id=${`${id}-problems`} problems=${problems} />
  </div>`
}
