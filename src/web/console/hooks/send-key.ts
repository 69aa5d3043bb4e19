import { useMemo, useState } from 'preact/hooks'
import { apiDocument } from '../client/document.ts'
import {
  givenKeys,
  type KeyChoice,
  type KeyState,
  PASTED,
  type PageTerms,
  visitorKey,
  WITHOUT,
} from '../client/keys.ts'
import { ofServer, ofTab } from '../client/storage.ts'
import { useLoaded, useSandbox } from './sandbox.ts'

/** The choice of a key to send, kept until the tab is closed: the first one until the user picks another. */
export function useKeyState(
  keys: readonly KeyChoice[],
): [state: KeyState, put: (state: KeyState) => void] {
  const place = ofServer('svc-send-key')
  const [{ id: picked, pasted }, setState] = useState({ id: ofTab.get(place), pasted: '' })
  const isThere = [...keys.map(({ id }) => id), PASTED, WITHOUT].includes(picked ?? '')
  const put = (next: KeyState) => {
    ofTab.set(place, next.id)
    setState(next)
  }
  return [{ id: (isThere ? picked : keys[0]?.id) ?? PASTED, pasted }, put]
}

/** The keys of the account that requests of the console can have: the given ones, and one that is made when it is first sent. */
export function useSendKeys(terms: PageTerms | undefined): KeyChoice[] {
  const { control, account, session } = useSandbox()
  const own = session.role === 'owner' ? session.token : undefined
  const place = ofServer(`svc-made-key ${account}`)
  const [made, setMade] = useState(() => ofTab.get(place))
  return useMemo(() => {
    const keep = (token: string | undefined) => {
      ofTab.set(place, token)
      setMade(token)
    }
    const create = async () => {
      const body = { name: 'Console', permissions: ['*'] }
      const { data } = await control('POST', '/keys', { body })
      keep(data.token)
      return data.token
    }
    return [
      ...(terms ? givenKeys(terms, { own, of: account }) : []),
      {
        id: 'made',
        label: made === undefined ? 'A new key of this account' : 'The key “Console”',
        token: made ?? create,
        hint: 'A key with all permissions, kept in this tab.',
        // A reset deletes it.
        forget: () => keep(undefined),
      },
    ]
  }, [control, account, own, terms, made])
}

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
