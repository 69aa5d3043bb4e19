import { html } from '../html.js'
import { counted, shown } from './numbers.js'

/** @param {{ total: number, size: number, page: number, onPage: (page: number) => void }} props */
export function Pager({ total, size, page, onPage }) {
  if (total <= size) return null
  const last = Math.ceil(total / size) - 1
  return html`<nav class="pager" aria-label="Pages">
    <button type="button" disabled=${page === 0} onClick=${() => onPage(page - 1)}>Previous</button>
    <span class="faint">${shown(page * size + 1)}–${shown(Math.min(total, (page + 1) * size))} of ${counted(total, 'row')}</span>
    <button type="button" disabled=${page >= last} onClick=${() => onPage(page + 1)}>Next</button>
  </nav>`
}
