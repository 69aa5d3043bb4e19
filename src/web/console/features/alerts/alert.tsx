import type { components } from '../../../../../spec/generated/api.ts'
import { type AlertMatter, alertLetsThrough } from '../../../../accounts/alert.ts'
import { apiDocument } from '../../client/document.ts'
import type { FormDraft } from '../../client/form-request.ts'
import { counted, isolated, shown } from '../../client/format.ts'
import type { FormField, FormSettings } from '../../client/schema-form.ts'
import type { RowOf } from '../../client/service-lists.ts'
import { DAY_MS, readClock, shownBy } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton, DeleteButton, DialogButton } from '../../ui/buttons.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/values.tsx'
import { dataToMatch } from './alert-test.ts'
import { hasNews } from './conditions.ts'

type Api = components['schemas']
export type Alert = Api['Alert']
type Campaign = RowOf<'/campaigns'>

/** The kinds of events that a field narrows. */
const NARROWS: Record<string, readonly string[]> = {
  keyword: ['ranking.changed', 'mention.detected'],
  min_change: ['ranking.changed'],
  platform: ['mention.detected'],
}

/** What both forms share: the labels, and the fields that the chosen event has. */
function useForms(campaigns: readonly Campaign[]) {
  const { data: api } = useLoaded(apiDocument, [])
  const settings: FormSettings<Api['AlertInput']> = {
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
    platform: { label: 'Platform', hint: 'Empty: all platforms.' },
  }
  const suggestionsOf = (name: string, { campaign_id }: FormDraft): readonly string[] =>
    ({
      keyword: campaigns.find(({ id }) => id === campaign_id)?.keywords,
      platform: api?.components?.schemas?.Mention?.properties?.platform?.examples,
    })[name] ?? []
  return {
    settings,
    fieldsFor: (fields: readonly FormField[], draft: FormDraft) =>
      fields
        .filter(({ name }) => NARROWS[name]?.includes(draft.event ?? '') ?? true)
        .map((field) => ({ ...field, suggestions: suggestionsOf(field.name, draft) })),
    children: (body: Partial<Api['AlertInput']>) => <LetsThrough alert={body} />,
  }
}

/** Creates an alert, and opens its page. */
export function NewAlert({
  campaigns,
  onClose,
}: {
  campaigns: readonly Campaign[]
  onClose: () => void
}) {
  const { api, notify } = useSandbox()
  return (
    <FormDialog
      {...useForms(campaigns)}
      title="Create an alert"
      of={[apiDocument, 'post', '/alerts']}
      initial={{ event: 'ranking.changed', campaign_id: campaigns[0]?.id }}
      submit="Create alert"
      send={async (body) => {
        const { data } = await api('POST', '/alerts', { body: body as Api['AlertInput'] })
        notify(`Alert “${isolated(data.name)}” created.`)
        location.hash = linkTo('alerts', data.id)
      }}
      onClose={onClose}
    />
  )
}

/** Buttons to test, acknowledge, snooze, edit or delete an alert. */
export function AlertActions({
  alert,
  campaigns,
  onChange,
  onDeleted = onChange,
}: {
  alert: Alert
  campaigns: readonly Campaign[]
  onChange: () => void
  onDeleted?: () => void
}) {
  const { api, control, notify } = useSandbox()
  const forms = useForms(campaigns)
  const { id, name, snoozed_until } = alert
  const label = isolated(name)
  const params = { id }
  return (
    <div class="actions">
      <ActionButton
        act={async () => {
          const { event: type, campaign_id } = alert
          const body = { type, campaign_id, data: dataToMatch(alert) }
          const { deliveries = [] } = (await control('POST', '/events', { body })).data
          onChange()
          return `Test event sent to ${counted(deliveries.length, 'webhook')}.`
        }}
      >
        Test
      </ActionButton>
      <ActionButton
        disabled={!hasNews(alert)}
        act={async () => {
          await api('POST', '/alerts/{id}/acknowledge', { params })
          onChange()
          return `${label} acknowledged.`
        }}
      >
        Acknowledge
      </ActionButton>
      <ActionButton
        act={async () => {
          if (snoozed_until) await api('DELETE', '/alerts/{id}/snooze', { params })
          else {
            const now = shownBy(await readClock(control)(new AbortController().signal))
            const until = new Date(now + DAY_MS).toISOString()
            await api('POST', '/alerts/{id}/snooze', { params, body: { until } })
          }
          onChange()
          return snoozed_until
            ? `${label} sends events again.`
            : `${label} sends nothing for a day.`
        }}
      >
        {snoozed_until ? 'End the snooze' : 'Snooze for a day'}
      </ActionButton>
      <DialogButton
        aria-label={`Edit ${name}`}
        dialog={(close) => (
          <FormDialog
            {...forms}
            title={
              <>
                Edit <Name>{name}</Name>
              </>
            }
            of={[apiDocument, 'put', '/alerts/{id}']}
            record={alert}
            submit="Save changes"
            send={async (body) => {
              await api('PUT', '/alerts/{id}', { params, body })
              close()
              onChange()
              notify(`Alert “${label}” saved.`)
            }}
            onClose={close}
          />
        )}
      >
        Edit
      </DialogButton>
      <DeleteButton
        what="alert"
        name={name}
        remove={async () => {
          await api('DELETE', '/alerts/{id}', { params })
          onDeleted()
          return `Alert “${label}” deleted.`
        }}
      >
        <p>
          Webhooks that use it no longer get its events. You can undo this under “What happened”.
        </p>
      </DeleteButton>
    </div>
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
  const rule = { name: '', ...alert, campaign_id, event }
  const passed = data.filter((past) => alertLetsThrough(rule, past as unknown as AlertMatter))
  return (
    <p class="hint" role="status">
      {data.length === 0
        ? 'No such event in the last 24 hours to try it on.'
        : `Lets ${shown(passed.length)} of ${counted(data.length, 'event')} of the last 24 hours through.`}
    </p>
  )
}
