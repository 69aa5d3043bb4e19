import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/**
 * @typedef {object} Sandbox What every screen works with.
 * @property {import('../client/session.js').Session} session
 * @property {import('../client/session.js').Health} health
 * @property {string} account Id of the account that is shown.
 * @property {(method: string, path: string, options?: import('../client/http.js').CallOptions) => Promise<import('../client/http.js').Envelope>} control
 *   Calls `/_sandbox/<path>` for the account that is shown.
 * @property {(method: string, path: string, options?: import('../client/http.js').CallOptions) => Promise<import('../client/http.js').Envelope>} api
 *   Calls `/api/<path>` with the console's own key of that account.
 * @property {() => Promise<void>} keyMade Makes that key unless there is one, and waits for it, however that ends.
 * @property {number} revision Grows when what is shown may be out of date: load again.
 * @property {() => void} refresh Lets everything on the page load again.
 * @property {(text: string, kind?: 'done' | 'failed') => void} notify Shows a line for some seconds.
 */

/** @type {import('preact').Context<Sandbox>} */
export const SandboxContext = createContext(/** @type {any} */ (undefined))

/** @returns {Sandbox} */
export function useSandbox() {
  return useContext(SandboxContext)
}
