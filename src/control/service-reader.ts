import type { AccountHead } from '../accounts/account.ts'
import { handlers } from '../operations/handlers.ts'
import type {
  Operation,
  OperationId,
  OperationParts,
  OperationRequest,
  Result,
} from '../operations/operation.ts'

type Success<Id extends OperationId> = Exclude<Result<Id>, { file: unknown }>
type Input<Id extends OperationId> = Partial<Pick<OperationRequest<Id>, 'params' | 'query'>>

/** Reads one operation of the service for an account. Rejects with the ApiError that the service would respond with. */
export type ReadService = <Id extends OperationId>(
  id: Id,
  input?: Input<Id>,
) => Promise<Success<Id>>

/**
 * A function that reads the service for an account as `/_sandbox/api` does: without a key, a quota and a log, and before
 * an overlay gives the answer another form. Queries are not validated and get no defaults.
 */
export function serviceReader(
  account: Readonly<AccountHead>,
  given: Pick<OperationRequest<OperationId>, 'now' | 'serverUrl'>,
  { store, events, document, config }: OperationParts,
): ReadService {
  return async <Id extends OperationId>(id: Id, { params, query }: Input<Id> = {}) => {
    const handler = handlers[id] as Operation<Id>
    const result = await handler({
      ...given,
      params: params ?? {},
      query: query ?? {},
      body: undefined,
      caller: { account, key: undefined, session: undefined },
      quota: undefined,
      replaces: false,
      prefers: () => false,
      listOf: (name: keyof typeof query) => query?.[name],
      store,
      events,
      document,
      config,
    } as unknown as OperationRequest<Id>)
    return result as Success<Id>
  }
}
