import { useCallback, useEffect, useState } from 'preact/hooks'
import { useAction } from '../../hooks/action.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Failure } from '../../parts/failure.js'
import { Field } from '../../parts/field.js'
import { counted } from '../../parts/numbers.js'
import { ANSWERS, answerKey, wordsOf } from './answers.js'
import { Received } from './received.js'
import { isReceiver } from './webhook.js'

/** Real milliseconds: what others than the account's webhooks send to it is told by no event. */
const LOOK_MS = 5000
/** Requests that are shown at first. */
const FIRST = 4

/**
 * The receiver that the sandbox brings along: where it is, what it answers, and what it got.
 *
 * @param {import('./webhooks-page.js').Shared & { error: unknown, reload: () => void }} props
 */
export function Receiver({ receiver, webhooks, sendHere, error, reload, onChange }) {
  const { control } = useSandbox()
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), LOOK_MS)
    return () => clearInterval(timer)
  }, [reload])
  const answer = useAction(
    useCallback(
      async (/** @type {string} */ key) => {
        const chosen = ANSWERS.find((each) => answerKey(each) === key)
        if (chosen === undefined) return
        const { status, delay_ms } = chosen
        await control('PUT', 'receiver', { body: { status, delay_ms } })
        reload()
      },
      [control, reload],
    ),
  )
  const clear = useAction(
    useCallback(async () => {
      await control('DELETE', 'receiver')
      setWhole(false)
      onChange()
      return 'The built-in receiver has forgotten what it got, and answers 204 again.'
    }, [control, onChange]),
  )
  const { received = [] } = receiver ?? {}
  const shown = isWhole ? received : received.slice(0, FIRST)

  return html`<section class="panel" aria-labelledby="receiver-title">
    <div class="panel-header">
      <h2 id="receiver-title">Built-in receiver</h2>
      ${received.length > 0 && html`<button type="button" disabled=${clear.busy} onClick=${() => clear.run()}>Clear</button>`}
    </div>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The receiver could not be loaded" />`}
    ${
      receiver &&
      html`<div class="webhooks-receiver">
        <div class="webhooks-address">
          <code class="token" aria-label="Address of the receiver">${receiver.url}</code>
          <${CopyButton} text=${receiver.url} label="Copy address" />
        </div>
        <${WhoSendsHere} to=${(webhooks ?? []).filter(({ url }) => isReceiver(url, receiver))} isKnown=${webhooks !== undefined} sendHere=${sendHere} />
        <${AnswerChoice} answer=${receiver.answer} busy=${answer.busy} onChoose=${answer.run} />
        <h3>Received</h3>
        ${
          received.length === 0
            ? html`<p class="faint">Nothing yet. Trigger an event, or let a campaign run by pushing the clock.</p>`
            : html`<ul class="webhooks-received">
                ${shown.map((request) => html`<${Received} key=${request.id} request=${request} />`)}
              </ul>`
        }
        ${
          received.length > FIRST &&
          html`<button type="button" class="link" onClick=${() => setWhole(!isWhole)}>
            ${isWhole ? `Only the last ${FIRST}` : `Show all ${counted(received.length, 'request')}`}
          </button>`
        }
      </div>`
    }
  </section>`
}

/**
 * @param {{ to: import('./webhook.js').Webhook[], isKnown: boolean, sendHere: ReturnType<typeof import('./send-here.js').useSendHere> }} props
 *   `to`: the webhooks that lead here.
 */
function WhoSendsHere({ to, isKnown, sendHere }) {
  if (!isKnown) return null
  if (to.length === 0) {
    return html`<div class="actions">
      <button type="button" disabled=${!sendHere.ready || sendHere.busy} onClick=${() => sendHere.run()}>Send events here</button>
      <span class="hint">Makes a webhook to it for all events.</span>
    </div>`
  }
  const active = to.filter(({ status }) => status === 'active')
  if (active.length === 0)
    return html`<p>Its webhook is disabled: enable it above to get events here.</p>`
  return html`<p class="webhooks-here">
    <span aria-hidden="true">✓</span> Events are sent here already, by ${active.map(({ id }, index) => html`${index > 0 && ', '}<code>${id}</code>`)}.
  </p>`
}

/**
 * @param {{ answer: import('./answers.js').Answer, busy: boolean, onChoose: (key: string) => void }} props
 */
function AnswerChoice({ answer, busy, onChoose }) {
  const key = answerKey(answer)
  const known = ANSWERS.find((each) => answerKey(each) === key)
  const options = known === undefined ? [...ANSWERS, answer] : ANSWERS
  return html`<${Field}
    label="It answers"
    value=${key}
    onValue=${onChoose}
    options=${options.map((each) => [answerKey(each), wordsOf(each)])}
    hint=${known?.means ?? 'Set by somebody else: the API takes other answers, too.'}
    attributes=${{ disabled: busy }}
  />`
}
