import type { components } from '../../../../../spec/generated/api.ts'
import { type AlertMatter, alertLetsThrough } from '../../../../accounts/alert.ts'
import { apiDocument } from '../../client/document.ts'
import { changesOf, draftOf, type FormDraft, requestOf } from '../../client/form-request.ts'
import { counted, shown } from '../../client/format.ts'
import { bodySchema, resolverOf } from '../../client/request-schema.ts'
import { type FormField, type FormSettings, formFields } from '../../client/schema-form.ts'
import type { RowOf } from '../../client/service-lists.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Pending } from '../../ui/states.tsx'
import { Name } from '../../ui/values.tsx'

type Api = components['schemas']
export type Alert = Api['Alert']
type Campaign = RowOf<'/campaigns'>

/** The kinds of events that a field narrows. */
const NARROWS: Record<string, readonly string[]> = {
  keyword: ['ranking.changed', 'mention.detected'],
  min_change: ['ranking.changed'],
  platform: ['mention.detected'],
}
const isFor = (name: string, { event = '' }: FormDraft) => NARROWS[name]?.includes(event) ?? true

const settingsOf = (
  campaigns: readonly Campaign[],
  platforms: readonly string[],
): FormSettings<Api['AlertInput']> => ({
  name: { label: 'Name', hint: '' },
  campaign_id: {
    label: 'Campaign',
    hint: '',
    kind: 'choice',
    options: campaigns.map(({ id, name }) => [id, name]),
  },
  event: 'Event',
  keyword: { label: 'Keyword', hint: 'Only events about it. Empty: all keywords.' },
  min_change: {
    label: 'Smallest change',
    hint: 'Places gained or lost. Empty: any change.',
    placeholder: '5',
  },
  platform: { label: 'Platform', hint: 'Empty: all platforms.', suggestions: platforms },
})

/** Creates an alert, or changes `alert`. */
export function AlertForm({
  alert,
  campaigns,
  onDone,
  onClose,
}: {
  alert?: Alert
  campaigns: readonly Campaign[]
  onDone: (alert: Alert) => void
  onClose: () => void
}) {
  const { api } = useSandbox()
  const loaded = useLoaded(async () => {
    const document = await apiDocument()
    const platforms = document.components?.schemas?.Mention?.properties?.platform?.examples ?? []
    const schema =
      alert === undefined
        ? bodySchema(document, '/alerts', 'post')
        : bodySchema(document, '/alerts/{id}', 'put')
    return formFields(schema, settingsOf(campaigns, platforms), resolverOf(document))
  }, [campaigns])
  /** A keyword must be one of the campaign. */
  const fieldsFor = (draft: FormDraft): FormField[] =>
    (loaded.data ?? [])
      .filter(({ name }) => isFor(name, draft))
      .map((field) =>
        field.name === 'keyword'
          ? {
              ...field,
              suggestions: campaigns.find(({ id }) => id === draft.campaign_id)?.keywords ?? [],
            }
          : field,
      )
  const send = async (draft: FormDraft) => {
    const fields = loaded.data ?? []
    // A field of another kind of event was filled in before the kind was changed.
    const used = Object.fromEntries(
      Object.entries(draft).map(([name, text]) => [name, isFor(name, draft) ? text : '']),
    )
    if (alert === undefined) {
      const body = requestOf(fields, used) as Api['AlertInput']
      return onDone((await api('POST', '/alerts', { body })).data)
    }
    const body: Api['AlertUpdate'] = changesOf(fields, draftOf(fields, alert), used)
    if (Object.keys(body).length === 0) return onClose()
    onDone((await api('PUT', '/alerts/{id}', { params: { id: alert.id }, body })).data)
  }
  const initial = { event: 'ranking.changed', campaign_id: campaigns[0]?.id }
  return (
    <Dialog
      title={
        alert === undefined ? (
          'Create an alert'
        ) : (
          <>
            Edit <Name>{alert.name}</Name>
          </>
        )
      }
      onClose={onClose}
    >
      <Pending of={loaded}>Loading the form…</Pending>
      {loaded.data && (
        <SchemaForm
          fields={fieldsFor}
          initial={draftOf(loaded.data, alert ?? initial)}
          submit={alert === undefined ? 'Create alert' : 'Save changes'}
          send={send}
          onCancel={onClose}
        >
          {(draft) => (
            <LetsThrough alert={requestOf(fieldsFor(draft), draft) as Partial<Api['AlertInput']>} />
          )}
        </SchemaForm>
      )}
    </Dialog>
  )
}

const MOST_EVENTS = 1000

/** How many of the last day's events the alert would let through. */
function LetsThrough({ alert }: { alert: Partial<Api['AlertInput']> }) {
  const { campaign_id, event } = alert
  const { data } = useRead(
    (control, signal) => {
      const query = { campaign_id, type: event, limit: MOST_EVENTS }
      return control('GET', '/events', { query, signal })
    },
    [campaign_id, event],
  )
  if (data === undefined || campaign_id === undefined || event === undefined) return null
  if (data.length === 0)
    return (
      <p class="hint" role="status">
        No such event in the last 24 hours to try it on.
      </p>
    )
  const rule = { name: '', ...alert, campaign_id, event }
  const passed = data.filter((past) => alertLetsThrough(rule, past as unknown as AlertMatter))
  return (
    <p class="hint" role="status">
      Lets {shown(passed.length)} of {counted(data.length, 'event')} of the last 24 hours through.
    </p>
  )
}
