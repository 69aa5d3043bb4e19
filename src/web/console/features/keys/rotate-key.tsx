import { useState } from 'preact/hooks'
import { isolated } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Pending } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { replacementOf } from './key-rotation.ts'
import { canRotate, type Key, useCalls } from './terms.tsx'

/** Replaces a key (§5.6): a press makes the new one, and a dialog leads through the rest. */
export function RotateKey({ apiKey, onDone }: { apiKey: Key; onDone: () => void }) {
  const { control } = useSandbox()
  const [made, setMade] = useState<Control['NewKey']>()
  const close = () => {
    setMade(undefined)
    onDone()
  }
  if (!canRotate(apiKey)) return null
  return (
    <>
      <ActionButton
        aria-label={`Rotate ${apiKey.name}`}
        title="Creates a key with the same settings, then deletes this one"
        act={async () => {
          setMade((await control('POST', '/keys', { body: replacementOf(apiKey) })).data)
        }}
      >
        Rotate
      </ActionButton>
      {made && <Steps old={apiKey} made={made} onClose={close} />}
    </>
  )
}

/** The token of the new key, shown once (§3.1), and the last use of both keys, until the old one is deleted. */
function Steps({ old, made, onClose }: { old: Key; made: Control['NewKey']; onClose: () => void }) {
  const { control } = useSandbox()
  const loaded = useLoaded(
    async (signal) => {
      const read = async (key_id: string) =>
        (await control('GET', '/keys/{key_id}', { params: { key_id }, signal })).data.last_used_at
      const [ofOld, ofNew] = await Promise.all([read(old.id), read(made.id)])
      return { ofOld, ofNew }
    },
    [control, old.id, made.id],
  )
  useCalls(loaded.reload)
  const remove = async () => {
    await control('DELETE', '/keys/{key_id}', { params: { key_id: old.id } })
    onClose()
    return `Key “${isolated(old.name)}” rotated. The old token fails from now on.`
  }
  return (
    <Dialog
      title={
        <>
          Rotate “<bdi>{old.name}</bdi>”
        </>
      }
      onClose={onClose}
      wide
    >
      <ol class="rotation">
        <li>
          <p>
            The new key has the same settings. <strong>Its token is shown only once</strong>: copy
            it.
          </p>
          <div class="shown-token">
            <output class="token" aria-label="API token">
              {made.token}
            </output>
            <CopyButton text={made.token} label="Copy token" class="primary" autofocus />
          </div>
        </li>
        <li>
          <p>Use it in your applications instead of the old one. Both work until you delete one.</p>
          <Pending of={loaded} />
          {loaded.data && (
            <dl class="facts">
              <dt>Last use of the new key</dt>
              <dd>
                <Time at={loaded.data.ofNew} precision="moment" />
              </dd>
              <dt>Last use of the old key</dt>
              <dd>
                <Time at={loaded.data.ofOld} precision="moment" />
              </dd>
            </dl>
          )}
        </li>
        <li>
          <p>
            When the old key (<code>{old.prefix}…</code>) is no longer in use, delete it. Requests
            with its token then fail at once.
          </p>
          <div class="actions">
            <ActionButton class="danger" act={remove}>
              Delete the old key
            </ActionButton>
            <button type="button" onClick={onClose}>
              Keep both for now
            </button>
          </div>
        </li>
      </ol>
    </Dialog>
  )
}
