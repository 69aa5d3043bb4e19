import { useId, useState } from 'preact/hooks'
import { counted, minuteOf, shown } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useAttempt, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { useUndo } from '../../hooks/undo.ts'
import { AskButton, DeleteButton } from '../../ui/buttons.tsx'
import { Confirmation, Dialog } from '../../ui/dialog.tsx'
import { Field, Suggestions } from '../../ui/fields.tsx'
import { type FactList, Facts, Failure, Panel, ScreenHeader } from '../../ui/page.tsx'
import { Listed } from '../../ui/resource.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { DownloadButton } from './download.tsx'
import { contentsOf, type SharedState, stateInText } from './shared-state.ts'

type Snapshot = Control['Snapshot']

/** States of the account that were saved, states in files, and fixtures. */
export default function Snapshots() {
  const { control, refresh } = useSandbox()
  const loaded = useRead((control, signal) => control('GET', '/snapshots', { signal }))
  const restore = async (name: string) => {
    const params = { name }
    const { message } = await control('POST', '/snapshots/{name}/restore', { params })
    refresh()
    return message ?? `Restored ${name}.`
  }
  const remove = async (name: string) => {
    const { message } = await control('DELETE', '/snapshots/{name}', { params: { name } })
    refresh()
    return message ?? `Deleted ${name}.`
  }
  const columns: Column<Snapshot>[] = [
    [
      'Snapshot',
      ({ name, problem }) => (
        <span>
          {name}
          {problem !== null && <span class="note">Damaged: {problem}</span>}
        </span>
      ),
    ],
    ['Clock', ({ shows }) => <Time at={shows} absent="unknown" />],
    ['Campaigns', ({ campaigns }) => shown(campaigns), 'number'],
    ['Saved', ({ saved_at }) => <Time at={saved_at} absent="unknown" />],
    [
      'Actions',
      ({ name, problem }) => (
        <div class="actions">
          {problem === null && (
            <>
              <AskButton
                text="Restore…"
                aria-label={`Restore ${name}`}
                title={`Restore ${name}?`}
                confirm="Restore"
                failed="The snapshot was not restored"
                act={() => restore(name)}
              >
                <p>
                  The whole account returns to its state when {name} was saved. The present state is
                  kept under “What happened”, so you can undo this.
                </p>
              </AskButton>
              <DownloadButton
                of={name}
                read={async () =>
                  (await control('GET', '/snapshots/{name}', { params: { name } })).data
                }
              />
            </>
          )}
          <DeleteButton what="snapshot" name={name} remove={() => remove(name)}>
            <p>The account does not change. This cannot be undone.</p>
          </DeleteButton>
        </div>
      ),
      'row-actions',
    ],
  ]
  return (
    <>
      <ScreenHeader trail="Settings →" title="Snapshots & fixtures" />
      <SavePanel names={(loaded.data ?? []).map(({ name }) => name)} />
      <Panel title="Snapshots">
        <Listed
          what="snapshots"
          of={loaded}
          rows={loaded.data}
          none={
            <>
              No snapshots yet. The sandbox keeps states by itself, too: see{' '}
              <a href={linkTo('timeline')}>What happened</a>.
            </>
          }
        >
          {(rows) => (
            <Table caption="Snapshots" columns={columns} rows={rows} keyOf={({ name }) => name} />
          )}
        </Listed>
      </Panel>
      <FilePanel />
      <ResetPanel />
    </>
  )
}

/** Saves the present state under a name. */
function SavePanel({ names }: { names: readonly string[] }) {
  const { control, refresh, notify } = useSandbox()
  const { attempt, busy, error } = useAttempt()
  const [typed, setTyped] = useState<string>()
  const name = typed ?? freeName(names)
  const save = async () => {
    const { message } = await control('POST', '/snapshots', { body: { name } })
    notify(message ?? `Saved as ${name}.`)
    setTyped(undefined)
    refresh()
  }
  return (
    <Panel title="Save the present state">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          attempt(save)
        }}
      >
        <Field
          label="Name"
          value={name}
          onValue={setTyped}
          hint={
            names.includes(name)
              ? 'Replaces the snapshot of this name.'
              : 'Lower-case letters, digits, - and _.'
          }
          attributes={{ required: true, maxlength: 64, pattern: '[a-z0-9][a-z0-9_\\-]*' }}
          button={
            <button type="submit" class="primary" disabled={busy}>
              Save
            </button>
          }
        />
      </form>
      {error !== undefined && <Failure error={error} title="The state was not saved" />}
      <p class="actions">
        <span>Or without a snapshot:</span>
        <DownloadButton
          of="the present state"
          read={async () => (await control('GET', '/state')).data}
        />
      </p>
    </Panel>
  )
}

/** `state-1`, or the next number that no snapshot has. */
function freeName(names: readonly string[]): string {
  let number = names.length + 1
  while (names.includes(`state-${number}`)) number++
  return `state-${number}`
}

/** Loads a file with a state. */
function FilePanel() {
  const [state, setState] = useState<SharedState>()
  const { attempt, error } = useAttempt()
  const choose = (file: File | undefined) =>
    attempt(async () => {
      if (file) setState(stateInText(await file.text()))
    })
  const close = () => setState(undefined)
  return (
    <Panel title="Load a state from a file">
      <label class="stack tight">
        File of a sandbox
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const input = event.currentTarget
            void choose(input.files?.[0])
            // The same file may be chosen again.
            input.value = ''
          }}
        />
      </label>
      {error !== undefined && <Failure error={error} title="The file cannot be loaded" />}
      {state && (
        <Dialog title="Load a state from a file" onClose={close}>
          <LoadState state={state} onLoaded={close} onCancel={close} />
        </Dialog>
      )}
    </Panel>
  )
}

/** Shows what a state has, and loads it into the account only after a press. */
function LoadState({
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

/** The fixtures of the package. */
const PACKAGED = ['demo', 'starter', 'empty']

/** Returns the account to a fixture. */
function ResetPanel() {
  const { control, account, refresh } = useSandbox()
  const [fixture, setFixture] = useState('')
  const [isAsking, setAsking] = useState(false)
  const list = useId()
  const name = fixture.trim()
  const reset = async () => {
    const body = name === '' ? { account } : { account, fixture: name }
    const { message } = await control('POST', '/reset', { body })
    refresh()
    return message ?? 'The account is reset.'
  }
  return (
    <Panel title="Reset to a fixture">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <Field
          label="Fixture"
          value={fixture}
          onValue={setFixture}
          hint="Empty: the account's present fixture. Or a packaged one, or the name of a YAML file next to the sandbox's own."
          attributes={{ list, placeholder: 'its own', maxlength: 100 }}
          button={
            <button type="submit" class="danger">
              Reset…
            </button>
          }
        />
        <Suggestions id={list} values={PACKAGED} />
      </form>
      {isAsking && (
        <Confirmation
          title={
            name === '' ? 'Reset the account to its fixture?' : `Reset the account to ${name}?`
          }
          confirm="Reset the account"
          failed="The account was not reset"
          act={reset}
          onClose={() => setAsking(false)}
        >
          <p>
            Campaigns, webhooks, alerts, fault rules, events and the clock begin again. Snapshots
            stay. The present state is kept under “What happened”, so you can undo this.
          </p>
        </Confirmation>
      )}
    </Panel>
  )
}
