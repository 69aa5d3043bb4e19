import { counted, minuteOf } from '../../client/format.ts'
import { useAttempt, useSandbox } from '../../hooks/sandbox.ts'
import { useUndo } from '../../hooks/undo.ts'
import { type FactList, Facts } from '../../ui/page.tsx'
import { Failure } from '../../ui/states.tsx'
import type { SharedState } from './shared-state.ts'
import { contentsOf } from './shared-state.ts'

/** Shows what a state has, and loads it into the account only after a press. */
export function LoadState({
  state,
  onLoaded,
  onCancel,
}: {
  state: SharedState
  onLoaded: () => void
  onCancel: () => void
}) {
  const { control, account, session, refresh } = useSandbox()
  const { did } = useUndo()
  const { attempt, busy, error } = useAttempt()
  const { name, shows, frozen, names, ...counts } = contentsOf(state)
  const target = session.accounts.find(({ id }) => id === account)?.name ?? account
  const load = async () => {
    const { data, message } = await control('PUT', '/state', { body: state })
    const left = data.left_out.length > 0 ? ` Left out: ${data.left_out.join(' ')}` : ''
    refresh()
    onLoaded()
    return `${message ?? 'The state is loaded.'}${left}`
  }
  const more = counts.campaigns - names.length
  const facts: FactList = [
    ['Clock', shows === undefined ? 'unknown' : `${minuteOf(shows)}${frozen ? ', frozen' : ''}`],
    [
      'Campaigns',
      <>
        {counts.campaigns}
        {names.length > 0 && ': '}
        <bdi>{names.join(', ')}</bdi>
        {more > 0 && ` and ${counted(more, 'other')}`}
      </>,
    ],
    ['Alerts', counts.alerts],
    ['Webhooks', `${counts.webhooks}${counts.webhooks > 0 ? ', which will be disabled' : ''}`],
    ['Fault rules', counts.faults],
  ]
  return (
    <div class="stack">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <Facts class="facts" facts={facts} />
      <p>
        Loading it replaces the data of “<bdi>{target}</bdi>”. Its keys, users and snapshots stay,
        and the present state is kept under “What happened”, so you can undo this.
      </p>
      {error !== undefined && <Failure error={error} title="The state was not loaded" />}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={busy}
          onClick={() => attempt(() => did(load))}
        >
          Load into this account
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  )
}
