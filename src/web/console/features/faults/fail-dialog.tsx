import { useState } from 'preact/hooks'
import type { OperationId } from '../../../../../spec/generated/api.ts'
import type { Operation } from '../../client/document.ts'
import { counted, numberOf } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { Check } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/fields.tsx'
import { useForm } from '../../ui/form.tsx'
import { PRESETS } from './presets.ts'

/** The requests that are to fail. */
interface FailTarget {
  operation: string | null
  method: string
  /** Below the root of the API. */
  path: string
  key?: string | undefined
}

/** The default fault: the one that clients handle most often. */
const FIRST = 'Rate limit exceeded'
const FIRST_COUNT = '2'

/** Makes the next requests of an operation fail, and later ones succeed. Without a `target` the user picks one of `operations`. */
export function FailDialog({
  target,
  operations = [],
  onClose,
}: {
  target?: FailTarget
  operations?: readonly Operation[]
  onClose: () => void
}) {
  const { control, refresh, notify } = useSandbox()
  const first = operations[0]?.id ?? ''
  const state = useState({ operation: first, preset: FIRST, count: FIRST_COUNT, onlyKey: false })
  const [draft] = state
  const { operation, method = '', path = '', key } = target ?? { operation: draft.operation }
  const what = operation ?? `${method} ${path}`
  const { attributes, busy, put, field, problem } = useForm(state, async () => {
    const preset = PRESETS.find(({ title }) => title === draft.preset)
    const requests = operation === null ? { method, path } : { operation: operation as OperationId }
    const body = {
      name: `${what}: ${draft.preset.toLowerCase()}`.slice(0, 200),
      ...requests,
      ...(draft.onlyKey && key !== undefined ? { key } : {}),
      ...preset?.effect,
      // The server says what is wrong with a text.
      count: numberOf(draft.count) as number | undefined,
    } satisfies Control['FaultInput']
    const { data } = await control('POST', '/faults', { body })
    // Otherwise a rule that comes before it could answer these requests.
    await control('PUT', '/faults/{id}', { params: { id: data.id }, body: { position: 1 } })
    refresh()
    onClose()
    notify(
      data.remaining === null
        ? `Requests of ${what} will fail.`
        : `The next ${counted(data.remaining, 'request')} of ${what} will fail.`,
      'done',
      `fault ${data.id}`,
    )
  })
  return (
    <Dialog title={target ? `Make ${what} fail` : 'Make an operation fail'} onClose={onClose}>
      <form {...attributes}>
        <FormProblem text={problem} />
        {!target &&
          field('operation', 'Operation', {
            options: operations.map(({ id, method, path }) => [id, `${id} (${method} ${path})`]),
          })}
        <div class="grid fields">
          {field('preset', 'With', { options: PRESETS.map(({ title }) => [title, title]) })}
          {field('count', 'Times', { inputmode: 'numeric', hint: 'Later requests succeed.' })}
        </div>
        {key !== undefined && (
          <Check checked={draft.onlyKey} onChange={(onlyKey: boolean) => put({ onlyKey })}>
            Only requests with this key
          </Check>
        )}
        <p class="hint">
          {PRESETS.find(({ title }) => title === draft.preset)?.says} The rule comes before{' '}
          <a href={linkTo('faults')}>all others</a>.
        </p>
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            Make it fail
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
