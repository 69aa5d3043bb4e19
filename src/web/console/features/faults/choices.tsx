import { useMemo } from 'preact/hooks'
import type { Operation } from '../../client/document.ts'
import { apiDocument, operationsOf } from '../../client/document.ts'
import { isolated } from '../../client/format.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Check, toggled } from '../../ui/controls.tsx'
import { Problems } from '../../ui/fields.tsx'

export type Key = { id: string; name: string | null; prefix: string }

/** The values that a rule can name. `error`: why some are missing. */
export type Choices = {
  operations: Operation[]
  keys: Key[]
  keyName: (id: string) => string
  error: unknown
}

export function useChoices(): Choices {
  const { control } = useSandbox()
  const known = useLoaded(
    async (signal) => {
      const [api, keys] = await Promise.all([apiDocument(), control('GET', '/keys', { signal })])
      return {
        operations: operationsOf(api),
        keys: keys.data,
      }
    },
    [control],
  )
  return useMemo(() => {
    const { operations = [], keys = [] } = known.data ?? {}
    const keyName = (id: string) => isolated(keys.find((key) => key.id === id)?.name ?? id)
    return { operations, keys, keyName, error: known.error }
  }, [known.data, known.error])
}

/** All operations, or the `picked` ones. */
export function OperationPicker({
  operations,
  picked,
  onPick,
  problems,
}: {
  operations: Operation[]
  picked: readonly string[] | undefined
  onPick: (picked: string[] | undefined) => void
  problems: readonly string[] | undefined
}) {
  const radio = { type: 'radio', name: 'which-operations' }
  return (
    <fieldset>
      <legend>Operations</legend>
      <Check checked={picked === undefined} onChange={() => onPick(undefined)} attributes={radio}>
        All operations
      </Check>
      <Check
        checked={picked !== undefined}
        onChange={() => onPick([])}
        attributes={{
          ...radio,
          'aria-invalid': problems ? 'true' : undefined,
          'aria-describedby': problems ? 'operations-problem' : undefined,
        }}
      >
        Only these{picked === undefined ? '' : ` (${picked.length})`}
      </Check>
      {picked !== undefined && (
        <div class="operation-list" role="group" aria-label="Operations to pick" tabindex={0}>
          {operations.map(({ id, method, path }) => (
            <Check
              key={id}
              checked={picked.includes(id)}
              onChange={() => onPick(toggled(picked, id))}
            >
              <span>
                <code>
                  {method} {path}
                </code>{' '}
                <span class="faint">{id}</span>
              </span>
            </Check>
          ))}
        </div>
      )}
      <Problems id="operations-problem" problems={problems} />
    </fieldset>
  )
}
