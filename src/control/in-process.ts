import type { AnyInput, ControlClient } from '../control-client/operations.ts'
import { Router } from '../openapi/served/router.ts'
import { requireValid } from '../pipeline/validation.ts'
import { restoreSteps } from '../time/turn.ts'
import type { ControlParts } from './parts.ts'
import { controlRules } from './rules.ts'
import { type Call, operationRunner } from './run.ts'
import { firstSignal } from './streams/first-signal.ts'

/**
 * The control API for the process that runs the sandbox: the same checks and handlers as over HTTP, as the operator,
 * without the guard. `current` returns other parts when another document is served. Calls reject with the ApiError that HTTP would answer with. Handlers are loaded with the first
 * call. `serverUrl` is the root of the server, without a trailing slash.
 */
export function controlInProcess(current: () => ControlParts, serverUrl: string): ControlClient {
  let loaded: { of: ControlParts; loading: ReturnType<typeof load> } | undefined
  const run = async (method: string, path: string, input: AnyInput) => {
    await restoreSteps()
    const parts = current()
    if (loaded?.of !== parts) loaded = { of: parts, loading: load(parts) }
    const { router, runOperation } = await loaded.loading
    const operation = router.operations.find((each) => each.method === method && each.path === path)
    if (operation === undefined) throw new Error(`The control API has no ${method} ${path}.`)
    const { params = {}, query = {}, body, lastEventId, signal } = input
    // Validation fills in defaults, and the caller's objects must not change. The body is what HTTP would carry.
    const call = {
      params: { ...params },
      query: { ...withoutUndefined(query) },
      body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
    }
    requireValid(router, operation, {
      path: call.params,
      query: call.query,
      header: {},
      cookie: {},
      ...(call.body === undefined ? {} : { requestBody: call.body }),
    })
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const request = {
      ...call,
      address: '',
      headers,
      header: (name: string) => (headers as Record<string, string>)[name],
      serverUrl,
      source: 'sdk' as const,
      signal: signal ? firstSignal([parts.closing, signal]) : parts.closing,
    }
    return runOperation(operation, request as unknown as Call)
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

async function load(parts: ControlParts) {
  return { router: new Router(await controlRules()), runOperation: operationRunner(parts) }
}

/** JSON and query strings have no undefined. */
function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
