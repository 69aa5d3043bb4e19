import { apiDocument } from '../../client/document.ts'
import { chosenKey } from '../../client/keys.ts'
import type { Control } from '../../client/session.ts'
import { codeOf } from '../../client/snippets/code.ts'
import {
  type LoggedRequest,
  lackingIn,
  problemOfReplay,
  requestOf,
} from '../../client/snippets/request.ts'
import { useFaults } from '../../hooks/faults.tsx'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { useKeyState, useSendKeys } from '../../hooks/send-key.ts'
import { ActionButton, DialogButton } from '../../ui/buttons.tsx'
import { CodePanel } from '../../ui/code-panel.tsx'
import { KeyChooser } from '../../ui/key-chooser.tsx'
import { FailDialog } from '../faults/fail-dialog.tsx'
import { downloadHar } from './download-har.ts'
import { findLogged, replay } from './replay.ts'

/** Actions on a logged request. `linkOf` makes the address of a request that repeats it, `compareWith` that of a comparison. */
export function RequestActions({
  logged,
  linkOf,
  compareWith,
}: {
  logged: LoggedRequest
  linkOf: (id: string) => string
  compareWith: { id: string; link: string } | undefined
}) {
  const { control, health, account, refresh } = useSandbox()
  const terms = useLoaded(async () => (await apiDocument())['x-page'], [])
  const keys = useSendKeys(terms.data)
  const [keyState, setKeyState] = useKeyState(keys)
  const key = chosenKey(keys, keyState)
  const send = async () => {
    if (key === undefined) return
    const { status, requestId } = await replay(logged, key)
    const query = { unauthenticated: true, limit: 20 }
    const found = await findLogged(
      requestId,
      async () => (await control('GET', '/requests', { query })).data,
    )
    refresh()
    if (found) location.hash = linkOf(found.id)
    return `${logged.method} sent: ${status ?? 'no answer'}.`
  }
  const problem = problemOfReplay(logged)
  const { operation, method, url } = logged
  const path = url.split('?')[0]?.replace(/^.*?\/api(?=\/)/, '') ?? '/'
  // A rule belongs to an account, and affects none of another one.
  const canFail = logged.account === null || logged.account === account
  return (
    <section class="stack" aria-label="Actions">
      <div class="actions">
        <ActionButton
          class="primary"
          disabled={terms.data === undefined || problem !== undefined || key === undefined}
          title={problem}
          meanwhile="Sending…"
          act={send}
        >
          Replay
        </ActionButton>
        {operation && (
          <a class="button" href={linkTo('explorer', operation, { from: logged.id })}>
            Edit and resend
          </a>
        )}
        {canFail && (
          <DialogButton
            dialog={(close) => (
              <FailDialog
                target={{ operation, method, path, key: logged.key?.id }}
                onClose={close}
              />
            )}
          >
            Make this fail…
          </DialogButton>
        )}
        {compareWith && (
          <a class="button" href={compareWith.link}>
            Compare with {compareWith.id}
          </a>
        )}
        <button type="button" onClick={() => downloadHar([logged], health.api_version)}>
          Save as HAR
        </button>
      </div>
      <KeyChooser keys={keys} state={keyState} onState={setKeyState} />
      {problem && <p class="hint">It cannot be replayed as it was. {problem}</p>}
    </section>
  )
}

/** The code that sends a logged request again. */
export function RequestCode({
  logged,
  keys,
}: {
  logged: LoggedRequest
  keys: readonly Control['Key'][]
}) {
  const { data: faults = [] } = useFaults()
  const key = keys.find(({ id }) => id === logged.key?.id)
  const request = requestOf(logged, new URL('.', document.baseURI).href)
  return (
    <CodePanel
      codeOf={(language) => codeOf(language, request, logged, { faults, key })}
      // A test makes its own key.
      hints={(language) =>
        lackingIn(logged).filter((line) => language !== 'vitest' || !line.includes('SVC_TOKEN'))
      }
    />
  )
}
