import { useState } from 'preact/hooks'
import type { Operation } from '../../client/document.ts'
import { titleOf } from '../../client/fault-rules.ts'
import { shown } from '../../client/format.ts'
import { call, RequestFailed } from '../../client/http.ts'
import { problemOfToken } from '../../client/keys.ts'
import { useAction } from '../../hooks/sandbox.ts'
import { useKnownToken } from '../../hooks/send-key.ts'
import { Command, curlCommand } from '../../ui/copy.tsx'
import { Field } from '../../ui/fields.tsx'
import { Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/values.tsx'
import type { Choices } from './choices.tsx'
import type { Fault } from './presets.ts'

type Result = { of: string; status: number | null; says: string; ms: number }

/** A request that the first active rule affects, sent to the API with a key of the user. */
export function TryIt({ faults, choices }: { faults: Fault[]; choices: Choices }) {
  const active = faults.filter(({ state }) => state === 'active')
  // Prefer a rule that affects reading to one that affects only changes.
  const rule = active.find((each) => operationsOf(each, choices).some(isPlainRead)) ?? active[0]
  const request = requestFor(rule, choices)
  const [result, setResult] = useState<Result>()
  const known = useKnownToken()
  const [typed, setTyped] = useState<string>()
  const token = (typed ?? known ?? '').trim()
  const problem = token === '' ? undefined : problemOfToken(token)
  const command = commandOf(request, problem ? undefined : token)
  const isWhole = !/<[^>]*>/.test(request.path) && request.method === 'GET'
  // A result of another rule says nothing about this one.
  const shownFor = `${rule?.id} ${request.path}`
  const send = useAction(async () => {
    const begin = performance.now()
    const { status, says } = await outcome(request.path, { token, rule })
    setResult({ of: shownFor, status, says, ms: performance.now() - begin })
  })
  const button = isWhole && (
    <button
      type="button"
      disabled={send.busy || token === '' || problem !== undefined}
      onClick={() => send.run()}
    >
      {send.busy ? 'Sending…' : 'Send it from here'}
    </button>
  )
  return (
    <Panel title="Try it" actions={button}>
      <p class="faint">
        {rule === undefined ? (
          'No fault is on: this request succeeds.'
        ) : (
          <>
            “<bdi>{titleOf(rule)}</bdi>” affects this request
            {(rule.share ?? 1) < 1 ? ', by its share' : ''}.
          </>
        )}
        {command.includes('<') ? ' Replace the parts in < and >.' : ''}
      </p>
      <Field
        label="API token"
        value={typed ?? known ?? ''}
        onValue={setTyped}
        problems={problem && [problem]}
        hint="The request counts like one from your app: it is in the request log and uses the quota of this key."
        attributes={{ autocomplete: 'off', spellcheck: false, placeholder: 'svc_test_…' }}
      />
      <Command text={command} />
      <p role="status">
        {result?.of === shownFor && (
          <>
            <StatusBadge status={result.status} /> {result.says}{' '}
            <span class="faint">after {shown(Math.round(result.ms))} ms</span>
          </>
        )}
      </p>
    </Panel>
  )
}

async function outcome(
  path: string,
  { token, rule }: { token: string; rule: Fault | undefined },
): Promise<Pick<Result, 'status' | 'says'>> {
  try {
    await call('GET', `api${path}`, { token })
    return { status: 200, says: 'Succeeded, as without a fault.' }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    if (error.status === 0 && rule?.connection !== undefined) {
      return { status: null, says: 'The fault rule ended the connection without a response.' }
    }
    return { status: error.status || null, says: `${error.code}: ${error.message}` }
  }
}

const isPlainRead = ({ method, path }: Operation) => method === 'GET' && !path.includes('{')

/** The operations that a rule may affect, regardless of its path. */
function operationsOf(rule: Fault | undefined, { operations }: Choices) {
  return operations.filter(
    ({ id, method }) =>
      (rule?.operation?.some((each) => each === id) ?? true) &&
      (rule?.method?.includes(method) ?? true),
  )
}

export type SampleRequest = { method: string; path: string; hasBody: boolean }

/** A request that a rule affects. */
function requestFor(rule: Fault | undefined, choices: Choices): SampleRequest {
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

function commandOf({ method, path, hasBody }: SampleRequest, token: string | undefined) {
  const address = `${new URL('api', document.baseURI)}${path}`
  return curlCommand(`-i ${method === 'GET' ? '' : `-X ${method} `}'${address}'`, {
    ...(token && { token }),
    ...(hasBody && { body: '<body>' }),
  })
}
