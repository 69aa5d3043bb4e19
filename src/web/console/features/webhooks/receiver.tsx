import { useState } from 'preact/hooks'
import { counted } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { type Loaded, useAction, useSandbox } from '../../hooks/sandbox.ts'
import { useStream } from '../../hooks/stream.ts'
import { useGathered } from '../../hooks/timing.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Field } from '../../ui/fields.tsx'
import { Body, Fold, Headers } from '../../ui/message.tsx'
import { type FactList, Facts, Failure, Panel } from '../../ui/page.tsx'
import { Badge, Time } from '../../ui/values.tsx'
import { isReceiver, type Shared, type Webhook } from './webhook.tsx'

type Answer = Control['ReceiverAnswer']

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
  const clear = async () => {
    await control('DELETE', '/receiver')
    setWhole(false)
    onChange()
    return 'Receiver cleared. It answers 204 again.'
  }
  const { received = [] } = receiver ?? {}
  const shown = isWhole ? received : received.slice(0, FIRST)

  const button = received.length > 0 && <ActionButton act={clear}>Clear</ActionButton>
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
        <ActionButton disabled={!sendHere} act={async () => sendHere?.()}>
          Send events here
        </ActionButton>
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

/** Chooses what the receiver responds. `sequence`: its present responses; the last one stays. */
function AnswerChoice({
  sequence,
  busy,
  onChoose,
}: {
  sequence: readonly Answer[]
  busy: boolean
  onChoose: (answer: Answer) => void
}) {
  const [answer, ...later] = sequence as [Answer, ...Answer[]]
  const isSingle = later.length === 0 && isPlain(answer)
  const key = isSingle ? answerKey(answer) : SCRIPT
  const known = ANSWERS.find((each) => answerKey(each) === key)
  const options: [string, string][] = ANSWERS.map((each) => [answerKey(each), wordsOf(each)])
  if (known === undefined) options.push([key, sequence.map(wordsOf).join(', then ')])
  const choose = (wanted: string) => {
    const chosen = ANSWERS.find((each) => answerKey(each) === wanted)
    if (chosen) onChoose({ status: chosen.status, delay_ms: chosen.delay_ms })
  }
  return (
    <Field
      label="Response"
      value={key}
      onValue={choose}
      options={options}
      hint={known?.means ?? 'Set through the API. The last response stays.'}
      attributes={{ disabled: busy }}
    />
  )
}

/** The key of responses that are no choice. */
const SCRIPT = 'script'

function isPlain({ headers, body, connection }: Answer) {
  return headers === undefined && body === undefined && connection === undefined
}

const TRIED_AGAIN = 'Events fail and are tried again on the clock of the account.'

/** The responses to choose from, with their effect. */
const ANSWERS: (Answer & { name: string; means: string })[] = [
  answer(204, 'No Content', 'Events are delivered.'),
  answer(200, 'OK', 'Events are delivered.'),
  answer(500, 'Internal Server Error', TRIED_AGAIN),
  answer(503, 'Service Unavailable', TRIED_AGAIN),
  answer(410, 'Gone', 'The webhook is disabled at once.'),
  answer(301, 'Moved Permanently', 'Redirects are not followed. Events fail and are tried again.'),
  answer(
    204,
    'No Content',
    'Too slow: each attempt ends with a timeout and is tried again.',
    20_000,
  ),
]

function answer(status: number, name: string, means: string, delay_ms = 0) {
  return { status, delay_ms, name, means }
}

/** Identifies a response. */
const answerKey = ({ status, delay_ms }: Answer) => `${status} ${delay_ms}`

function wordsOf({
  status,
  delay_ms,
  name,
  headers = {},
  connection,
  count,
}: Answer & { name?: string }) {
  const delay = delay_ms >= 1000 ? `${delay_ms / 1000} s` : `${delay_ms} ms`
  const isAnswered = connection === undefined || connection === 'truncated'
  const parts = [
    isAnswered && status,
    connection,
    name,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    delay_ms > 0 && `after ${delay}`,
    count !== undefined && `${count} times`,
  ]
  return parts.filter(Boolean).join(' ')
}

const TONES = {
  valid: 'good',
  invalid: 'bad',
  missing: 'bad',
  unknown: 'plain',
} as const

/** A request that the built-in receiver got, and whether its signature is right. */
function Received({ request }: { request: Control['ReceivedRequest'] }) {
  const { id, received_at, event_id, type, headers, body, truncated } = request
  const { signature, reason, signature_details: details, answered_status } = request
  const head = (
    <>
      <strong>{type ?? 'No event'}</strong>
      <Badge tone={TONES[signature]}>signature {signature}</Badge>
      <span class="faint">
        <Time at={received_at} precision="moment" />
        {answered_status === null ? ', not answered' : `, answered ${answered_status}`}
      </span>
    </>
  )
  return (
    <li>
      <Fold head={head}>
        <p>{reason}</p>
        {details !== null && details.cause !== null && <Wrong details={details} />}
        {event_id !== null && (
          <p>
            Event <code>{event_id}</code>
          </p>
        )}
        <Body message={{ headers, body, truncated }} label={`Body of ${id}`} />
        <Headers headers={headers} />
      </Fold>
    </li>
  )
}

/** The signed content, next to the content that must be signed. */
function Wrong({
  details: { received, expected, content, signed_content, cause },
}: {
  details: Control['SignatureDetails']
}) {
  const facts: FactList = [
    ['Received signature', code(received)],
    [
      expected.length === 1 ? 'Expected signature' : 'Expected one of',
      expected.map(({ secret, hint, signature }) => (
        <>
          {code(signature)}{' '}
          <span class="note">
            with {secret}, <code>{hint}</code>
          </span>
        </>
      )),
    ],
    ['Content to sign', code(content ?? '')],
  ]
  if (signed_content !== null) facts.push(['Content that was signed', code(signed_content)])
  return (
    <>
      <p class="problem">{cause}</p>
      <Facts class="facts" facts={facts} />
    </>
  )
}

/** Text that users compare; long texts scroll. */
function code(text: string) {
  return (
    <code class="signed" tabindex={text.length > LONG_TEXT ? 0 : undefined}>
      {text}
    </code>
  )
}

/** Characters of which a few lines can be scrolled. */
const LONG_TEXT = 200
