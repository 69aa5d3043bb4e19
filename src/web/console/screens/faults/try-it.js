import { useState } from 'preact/hooks'
import { keptKey } from '../../client/console-key.js'
import { titleOf } from '../../client/fault-rules.js'
import { RequestFailed } from '../../client/http.js'
import { useAction, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Command, curlCommand } from '../../parts/controls.js'
import { Panel } from '../../parts/page.js'
import { StatusBadge, shown } from '../../parts/values.js'

/** @import { Choices, Operation } from './choices.js' */
/** @import { Fault } from './presets.js' */
/** @import { Sandbox } from '../../hooks/sandbox.js' */

/** A request that the first active rule affects. @param {{ faults: Fault[], choices: Choices }} props */
export function TryIt({ faults, choices }) {
  const { api, account } = useSandbox()
  const active = faults.filter(({ state }) => state === 'active')
  // Prefer a rule that affects reading to one that affects only changes.
  const rule = active.find((each) => operationsOf(each, choices).some(isPlainRead)) ?? active[0]
  const request = requestFor(rule, choices)
  /** @typedef {{ of: string, status: number | null, says: string, ms: number }} Result */
  const [result, setResult] = useState(/** @type {Result | undefined} */ (undefined))
  const command = commandOf(request, rule?.key === undefined ? keptKey(account)?.token : undefined)
  const isWhole = !/<[^>]*>/.test(request.path) && request.method === 'GET'
  // A result of another rule says nothing about this one.
  const shownFor = `${rule?.id} ${request.path}`
  const send = useAction(async () => {
    const begin = performance.now()
    const { status, says } = await outcome(api, request.path)
    setResult({ of: shownFor, status, says, ms: performance.now() - begin })
  })
  const button =
    isWhole &&
    html`<button type="button" disabled=${send.busy} onClick=${() => send.run()}>${send.busy ? 'Sending…' : 'Send it from here'}</button>`
  return html`<${Panel} title="Try it" actions=${button}>
    <p class="faint">
      ${
        rule === undefined
          ? 'No fault is on: this request succeeds.'
          : html`“<bdi>${titleOf(rule)}</bdi>” affects this request${(rule.share ?? 1) < 1 ? ', by its share' : ''}.`
      }
      ${command.includes('<') ? ' Replace the parts in < and >.' : ''}
    </p>
    <${Command} text=${command} />
    <p role="status" class="try-result">
      ${
        result?.of === shownFor &&
        html`<${StatusBadge} status=${result.status} /> ${result.says} <span class="faint">after ${shown(Math.round(result.ms))} ms</span>`
      }
    </p>
  </${Panel}>`
}

/** @param {Sandbox['api']} api @param {string} path */
async function outcome(api, path) {
  try {
    await api('GET', path.slice(1))
    return { status: 200, says: 'Succeeded, as without a fault.' }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return { status: error.status || null, says: `${error.code}: ${error.message}` }
  }
}

/** @param {Operation} operation */
const isPlainRead = ({ method, path }) => method === 'GET' && !path.includes('{')

/** The operations that a rule may affect, regardless of its path. @param {Fault | undefined} rule @param {Choices} choices */
function operationsOf(rule, { operations }) {
  return operations.filter(
    ({ id, method }) =>
      (rule?.operation?.includes(id) ?? true) && (rule?.method?.includes(method) ?? true),
  )
}

/** @typedef {{ method: string, path: string, hasBody: boolean }} SampleRequest */

/** A request that a rule affects. @param {Fault | undefined} rule @param {Choices} choices @returns {SampleRequest} */
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
  // Without them the request fails before a fault applies.
  const query = first.needs.map((name) => `${name}=<${name}>`).join('&')
  const path = first.path.replaceAll('{', '<').replaceAll('}', '>')
  return { method: first.method, path: `${path}${query && `?${query}`}`, hasBody }
}

/** @param {SampleRequest} request @param {string | undefined} token */
function commandOf({ method, path, hasBody }, token) {
  const address = `${new URL('api', document.baseURI)}${path}`
  return curlCommand(`-i ${method === 'GET' ? '' : `-X ${method} `}'${address}'`, {
    ...(token && { token }),
    ...(hasBody && { body: '<body>' }),
  })
}
