import { useState } from 'preact/hooks'
import { counted, isolated } from '../../client/format.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { type Campaign, CampaignForm } from './campaign-form.tsx'

/** Buttons to edit, pause or delete a campaign. */
export function CampaignActions({
  campaign,
  onChange,
  onDeleted,
}: {
  campaign: Campaign
  onChange: () => void
  onDeleted: () => void
}) {
  const { api, notify } = useSandbox()
  const [isEditing, setEditing] = useState(false)
  const { id, name, status } = campaign
  const params = { id }
  const isPaused = status === 'paused'
  const pause = useAction(async () => {
    await api('PUT', '/campaigns/{id}', {
      params,
      body: { status: isPaused ? 'active' : 'paused' },
    })
    onChange()
    return isPaused ? `${isolated(name)} runs again.` : `${isolated(name)} paused.`
  })
  const remove = async () => {
    await api('DELETE', '/campaigns/{id}', { params })
    onDeleted()
    return `Campaign “${isolated(name)}” deleted.`
  }
  const close = () => setEditing(false)
  return (
    <div class="actions">
      <button type="button" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
        Edit
      </button>
      <button
        type="button"
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
        disabled={pause.busy}
        onClick={() => pause.run()}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <DeleteButton what="campaign" name={name} remove={remove}>
        <p>
          This deletes its {counted(campaign.keywords?.length ?? 0, 'keyword')} and all of its data.
          You can undo this under “What happened”. Pause it instead to keep the data.
        </p>
      </DeleteButton>
      {isEditing && (
        <CampaignForm
          campaign={campaign}
          onClose={close}
          onDone={() => {
            close()
            onChange()
            notify(`Campaign “${isolated(name)}” saved.`)
          }}
        />
      )}
    </div>
  )
}
