import { requireValid } from '../http/validation.ts'
import { controlRules } from '../request-rules.ts'
import { Router } from '../router.ts'
import type { Services } from '../services.ts'
import { accountOf } from './account.ts'
import { OPERATOR } from './guard.ts'
import { controlHandlers } from './handlers.ts'
import type {
  ControlHandler,
  ControlId,
  ControlInput,
  ControlRequest,
  ControlResult,
  DataOf,
} from './operation.ts'

/** Calls an operation of the control plane as its operator; rejects with the ApiError that HTTP would answer. */
export type ControlCall = <Id extends ControlId>(
  id: Id,
  input?: ControlInput<Id>,
) => Promise<DataOf<Id>>

/** The control plane for whoever has the sandbox in the same process: the same checks, the same handlers. */
export async function inProcessControl(
  services: Services,
  serverUrl: string,
): Promise<ControlCall> {
  const router = new Router(await controlRules())
  return async (id, { params = {}, query = {}, body } = {}) => {
    const operation = router.operations.find((each) => each.id === id)
    if (!operation) throw new Error(`The control plane has no operation ${id}.`)
    const given = body === undefined ? {} : { requestBody: body }
    requireValid(router, operation, {
      path: params as object,
      query,
      header: {},
      cookie: {},
      ...given,
    })

    const account = (query as { account?: string }).account
    const request: ControlRequest<ControlId> = {
      params,
      query,
      body,
      account: (named = account) => accountOf(OPERATOR, named, services),
      isOperator: true,
      keyId: undefined,
      address: '127.0.0.1',
      now: services.clock.now(),
      serverUrl,
      signal: services.closing,
    } as never
    const handler = controlHandlers[id] as ControlHandler<ControlId>
    const result = (await handler(request, services)) as Extract<
      ControlResult<ControlId>,
      { data: unknown }
    >
    return result.data as never
  }
}
