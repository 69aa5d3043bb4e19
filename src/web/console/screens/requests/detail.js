import { useEffect, useRef } from 'preact/hooks'
import { statedOf } from '../../client/stated.js'
import { linkTo } from '../../hooks/route.js'
import { useRead, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Check } from '../../parts/controls.js'
import { AssumedTag } from '../../parts/json-view.js'
import { Facts, Pending } from '../../parts/page.js'
import { Badge, counted, momentOf, StatusBadge } from '../../parts/values.js'
import { durationOf } from './list.js'
import { Curl, Message } from './message.js'

/** @import { Control } from '../../client/session.js' */
/** @import { FactList } from '../../parts/page.js' */
/** @import { LoggedRequest } from '../../client/request-rows.js' */

/** @typedef {readonly Control['OperationOrigin'][]} Operations */
/** @typedef {readonly { id: string, name: string }[]} Keys */

/**
 * One logged request with its response. `takesPlace`: it replaces the list, and its heading gets the focus.
 * @param {{ id: string, back: string, operations: Operations | undefined, keys: Keys, takesPlace: boolean, isMarked: boolean,
 *   onMark: (isMarked: boolean) => void }} props
 */
export function RequestDetail({ id, back, operations, keys, takesPlace, isMarked, onMark }) {
  const { session } = useSandbox()
  // The operator may follow a link to a request of another account, or of none.
  const query = session.role === 'operator' ? { account: '' } : {}
  const loaded = useRead(
    (control, signal) => control('GET', '/requests/{id}', { params: { id }, query, signal }),
    [id],
  )
  const heading = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    if (takesPlace) heading.current?.focus()
  }, [takesPlace, id])

  const { data, error } = loaded
  const logged = data?.id === id ? data : undefined
  const stated = logged && isMarked && operations ? statedOf(operations, logged) : undefined
  return html`<article class="request-detail panel" aria-labelledby="request-title">
    <header class="request-detail-header">
      <a class="request-back" href=${back}>${takesPlace ? html`<span aria-hidden="true">←</span> All requests` : 'Close'}</a>
      <h2 id="request-title" ref=${heading} tabindex="-1">${logged ? html`<span class="request-method">${logged.method}</span> ${logged.url}` : id}</h2>
    </header>
    ${
      logged === undefined
        ? html`<${Pending} of=${{ ...loaded, data: logged }} title="The request could not be opened">Loading the request…</${Pending}>
            ${error !== undefined && html`<p class="hint">The sandbox keeps only the latest requests of each account, until it is restarted or reset. The list may show older ones for a while.</p>`}`
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
  /** @type {FactList} */
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
        : 'no operation has this method and path',
    ],
    [
      'Key',
      key
        ? html`<a href=${linkTo('keys', key.id)}><bdi>${keyName ?? key.id}</bdi></a> <code>${key.prefix}…</code>`
        : 'no valid key',
    ],
    [
      'Account',
      account
        ? html`<bdi>${name ?? account}</bdi>${name && name !== account && html` <code>${account}</code>`}`
        : 'none',
    ],
    ['Request id', html`<code>${request_id}</code>`],
    ['In the log', html`<code>${id}</code>`],
  ]
  if (fault) {
    const links = fault.split(',').map((each) => html`<a href=${linkTo('faults')}>${each}</a> `)
    facts.splice(-2, 0, ['Fault', html`${links}<span class="faint">affected it</span>`])
  }
  return html`<${Facts} class="request-facts" facts=${facts} />`
}

/** @param {{ isMarked: boolean, onMark: (isMarked: boolean) => void, isKnown: boolean }} props */
function Legend({ isMarked, onMark, isKnown }) {
  if (!isKnown) return null
  return html`<div class="request-legend">
    <${Check} checked=${isMarked} onChange=${onMark}>Mark assumptions</${Check}>
    ${
      isMarked &&
      html`<ul>
        <li><span class="json-name">"name"</span> stated by the provider</li>
        <li><span class="json-name is-assumed">"name"</span> <${AssumedTag} /> by this sandbox, with everything within</li>
      </ul>`
    }
  </div>`
}

const PARTS = { body: 'Body', query: 'Query', path: 'Path', header: 'Header', cookie: 'Cookie' }

/** Whether the request conforms to the document. @param {{ validation: LoggedRequest['validation'] }} props */
function Verdict({ validation }) {
  const issues = validation?.issues ?? []
  return html`<section class="request-verdict" aria-labelledby="verdict-title">
    <h3 id="verdict-title">Validation</h3>
    <p>
      ${
        validation === null
          ? html`<${Badge}>not validated</${Badge}> The request failed before, because of its key, its quota or its address.`
          : validation.valid
            ? html`<${Badge} tone="good">valid</${Badge}> The request conforms to the document.`
            : html`<${Badge} tone="warn">invalid</${Badge}> ${issues.length === 0 ? 'The request does not conform to the document.' : `${counted(issues.length, 'issue')}:`}`
      }
    </p>
    ${
      issues.length > 0 &&
      html`<ul class="request-issues">
        ${issues.map(
          (issue) => html`<li>
            <span><strong>${PARTS[issue.in] ?? issue.in}</strong> <code>${issue.path || '/'}</code></span>
            <span>${issue.message}</span>
            ${'value' in issue && html`<span class="faint">Found: <code>${JSON.stringify(issue.value)}</code></span>`}
          </li>`,
        )}
      </ul>`
    }
  </section>`
}
