import { useState } from 'preact/hooks'
import { PASTED } from '../../client/keys.ts'
import { type Draft, draftOf, findLogged, problemOfReplay, send } from '../../client/replay.ts'
import { type LoggedRequest, STRUCK_OUT } from '../../client/snippets/request.ts'
import { problemOfToken } from '../../client/token.ts'
import { linkTo } from '../../hooks/route.ts'
import { useAttempt, useSandbox } from '../../hooks/sandbox.ts'
import { optionsOf, valueTo } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/fields.tsx'
import { Failure } from '../../ui/states.tsx'
import type { ReplayKey } from './replay-key.ts'

/** Sends a request to the service, and opens it in the log. Resolves with what happened. */
export function useSend(key: ReplayKey, linkOf: (id: string) => string) {
  const { control, refresh } = useSandbox()
  return async (draft: Draft): Promise<string> => {
    const base = new URL('.', document.baseURI).href
    const { status, requestId } = await send(draft, { base, token: await key.token() })
    // After a reset, the next attempt makes a new key.
    if (status === 401) key.forget()
    const query = { unauthenticated: true, limit: 20 }
    const found = await findLogged(
      requestId,
      async () => (await control('GET', '/requests', { query })).data,
    )
    refresh()
    if (found) location.hash = linkOf(found.id)
    return `${draft.method} sent: ${status ?? 'no answer'}.`
  }
}

/** Why a request cannot be sent with the chosen key, if it cannot. */
export function problemOfKey({ choice, pasted }: ReplayKey): string | undefined {
  if (choice !== PASTED) return undefined
  return pasted.trim() === '' ? 'Paste a token.' : problemOfToken(pasted.trim())
}

/** The choice of a key for a repeated request. */
export function KeyChoice({ of: key }: { of: ReplayKey }) {
  return (
    <div class="replay-key">
      <label>
        With{' '}
        <select value={key.choice} onChange={valueTo(key.choose)}>
          {optionsOf(key.options, key.choice)}
        </select>
      </label>
      {key.choice === PASTED && (
        <input
          type="password"
          aria-label="Token"
          placeholder="svc_test_…"
          autocomplete="off"
          value={key.pasted}
          onInput={valueTo(key.setPasted)}
        />
      )}
    </div>
  )
}

/** Edits a request before it is sent again. */
export function ResendDialog({
  logged,
  replayKey,
  linkOf,
  onClose,
}: {
  logged: LoggedRequest
  replayKey: ReplayKey
  linkOf: (id: string) => string
  onClose: () => void
}) {
  const { notify } = useSandbox()
  const [draft, setDraft] = useState(() => draftOf(logged))
  const { attempt, busy, error } = useAttempt()
  const sendDraft = useSend(replayKey, linkOf)
  const bound = (name: keyof Draft) => ({
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const problem = problemOfKey(replayKey)
  const run = async () => {
    notify(await sendDraft(draft))
    onClose()
  }
  return (
    <Dialog title="Edit and resend" wide onClose={onClose}>
      <form
        onSubmit={(event: Event) => {
          event.preventDefault()
          attempt(run)
        }}
      >
        {problemOfReplay(logged) && <p class="notice">{problemOfReplay(logged)}</p>}
        <div class="field-row">
          <Field label="Method" {...bound('method')} attributes={{ required: true }} />
          <Field
            label="Path and query"
            {...bound('url')}
            attributes={{ required: true, pattern: '/.*', spellcheck: false }}
          />
        </div>
        <Field
          label="Headers"
          as="textarea"
          {...bound('headers')}
          hint="One per line, without the key."
          attributes={{ rows: 3, spellcheck: false }}
        />
        <Field
          label="Body"
          as="textarea"
          {...bound('body')}
          attributes={{ rows: 10, spellcheck: false }}
        />
        <KeyChoice of={replayKey} />
        <p class="hint">
          The request counts like one of your app: it uses the quota of its key, fault rules apply,
          and it is in this log.
          {draft.headers.includes(STRUCK_OUT) && ` Replace each ${STRUCK_OUT} in the headers.`}
        </p>
        {problem && <p class="problem">{problem}</p>}
        {error !== undefined && <Failure error={error} title="The request was not sent" />}
        <div class="actions">
          <button type="submit" class="primary" disabled={busy || problem !== undefined}>
            {busy ? 'Sending…' : 'Send'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <a class="faint" href={linkTo('keys')}>
            Keys of the account
          </a>
        </div>
      </form>
    </Dialog>
  )
}
