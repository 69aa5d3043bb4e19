import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { html } from '../html.js'
import { useRead } from './sandbox.js'
import { useInterval } from './timing.js'

/** @typedef {import('../client/session.js').Control['Fault']} Fault */

/** Real milliseconds between two reads while a rule is active, because it may end at any time. */
const LOOK_AGAIN_MS = 3000

/** Without a provider there are no rules. @type {import('./sandbox.js').Loaded<Fault[]>} */
const NONE = { data: undefined, error: undefined, loading: true, reload: () => {} }
const FaultsContext = createContext(NONE)

/** The fault rules of the account, for everything on the page. @param {{ children?: unknown }} props */
export function FaultsProvider({ children }) {
  const faults = useRead((control, signal) => control('GET', '/faults', { signal }))
  const isOn = faults.data?.some(({ state }) => state === 'active') ?? false
  useInterval(faults.reload, LOOK_AGAIN_MS, isOn)
  return html`<${FaultsContext.Provider} value=${faults}>${children}</${FaultsContext.Provider}>`
}

/** The rules in the order in which they are tried. */
export const useFaults = () => useContext(FaultsContext)
