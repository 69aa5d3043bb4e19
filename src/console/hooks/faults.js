import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { html } from '../html.js'
import { useLoaded } from './loaded.js'
import { useSandbox } from './sandbox.js'

/** @typedef {import('../client/session.js').Control['Fault']} Fault */

/**
 * @typedef {object} Faults
 * @property {Fault[] | undefined} faults In the order in which they are tried; undefined until they were read.
 * @property {unknown} error Why they could not be read.
 * @property {() => void} reload
 */

/** Real milliseconds between two looks while a rule is on: it may be used up, or end, without this page. */
const LOOK_AGAIN_MS = 3000

const FaultsContext = createContext(
  /** @type {Faults} */ ({ faults: undefined, error: undefined, reload: () => {} }),
)

/** The fault rules of the account, for everything on the page. @param {{ children?: unknown }} props */
export function FaultsProvider({ children }) {
  const { control } = useSandbox()
  const { data, error, reload } = useLoaded(
    async (signal) => /** @type {Fault[]} */ ((await control('GET', 'faults', { signal })).data),
    [control],
  )
  const isOn = data?.some(({ state }) => state === 'active') ?? false
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.hidden || reload(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOn, reload])
  return html`<${FaultsContext.Provider} value=${{ faults: data, error, reload }}>${children}</${FaultsContext.Provider}>`
}

export function useFaults() {
  return useContext(FaultsContext)
}
