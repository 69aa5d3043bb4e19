import { useRef } from 'preact/hooks'
import { linkTo, replaceRoute } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Empty } from '../../parts/empty.js'
import { counted } from '../../parts/numbers.js'
import { SideBySide } from './entries.js'
import { HEADINGS, sectionsOf } from './sections.js'

/**
 * Facts and assumptions side by side, by section. What is looked for stands in the address.
 *
 * @param {{ specification: import('./sections.js').Specification, query: URLSearchParams }} props
 */
export function Comparison({ specification, query }) {
  const wanted = {
    text: query.get('text') ?? '',
    operation: query.get('operation') ?? '',
    section: query.get('section') ?? '',
  }
  // Two inputs may change before the page is drawn anew.
  const latest = useRef(wanted)
  latest.current = wanted
  const put = (/** @type {Partial<typeof wanted>} */ change) => {
    latest.current = { ...latest.current, ...change }
    replaceRoute(linkTo('specification', undefined, latest.current))
  }
  const sections = sectionsOf(specification, wanted)
  const found = sections.reduce(
    (sum, { facts, assumptions }) => sum + facts.length + assumptions.length,
    0,
  )
  /** @param {keyof typeof wanted} name */
  const onInput =
    (name) => (/** @type {{ currentTarget: HTMLInputElement | HTMLSelectElement }} */ event) =>
      put({ [name]: event.currentTarget.value })
  return html`<form class="spec-filters" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label>Search
        <input type="search" value=${wanted.text} placeholder="keywords, status, 4.7, #12" onInput=${onInput('text')} />
      </label>
      <label>Section
        <select value=${wanted.section} onInput=${onInput('section')}>
          <option value="">All sections</option>
          ${Object.entries(HEADINGS).map(([number, heading]) => html`<option value=${number} selected=${number === wanted.section}>§${number} ${heading}</option>`)}
        </select>
      </label>
      <label>Operation
        <select value=${wanted.operation} onInput=${onInput('operation')}>
          <option value="">All operations</option>
          ${specification.operations.map(({ id, method, path }) => html`<option value=${id} selected=${id === wanted.operation}>${method} ${path}</option>`)}
        </select>
      </label>
      <p role="status" class="faint">${counted(found, 'statement')}</p>
    </form>
    ${
      sections.length === 0 &&
      html`<${Empty} title="Nothing is stated or assumed of that">
        <p>Look for fewer words, or in all sections.</p>
        <button type="button" onClick=${() => put({ text: '', operation: '', section: '' })}>Show all</button>
      </${Empty}>`
    }
    ${sections.map(
      ({
        number,
        facts,
        assumptions,
      }) => html`<section class="panel" key=${number} aria-labelledby=${`section-${number}`}>
        <h2 id=${`section-${number}`}>§${number} ${HEADINGS[number]}</h2>
        <${SideBySide} facts=${facts} assumptions=${assumptions} total=${specification.operations.length} />
      </section>`,
    )}`
}
