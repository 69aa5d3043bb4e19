import type { Operation } from '../../client/document.ts'
import { titleOf } from '../../client/fault-rules.ts'
import { linkTo } from '../../hooks/route.ts'
import { useKnownToken } from '../../hooks/send-key.ts'
import { Command, curlCommand } from '../../ui/copy.tsx'
import { Panel } from '../../ui/page.tsx'
import type { Choices } from './choices.ts'
import type { Fault } from './presets.ts'

/** A request that the first active rule affects, as a command and in the Explorer, which sends it. */
export function TryIt({ faults, choices }: { faults: Fault[]; choices: Choices }) {
  const active = faults.filter(({ state }) => state === 'active')
  // Prefer a rule that affects reading to one that affects only changes.
  const rule = active.find((each) => operationsOf(each, choices).some(isPlainRead)) ?? active[0]
  const own = operationsOf(rule, choices)
  const operation = own.find(isPlainRead) ?? own[0]
  const command = commandOf(requestFor(rule, operation), useKnownToken())
  return (
    <Panel
      title="Try it"
      actions={
        // The operations of a path with wildcards are not known.
        <a class="button" href={linkTo('explorer', rule?.path ? undefined : operation?.id)}>
          Send it in the Explorer
        </a>
      }
    >
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
      <Command text={command} />
    </Panel>
  )
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

type SampleRequest = { method: string; path: string; hasBody: boolean }

/** A request that a rule affects. */
function requestFor(rule: Fault | undefined, first: Operation | undefined): SampleRequest {
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
