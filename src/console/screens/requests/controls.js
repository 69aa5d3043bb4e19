import { useCallback, useState } from 'preact/hooks'
import { useAction } from '../../hooks/action.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Confirmation } from '../../parts/dialog.js'
import { isolated } from '../../parts/isolated.js'
import { counted, shown } from '../../parts/numbers.js'
import { Connection } from './connection.js'

/**
 * Whether the list is live, and what can be done with all of it.
 *
 * @param {object} props
 * @param {ReturnType<typeof import('./log.js').useRequestLog>} props.log
 * @param {boolean} props.isPaused
 * @param {number} props.waiting Requests that came while it was paused.
 * @param {() => void} props.onPause
 * @param {() => void} props.onResume
 */
export function Controls({ log, isPaused, waiting, onPause, onResume }) {
  const { control, session, account } = useSandbox()
  const [isAsking, setAsking] = useState(false)
  const name = session.accounts.find(({ id }) => id === account)?.name ?? account
  const { reload } = log
  const clear = useAction(
    useCallback(async () => {
      const { data } = await control('DELETE', 'requests')
      setAsking(false)
      reload()
      return `${counted(data.deleted, 'request')} of ${isolated(name)} ${data.deleted === 1 ? 'is' : 'are'} forgotten.`
    }, [control, name, reload]),
  )
  return html`<div class="actions request-controls">
    <${Connection} state=${log.connection} isPaused=${isPaused} />
    <button type="button" onClick=${isPaused ? onResume : onPause}>
      ${isPaused ? `Go on${waiting > 0 ? ` (${shown(waiting)} new)` : ''}` : 'Pause'}
    </button>
    <button type="button" onClick=${() => setAsking(true)}>Clear…</button>
    ${
      isAsking &&
      html`<${Confirmation}
        title=${html`Forget the requests of <bdi>${name}</bdi>?`}
        confirm="Forget them"
        busy=${clear.busy}
        onConfirm=${() => clear.run()}
        onClose=${() => setAsking(false)}
      >
        <p>
          The log of <bdi>${name}</bdi> (<code>${account}</code>) is emptied: all of it, not only what fits the filter. Usage of keys and
          quotas stay as they are, and so do requests without a valid key, which belong to no account.
        </p>
      </${Confirmation}>`
    }
  </div>`
}
