import { concerns, SideBySide, type Specification } from '../specification/entries.tsx'

/** The provider's statements about one operation, and the sandbox's assumptions. */
export function OperationStatements({
  specification: { operations, assumptions, facts },
  id,
}: {
  specification: Specification
  id: string
}) {
  const own = assumptions.filter((each) => each.operations.includes(id))
  const isShared = (each: { operations: string[] }) => each.operations.length === operations.length
  return (
    <>
      <section class="panel" aria-labelledby="own-title">
        <h2 id="own-title">Statements and assumptions</h2>
        <SideBySide
          facts={facts.filter((fact) => fact.operations !== 'all' && concerns(fact, id))}
          assumptions={own.filter((each) => !isShared(each))}
          total={operations.length}
        />
      </section>
      <section class="panel" aria-labelledby="shared-title">
        <details>
          <summary>
            <h2 id="shared-title">Statements about every operation</h2>
          </summary>
          <SideBySide
            facts={facts.filter((fact) => fact.operations === 'all')}
            assumptions={own.filter(isShared)}
            total={operations.length}
          />
        </details>
      </section>
    </>
  )
}
