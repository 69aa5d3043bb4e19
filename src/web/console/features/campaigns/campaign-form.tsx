import type { components } from '../../../../../spec/generated/api.ts'
import { apiDocument } from '../../client/document.ts'
import { changesOf, draftOf, requestOf } from '../../client/form-request.ts'
import { bodySchema, resolverOf } from '../../client/request-schema.ts'
import { type FormField, type FormSettings, formFields } from '../../client/schema-form.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Pending } from '../../ui/states.tsx'
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

/** Most campaigns do without them. */
const MORE: readonly string[] = [
  'brand',
  'domain',
  'competitors',
  'settings.location',
  'settings.device',
  'settings.search_engine',
  'status',
]

/** Values of a new campaign that the specification shows (§2). */
const INITIAL = { type: 'serp', frequency: 'daily' }

/** Creates a campaign, or changes `campaign`. */
export function CampaignForm({
  campaign,
  onDone,
  onClose,
}: {
  campaign?: Campaign
  onDone: (campaign: Campaign) => void
  onClose: () => void
}) {
  const { api } = useSandbox()
  const fields = useLoaded(async () => {
    const document = await apiDocument()
    const schema =
      campaign === undefined
        ? bodySchema(document, '/campaigns', 'post')
        : bodySchema(document, '/campaigns/{id}', 'put')
    return formFields(schema, SETTINGS, resolverOf(document))
  }, [])
  const send = async (fields: readonly FormField[], draft: Record<string, string>) => {
    if (campaign === undefined) {
      const body = requestOf(fields, draft) as Api['CampaignInput']
      return onDone((await api('POST', '/campaigns', { body })).data)
    }
    const body: Api['CampaignUpdate'] = changesOf(fields, draftOf(fields, campaign), draft)
    if (Object.keys(body).length === 0) return onClose()
    const params = { id: campaign.id }
    onDone((await api('PUT', '/campaigns/{id}', { params, body })).data)
  }
  const title =
    campaign === undefined ? (
      'Create a campaign'
    ) : (
      <>
        Edit <Name>{campaign.name}</Name>
      </>
    )
  return (
    <Dialog title={title} onClose={onClose} wide>
      <Pending of={fields}>Loading the form…</Pending>
      {fields.data && (
        <SchemaForm
          fields={fields.data}
          initial={draftOf(fields.data, campaign ?? INITIAL)}
          submit={campaign === undefined ? 'Create campaign' : 'Save changes'}
          send={(draft) => send(fields.data ?? [], draft)}
          onCancel={onClose}
          more={MORE}
        />
      )}
    </Dialog>
  )
}
