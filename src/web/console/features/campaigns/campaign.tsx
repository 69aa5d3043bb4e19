import type { components } from '../../../../../spec/generated/api.ts'
import { apiDocument } from '../../client/document.ts'
import { counted, isolated } from '../../client/format.ts'
import type { FormSettings } from '../../client/schema-form.ts'
import { linkTo } from '../../hooks/route.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton, DeleteButton, DialogButton } from '../../ui/buttons.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/values.tsx'

type Api = components['schemas']
export type Campaign = Api['Campaign']

const SETTINGS: FormSettings<Api['CampaignInput']> = {
  name: { label: 'Name', hint: '' },
  keywords: { label: 'Keywords', hint: 'One per line.', placeholder: 'electric bike' },
  type: {
    label: 'Type',
    suggestions: ['serp', 'chat'],
    hint: 'serp: search results. chat: AI chat platforms.',
  },
  frequency: {
    label: 'Frequency',
    suggestions: ['hourly', 'daily', 'weekly', 'monthly'],
    hint: 'hourly, daily, weekly or monthly.',
  },
  brand: 'Brand',
  domain: 'Domain',
  competitors: { label: 'Competitors', hint: 'Domains of competitors, one per line.' },
  'settings.location': { label: 'Location', placeholder: 'United States' },
  'settings.device': {
    label: 'Device',
    suggestions: ['desktop', 'mobile'],
    placeholder: 'desktop',
  },
  'settings.search_engine': { label: 'Search engine', placeholder: 'google' },
  status: { label: 'Status', hint: 'A paused campaign does not run.' },
}

/** Most campaigns do without those that follow. */
const MORE = Object.keys(SETTINGS).slice(Object.keys(SETTINGS).indexOf('brand'))

/** Values of a new campaign that the specification shows (§2). */
const INITIAL = { type: 'serp', frequency: 'daily' }

const SHARED = { settings: SETTINGS, more: MORE, wide: true }

/** Creates a campaign, and opens its page. */
export function NewCampaign({ onClose }: { onClose: () => void }) {
  const { api, notify } = useSandbox()
  return (
    <FormDialog
      {...SHARED}
      title="Create a campaign"
      of={[apiDocument, 'post', '/campaigns']}
      initial={INITIAL}
      submit="Create campaign"
      send={async (body) => {
        const { data } = await api('POST', '/campaigns', { body: body as Api['CampaignInput'] })
        notify(`Campaign “${isolated(data.name)}” created.`)
        location.hash = linkTo('campaigns', data.id)
      }}
      onClose={onClose}
    />
  )
}

/** Buttons to edit, pause or delete a campaign. */
export function CampaignActions({
  campaign,
  onChange,
  onDeleted = onChange,
}: {
  campaign: Campaign
  onChange: () => void
  onDeleted?: () => void
}) {
  const { api, notify } = useSandbox()
  const { id, name, status } = campaign
  const params = { id }
  const isPaused = status === 'paused'
  return (
    <div class="actions">
      <DialogButton
        aria-label={`Edit ${name}`}
        dialog={(close) => (
          <FormDialog
            {...SHARED}
            title={
              <>
                Edit <Name>{name}</Name>
              </>
            }
            of={[apiDocument, 'put', '/campaigns/{id}']}
            record={campaign}
            submit="Save changes"
            send={async (body) => {
              await api('PUT', '/campaigns/{id}', { params, body })
              close()
              onChange()
              notify(`Campaign “${isolated(name)}” saved.`)
            }}
            onClose={close}
          />
        )}
      >
        Edit
      </DialogButton>
      <ActionButton
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
        act={async () => {
          const body = { status: isPaused ? ('active' as const) : ('paused' as const) }
          await api('PUT', '/campaigns/{id}', { params, body })
          onChange()
          return isPaused ? `${isolated(name)} runs again.` : `${isolated(name)} paused.`
        }}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </ActionButton>
      <DeleteButton
        what="campaign"
        name={name}
        remove={async () => {
          await api('DELETE', '/campaigns/{id}', { params })
          onDeleted()
          return `Campaign “${isolated(name)}” deleted.`
        }}
      >
        <p>
          This deletes its {counted(campaign.keywords?.length ?? 0, 'keyword')} and all of its data.
          You can undo this under “What happened”. Pause it instead to keep the data.
        </p>
      </DeleteButton>
    </div>
  )
}
