import { apiDocument, operationsOf } from '../../client/document.ts'
import type { Control } from '../../client/session.ts'
import { useOperator } from '../../hooks/operator.ts'
import { useAction, useLoaded } from '../../hooks/sandbox.ts'
import { Chips } from '../../ui/chips.tsx'
import { Check } from '../../ui/controls.tsx'
import { Panel } from '../../ui/page.tsx'

/** The operations that the sandbox answers instead of the upstream. */
export function SandboxOperations({
  proxy,
  onChange,
}: {
  proxy: Control['Proxy']
  onChange: () => void
}) {
  const control = useOperator()
  const operations = useLoaded(async () => operationsOf(await apiDocument()), [])
  const change = useAction(
    async (body: { sandbox_operations: string[] } | { sandbox_missing: boolean }) => {
      await control('PATCH', '/proxy', { body })
      onChange()
      return 'Changed. Requests follow it from now on.'
    },
  )
  return (
    <Panel title="Answered by the sandbox">
      <div class="stack">
        <Chips
          label="Operations that the sandbox answers"
          any="Choose an operation…"
          values={proxy.sandbox_operations}
          options={(operations.data ?? []).map(({ id }) => id)}
          onChange={(sandbox_operations) => change.run({ sandbox_operations })}
        />
        <Check
          checked={proxy.sandbox_missing}
          onChange={(sandbox_missing) => change.run({ sandbox_missing })}
        >
          Everything that the upstream does not have: unknown paths, 501, and refused connections
        </Check>
        <p class="faint">
          Resources created upstream stay there. A write that was sent is never repeated.
        </p>
      </div>
    </Panel>
  )
}
