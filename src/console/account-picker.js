import { html } from './html.js'
import { isolated } from './parts/isolated.js'

/** @param {{ accounts: import('./client/session.js').Session['accounts'], picked: string, onPick: (id: string) => void }} props */
export function AccountPicker({ accounts, picked, onPick }) {
  if (accounts.length < 2) {
    const [only] = accounts
    return html`<p class="account">${only ? html`Account <bdi>${only.name}</bdi>` : 'This sandbox has no account'}</p>`
  }
  return html`<label class="account">
    Account
    <select
      value=${picked}
      onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ event) => onPick(event.currentTarget.value)}
    >
      ${accounts.map(
        ({ id, name, plan }) =>
          html`<option value=${id} selected=${id === picked}>${isolated(name)} (${plan ?? id})</option>`,
      )}
    </select>
  </label>`
}
