import { useRef } from 'preact/hooks'
import { filterIn, linkTo, replaceRoute } from '../../hooks/route.js'
import { html } from '../../html.js'
import { optionsOf, valueTo } from '../../parts/controls.js'
import { Empty, Panel } from '../../parts/page.js'
import { counted } from '../../parts/values.js'
import { HEADINGS, SideBySide, sectionsOf } from './entries.js'

/** @import { Specification } from './entries.js' */

/** Facts and assumptions by section. @param {{ specification: Specification, query: URLSearchParams }} props */
export function Comparison({ specification, query }) {
  const wanted = filterIn(query, ['text', 'operation', 'section'])
  // Two inputs may change before the next render.
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
  const listen = (/** @type {keyof typeof wanted} */ name) =>
    valueTo((value) => put({ [name]: value }))
  return html`<form class="spec-filters" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label>Search
        <input type="search" value=${wanted.text} placeholder="keywords, status, 4.7, #12" onInput=${listen('text')} />
      </label>
      <label>Section
        <select value=${wanted.section} onInput=${listen('section')}>
          ${optionsOf([['', 'All sections'], ...Object.entries(HEADINGS).map(([number, heading]) => [number, `§${number} ${heading}`])], wanted.section)}
        </select>
      </label>
      <label>Operation
        <select value=${wanted.operation} onInput=${listen('operation')}>
          ${optionsOf([['', 'All operations'], ...specification.operations.map(({ id, method, path }) => [id, `${method} ${path}`])], wanted.operation)}
        </select>
      </label>
      <p role="status" class="faint">${counted(found, 'statement')}</p>
    </form>
    ${
      sections.length === 0 &&
      html`<${Empty} title="No statements match">
        <p>Try fewer words, or search all sections.</p>
        <button type="button" onClick=${() => put({ text: '', operation: '', section: '' })}>Show all</button>
      </${Empty}>`
    }
    ${sections.map(
      ({
        number,
        ...entries
      }) => html`<${Panel} key=${number} title=${`§${number} ${HEADINGS[number]}`}>
        <${SideBySide} ...${entries} total=${specification.operations.length} />
      </${Panel}>`,
    )}`
}
