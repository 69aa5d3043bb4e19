import { useState } from 'preact/hooks'
import { apiDocument, baseUrlOf, tokenTypesOf } from '../client/document.js'
import { useLoaded } from '../hooks/loaded.js'
import { linkTo } from '../hooks/route.js'
import { useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { CopyButton } from '../parts/copy.js'
import { Failure } from '../parts/failure.js'
import { draftLike, EMPTY } from './integrations/draft.js'
import { NewToken } from './integrations/new-token.js'
import { TokenForm } from './integrations/token-form.js'
import { SettingsHeader } from './settings/header.js'

/** @typedef {import('../client/session.js').Control['NewKey']} NewKey */

/**
 * Settings, Integrations, API (§5.2): `#/integrations`; `?like=<key id>` begins with the terms of another key.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Integrations({ route }) {
  const { control } = useSandbox()
  const like = route.query.get('like') ?? undefined
  const { data, error, loading, reload } = useLoaded(
    async (signal) => {
      const [api, initial] = await Promise.all([
        apiDocument(),
        like === undefined
          ? EMPTY
          : control('GET', `keys/${encodeURIComponent(like)}`, { signal }).then(({ data }) =>
              draftLike(data),
            ),
      ])
      return { api, initial, baseUrl: baseUrlOf(api) }
    },
    [control, like],
  )
  const [created, setCreated] = useState(/** @type {NewKey | undefined} */ (undefined))
  const [turn, setTurn] = useState(0)
  const close = () => {
    setCreated(undefined)
    // The next token begins with an empty form.
    setTurn(turn + 1)
  }

  return html`<${SettingsHeader} trail="Settings → Integrations" title="API">
      <a class="button" href=${linkTo('keys')}>API Keys</a>
    </${SettingsHeader}>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} />`}
    ${
      data === undefined
        ? loading && html`<div class="loading" role="status">Loading…</div>`
        : html`<${HowToCall} api=${data.api} baseUrl=${data.baseUrl} />
            <section class="panel" aria-labelledby="create-title">
              <h2 id="create-title">Create API Token</h2>
              ${like !== undefined && html`<p class="hint">With the terms of <bdi>${data.initial.name}</bdi>, to take its place.</p>`}
              <${TokenForm}
                key=${`${turn} ${like}`}
                api=${data.api}
                initial=${data.initial}
                onCreated=${setCreated}
              />
            </section>`
    }
    ${created && data && html`<${NewToken} created=${created} baseUrl=${data.baseUrl} onClose=${close} />`}`
}

/** @param {{ api: import('../client/document.js').ApiDocument, baseUrl: string }} props */
function HowToCall({ api, baseUrl }) {
  const header = 'Authorization: Bearer <API_TOKEN>'
  return html`<section class="panel" aria-labelledby="call-title">
    <h2 id="call-title">How to call it</h2>
    <dl class="facts">
      <dt>Base URL</dt>
      <dd class="copied"><code>${baseUrl}</code> <${CopyButton} text=${baseUrl} label="Copy base URL" /></dd>
      <dt>Every request</dt>
      <dd class="copied"><code>${header}</code> <${CopyButton} text=${header} label="Copy header" /></dd>
    </dl>
    <table class="table stacked types">
      <caption class="hidden-text">Types of tokens</caption>
      <thead><tr><th scope="col">Type</th><th scope="col">Begins with</th><th scope="col">For</th></tr></thead>
      <tbody>
        ${tokenTypesOf(api).map(
          ({ type, prefixes, use }) => html`<tr key=${type}>
            <th scope="row">${type}</th>
            <td data-label="Begins with"><span>${prefixes.map((prefix) => html`<code>${prefix}</code> `)}</span></td>
            <td data-label="For"><span>${use}${type === 'live' && '; this sandbox makes none, and refuses them'}</span></td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
