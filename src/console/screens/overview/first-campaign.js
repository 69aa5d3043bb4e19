import { useCallback } from 'preact/hooks'
import { useAction } from '../../hooks/action.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Empty } from '../../parts/empty.js'

const SAMPLE = {
  name: 'My first campaign',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots', 'ultralight tent'],
  frequency: 'daily',
}

/** An account without campaigns has no figures: says how to get some. @param {{ onDone: () => void }} props */
export function FirstCampaign({ onDone }) {
  const { api } = useSandbox()
  const create = useAction(
    useCallback(async () => {
      await api('POST', 'campaigns', { body: SAMPLE })
      onDone()
      return 'The campaign is there. Push the clock by 7 days to see its positions move.'
    }, [api, onDone]),
  )
  const command = [
    `curl ${new URL('api/campaigns', document.baseURI)}`,
    "-H 'Authorization: Bearer <your key>'",
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(SAMPLE)}'`,
  ].join(' \\\n  ')
  return html`<${Empty} title="This account has no campaigns yet">
    <p>
      A campaign says which keywords are watched. Rankings, mentions and reports follow from it at once. Make one here, or
      with a <a href=${linkTo('integrations')}>key of the account</a> as your own code will:
    </p>
    <div class="code"><pre tabindex="0" aria-label="Command">${command}</pre><${CopyButton} text=${command} /></div>
    <div class="actions">
      <button type="button" class="primary" disabled=${create.busy} onClick=${() => create.run()}>Create a sample campaign</button>
    </div>
  </${Empty}>`
}
