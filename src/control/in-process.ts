import { requireValid } from '../http/validation.ts'
import { controlRules } from '../request-rules.ts'
import { Router } from '../router.ts'
import type { Services } from '../services.ts'
import { accountOf } from './account.ts'
import { firstSignal } from './first-signal.ts'
import { OPERATOR } from './guard.ts'
import { controlHandlers } from './handlers.ts'
import type {
  BodyOf,
  ControlHandler,
  ControlId,
  ControlRequest,
  ControlResult,
  DataOf,
  ParamsOf,
  QueryOf,
  StreamMessage,
} from './operation.ts'
import { Touched } from './touched.ts'

/** What an operation of the control plane takes. */
export interface ControlCall<Id extends ControlId> {
  params?: ParamsOf<Id>
  query?: Partial<QueryOf<Id>>
  body?: BodyOf<Id>
}

/** Calls operations of the control plane as their operator does, without HTTP. */
export interface ControlCaller {
  call<Id extends ControlId>(id: Id, call?: ControlCall<Id>): Promise<DataOf<Id>>
  /** The messages of an operation that answers with a stream, until `signal` is aborted or the sandbox closes. */
  stream<Id extends ControlId>(
    id: Id,
    call: ControlCall<Id>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<StreamMessage>>
}

/**
 * The control plane of a sandbox in this process: the same checks and the same handlers. Calls reject with
 * the ApiError that would have been the answer. `serverUrl` is the root of the server, without a trailing slash.
 */
export async function controlInProcess(
  services: Services,
  serverUrl: string,
): Promise<ControlCaller> {
  const router = new Router(await controlRules())
  const run = async <Id extends ControlId>(
    id: Id,
    { params = {} as ParamsOf<Id>, query = {}, body }: ControlCall<Id> = {},
    signal: AbortSignal = services.closing,
  ): Promise<ControlResult<ControlId>> => {
    const operation = router.operations.find((each) => each.id === id)
    if (operation === undefined) throw new Error(`The control plane has no operation ${id}.`)
    // Checking fills in defaults, and what the caller passed is the caller's.
    const call = structuredClone({ params, query: given(query), body })
    requireValid(router, operation, {
      path: call.params as object,
      query: call.query,
      header: {},
      cookie: {},
      ...(call.body === undefined ? {} : { requestBody: call.body }),
    })
    const { account } = call.query as { account?: string }
    const touched = new Touched()
    const request = {
      ...call,
      account: touched.noting((named = account) => accountOf(OPERATOR, named, services)),
      isOperator: true,
      keyId: undefined,
      address: '',
      headers: {},
      header: () => undefined,
      now: services.clock.now(),
      serverUrl,
      signal,
    } as unknown as ControlRequest<ControlId>
    const handler = controlHandlers[id] as unknown as ControlHandler<ControlId>
    const result = await handler(request, services)
    touched.tell(services.changes, operation)
    return result
  }
  return {
    async call(id, call) {
      const result = await run(id, call)
      if ('data' in result) return result.data as never
      throw new Error(`${id} answers with no data; ask for it over HTTP.`)
    },
    async stream(id, call, signal) {
      const result = await run(id, call, firstSignal([services.closing, signal]))
      if ('stream' in result) return result.stream
      throw new Error(`${id} answers with no stream.`)
    },
  }
}

/** Without what is undefined, which JSON and a query string cannot say. */
function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
