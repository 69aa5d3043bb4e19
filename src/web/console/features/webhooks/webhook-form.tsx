import { useState } from 'preact/hooks'
import type { components } from '../../../../../spec/generated/api.ts'
import type { BodyOf } from '../../../../control-client/operations.ts'
import { controlDocument } from '../../client/control-document.ts'
import { apiDocument } from '../../client/document.ts'
import { changesOf, draftOf, type FormDraft, requestOf } from '../../client/form-request.ts'
import { bodyFields, type FormField, type FormSettings } from '../../client/schema-form.ts'
import { type RowOf, readAll } from '../../client/service-lists.ts'
import type { Control } from '../../client/session.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Pending } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'

type Api = components['schemas']
type SentChanges = BodyOf<'updateSentWebhook'>

const INPUT: FormSettings<Api['WebhookInput']> & FormSettings<Api['WebhookUpdate']> = {
  url: {
    label: 'Address',
    hint: 'Must start with https://. On your own machine, http://localhost works, too.',
    placeholder: 'http://localhost:3000/hook',
  },
  events: { label: 'Events', hint: '' },
  alerts: 'Alerts',
  secret: {
    label: 'Secret',
    hint: 'Signs the events. If it is empty, the service generates one.',
  },
  rotate_secret: { label: 'Generate a new secret', hint: '' },
  status: { label: 'Status', hint: 'A disabled webhook gets no events.' },
}

/** The sandbox's additions to a webhook of the service. */
const SENT: FormSettings<{ headers: Record<string, string>; rate_limit: Control['RateLimit'] }> = {
  headers: {
    label: 'Headers',
    hint: 'Added to each request, one “Name: value” per line. A change replaces all headers, so enter hidden values again.',
  },
  'rate_limit.deliveries': { label: 'Rate limit', hint: 'Attempts per second or minute.' },
  'rate_limit.per': { label: 'Rate limit per', hint: '' },
}
const SENT_NAMES = Object.keys(SENT)
const MORE = ['alerts', 'secret', 'rotate_secret', 'status', ...SENT_NAMES]

/** Creates a webhook, or changes `webhook`. A new secret is shown once. */
export function WebhookForm({
  webhook,
  onClose,
}: {
  webhook?: RowOf<'/webhooks'>
  onClose: () => void
}) {
  const { api, control, notify } = useSandbox()
  const [secret, setSecret] = useState<string>()
  const loaded = useLoaded(async () => {
    const [document, controls, { rows: alerts }] = await Promise.all([
      apiDocument(),
      controlDocument(),
      // An earlier release has none.
      readAll(api, '/alerts').catch(() => ({ rows: [] })),
    ])
    const listed =
      webhook === undefined
        ? bodyFields(document, 'post', '/webhooks', INPUT)
        : bodyFields(document, 'put', '/webhooks/{id}', INPUT)
    const own = listed.map((field) =>
      field.name === 'alerts'
        ? {
            ...field,
            kind: 'choices' as const,
            options: alerts.map(({ id, name }) => [id, name] as const),
          }
        : field,
    )
    const added = bodyFields(controls, 'put', '/webhooks/{id}', SENT)
    const used = own.filter(({ name, options }) => name !== 'alerts' || options.length > 0)
    const sent =
      webhook === undefined
        ? {}
        : (await control('GET', '/webhooks/{id}', { params: { id: webhook.id } })).data
    return { fields: [...used, ...added], sent }
  }, [])
  const { fields = [], sent } = loaded.data ?? {}
  const isAdded = ({ name }: FormField) => SENT_NAMES.includes(name)
  const before = draftOf(fields, { ...webhook, ...sent, secret: undefined })
  // All events are selected at first.
  const initial = webhook === undefined ? { ...before, events: eventNames(fields) } : before

  const send = async (draft: FormDraft) => {
    const own = fields.filter((field) => !isAdded(field))
    const added: SentChanges = changesOf(fields.filter(isAdded), before, draft)
    const saved = await saveOwn(own, draft)
    if (Object.keys(added).length > 0)
      await control('PUT', '/webhooks/{id}', { params: { id: saved.id }, body: added })
    if (saved.secret !== undefined) return setSecret(saved.secret)
    notify('Webhook saved.')
    onClose()
  }
  const saveOwn = async (own: readonly FormField[], draft: FormDraft) => {
    if (webhook === undefined) {
      const body = requestOf(own, draft) as Api['WebhookInput']
      return (await api('POST', '/webhooks', { body })).data
    }
    const { id } = webhook
    const body: Api['WebhookUpdate'] = changesOf(own, before, draft)
    if (Object.keys(body).length === 0) return { id, secret: undefined }
    const { data } = await api('PUT', '/webhooks/{id}', { params: { id }, body })
    return { id, secret: body.rotate_secret ? data.secret : undefined }
  }

  if (secret !== undefined)
    return (
      <Dialog title={webhook ? 'Webhook saved' : 'Webhook created'} onClose={onClose}>
        <p>This secret signs the events. It is shown only once: copy it to your receiver.</p>
        <output class="token" aria-label="Secret">
          {secret}
        </output>
        <div class="actions">
          <CopyButton text={secret} label="Copy the secret" class="primary" autofocus />
          <button type="button" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={webhook ? 'Edit the webhook' : 'Create a webhook'} onClose={onClose}>
      <Pending of={loaded}>Loading the form…</Pending>
      {loaded.data && (
        <SchemaForm
          fields={fields}
          initial={initial}
          submit={webhook ? 'Save changes' : 'Create the webhook'}
          send={send}
          onCancel={onClose}
          more={MORE}
        />
      )}
    </Dialog>
  )
}

/** The draft with all kinds of events. */
const eventNames = (fields: readonly FormField[]) =>
  (fields.find(({ name }) => name === 'events')?.options ?? []).map(([value]) => value).join('\n')
