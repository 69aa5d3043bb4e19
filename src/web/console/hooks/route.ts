import { useEffect, useState } from 'preact/hooks'
import {
  accountIn,
  hashOf,
  presentHash,
  type Route,
  routeOf,
  withAccount,
} from '../client/address.ts'

export { filterIn, type Route } from '../client/address.ts'

/**
 * The address of the page. It always names an account, so that a tab keeps its own on a reload: an address without one gets
 * `account()`.
 */
export function useRoute(account: () => string): Route {
  const [route, setRoute] = useState(() => currentRoute(account))
  useEffect(() => {
    const listen = () => setRoute(currentRoute(account))
    addEventListener('hashchange', listen)
    return () => removeEventListener('hashchange', listen)
  }, [account])
  return route
}

function currentRoute(account: () => string): Route {
  const hash = presentHash(location.hash)
  const isNamed = accountIn(routeOf(hash)) !== undefined || account() === ''
  const present = isNamed ? hash : withAccount(hash, account())
  if (present !== location.hash) history.replaceState(history.state, '', present)
  return routeOf(present)
}

/** The address of a screen for the account of the page. Empty values of `query` are left out. */
export function linkTo(
  screen: string,
  id?: string,
  query: Record<string, string | undefined> = {},
): string {
  return hashOf(accountIn(routeOf(location.hash)), screen, id, query)
}

/** Changes the address without a new history entry, for filters. */
export function replaceRoute(link: string): void {
  history.replaceState(history.state, '', link)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
