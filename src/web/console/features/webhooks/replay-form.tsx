import type { BodyOf } from '../../../../control-client/operations.ts'
import { controlDocument } from '../../client/control-document.ts'
import { draftOf, requestOf } from '../../client/form-request.ts'
import { counted, shown } from '../../client/format.ts'
import { bodySchema, resolverOf } from '../../client/request-schema.ts'
import { type FormSettings, formFields } from '../../client/schema-form.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Pending } from '../../ui/states.tsx'

const SETTINGS: FormSettings<NonNullable<BodyOf<'replayWebhook'>>> = {
  since: { label: 'Since', kind: 'moment', hint: 'UTC. Empty: from the oldest event in the log.' },
  until: { label: 'Until', kind: 'moment', hint: 'UTC. Empty: up to now.' },
  types: { label: 'Events', hint: 'If none is selected, all that it subscribes to.' },
}

/** Sends past events that a webhook missed: of the time before its creation, or while it was disabled. */
export function ReplayForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { control, notify } = useSandbox()
  const fields = useLoaded(async () => {
    const document = await controlDocument()
    const schema = bodySchema(document, '/webhooks/{id}/replay', 'post')
    return formFields(schema, SETTINGS, resolverOf(document))
  }, [])
  return (
    <Dialog title="Send missed events" onClose={onClose}>
      <p>
        Sends the events of the last 24 hours that this webhook would get now and has not got, from
        before its creation or while it was disabled.
      </p>
      <Pending of={fields}>Loading the form…</Pending>
      {fields.data && (
        <SchemaForm
          fields={fields.data}
          initial={draftOf(fields.data)}
          submit="Send missed events"
          send={async (draft) => {
            const body = requestOf(fields.data ?? [], draft)
            const { data } = await control('POST', '/webhooks/{id}/replay', {
              params: { id },
              body,
            })
            const { replayed, remaining } = data
            const more = remaining > 0 ? ` ${shown(remaining)} more are left: send again.` : ''
            notify(`${counted(replayed, 'missed event')} sent.${more}`)
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
