import { useState } from 'preact/hooks'
import type { Json } from '../../../../schema/json.ts'
import { actionsFor } from '../../client/assumed/overlay-actions.ts'
import { forgetDocument } from '../../client/document.ts'
import type { Control } from '../../client/session.ts'
import { useOperator } from '../../hooks/operator.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { Field } from '../fields.tsx'
import { LiveChangeList } from './live-changes.tsx'
import { Parts } from './parts-list.tsx'
import { PlaceEditor } from './place-editor.tsx'
import { Preview } from './preview.tsx'

/**
 * The value of a place, with the preview and the actions of a change.
 * @param props `isCurrent`: whether `place` is what the sandbox serves now, not what it served before a reload.
 */
export function Change({
  place,
  isCurrent,
  onOpen,
}: {
  place: Control['DocumentPlace']
  isCurrent: boolean
  onOpen: (pointer: string) => void
}) {
  const { health, session, refresh } = useSandbox()
  const operator = useOperator()
  const value = place.value as Json | undefined
  const [draft, setDraft] = useState<Json | undefined>(value)
  const [reason, setReason] = useState('')
  const isOperator = session.role === 'operator'
  const actions =
    draft === undefined || value === undefined ? [] : actionsFor(place.pointer, value, draft)
  const apply = useAction(async () => {
    const description = reason.trim() || undefined
    await operator('POST', '/live-changes', { body: { actions, description } })
    forgetDocument()
    refresh()
    return 'Applied. Requests follow it from now on.'
  })
  const hasEditableParts = place.parts.some(({ editable }) => editable)
  if (!place.editable && !hasEditableParts) return <PresentValue value={value} />
  if (!isOperator) {
    return (
      <>
        <PresentValue value={value} />
        <p class="faint">Only the operator of this sandbox can change assumptions.</p>
      </>
    )
  }
  if (health.storage === 'database') {
    return (
      <>
        <PresentValue value={value} />
        <p class="faint">
          Replicas share this sandbox, so its document cannot be changed while they run. Start them
          with --overlay.
        </p>
      </>
    )
  }
  return (
    <>
      <section class="assumed-edit" aria-label="Value">
        {place.editable && value !== undefined ? (
          <PlaceEditor
            key={JSON.stringify(value)}
            place={place}
            onDraft={setDraft}
            onOpen={onOpen}
          />
        ) : (
          <Parts parts={place.parts} onOpen={onOpen} />
        )}
      </section>
      {place.editable && (
        <>
          <Preview place={place} actions={actions} isComplete={draft !== undefined} />
          {actions.length > 0 && (
            <Field
              label="Why (part of the overlay)"
              value={reason}
              onValue={setReason}
              attributes={{ maxLength: 1000, placeholder: 'Seen on staging' }}
            />
          )}
          <div class="actions assumed-actions">
            <button
              type="button"
              class="primary"
              disabled={actions.length === 0 || apply.busy || !isCurrent}
              onClick={() => apply.run()}
            >
              Apply
            </button>
            {actions.length === 0 && (
              <span class="faint">
                {draft === undefined ? 'This is not a value yet.' : 'Change the value to apply it.'}
              </span>
            )}
          </div>
        </>
      )}
      <LiveChangeList about={place.pointer} />
    </>
  )
}

function PresentValue({ value }: { value: Json | undefined }) {
  if (value === undefined) return null
  return (
    <section aria-label="Value">
      <h3>Value</h3>
      <pre class="code" tabindex={0} aria-label="Present value">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  )
}
