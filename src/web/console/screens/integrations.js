import { useState } from 'preact/hooks'
import { apiDocument, baseUrlOf, tokenTypesOf } from '../client/document.js'
import { linkTo } from '../hooks/route.js'
import { useLoaded, useSandbox } from '../hooks/sandbox.js'
import { useTurn } from '../hooks/timing.js'
import { html } from '../html.js'
import { Command, CopyButton, curlCommand } from '../parts/controls.js'
import { Dialog } from '../parts/dialog.js'
import { Panel, Pending, ScreenHeader, Table } from '../parts/page.js'
import { draftLike, EMPTY, TokenForm } from './integrations/token-form.js'

/** @import { Route } from '../hooks/route.js' */
/** @import { ApiDocument, TokenType } from '../client/document.js' */

/** @typedef {import('../client/session.js').Control['NewKey']} NewKey */

/** Settings, Integrations, API (§5.2); `?like=<key id>` starts with the settings of another key. @param {{ route: Route }} props */
export default function Integrations({ route }) {
  const { control } = useSandbox()
  const like = route.query.get('like') ?? undefined
  const loaded = useLoaded(
    async (signal) => {
      const [api, initial] = await Promise.all([
        apiDocument(),
        like === undefined
          ? EMPTY
          : control('GET', '/keys/{key_id}', { params: { key_id: like }, signal }).then(
              ({ data }) => draftLike(data),
            ),
      ])
      return { api, initial, baseUrl: baseUrlOf(api) }
    },
    [control, like],
  )
  const { data } = loaded
  const [created, setCreated] = useState(/** @type {NewKey | undefined} */ (undefined))
  const [turn, next] = useTurn()
  const close = () => {
    setCreated(undefined)
    // The next token starts with an empty form.
    next()
  }

  return html`<${ScreenHeader} trail="Settings → Integrations →" title="API">
      <a class="button" href=${linkTo('keys')}>API Keys</a>
    </${ScreenHeader}>
    <${Pending} of=${loaded}>Loading…</${Pending}>
    ${
      data &&
      html`<${HowToCall} api=${data.api} baseUrl=${data.baseUrl} />
            <${Panel} title="Create API Token">
              ${like !== undefined && html`<p class="hint">With the settings of <bdi>${data.initial.name}</bdi>, to replace it.</p>`}
              <${TokenForm} key=${`${turn} ${like}`} api=${data.api} initial=${data.initial} onCreated=${setCreated} />
            </${Panel}>`
    }
    ${created && data && html`<${NewToken} created=${created} baseUrl=${data.baseUrl} onClose=${close} />`}`
}

/** @param {{ api: ApiDocument, baseUrl: string }} props */
function HowToCall({ api, baseUrl }) {
  const header = 'Authorization: Bearer <API_TOKEN>'
  /** @type {import('../parts/page.js').Column<TokenType>[]} */
  const columns = [
    ['Type', ({ type }) => type],
    [
      'Begins with',
      ({ prefixes }) => html`<span>${prefixes.map((each) => html`<code>${each}</code> `)}</span>`,
    ],
    [
      'For',
      ({ type, use }) =>
        `${use}${type === 'live' ? '; this sandbox does not create them and refuses them' : ''}`,
    ],
  ]
  return html`<${Panel} title="How to call it">
    <dl class="facts">
      <dt>Base URL</dt>
      <dd class="copied"><code>${baseUrl}</code> <${CopyButton} text=${baseUrl} label="Copy base URL" /></dd>
      <dt>Every request</dt>
      <dd class="copied"><code>${header}</code> <${CopyButton} text=${header} label="Copy header" /></dd>
    </dl>
    <${Table}
      class="types"
      caption="Types of tokens"
      columns=${columns}
      rows=${tokenTypesOf(api)}
      keyOf=${(/** @type {{ type: string }} */ { type }) => type}
    />
  </${Panel}>`
}

/** Shows a token once (§3.1); `onClose` forgets it. @param {{ created: NewKey, baseUrl: string, onClose: () => void }} props */
function NewToken({ created, baseUrl, onClose }) {
  const { name, token } = created
  const command = curlCommand(`'${baseUrl}/auth/verify'`, { token })
  return html`<${Dialog} title="Copy your API token now" onClose=${onClose} wide>
    <p>
      This is the token of “<bdi>${name}</bdi>”. <strong>It is shown only once</strong>: when you close this window, it cannot be
      looked up again.
    </p>
    <div class="shown-token">
      <output class="token" aria-label="API token">${token}</output>
      <${CopyButton} text=${token} label="Copy token" class="primary" />
    </div>
    <p>Try it:</p>
    <${Command} text=${command} label="Copy command" />
    <p class="faint">
      It works only for this sandbox, not for the real service. Still treat it as a secret: keep it out of public repositories
      and of code for browsers.
    </p>
    <div class="actions">
      <button type="button" onClick=${onClose}>I have copied it</button>
      <a class="button" href=${linkTo('keys')}>Go to API Keys</a>
    </div>
  </${Dialog}>`
}
