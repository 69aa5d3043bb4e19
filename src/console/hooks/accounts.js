import { useEffect, useState } from 'preact/hooks'
import { listAccounts } from '../client/session.js'

/**
 * The accounts that can be picked, as they come and go.
 *
 * @param {import('../client/session.js').Session} session
 * @param {number} revision
 */
export function useAccounts(session, revision) {
  const [accounts, setAccounts] = useState(session.accounts)
  useEffect(() => {
    // An owner has the one; and what was read with the session is new.
    if (session.role === 'owner' || revision === 0) return
    const stop = new AbortController()
    listAccounts(session.token, stop.signal).then(
      (found) => stop.signal.aborted || setAccounts(found),
      // That the sandbox is away is told by the page's connection.
      () => {},
    )
    return () => stop.abort()
  }, [session, revision])
  return accounts
}
