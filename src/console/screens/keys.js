import { html } from '../html.js'
import { KeyList } from './keys/key-list.js'
import { KeyPage } from './keys/key-page.js'

/**
 * Settings, API Keys (§5.5): `#/keys` for all of the account, `#/keys/<id>` for one.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Keys({ route: { id } }) {
  return id === undefined ? html`<${KeyList} />` : html`<${KeyPage} key=${id} id=${id} />`
}
