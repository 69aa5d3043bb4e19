import { html } from '../html.js'

/**
 * One of several values for a filter; the empty one lets all through.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.any What the empty value says.
 * @param {string} props.value
 * @param {string[][]} props.options Values and their texts.
 * @param {(value: string) => void} props.onChange
 */
export function Choice({ label, any, value, options, onChange }) {
  // The address may name what is not in the list: one status, a key that was deleted.
  const all =
    value === '' || options.some(([each]) => each === value)
      ? options
      : [...options, [value, value]]
  return html`<select
    aria-label=${label}
    class=${value === '' ? '' : 'is-set'}
    value=${value}
    onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ event) => onChange(event.currentTarget.value)}
  >
    <option value="">${any}</option>
    ${all.map(([each, text]) => html`<option value=${each} selected=${each === value}>${text}</option>`)}
  </select>`
}
