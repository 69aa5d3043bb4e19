import type { Control } from '../../client/session.ts'
import { Badge } from '../values.tsx'

/** The provider's statements about the place. */
export function Statements({
  place: { statements, why, editable },
}: {
  place: Control['DocumentPlace']
}) {
  if (statements.length === 0) return editable ? null : <p>{why}</p>
  return (
    <section class="reasons reasons-stated" aria-label="What the provider states">
      {statements.map(({ section, fact, statement, quote }) => (
        <div key={fact ?? section}>
          <p class="reasons-head">
            <Badge tone="good">{section}</Badge>
            {fact && <span class="faint">fact {fact}</span>}
          </p>
          {isSentence(quote) ? <blockquote>{quote}</blockquote> : <p>{statement ?? quote}</p>}
        </div>
      ))}
      {!editable && why && <p class="reasons-why">{why}</p>}
    </section>
  )
}

/** Rows of tables are quoted with their heads, which reads badly outside of a table. */
function isSentence(quote: string | null): boolean {
  return quote !== null && !quote.includes('|')
}

/** Why it is assumed. The closest assumption is open, the others are folded. */
export function AssumptionReasons({ place: { assumptions } }: { place: Control['DocumentPlace'] }) {
  const [first, ...others] = assumptions
  if (first === undefined) return null
  return (
    <section class="reasons reasons-assumed" aria-label="Why this is assumed">
      <Reason reason={first} />
      {others.length > 0 && (
        <details>
          <summary>
            {others.length === 1 ? '1 more assumption' : `${others.length} more assumptions`}
          </summary>
          {others.map((each) => (
            <Reason key={each.number} reason={each} />
          ))}
        </details>
      )}
    </section>
  )
}

function Reason({
  reason: { number, sections, description },
}: {
  reason: Control['DocumentPlace']['assumptions'][number]
}) {
  return (
    <div>
      <p class="reasons-head">
        <span class="origin-mark origin-assumed">assumed</span>
        <span class="faint">
          #{number}, {sections.join(', ')}
        </span>
      </p>
      <p>{description}</p>
    </div>
  )
}
