import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { accountIn, hashOf, type Route, routeOf, withAccount } from '../client/address.ts'

export { filterIn, type Route } from '../client/address.ts'

/**
 * The address of the page. It always names an account, so that a tab keeps its own on a reload: an address without one gets
 * `account()`.
 */
export function useRoute(account: () => string): Route {
  const named = useCallback(() => namedHash(account), [account])
  const hash = useHash(named)
  return useMemo(() => routeOf(hash), [hash])
}

/** The hash of the address, as `read` gives it. */
export function useHash(read: () => string): string {
  const [hash, setHash] = useState(read)
  useEffect(() => {
    const listen = () => setHash(read())
    addEventListener('hashchange', listen)
    // Effects run after the page was painted: the address may have changed since.
    listen()
    return () => removeEventListener('hashchange', listen)
  }, [read])
  return hash
}

function namedHash(account: () => string): string {
  const { hash } = location
  const isNamed = accountIn(routeOf(hash)) !== undefined || account() === ''
  const present = isNamed ? hash : withAccount(hash, account())
  if (present !== location.hash) history.replaceState(history.state, '', present)
  return present
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
