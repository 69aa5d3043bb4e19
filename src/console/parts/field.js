import { useId } from 'preact/hooks'
import { html } from '../html.js'

/**
 * What is wrong with what was typed in one place.
 *
 * @param {{ id?: string, problems: readonly string[] | undefined }} props
 */
export function Problems({ id, problems = [] }) {
  if (problems.length === 0) return null
  return html`<div id=${id}>${problems.map((each) => html`<p class="problem">${each}</p>`)}</div>`
}

/** What is wrong with no place in particular. @param {{ text: string | undefined }} props */
export function FormProblem({ text }) {
  if (text === undefined) return null
  return html`<p class="problem form-problem" role="alert" tabindex="-1">${text}</p>`
}

/**
 * An input with its label, a hint, and what was wrong with it.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.value
 * @param {(value: string) => void} props.onValue
 * @param {readonly string[] | undefined} [props.problems]
 * @param {unknown} [props.hint]
 * @param {'input' | 'textarea'} [props.as]
 * @param {readonly (readonly [value: string, label: string])[]} [props.options] A choice in place of a text.
 * @param {Record<string, unknown>} [props.attributes] Of the input.
 * @param {unknown} [props.beside] What stands beside the input, such as a button that fills it.
 */
export function Field(props) {
  const { label, value, onValue, problems, hint, as = 'input', options, beside } = props
  const id = useId()
  const about = [hint && `${id}-hint`, problems && `${id}-problems`].filter(Boolean).join(' ')
  const input = html`<${options ? 'select' : as}
    ...${props.attributes}
    id=${id}
    value=${value}
    aria-invalid=${problems ? 'true' : undefined}
    aria-describedby=${about || undefined}
    onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onValue(event.currentTarget.value)}
  >${options?.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}</${options ? 'select' : as}>`
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${beside ? html`<div class="field-input">${input}${beside}</div>` : input}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <${Problems} id=${`${id}-problems`} problems=${problems} />
  </div>`
}

/**
 * Boxes to tick of which several make one value, and what was wrong with it.
 *
 * @param {object} props
 * @param {string} props.legend
 * @param {readonly string[] | undefined} props.problems
 * @param {string} [props.class]
 * @param {unknown} [props.children]
 */
export function FieldGroup({ legend, problems, class: style = '', children }) {
  const id = useId()
  return html`<fieldset class=${`${style}${problems ? ' invalid' : ''}`} aria-describedby=${problems && id}>
    <legend>${legend}</legend>
    ${children}
    <${Problems} id=${id} problems=${problems} />
  </fieldset>`
}
