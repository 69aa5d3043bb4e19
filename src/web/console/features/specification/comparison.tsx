import { useRef } from 'preact/hooks'
import { apiDocument } from '../../client/document.ts'
import { counted } from '../../client/format.ts'
import { filterIn, linkTo, replaceRoute } from '../../hooks/route.ts'
import { useLoaded } from '../../hooks/sandbox.ts'
import { optionsOf, valueTo } from '../../ui/controls.tsx'
import { Empty, Panel } from '../../ui/page.tsx'
import { HEADINGS, SideBySide, type Specification, sectionsOf } from './entries.tsx'

/** Facts and assumptions by section. */
export function Comparison({
  specification,
  query,
}: {
  specification: Specification
  query: URLSearchParams
}) {
  const wanted = filterIn(query, ['text', 'operation', 'section'])
  // Two inputs may change before the next render.
  const latest = useRef(wanted)
  latest.current = wanted
  const put = (change: Partial<typeof wanted>) => {
    latest.current = { ...latest.current, ...change }
    replaceRoute(linkTo('explorer', undefined, { view: 'statements', ...latest.current }))
  }
  const { data: api } = useLoaded(apiDocument, [])
  const sections = sectionsOf(specification, wanted, JSON.stringify(api?.['x-failures'] ?? {}))
  const found = sections.reduce(
    (sum, { facts, assumptions }) => sum + facts.length + assumptions.length,
    0,
  )
  const listen = (name: keyof typeof wanted) => valueTo((value) => put({ [name]: value }))
  return (
    <>
      <form class="spec-filters" role="search" onSubmit={(event: Event) => event.preventDefault()}>
        <label>
          Search
          <input
            type="search"
            value={wanted.text}
            placeholder="keywords, status, 4.7, #12"
            onInput={listen('text')}
          />
        </label>
        <label>
          Section
          <select value={wanted.section} onInput={listen('section')}>
            {optionsOf(
              [
                ['', 'All sections'],
                ...Object.entries(HEADINGS).map(([number, heading]) => [
                  number,
                  `§${number} ${heading}`,
                ]),
              ],
              wanted.section,
            )}
          </select>
        </label>
        <label>
          Operation
          <select value={wanted.operation} onInput={listen('operation')}>
            {optionsOf(
              [
                ['', 'All operations'],
                ...specification.operations.map(({ id, method, path }) => [
                  id,
                  `${method} ${path}`,
                ]),
              ],
              wanted.operation,
            )}
          </select>
        </label>
        <p role="status" class="faint">
          {counted(found, 'statement')}
        </p>
      </form>
      {sections.length === 0 && (
        <Empty title="No statements match">
          <p>Try fewer words, or search all sections.</p>
          <button type="button" onClick={() => put({ text: '', operation: '', section: '' })}>
            Show all
          </button>
        </Empty>
      )}
      {sections.map(({ number, ...entries }) => (
        <Panel key={number} title={`§${number} ${HEADINGS[number]}`}>
          <SideBySide {...entries} total={specification.operations.length} />
        </Panel>
      ))}
    </>
  )
}
