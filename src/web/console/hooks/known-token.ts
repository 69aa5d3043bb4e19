import { apiDocument } from '../client/document.ts'
import { givenKeys } from '../client/keys.ts'
import { visitorKey } from '../client/visitor-key.ts'
import { useLoaded, useSandbox } from './sandbox.ts'

/** The token of the user, or the demo key, if the page knows one of the account. */
export function useKnownToken(): string | undefined {
  const { account, session } = useSandbox()
  const own = session.role === 'owner' ? session.token : visitorKey()
  const { data } = useLoaded(
    async () => givenKeys((await apiDocument())['x-page'], { own, of: account }),
    [account, own],
  )
  const token = data?.[0]?.token
  return typeof token === 'string' ? token : undefined
}
