import { useState } from 'preact/hooks'
import { draftOf, problemOfReplay } from '../../client/replay.ts'
import type { LoggedRequest } from '../../client/snippets/request.ts'
import { linkTo } from '../../hooks/route.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { FailDialog } from '../faults/fail-dialog.tsx'
import { downloadHar } from './download-har.ts'
import { useReplayKey } from './replay-key.ts'
import { KeyChoice, problemOfKey, ResendDialog, useSend } from './resend.tsx'

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
  const { health, account } = useSandbox()
  const [dialog, setDialog] = useState<'resend' | 'fail'>()
  const key = useReplayKey()
  const sendDraft = useSend(key, linkOf)
  const replay = useAction(() => sendDraft(draftOf(logged)))
  const problem = problemOfReplay(logged)
  const { operation, method, url } = logged
  const path = url.split('?')[0]?.replace(/^.*?\/api(?=\/)/, '') ?? '/'
  const close = () => setDialog(undefined)
  // A rule belongs to an account, and affects none of another one.
  const canFail = logged.account === null || logged.account === account
  return (
    <section class="request-actions" aria-label="Actions">
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={
            replay.busy || !key.isReady || problem !== undefined || problemOfKey(key) !== undefined
          }
          title={problem}
          onClick={() => replay.run()}
        >
          {replay.busy ? 'Sending…' : 'Replay'}
        </button>
        <button type="button" onClick={() => setDialog('resend')}>
          Edit and resend…
        </button>
        {canFail && (
          <button type="button" onClick={() => setDialog('fail')}>
            Make this fail…
          </button>
        )}
        {operation && (
          <a class="button" href={linkTo('explorer', operation, { from: logged.id })}>
            Open in Explorer
          </a>
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
      <KeyChoice of={key} />
      {problem && <p class="hint">It cannot be replayed as it was. {problem}</p>}
      {dialog === 'resend' && (
        <ResendDialog logged={logged} replayKey={key} linkOf={linkOf} onClose={close} />
      )}
      {dialog === 'fail' && (
        <FailDialog target={{ operation, method, path, key: logged.key?.id }} onClose={close} />
      )}
    </section>
  )
}
