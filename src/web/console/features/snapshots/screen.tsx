import { useState } from 'preact/hooks'
import { shown } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useAttempt, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { DeleteButton } from '../../ui/buttons.tsx'
import { Confirmation, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/fields.tsx'
import { Panel, ScreenHeader } from '../../ui/page.tsx'
import { Failure, Pending } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { DownloadButton } from './download.tsx'
import { LoadState } from './load-state.tsx'
import { ResetPanel } from './reset-panel.tsx'
import { type SharedState, stateInText } from './shared-state.ts'

type Snapshot = Control['Snapshot']

/** States of the account that were saved, states in files, and fixtures. */
export default function Snapshots() {
  const { control, refresh } = useSandbox()
  const loaded = useRead((control, signal) => control('GET', '/snapshots', { signal }))
  const [restoring, setRestoring] = useState<string>()
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
              <button
                type="button"
                aria-label={`Restore ${name}`}
                onClick={() => setRestoring(name)}
              >
                Restore…
              </button>
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
        <Pending of={loaded} title="The snapshots could not be loaded">
          Loading snapshots…
        </Pending>
        {loaded.data?.length === 0 && (
          <p class="faint">
            No snapshots yet. The sandbox keeps states by itself, too: see{' '}
            <a href={linkTo('timeline')}>What happened</a>.
          </p>
        )}
        {loaded.data && loaded.data.length > 0 && (
          <Table
            caption="Snapshots"
            columns={columns}
            rows={loaded.data}
            keyOf={({ name }) => name}
          />
        )}
      </Panel>
      <FilePanel />
      <ResetPanel />
      {restoring !== undefined && (
        <Confirmation
          title={`Restore ${restoring}?`}
          confirm="Restore"
          failed="The snapshot was not restored"
          act={() => restore(restoring)}
          onClose={() => setRestoring(undefined)}
        >
          <p>
            The whole account returns to its state when {restoring} was saved. The present state is
            kept under “What happened”, so you can undo this.
          </p>
        </Confirmation>
      )}
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
