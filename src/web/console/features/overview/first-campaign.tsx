import { linkTo } from '../../hooks/route.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { Command, curlCommand } from '../../ui/copy.tsx'
import { Empty } from '../../ui/states.tsx'

const SAMPLE = {
  name: 'My first campaign',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots', 'ultralight tent'] as string[],
  frequency: 'daily',
} as const

/** How to create the first campaign. */
export function FirstCampaign({ onDone }: { onDone: () => void }) {
  const { api } = useSandbox()
  const command = curlCommand(`${new URL('api/campaigns', document.baseURI)}`, {
    body: JSON.stringify(SAMPLE),
  })
  return (
    <Empty title="No campaigns yet">
      <p>
        A campaign lists the keywords to monitor. Rankings, mentions and reports follow at once.
        Create one here, or with a <a href={linkTo('integrations')}>key of the account</a>, as your
        own code will:
      </p>
      <Command text={command} />
      <div class="actions">
        <ActionButton
          class="primary"
          act={async () => {
            await api('POST', '/campaigns', { body: SAMPLE })
            onDone()
            return 'Campaign created. Advance the clock by 7 days to see its positions change.'
          }}
        >
          Create a sample campaign
        </ActionButton>
      </div>
    </Empty>
  )
}
