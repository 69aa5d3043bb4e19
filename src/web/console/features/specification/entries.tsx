import type { ComponentChildren } from 'preact'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { Assumed } from '../../ui/assumed.tsx'
import { Badge, type Tone } from '../../ui/values.tsx'

const MOST_LINKS = 4

const PROOFS: Record<Fact['proof'], [tone: Tone, word: string, title: string]> = {
  contract: ['good', 'contract', 'Proved over HTTP by svc-sandbox check'],
  sandbox: ['accent', 'sandbox', 'Proved only by tests of the sandbox'],
  none: ['plain', 'none', 'Cannot be proved'],
}

function FactEntry({ fact }: { fact: Fact }) {
  const { id, section, statement, quote, pointer, proof, why, note, operations } = fact
  const [tone, word, title] = PROOFS[proof]
  return (
    <li>
      <p class="row">
        <strong>{id}</strong>
        {section.includes('.') && <span class="faint">{section}</span>}
        {pointer !== undefined && <Assumed place={pointer} origin="stated" about={`fact ${id}`} />}
        <Badge tone={tone} title={title}>
          proof: {word}
        </Badge>
      </p>
      <p>{statement}</p>
      {quote !== undefined && quote !== statement && <blockquote class="faint">{quote}</blockquote>}
      {why && (
        <p class="faint">
          <strong>Why:</strong> {why}
        </p>
      )}
      {note && (
        <p class="faint">
          <strong>Note:</strong> {note}
        </p>
      )}
      {operations === 'all' ? (
        <p class="faint">All operations</p>
      ) : (
        <OperationLinks ids={operations ?? []} />
      )}
    </li>
  )
}

/** @param props `total`: of operations. */
function AssumptionEntry({ assumption, total }: { assumption: Assumption; total: number }) {
  const { number, target, description, sections, operations, pointers, changed_by } = assumption
  return (
    <li>
      <p class="row">
        <strong>#{number}</strong>
        <Assumed place={pointers} about={`assumption ${number}`} />
        <span class="faint">{sections.join(', ')}</span>
        {changed_by.map((file) => (
          <Badge tone="accent">changed by {file}</Badge>
        ))}
      </p>
      <p>{description}</p>
      {operations.length === total ? (
        <p class="faint">All operations</p>
      ) : (
        <OperationLinks ids={operations} />
      )}
      <details>
        <summary>Location</summary>
        <p>
          <strong>Target:</strong> <code>{target}</code>
        </p>
        {pointers.length > 0 && (
          <ul>
            {pointers.map((pointer) => (
              <li>
                <code>{pointer}</code> <Assumed place={pointer} label="change" about={pointer} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </li>
  )
}

function OperationLinks({ ids }: { ids: string[] }) {
  if (ids.length === 0) return null
  return (
    <p class="faint">
      {ids.slice(0, MOST_LINKS).map((id, index) => (
        <>
          {index > 0 ? ', ' : ''}
          <a href={linkTo('explorer', id)}>{id}</a>
        </>
      ))}
      {ids.length > MOST_LINKS ? ` and ${ids.length - MOST_LINKS} more` : ''}
    </p>
  )
}

/** Two columns: stated and assumed. */
export function SideBySide({
  facts,
  assumptions,
  total,
}: {
  facts: Fact[]
  assumptions: Assumption[]
  total: number
}) {
  return (
    <div class="sides">
      <Side title="The provider states">
        {facts.map((fact) => (
          <FactEntry key={fact.id} fact={fact} />
        ))}
      </Side>
      <Side class="side-assumed" title="We assume">
        {assumptions.map((assumption) => (
          <AssumptionEntry key={assumption.number} assumption={assumption} total={total} />
        ))}
      </Side>
    </div>
  )
}

function Side({
  class: style = '',
  title,
  children,
}: {
  class?: string
  title: string
  children?: ComponentChildren
}) {
  const { length } = children as unknown[]
  return (
    <div class={`side ${style}`}>
      <h3>
        {title} <span class="faint">{length}</span>
      </h3>
      {length === 0 && <p class="faint">No matches.</p>}
      <ul class="entries">{children}</ul>
    </div>
  )
}

export type Specification = Control['Specification']

export type Fact = Control['Fact']

export type Assumption = Control['Assumption']

export type Section = { number: string; facts: Fact[]; assumptions: Assumption[] }

/** Headings of the interface specification, by the number that facts and assumptions name. */
export const HEADINGS: Record<string, string> = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
}

/**
 * The sections with matching facts or assumptions. An assumption belongs to the first section that it names. Empty members of
 * `wanted` match everything. `failures` is the table of errors: users look up their statuses and codes, not what it is called.
 */
export function sectionsOf(
  { facts, assumptions }: Specification,
  { text, operation, section }: { text: string; operation: string; section: string },
  failures: string,
): Section[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (...texts: string[]) => {
    const all = texts.join('\n').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const fitting = {
    facts: facts.filter(
      (fact) =>
        (operation === '' || concerns(fact, operation)) &&
        has(fact.id, fact.section, fact.statement, fact.why ?? '', fact.note ?? ''),
    ),
    assumptions: assumptions.filter(
      (assumption) =>
        (operation === '' || assumption.operations.includes(operation)) &&
        has(
          `#${assumption.number}`,
          assumption.target,
          assumption.description,
          assumption.pointers.includes('/x-failures') ? failures : '',
        ),
    ),
  }
  return Object.keys(HEADINGS)
    .filter((number) => section === '' || section === number)
    .map((number) => ({
      number,
      facts: fitting.facts.filter((fact) => numberOf(fact.section) === number),
      assumptions: fitting.assumptions.filter(({ sections }) => numberOf(sections[0]) === number),
    }))
    .filter((each) => each.facts.length + each.assumptions.length > 0)
}

/** Whether a fact is about an operation, or about all. */
export function concerns({ operations }: Fact, operation: string) {
  return operations === 'all' || (operations?.includes(operation) ?? false)
}

/** `4` of `§4` and `§4.2` */
const numberOf = (section: string | undefined) => /^§(\d+)/.exec(section ?? '')?.[1]
