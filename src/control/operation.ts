import type { IncomingHttpHeaders } from 'node:http'
import type { operations } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { DocumentError } from '../document/document-error.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { type RoutedOperation, routedOperation } from '../document/operation.ts'
import type { Page } from '../operations/operation.ts'
import type { Services } from '../services.ts'

export type ControlId = keyof operations

/**
 * Who may call an operation of the control plane, by its `security`. `anyone`: it asks for nothing. `visitor`: so does it, but
 * pages of other origins are kept out.
 * `account`: the operator, and an account's own full-access key for that account. `operator`: whoever has
 * the admin token or, where there is none, sits at this machine.
 */
export type Access = 'anyone' | 'visitor' | 'account' | 'operator'

/** As `routedOperation`, for the control plane: the permission is who may call. Throws DocumentError. */
export function controlOperation(fields: JsonObject): RoutedOperation {
  return routedOperation(fields, accessOf)
}

function accessOf(security: Json | undefined): Access {
  const schemes = (security as JsonObject[] | undefined)?.flatMap((each) => Object.keys(each))
  if (schemes?.length === 0) return 'anyone'
  if (schemes?.includes('ownOrigin')) return 'visitor'
  if (schemes?.includes('accountKey')) return 'account'
  if (schemes?.includes('adminToken')) return 'operator'
  throw new DocumentError('security must be [], or name ownOrigin, adminToken or accountKey.')
}

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Responses<Id extends ControlId> = operations[Id]['responses']
type SuccessOf<Id extends ControlId> = JsonOf<
  Responses<Id>[Extract<keyof Responses<Id>, 200 | 201>]
>
/** What the body of a request is. */
export type BodyOf<Id extends ControlId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body | undefined
    : operations[Id] extends { requestBody?: { content: { '*/*': unknown } } }
      ? Uint8Array | undefined
      : undefined
export type QueryOf<Id extends ControlId> = operations[Id]['parameters'] extends {
  query?: infer Query
}
  ? Exclude<Query, undefined>
  : Record<string, never>
export type ParamsOf<Id extends ControlId> = operations[Id]['parameters'] extends {
  path: infer Path
}
  ? Path
  : Record<string, never>
/** The `data` of a success; never where it has none. */
export type DataOf<Id extends ControlId> = SuccessOf<Id> extends { data: infer Data } ? Data : never

/** A request that was found valid, from someone who may make it. */
export interface ControlRequest<Id extends ControlId> {
  params: ParamsOf<Id>
  query: QueryOf<Id>
  body: BodyOf<Id>
  /**
   * The account that it is about, as it is now: the one that `named` says, or the query. Rejects with an
   * ApiError when that is not clear, or another's.
   */
  account(named?: string): Promise<Readonly<Account>>
  /** Whether it was the operator who asked, and not an account's own key. */
  isOperator: boolean
  /** Id of the account's own key that asked; undefined for the operator. */
  keyId: string | undefined
  /** Address of the caller, as far as proxies may tell it. */
  address: string
  /** By name in lower case. */
  headers: Readonly<IncomingHttpHeaders>
  /** A header of the request by its name in lower case. */
  header(name: string): string | undefined
  /** Epoch milliseconds of the server's clock. */
  now: number
  /** Absolute URL of the server's root without a trailing slash. */
  serverUrl: string
  /** Aborted when the caller hangs up or the sandbox closes. */
  signal: AbortSignal
}

/** One message of a stream (server-sent events, WHATWG HTML §9.2); `data` goes out as JSON. */
export interface StreamMessage {
  event: string
  id?: string
  data: object
}

export type ControlResult<Id extends ControlId> =
  | {
      data: DataOf<Id>
      message?: string
      page?: Page
    }
  /** Sent as it is, without an envelope. */
  | { document: object }
  /** Sent without a body. */
  | { answer: { status: number; headers: Record<string, string> } }
  /** Messages as they come, until the caller hangs up or the sandbox closes. */
  | { stream: AsyncIterable<StreamMessage> }

export type ControlHandler<Id extends ControlId> = (
  request: ControlRequest<Id>,
  services: Services,
) => Promise<ControlResult<Id>> | ControlResult<Id>

/** One for each operation of spec/sandbox.yaml. */
export type ControlHandlers = { [Id in ControlId]: ControlHandler<Id> }
