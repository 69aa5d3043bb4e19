import { useId } from 'preact/hooks'
import { RequestFailed } from '../client/http.js'
import { html } from '../html.js'
import { messageOf } from './failure.js'

/**
 * What was refused of a form.
 *
 * @typedef {object} Problems
 * @property {Record<string, string>} fields By the name of the field.
 * @property {string | undefined} rest What is about no field.
 */

/** @type {Problems} */
export const NO_PROBLEMS = { fields: {}, rest: undefined }

/**
 * What the server refused, by the member of the body that it is about.
 *
 * @param {unknown} error
 * @param {readonly string[]} shown Names of the fields that the form has.
 * @returns {Problems}
 */
export function problemsOf(error, shown) {
  const issues = /** @type {{ path: string, message: string }[]} */ (
    (error instanceof RequestFailed && error.details?.issues) || []
  )
  /** @type {Record<string, string>} */
  const fields = {}
  const rest = []
  for (const { path, message } of issues) {
    const name = path.split('/')[1] ?? ''
    // The first that is wrong with a value says what to do.
    if (shown.includes(name)) fields[name] ??= sentence(message)
    else rest.push(sentence(`${path.slice(1) || 'the request'} ${message}`))
  }
  if (issues.length === 0) rest.push(messageOf(error))
  return { fields, rest: rest.length === 0 ? undefined : rest.join(' ') }
}

/** @param {string} words */
function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** Where a form could not be taken: the first place that is to be mended. @param {HTMLElement | null} form */
export function focusProblem(form) {
  const place = form?.querySelector('[aria-invalid="true"], .form-problem')
  if (place instanceof HTMLElement) place.focus()
}

/** @param {{ text: string | undefined }} props */
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
 * @param {string | undefined} [props.problem]
 * @param {unknown} [props.hint]
 * @param {'input' | 'textarea' | 'select'} [props.as]
 * @param {Record<string, unknown>} [props.attributes] Of the input.
 * @param {unknown} [props.beside] What stands beside the input, such as a button that fills it.
 * @param {unknown} [props.children] Options of a select.
 */
export function Field(props) {
  const { label, value, onValue, problem, hint, as = 'input', attributes = {} } = props
  const { beside, children } = props
  const id = useId()
  const about = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <div class=${beside ? 'field-row' : undefined}>
      <${as}
        ...${attributes}
        id=${id}
        value=${value}
        aria-invalid=${problem ? 'true' : undefined}
        aria-describedby=${about || undefined}
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onValue(event.currentTarget.value)}
      >${children}</${as}>
      ${beside}
    </div>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${problem && html`<p class="problem" id=${`${id}-problem`}>${problem}</p>`}
  </div>`
}
