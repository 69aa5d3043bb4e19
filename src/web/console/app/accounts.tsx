import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { accountIn, hashOf } from '../client/address.ts'
import { isolated } from '../client/format.ts'
import { listAccounts, type Session } from '../client/session.ts'
import { ofBrowser, ofServer } from '../client/storage.ts'
import { type Route, useRoute } from '../hooks/route.ts'
import { optionsOf, valueTo } from '../ui/controls.tsx'
import { Missing, ScreenHeader } from '../ui/page.tsx'

type Accounts = Session['accounts']

const KEPT = 'svc-account'

/**
 * The address, and the account that it names. An address without one gets that of the tab, at first the last one of the browser.
 * `isUnknown`: there is no such account, and `account` is empty.
 */
export function useAddress(accounts: Accounts): {
  route: Route
  account: string
  isUnknown: boolean
} {
  const latest = useRef({ account: '', accounts })
  latest.current.accounts = accounts
  const fallback = useCallback(() => {
    const wanted = latest.current.account || ofBrowser.get(ofServer(KEPT))
    const known = latest.current.accounts
    return (known.find(({ id }) => id === wanted) ?? known[0])?.id ?? ''
  }, [])
  const route = useRoute(fallback)
  const named = accountIn(route)
  const account = accounts.find(({ id }) => id === named)?.id ?? ''
  latest.current.account = account
  return { route, account, isUnknown: named !== undefined && account === '' }
}

/** Opens a screen for another account, without the record and filters of the former one, and remembers it for new tabs. */
export function openAccount(id: string, screen: string): void {
  ofBrowser.set(ofServer(KEPT), id)
  location.hash = hashOf(id, screen)
}

/** In place of a screen, because one of another account could be taken for that which was meant. */
export function UnknownAccount({ accounts, id }: { accounts: Accounts; id: string }) {
  const [first] = accounts
  return (
    <>
      <ScreenHeader title="No such account" />
      <Missing
        title={
          <>
            There is no account <code>{id}</code>. It may have been deleted.
          </>
        }
        href={hashOf(first?.id, '')}
      >
        {first ? (
          <>
            Open <bdi>{first.name}</bdi>
          </>
        ) : (
          'Start page'
        )}
      </Missing>
    </>
  )
}

export function AccountPicker({
  accounts,
  picked,
  onPick,
}: {
  accounts: Accounts
  picked: string
  onPick: (id: string) => void
}) {
  if (accounts.length < 2) {
    const [only] = accounts
    return (
      <p class="account">
        {only ? (
          <>
            Account <bdi>{only.name}</bdi>
          </>
        ) : (
          'This sandbox has no accounts'
        )}
      </p>
    )
  }
  return (
    <label class="account">
      Account
      <select value={picked} onChange={valueTo(onPick)}>
        {picked === '' && <option value="">Choose an account</option>}
        {optionsOf(
          accounts.map(({ id, name, plan }) => [id, `${isolated(name)} (${plan ?? id})`]),
          picked,
        )}
      </select>
    </label>
  )
}

/** The accounts to choose from, kept up to date. */
export function useAccounts(session: Session, revision: number) {
  const [accounts, setAccounts] = useState(session.accounts)
  useEffect(() => {
    // An owner has only one account, and the accounts of a new session are up to date.
    if (session.role === 'owner' || revision === 0) return
    const stop = new AbortController()
    listAccounts(session.token, stop.signal).then(
      (found) => stop.signal.aborted || setAccounts(found),
      // The connection banner reports that the sandbox is away.
      () => {},
    )
    return () => stop.abort()
  }, [session, revision])
  return accounts
}
