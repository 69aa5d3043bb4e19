import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Empty } from '../../parts/empty.js'
import { counted } from '../../parts/numbers.js'

/**
 * Nothing was asked of the account yet: says how.
 *
 * @param {{ hidden: number, onShow: () => void }} props `hidden`: requests of the console itself.
 */
export function FirstRequest({ hidden, onShow }) {
  const command = [
    `curl '${new URL('api/campaigns', document.baseURI)}?limit=1'`,
    "-H 'Authorization: Bearer <your key>'",
  ].join(' \\\n  ')
  return html`<${Empty} title="No requests yet">
    <p>
      What your code asks of this account appears here as it happens. Try it with a
      ${' '}<a href=${linkTo('integrations')}>key of the account</a>:
    </p>
    <div class="code"><pre tabindex="0" aria-label="Command">${command}</pre><${CopyButton} text=${command} /></div>
    ${
      hidden > 0 &&
      html`<p class="faint">
        ${counted(hidden, 'request')} of this console ${hidden === 1 ? 'is' : 'are'} hidden.
        ${' '}<button type="button" class="link" onClick=${onShow}>Show ${hidden === 1 ? 'it' : 'them'}</button>
      </p>`
    }
  </${Empty}>`
}
