import { RequestFailed } from '../../client/http.js'
import { html } from '../../html.js'
import { messageOf } from '../../parts/failure.js'

/**
 * What the server refused, by the field that it is about.
 *
 * @typedef {object} Problems
 * @property {Record<string, string>} fields By `delay.p99` or `count`.
 * @property {string | undefined} rest What is about no field that is shown.
 */

/** @type {Problems} */
export const NO_PROBLEMS = { fields: {}, rest: undefined }

/**
 * @param {unknown} error
 * @param {readonly string[]} shown Names of fields, such as `delay.p99`.
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
    const parts = path.split('/').slice(1)
    const field = [parts.join('.'), parts[0] ?? ''].find((name) => shown.includes(name))
    if (field === undefined) rest.push(`${parts.join('.') || 'The rule'} ${message}.`)
    else fields[field] ??= `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  }
  if (issues.length === 0) rest.push(messageOf(error))
  return { fields, rest: rest.length === 0 ? undefined : rest.join(' ') }
}

/** Where a form could not be taken: the first field that is to be mended. @param {HTMLElement | null} form */
export function focusProblem(form) {
  const field = form?.querySelector('[aria-invalid="true"], .form-problem')
  if (field instanceof HTMLElement) field.focus()
}

/** @param {{ text: string | undefined }} props */
export function FormProblem({ text }) {
  if (text === undefined) return null
  return html`<p class="problem form-problem" role="alert" tabindex="-1">${text}</p>`
}

/**
 * A labelled input with a hint and what was wrong with it.
 *
 * @param {object} props
 * @param {string} props.name
 * @param {string} props.label
 * @param {string} props.value
 * @param {(value: string) => void} props.onInput
 * @param {Problems} props.problems
 * @param {unknown} [props.hint]
 * @param {[value: string, label: string][]} [props.options] A choice in place of a text.
 * @param {string} [props.placeholder]
 * @param {'numeric' | 'decimal' | 'text'} [props.inputmode]
 * @param {string} [props.list]
 */
export function Field({
  name,
  label,
  value,
  onInput,
  problems,
  hint,
  options,
  placeholder,
  inputmode = 'text',
  list,
}) {
  const problem = problems.fields[name]
  const id = `field-${name.replace('.', '-')}`
  const about = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const common = {
    id,
    value,
    'aria-invalid': problem ? 'true' : undefined,
    'aria-describedby': about || undefined,
    onInput: (/** @type {{ currentTarget: HTMLInputElement | HTMLSelectElement }} */ event) =>
      onInput(event.currentTarget.value),
  }
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${
      options === undefined
        ? html`<input ...${common} type="text" inputmode=${inputmode} placeholder=${placeholder} list=${list} autocomplete="off" />`
        : html`<select ...${common}>
            ${options.map(([each, text]) => html`<option value=${each} selected=${each === value}>${text}</option>`)}
          </select>`
    }
    ${hint && html`<span class="hint" id=${`${id}-hint`}>${hint}</span>`}
    ${problem && html`<span class="problem" id=${`${id}-problem`}>${problem}</span>`}
  </div>`
}

/** A number where it is one; else what was typed, for the server to refuse in its words. @param {string} text */
export function numberOf(text) {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}
