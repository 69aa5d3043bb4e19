import { useMemo, useState } from 'preact/hooks'
import { apiDocument } from '../../client/document.ts'
import { givenKeys, PASTED, WITHOUT } from '../../client/keys.ts'
import { ofServer, ofTab } from '../../client/storage.ts'
import { visitorKey } from '../../client/visitor-key.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'

/** The name of a key that is made to repeat requests. */
export const REPLAY_KEY = 'Replay'
/** The choice to make that key. */
const MADE = 'made'

/**
 * The key of repeated requests: the sandbox does not store tokens, so it is the demo key or the visitor's own if this page has it,
 * a key `Replay` that is made when it is first needed, a pasted token, or none. Kept until the tab is closed.
 */
export function useReplayKey() {
  const { control, account, session, refresh } = useSandbox()
  const own = session.role === 'owner' ? session.token : visitorKey()
  const given = useLoaded(
    async () => givenKeys((await apiDocument())['x-page'], { own, of: account }),
    [account, own],
  )
  const made = ofServer(`svc-replay-key ${account}`)
  const stored = ofServer(`svc-replay-choice ${account}`)
  const [pasted, setPasted] = useState('')
  const [picked, setPicked] = useState(() => ofTab.get(stored))
  const options = useMemo(
    () => [
      ...(given.data ?? []).map(({ id, label }) => [id, label] as const),
      [MADE, `A key named ${REPLAY_KEY}, made for this`] as const,
      [PASTED, 'A token that you paste'] as const,
      [WITHOUT, 'No key'] as const,
    ],
    [given.data],
  )
  const choice = options.find(([id]) => id === picked)?.[0] ?? options[0]?.[0] ?? MADE
  const choose = (id: string) => {
    ofTab.set(stored, id)
    setPicked(id)
  }
  /** The token to send, made first if necessary. */
  const token = async (): Promise<string | undefined> => {
    if (choice === WITHOUT) return undefined
    if (choice === PASTED) return pasted.trim()
    const known = given.data?.find(({ id }) => id === choice)?.token ?? ofTab.get(made)
    if (typeof known === 'string') return known
    const { data } = await control('POST', '/keys', { body: { name: REPLAY_KEY } })
    ofTab.set(made, data.token)
    refresh()
    return data.token
  }
  /** Forgets the made key, which a reset deletes. */
  const forget = () => ofTab.set(made, undefined)
  const isReady = !given.loading || given.data !== undefined
  return { options, choice, choose, pasted, setPasted, token, forget, isReady }
}

export type ReplayKey = ReturnType<typeof useReplayKey>
