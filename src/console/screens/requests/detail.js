import { useEffect, useRef } from 'preact/hooks'
import { statedOf } from '../../client/stated.js'
import { useLoaded } from '../../hooks/loaded.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { StatusBadge } from '../../parts/badge.js'
import { Failure } from '../../parts/failure.js'
import { AssumedTag } from '../../parts/json-view.js'
import { momentOf } from '../../parts/time.js'
import { Curl } from './curl.js'
import { Message } from './message.js'
import { durationOf } from './row.js'
import { Verdict } from './verdict.js'

/** @typedef {import('../../client/request-rows.js').LoggedRequest} LoggedRequest */
/** @typedef {readonly import('../../client/session.js').Control['OperationOrigin'][]} Operations */
/** @typedef {readonly { id: string, name: string }[]} Keys */

/**
 * One logged request with its answer.
 *
 * @param {object} props
 * @param {string} props.id
 * @param {string} props.back Address of the list.
 * @param {Operations | undefined} props.operations Undefined as long as nothing is known of them.
 * @param {Keys} props.keys
 * @param {boolean} props.takesPlace Whether it stands where the list was, so that it is to be read from here on.
 * @param {boolean} props.isMarked
 * @param {(isMarked: boolean) => void} props.onMark
 */
export function RequestDetail({ id, back, operations, keys, takesPlace, isMarked, onMark }) {
  const { control, session } = useSandbox()
  const { data, error, reload } = useLoaded(
    async (signal) => {
      // The operator may have followed a link to a request of another account, or of nobody.
      const query = session.role === 'operator' ? { account: '' } : {}
      const path = `requests/${encodeURIComponent(id)}`
      return /** @type {LoggedRequest} */ ((await control('GET', path, { query, signal })).data)
    },
    [control, id],
  )
  const heading = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    if (takesPlace) heading.current?.focus()
  }, [takesPlace, id])

  const logged = data?.id === id ? data : undefined
  const stated = logged && isMarked && operations ? statedOf(operations, logged) : undefined
  return html`<article class="request-detail panel" aria-labelledby="request-title">
    <header class="request-detail-header">
      <a class="request-back" href=${back}>${takesPlace ? html`<span aria-hidden="true">←</span> All requests` : 'Close'}</a>
      <h2 id="request-title" ref=${heading} tabindex="-1">${logged ? html`<span class="request-method">${logged.method}</span> ${logged.url}` : id}</h2>
    </header>
    ${
      logged === undefined
        ? error === undefined
          ? html`<div class="loading" role="status">Loading the request…</div>`
          : html`<${Failure} error=${error} retry=${reload} title="The request could not be opened" />
              <p class="hint">The sandbox keeps the last requests of each account alone, and none of before it was started again or reset. The list may show older ones for a while.</p>`
        : html`<${General} logged=${logged} keys=${keys} operations=${operations} hasMarks=${stated !== undefined} />
            <${Verdict} validation=${logged.validation} />
            <${Curl} logged=${logged} />
            <${Message} title="Request" message=${logged.request} />
            <${Message} title="Response" message=${logged.response} isSent=${logged.status !== null} stated=${stated}>
              <${Legend} isMarked=${isMarked} onMark=${onMark} isKnown=${operations !== undefined} />
            </${Message}>`
    }
  </article>`
}

/** @param {{ logged: LoggedRequest, keys: Keys, operations: Operations | undefined, hasMarks: boolean }} props */
function General({ logged, keys, operations = [], hasMarks }) {
  const { session } = useSandbox()
  const { id, request_id, time, account, key, operation, status, error, duration_ms, fault } =
    logged
  const name = session.accounts.find((each) => each.id === account)?.name
  const known = operations.find((each) => each.id === operation)
  const keyName = keys.find((each) => each.id === key?.id)?.name
  /** @type {[name: string, value: unknown][]} */
  const facts = [
    [
      'Status',
      html`<${StatusBadge} status=${status} /> ${error && html`<code>${error}</code>`} ${hasMarks && status !== null && html`<${AssumedTag} />`}`,
    ],
    ['Time', html`<time datetime=${time}>${momentOf(time)} UTC</time>`],
    ['Duration', durationOf(duration_ms)],
    [
      'Operation',
      operation
        ? html`<code>${operation}</code>${known?.summary && html` <span class="faint">${known.summary}</span>`}`
        : 'none has this method and path',
    ],
    [
      'Key',
      key
        ? html`<a href=${linkTo('keys', key.id)}><bdi>${keyName ?? key.id}</bdi></a> <code>${key.prefix}…</code>`
        : 'no valid one',
    ],
    [
      'Account',
      account
        ? html`<bdi>${name ?? account}</bdi>${name && name !== account && html` <code>${account}</code>`}`
        : 'none',
    ],
    ...(fault
      ? [
          /** @type {[string, unknown]} */ ([
            'Fault',
            html`${fault.split(',').map((each) => html`<a href=${linkTo('faults')}>${each}</a> `)}<span class="faint">acted on it</span>`,
          ]),
        ]
      : []),
    ['Request id', html`<code>${request_id}</code>`],
    ['In the log', html`<code>${id}</code>`],
  ]
  return html`<dl class="request-facts">
    ${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

/** @param {{ isMarked: boolean, onMark: (isMarked: boolean) => void, isKnown: boolean }} props */
function Legend({ isMarked, onMark, isKnown }) {
  if (!isKnown) return null
  return html`<div class="request-legend">
    <label class="check">
      <input
        type="checkbox"
        checked=${isMarked}
        onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onMark(event.currentTarget.checked)}
      />
      Mark what is assumed
    </label>
    ${
      isMarked &&
      html`<ul>
        <li><span class="json-name">"name"</span> stated by the provider</li>
        <li><span class="json-name is-assumed">"name"</span> <${AssumedTag} /> by this sandbox, with all that is in it</li>
      </ul>`
    }
  </div>`
}
