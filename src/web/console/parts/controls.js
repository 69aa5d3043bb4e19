import { useEffect, useId, useState } from 'preact/hooks'
import { html } from '../html.js'

/** @typedef {{ currentTarget: HTMLInputElement }} InputEvent */

/** A listener that passes on the value of an input. @param {(value: string) => void} take */
export const valueTo = (take) => (/** @type {InputEvent} */ event) =>
  take(event.currentTarget.value)

/**
 * A checkbox with its label, or a radio button with the attribute `type="radio"`.
 * @param {{ checked: boolean, onChange: (checked: boolean) => void, children?: unknown, attributes?: object }} props
 */
export function Check({ checked, onChange, children, attributes }) {
  return html`<label class="check">
    <input
      type="checkbox"
      ...${attributes}
      checked=${checked}
      onChange=${(/** @type {InputEvent} */ event) => onChange(event.currentTarget.checked)}
    />
    ${children}
  </label>`
}

/** The list with the value added, or removed if it was there. @template T @param {readonly T[]} list @param {T} value */
export const toggled = (list, value) =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value]

/** The options of a select, with the chosen value if they lack it. @param {readonly (readonly unknown[])[]} options @param {string} chosen */
export function optionsOf(options, chosen) {
  const isKnown = chosen === '' || options.some(([value]) => value === chosen)
  return (isKnown ? options : [...options, [chosen, chosen]]).map(
    ([value, text]) =>
      html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`,
  )
}

/** The problems of one field. @param {{ id?: string, problems: readonly string[] | undefined }} props */
export function Problems({ id, problems = [] }) {
  if (problems.length === 0) return null
  return html`<div id=${id}>${problems.map((each) => html`<p class="problem">${each}</p>`)}</div>`
}

/** A problem of the whole form. @param {{ text: string | undefined }} props */
export function FormProblem({ text }) {
  if (text === undefined) return null
  return html`<p class="problem form-problem" role="alert" tabindex="-1">${text}</p>`
}

/**
 * An input or, with `options`, a select, with its label, hint and problems, and a `button` next to it.
 * @param {{ label: string, value: string, onValue: (value: string) => void, problems?: readonly string[] | undefined,
 *   hint?: unknown, as?: 'input' | 'textarea', options?: readonly (readonly string[])[],
 *   attributes?: Record<string, unknown>, button?: unknown }} props
 */
export function Field(props) {
  const { label, value, onValue, problems, hint, as = 'input', options, button } = props
  const id = useId()
  const about = [hint && `${id}-hint`, problems && `${id}-problems`].filter(Boolean).join(' ')
  const input = html`<${options ? 'select' : as}
    ...${props.attributes}
    id=${id}
    value=${value}
    aria-invalid=${problems ? 'true' : undefined}
    aria-describedby=${about || undefined}
    onInput=${valueTo(onValue)}
  >${options && optionsOf(options, value)}</${options ? 'select' : as}>`
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${button ? html`<div class="field-input">${input}${button}</div>` : input}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <${Problems} id=${`${id}-problems`} problems=${problems} />
  </div>`
}

/** @param {{ legend: string, problems: readonly string[] | undefined, class?: string, children?: unknown }} props */
export function FieldGroup({ legend, problems, class: style = '', children }) {
  const id = useId()
  return html`<fieldset class=${`${style}${problems ? ' invalid' : ''}`} aria-describedby=${problems && id}>
    <legend>${legend}</legend>
    ${children}
    <${Problems} id=${id} problems=${problems} />
  </fieldset>`
}

/**
 * One of several values for a filter; the empty one, `any`, lets all through. The address may name a value that is not an option.
 * @param {{ label: string, any: string, value: string, options: string[][], onChange: (value: string) => void }} props
 */
export function Choice({ label, any, value, options, onChange }) {
  return html`<select
    aria-label=${label}
    class=${value === '' ? '' : 'is-set'}
    value=${value}
    onChange=${valueTo(onChange)}
  >
    ${optionsOf([['', any], ...options], value)}
  </select>`
}

/**
 * A choice of a few values, with a button for each.
 * @template {string | number} T @param {{ label: string, value: T, options: readonly (readonly [value: T, text: unknown])[],
 *   onChange: (value: T) => void, class?: string }} props
 */
export function ChoiceButtons({ label, value, options, onChange, class: style = '' }) {
  return html`<div class=${`choice ${style}`} role="group" aria-label=${label}>
    ${options.map(
      ([each, text]) =>
        html`<button key=${each} type="button" aria-pressed=${String(each === value)} onClick=${() => onChange(each)}>${text}</button>`,
    )}
  </div>`
}

/** @type {[days: number, text: string][]} */
const PERIODS = [7, 30, 90].map((days) => [days, `${days} days`])

/** The number of days in figures. @param {{ days: number, onDays: (days: number) => void }} props */
export function PeriodChoice({ days, onDays }) {
  return html`<${ChoiceButtons} label="Period" value=${days} options=${PERIODS} onChange=${onDays} />`
}

/** @param {{ on: boolean, label: string, describedby: string, disabled: boolean, onChange: (on: boolean) => void }} props */
export function Switch({ on, label, describedby, disabled, onChange }) {
  return html`<button
    type="button"
    role="switch"
    class="switch"
    aria-checked=${String(on)}
    aria-label=${label}
    aria-describedby=${describedby}
    disabled=${disabled}
    onClick=${() => onChange(!on)}
  ><span class="switch-knob" aria-hidden="true"></span><span aria-hidden="true">${on ? 'On' : 'Off'}</span></button>`
}

const SHOWN_MS = 3000

/** Puts a text on the clipboard. @param {{ text: string | (() => string), label?: string, class?: string }} props */
export function CopyButton({ text, label = 'Copy', class: style = '' }) {
  const [shown, setShown] = useState(/** @type {string | undefined} */ (undefined))
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const copy = async () => {
    try {
      await write(typeof text === 'function' ? text() : text)
      setShown('Copied')
    } catch {
      // Shown in the button, because a dialog would cover a toast.
      setShown('Not allowed here: select the text and copy it')
    }
  }
  return html`<button type="button" class=${style} onClick=${copy}>
    <span aria-live="polite">${shown ?? label}</span>
  </button>`
}

/** A page from another machine over plain HTTP has no clipboard API, but can copy a selection. @param {string} text */
async function write(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('The browser refused.')
}

/** A command for a shell, to copy. @param {{ text: string, label?: string }} props `label`: of the button. */
export function Command({ text, label }) {
  return html`<div class="code"><pre tabindex="0" aria-label="Command">${text}</pre><${CopyButton} text=${text} label=${label} /></div>`
}

/** curl with its own arguments, the key, and a JSON body. @param {string} begin @param {{ token?: string, body?: string }} [request] */
export function curlCommand(begin, { token = '<your key>', body } = {}) {
  return [
    `curl ${begin}`,
    `-H 'Authorization: Bearer ${token}'`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${body}'`]),
  ].join(' \\\n  ')
}
