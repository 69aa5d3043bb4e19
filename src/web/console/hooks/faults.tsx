import type { ComponentChildren } from 'preact'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Control } from '../client/session.ts'
import type { Loaded } from './sandbox.ts'
import { useRead } from './sandbox.ts'
import { useInterval } from './timing.ts'

export type Fault = Control['Fault']

/** Real milliseconds between two reads while a rule is active, because it may end at any time. */
const LOOK_AGAIN_MS = 3000

/** Without a provider there are no rules. */
const NONE: Loaded<Fault[]> = { data: undefined, error: undefined, loading: true, reload: () => {} }
const FaultsContext = createContext(NONE)

/** The fault rules of the account, for everything on the page. */
export function FaultsProvider({ children }: { children?: ComponentChildren }) {
  const faults = useRead((control, signal) => control('GET', '/faults', { signal }))
  const isOn = faults.data?.some(({ state }) => state === 'active') ?? false
  useInterval(faults.reload, LOOK_AGAIN_MS, isOn)
  return <FaultsContext.Provider value={faults}>{children}</FaultsContext.Provider>
}

/** The rules in the order in which they are tried. */
export const useFaults = () => useContext(FaultsContext)
