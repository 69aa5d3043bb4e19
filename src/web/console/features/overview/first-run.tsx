import { useState } from 'preact/hooks'
import { linkTo } from '../../hooks/route.ts'
import { useRead, useSandbox } from '../../hooks/sandbox.ts'
import { useKnownToken } from '../../hooks/send-key.ts'
import { useStream } from '../../hooks/stream.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { ChoiceButtons } from '../../ui/controls.tsx'
import { Command, CopyButton, curlCommand } from '../../ui/copy.tsx'
import { Empty, Facts, Panel } from '../../ui/page.tsx'

const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
type Language = (typeof LANGUAGES)[number]

/** How an app reaches the sandbox, until its first request has come. */
export function ConnectYourApp() {
  const logged = useRead((control, signal) =>
    control('GET', '/requests', { query: { limit: 1 }, signal }),
  )
  const isWaiting = logged.data?.length === 0
  useStream('/requests/stream', ({ event }) => event === 'request' && logged.reload(), {
    enabled: isWaiting,
  })
  const token = useKnownToken()
  const [language, setLanguage] = useState<Language>('curl')
  if (!isWaiting) return null
  const base = `${new URL('api', document.baseURI)}`
  const code = codeIn(language, `${base}/campaigns?limit=3`, token ?? '<your key>')
  return (
    <Panel
      title="Connect your app"
      class="connect"
      actions={
        <ChoiceButtons
          label="Language"
          value={language}
          options={LANGUAGES.map((each) => [each, each] as const)}
          onChange={setLanguage}
        />
      }
    >
      <Facts
        class="facts facts-many"
        facts={[
          [
            'Base URL',
            <span key="base" class="row">
              <code>{base}</code> <CopyButton text={base} label="Copy" />
            </span>,
          ],
          [
            'Key',
            token === undefined ? (
              <a key="key" href={linkTo('integrations')}>
                Create a key
              </a>
            ) : (
              <span key="key" class="row">
                <code>{token}</code> <CopyButton text={token} label="Copy" />
              </span>
            ),
          ],
        ]}
      />
      <div class="code">
        <pre tabindex={0} aria-label={`A request with ${language}`}>
          {code}
        </pre>
        <CopyButton text={code} label="Copy" />
      </div>
      <p class="hint">
        Your requests appear in <a href={linkTo('requests')}>Requests</a>. This goes away with the
        first one. More: <a href="guide/getting-started">Getting started</a>.
      </p>
    </Panel>
  )
}

function codeIn(language: Language, url: string, token: string): string {
  if (language === 'curl') return curlCommand(`'${url}'`, { token })
  if (language === 'JavaScript')
    return `const response = await fetch('${url}', {
  headers: { Authorization: 'Bearer ${token}' },
})
console.log(await response.json())`
  return `import requests

response = requests.get(
    "${url}",
    headers={"Authorization": "Bearer ${token}"},
)
print(response.json())`
}

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
