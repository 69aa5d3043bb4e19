import { useState } from 'preact/hooks'
import { counted, isolated } from '../../client/format.ts'
import type { RowOf } from '../../client/service-lists.ts'
import { DAY_MS, readClock, shownBy } from '../../client/session.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { type Alert, AlertForm } from './alert-form.tsx'
import { dataToMatch } from './alert-test.ts'
import { hasNews } from './conditions.ts'

/** Buttons to test, acknowledge, snooze, edit or delete an alert. */
export function AlertActions({
  alert,
  campaigns,
  onChange,
  onDeleted,
}: {
  alert: Alert
  campaigns: readonly RowOf<'/campaigns'>[]
  onChange: () => void
  onDeleted: () => void
}) {
  const { api, control, notify } = useSandbox()
  const [isEditing, setEditing] = useState(false)
  const { id, name, snoozed_until } = alert
  const label = isolated(name)
  const params = { id }
  const test = useAction(async () => {
    const { event: type, campaign_id } = alert
    const body = { type, campaign_id, data: dataToMatch(alert) }
    const { deliveries = [] } = (await control('POST', '/events', { body })).data
    onChange()
    return `Test event sent to ${counted(deliveries.length, 'webhook')}.`
  })
  const acknowledge = useAction(async () => {
    await api('POST', '/alerts/{id}/acknowledge', { params })
    onChange()
    return `${label} acknowledged.`
  })
  const snooze = useAction(async () => {
    if (snoozed_until) await api('DELETE', '/alerts/{id}/snooze', { params })
    else {
      const now = shownBy(await readClock(control)(new AbortController().signal))
      const until = new Date(now + DAY_MS).toISOString()
      await api('POST', '/alerts/{id}/snooze', { params, body: { until } })
    }
    onChange()
    return snoozed_until ? `${label} sends events again.` : `${label} sends nothing for a day.`
  })
  const remove = async () => {
    await api('DELETE', '/alerts/{id}', { params })
    onDeleted()
    return `Alert “${label}” deleted.`
  }
  const close = () => setEditing(false)
  return (
    <div class="actions">
      <button type="button" disabled={test.busy} onClick={() => test.run()}>
        Test
      </button>
      <button
        type="button"
        disabled={acknowledge.busy || !hasNews(alert)}
        onClick={() => acknowledge.run()}
      >
        Acknowledge
      </button>
      <button type="button" disabled={snooze.busy} onClick={() => snooze.run()}>
        {snoozed_until ? 'End the snooze' : 'Snooze for a day'}
      </button>
      <button type="button" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
        Edit
      </button>
      <DeleteButton what="alert" name={name} remove={remove}>
        <p>
          Webhooks that use it no longer get its events. You can undo this under “What happened”.
        </p>
      </DeleteButton>
      {isEditing && (
        <AlertForm
          alert={alert}
          campaigns={campaigns}
          onClose={close}
          onDone={() => {
            close()
            onChange()
            notify(`Alert “${label}” saved.`)
          }}
        />
      )}
    </div>
  )
}
