import type { ComponentChildren } from 'preact'
import { counted, isolated, shown } from '../../client/format.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import type { useStream } from '../../hooks/stream.ts'
import { AskButton } from '../../ui/buttons.tsx'
import type { RequestLog } from './log.ts'

/** The state of the list, and buttons to pause and clear it. `waiting`: the number of new requests during a pause. */
export function Controls({
  log,
  isPaused,
  waiting,
  onPause,
  onResume,
  children,
}: {
  log: RequestLog
  isPaused: boolean
  waiting: number
  onPause: () => void
  onResume: () => void
  children?: ComponentChildren
}) {
  const { control, session, account } = useSandbox()
  const name = session.accounts.find(({ id }) => id === account)?.name ?? account
  const clear = async () => {
    const { data } = await control('DELETE', '/requests')
    log.reload()
    return `${counted(data.deleted, 'request')} of ${isolated(name)} cleared.`
  }
  return (
    <div class="actions">
      <Connection state={log.connection} isPaused={isPaused} />
      <button type="button" onClick={isPaused ? onResume : onPause}>
        {isPaused ? `Resume${waiting > 0 ? ` (${shown(waiting)} new)` : ''}` : 'Pause'}
      </button>
      {children}
      <AskButton
        text="Clear…"
        title={
          <>
            Clear the requests of <bdi>{name}</bdi>?
          </>
        }
        confirm="Clear requests"
        failed="The log was not cleared"
        act={clear}
      >
        <p>
          This clears the whole log of <bdi>{name}</bdi> (<code>{account}</code>), not only the
          requests that match the filters. The usage of keys, quotas, and requests without a valid
          key stay unchanged.
        </p>
      </AskButton>
    </div>
  )
}

export type Stream = ReturnType<typeof useStream>

/** Whether new requests are shown in real time. */
function Connection({ state, isPaused }: { state: Stream; isPaused: boolean }) {
  const [kind, text] =
    state instanceof Error
      ? ['failed', 'Not connected']
      : STATES[isPaused && state === 'open' ? 'paused' : state]
  return (
    <span class={`connection connection-${kind}`} role="status">
      {text}
    </span>
  )
}

const STATES = {
  open: ['open', 'Live'],
  paused: ['waiting', 'Paused'],
  waiting: ['waiting', 'Connecting…'],
  hidden: ['waiting', 'Paused in the background'],
}
