import { html } from '../html.js'

/**
 * A word in a frame. `tone` is its meaning, which the word itself has to say too, since not everybody sees colours.
 *
 * @param {{ tone?: 'good' | 'bad' | 'warn' | 'plain' | 'accent', children?: unknown, title?: string }} props
 */
export function Badge({ tone = 'plain', children, title }) {
  return html`<span class=${`badge badge-${tone}`} title=${title}>${children}</span>`
}

/** @param {{ status: number | null }} props An HTTP status; null where no answer was sent. */
export function StatusBadge({ status }) {
  const tone = status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return html`<${Badge} tone=${tone}>${status ?? 'no answer'}</${Badge}>`
}
