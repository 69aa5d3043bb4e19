import { useState } from 'preact/hooks'
import { counted } from '../../client/format.ts'
import type { Loaded } from '../../hooks/sandbox.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { useStream } from '../../hooks/stream.ts'
import { useGathered } from '../../hooks/timing.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Panel } from '../../ui/page.tsx'
import { Failure } from '../../ui/states.tsx'
import { Received } from './received.tsx'
import { type Answer, AnswerChoice } from './receiver-answer.tsx'
import type { Shared, Webhook } from './webhook.tsx'
import { isReceiver } from './webhook.tsx'

/** Real milliseconds between two reloads, because hundreds of events may come in a row. */
const GATHER_MS = 500
/** Requests that are shown at first. */
const FIRST = 4

/** The built-in receiver: its address, its response, and received requests. */
export function Receiver({
  receiver,
  webhooks,
  sendHere,
  loaded,
  onChange,
}: Shared & { loaded: Loaded<unknown> }) {
  const { control } = useSandbox()
  const [isWhole, setWhole] = useState(false)
  useStream('/receiver/stream', useGathered(loaded.reload, GATHER_MS))
  const answer = useAction(async (body: Answer) => {
    await control('PUT', '/receiver', { body })
    loaded.reload()
  })
  const clear = useAction(async () => {
    await control('DELETE', '/receiver')
    setWhole(false)
    onChange()
    return 'Receiver cleared. It answers 204 again.'
  })
  const { received = [] } = receiver ?? {}
  const shown = isWhole ? received : received.slice(0, FIRST)

  const button = received.length > 0 && (
    <button type="button" disabled={clear.busy} onClick={() => clear.run()}>
      Clear
    </button>
  )
  return (
    <Panel title="Built-in receiver" actions={button}>
      {loaded.error !== undefined && (
        <Failure
          error={loaded.error}
          retry={loaded.reload}
          title="The receiver could not be loaded"
        />
      )}
      {receiver && (
        <div class="stack">
          <div class="row">
            <code class="token" aria-label="Address of the receiver">
              {receiver.url}
            </code>
            <CopyButton text={receiver.url} label="Copy address" />
          </div>
          <WhoSendsHere
            to={(webhooks ?? []).filter(({ url }) => isReceiver(url, receiver))}
            isKnown={webhooks !== undefined}
            isFirst={webhooks?.length === 0}
            sendHere={sendHere}
          />
          <AnswerChoice sequence={receiver.sequence} busy={answer.busy} onChoose={answer.run} />
          <h3>Received</h3>
          {received.length === 0 ? (
            <p class="faint">
              No requests yet. Trigger an event, or advance the clock to run a campaign.
            </p>
          ) : (
            <ul class="entries">
              {shown.map((request) => (
                <Received key={request.id} request={request} />
              ))}
            </ul>
          )}
          {received.length > FIRST && (
            <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
              {isWhole
                ? `Show the last ${FIRST}`
                : `Show all ${counted(received.length, 'request')}`}
            </button>
          )}
        </div>
      )}
    </Panel>
  )
}

/** `to`: the webhooks that lead here. */
function WhoSendsHere({
  to,
  isKnown,
  isFirst,
  sendHere,
}: {
  to: Webhook[]
  isKnown: boolean
  isFirst: boolean
  sendHere: Shared['sendHere']
}) {
  // The list of webhooks has the button while it is empty.
  if (!isKnown || isFirst) return null
  if (to.length === 0) {
    return (
      <div class="actions">
        <button
          type="button"
          disabled={!sendHere.ready || sendHere.busy}
          onClick={() => sendHere.run()}
        >
          Send events here
        </button>
        <span class="hint">Creates a webhook for all events.</span>
      </div>
    )
  }
  const active = to.filter(({ status }) => status === 'active')
  if (active.length === 0)
    return <p>Its webhook is disabled. Enable it above to receive events here.</p>
  return (
    <p class="good">
      <span aria-hidden="true">✓</span> Events are sent here by{' '}
      {active.map(({ id }, index) => (
        <>
          {index > 0 && ', '}
          <code>{id}</code>
        </>
      ))}
      .
    </p>
  )
}
