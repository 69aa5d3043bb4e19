import { useCallback, useState } from 'preact/hooks'
import { keptKey } from '../../client/console-key.js'
import { titleOf } from '../../client/fault-rules.js'
import { RequestFailed } from '../../client/http.js'
import { useAction } from '../../hooks/action.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { StatusBadge } from '../../parts/badge.js'
import { CopyButton } from '../../parts/copy.js'
import { shown } from '../../parts/numbers.js'

/**
 * A request on which the first active rule acts, to be sent from here or from a shell.
 *
 * @param {{ faults: import('./presets.js').Fault[], choices: import('./choices.js').Choices }} props
 */
export function TryIt({ faults, choices }) {
  const { api, account } = useSandbox()
  const active = faults.filter(({ state }) => state === 'active')
  // A rule that can be seen by reading is tried before one that a change is needed for.
  const rule = active.find((each) => operationsOf(each, choices).some(isPlainRead)) ?? active[0]
  const request = requestFor(rule, choices)
  const [result, setResult] = useState(
    /** @type {{ of: string, status: number | null, says: string, ms: number } | undefined} */ (
      undefined
    ),
  )
  const command = commandOf(request, rule?.key === undefined ? keptKey(account)?.token : undefined)
  const isWhole = !/<[^>]*>/.test(request.path) && request.method === 'GET'
  // What came of another rule says nothing of this one.
  const shownFor = `${rule?.id} ${request.path}`
  const send = useAction(
    useCallback(async () => {
      const begin = performance.now()
      const { status, says } = await outcome(api, request.path)
      setResult({ of: shownFor, status, says, ms: performance.now() - begin })
    }, [api, request.path, shownFor]),
  )
  return html`<section class="panel" aria-labelledby="try-title">
    <div class="panel-header">
      <h2 id="try-title">Try it</h2>
      ${isWhole && html`<button type="button" disabled=${send.busy} onClick=${() => send.run()}>${send.busy ? 'Sending…' : 'Send it from here'}</button>`}
    </div>
    <p class="faint">
      ${
        rule === undefined
          ? 'No fault is on: this request succeeds.'
          : html`“<bdi>${titleOf(rule)}</bdi>” acts on this request${(rule.share ?? 1) < 1 ? ', by its share' : ''}.`
      }
      ${command.includes('<') ? ' Put your own values where < and > stand.' : ''}
    </p>
    <div class="code"><pre tabindex="0" aria-label="Command">${command}</pre><${CopyButton} text=${command} /></div>
    <p role="status" class="try-result">
      ${
        result?.of === shownFor &&
        html`<${StatusBadge} status=${result.status} /> ${result.says} <span class="faint">after ${shown(Math.round(result.ms))} ms</span>`
      }
    </p>
  </section>`
}

/**
 * @param {import('../../hooks/sandbox.js').Sandbox['api']} api
 * @param {string} path
 */
async function outcome(api, path) {
  try {
    await api('GET', path.slice(1))
    return { status: 200, says: 'A success, as without a fault.' }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return { status: error.status || null, says: `${error.code}: ${error.message}` }
  }
}

/** @param {import('./choices.js').Operation} operation */
const isPlainRead = ({ method, path }) => method === 'GET' && !path.includes('{')

/**
 * Those that a rule may act on, its path apart.
 *
 * @param {import('./presets.js').Fault | undefined} rule
 * @param {import('./choices.js').Choices} choices
 */
function operationsOf(rule, { operations }) {
  return operations.filter(
    ({ id, method }) =>
      (rule?.operation?.includes(id) ?? true) && (rule?.method?.includes(method) ?? true),
  )
}

/** @typedef {{ method: string, path: string, hasBody: boolean }} SampleRequest */

/**
 * One on which a rule acts.
 *
 * @param {import('./presets.js').Fault | undefined} rule
 * @param {import('./choices.js').Choices} choices
 * @returns {SampleRequest}
 */
function requestFor(rule, choices) {
  const own = operationsOf(rule, choices)
  const first = own.find(isPlainRead) ?? own[0]
  const hasBody = first !== undefined && ['POST', 'PUT', 'PATCH'].includes(first.method)
  if (rule?.path !== undefined) {
    return {
      method: rule.method?.[0] ?? 'GET',
      path: rule.path.replaceAll('*', '<…>'),
      hasBody: false,
    }
  }
  if (first === undefined) return { method: 'GET', path: '/', hasBody: false }
  // Without them it is refused before any fault acts.
  const query = first.needs.map((name) => `${name}=<${name}>`).join('&')
  const path = first.path.replaceAll('{', '<').replaceAll('}', '>')
  return { method: first.method, path: `${path}${query && `?${query}`}`, hasBody }
}

/** @param {SampleRequest} request @param {string | undefined} token */
function commandOf({ method, path, hasBody }, token = '<your key>') {
  const address = `${new URL('api', document.baseURI)}${path}`
  return [
    `curl -i ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    `-H 'Authorization: Bearer ${token}'`,
    ...(hasBody ? ["-H 'Content-Type: application/json'", "-d '<body>'"] : []),
  ].join(' \\\n  ')
}
