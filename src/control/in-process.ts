import { requireValid } from '../http/validation.ts'
import { controlRules } from '../request-rules.ts'
import { Router } from '../router.ts'
import type { Services } from '../services.ts'
import { accountOf } from './account.ts'
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
} from './operation.ts'

/** What an operation of the control plane takes. */
export interface ControlCall<Id extends ControlId> {
  params?: ParamsOf<Id>
  query?: Partial<QueryOf<Id>>
  body?: BodyOf<Id>
}

/** Calls operations of the control plane as their operator does, without HTTP. */
export type ControlCaller = <Id extends ControlId>(
  id: Id,
  call?: ControlCall<Id>,
) => Promise<DataOf<Id>>

/**
 * The control plane of a sandbox in this process: the same checks and the same handlers. Calls reject with
 * the ApiError that would have been the answer.
 */
export async function controlInProcess(services: Services): Promise<ControlCaller> {
  const router = new Router(await controlRules())
  return async (id, { params = {}, query = {}, body } = {}) => {
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
    const request = {
      ...call,
      account: (named = account) => accountOf(OPERATOR, named, services),
      isOperator: true,
      keyId: undefined,
      address: '',
      header: () => undefined,
      now: services.clock.now(),
      serverUrl: '',
      signal: services.closing,
    } as unknown as ControlRequest<ControlId>
    const handler = controlHandlers[id] as unknown as ControlHandler<ControlId>
    const result = (await handler(request, services)) as ControlResult<ControlId>
    if ('data' in result) return result.data as never
    throw new Error(`${id} answers with no data; ask for it over HTTP.`)
  }
}

/** Without what is undefined, which JSON and a query string cannot say. */
function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
