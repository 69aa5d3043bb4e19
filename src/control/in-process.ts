import type { AnyInput, ControlClient } from '../control-client/operations.ts'
import { Router } from '../openapi/served/router.ts'
import { requireValid } from '../pipeline/validation.ts'
import { restoreSteps } from '../time/turn.ts'
import { rules } from './control-rules.ts'
import type { ControlParts } from './parts.ts'
import { type Call, firstSignal, operationRunner } from './run.ts'

/**
 * The control API for the process that runs the sandbox: the same checks and handlers as over HTTP, as the operator,
 * without the guard. `current` returns other parts when another document is served. Calls reject with the ApiError that
 * HTTP would answer with. `serverUrl` is the root of the server, without a trailing slash.
 */
export function controlInProcess(current: () => ControlParts, serverUrl: string): ControlClient {
  const router = new Router(rules)
  const run = async (method: string, path: string, input: AnyInput) => {
    await restoreSteps()
    const operation = router.operations.find((each) => each.method === method && each.path === path)
    if (operation === undefined) throw new Error(`The control API has no ${method} ${path}.`)
    const parts = current()
    const { lastEventId, signal } = input
    // Validation fills in defaults, and the caller's objects must not change. The body is what HTTP would carry.
    const params = { ...input.params }
    const query = withoutUndefined(input.query ?? {})
    const body = input.body === undefined ? undefined : JSON.parse(JSON.stringify(input.body))
    const sent = { path: params, query, header: {}, cookie: {} }
    requireValid(router, operation, body === undefined ? sent : { ...sent, requestBody: body })
    const call = {
      params,
      query,
      body,
      address: '',
      headers: {},
      lastEventId,
      serverUrl,
      source: 'sdk' as const,
      signal: signal ? firstSignal([parts.closing, signal]) : parts.closing,
    }
    return operationRunner(parts)(operation, call as unknown as Call)
  }
  return {
    async call(method, path, input: AnyInput = {}) {
      const result = await run(method, path, input)
      if ('data' in result) return result.data as never
      throw new Error(`${method} ${path} answers without data. Call it over HTTP.`)
    },
    async stream(path, input = {}) {
      const result = await run('GET', path, input)
      if ('stream' in result) return result.stream
      throw new Error(`GET ${path} answers without a stream.`)
    },
  }
}

/** JSON and query strings have no undefined. */
function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
