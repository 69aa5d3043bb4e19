import type { IncomingHttpHeaders } from 'node:http'
import type { Account, AccountHead } from '../accounts/account.ts'
import type { Cause } from '../accounts/mark.ts'
import type {
  BodyOf,
  ControlId,
  DataOf,
  ParamsOf,
  QueryOf,
  StreamMessage,
} from '../control-client/operations.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { type RoutedOperation, routedOperation } from '../openapi/served/operation.ts'
import type { AnsweredPage } from '../operations/operation.ts'
import { type Json, type JsonObject, objectOf } from '../schema/json.ts'

/**
 * Who may call an operation of the control plane, by its `security`. `anyone`: no restriction. `visitor`: anyone.
 * `account`: the operator, and an account's own full-access key for that account. `operator`: the admin token or,
 * without one, anyone on this machine. All but `anyone` refuse pages of other origins (`Origins`).
 */
export type Access = 'anyone' | 'visitor' | 'account' | 'operator'

/** Like `routedOperation`, for the control plane: its permission is the required access. Throws DocumentError. */
export function controlOperation(fields: JsonObject): RoutedOperation {
  // Its handler says so if the work is not done yet.
  const { 202: _accepted, ...responses } = objectOf(fields.responses)
  return routedOperation('200' in responses ? { ...fields, responses } : fields, accessOf)
}

function accessOf(security: Json | undefined): Access {
  const schemes = (security as JsonObject[] | undefined)?.flatMap((each) => Object.keys(each))
  if (schemes?.length === 0) return 'anyone'
  if (schemes?.includes('ownOrigin')) return 'visitor'
  if (schemes?.includes('accountKey')) return 'account'
  if (schemes?.includes('adminToken')) return 'operator'
  throw new DocumentError('security must be [], or name ownOrigin, adminToken or accountKey.')
}

/** Validation has filled in the defaults of these, which the types of the document show as optional. */
type Filled<Query> = Query & Required<Pick<Query, Extract<keyof Query, Defaulted>>>
type Defaulted = 'limit' | 'offset' | 'days' | 'timeout'

/** A valid request from a caller with access. */
export interface ControlRequest<Id extends ControlId> {
  params: ParamsOf<Id>
  query: Filled<QueryOf<Id>>
  body: BodyOf<Id>
  /**
   * The current account of the request: the one with the id `named`, or of the query. Rejects with an ApiError if
   * it is ambiguous, or another account than the key's.
   */
  account(named?: string): Promise<Readonly<AccountHead>>
  /** Who makes the change, for the history of the account. */
  cause: Cause
  /** Changes an account as `Store.update`, and adds the change to its history. */
  change<T>(accountId: string, make: (account: Account) => T): Promise<T>
  /** Whether the caller is the operator, not an account's own key. */
  isOperator: boolean
  /** Id of the account's own key; undefined for the operator. */
  keyId: string | undefined
  /** Address of the caller, as trusted proxies report it. */
  address: string
  /** By name in lower case. */
  headers: Readonly<IncomingHttpHeaders>
  /** Of a stream: id of the last message that its reader has. */
  lastEventId: string | undefined
  /** Epoch milliseconds of the server's clock. */
  now: number
  /** Absolute URL of the server's root without a trailing slash. */
  serverUrl: string
  /** Aborted when the caller hangs up or the sandbox closes. */
  signal: AbortSignal
}

/** An answer that is not JSON of the control API. */
export interface PlainAnswer {
  status: number
  headers: Record<string, string>
  body?: string
  /** `reset`, `empty`: nothing is sent. `truncated`: half of the body. */
  broken?: 'reset' | 'empty' | 'truncated'
}

export type ControlResult<Id extends ControlId> =
  /** `status`: 202 if the work is not done yet. */
  | { data: DataOf<Id>; message?: string; page?: AnsweredPage; status?: 202 }
  /** Sent without an envelope. */
  | { document: string }
  /** Sent without an envelope, or broken off. */
  | { answer: PlainAnswer }
  /** Messages until the caller hangs up or the sandbox closes. */
  | { stream: AsyncIterable<StreamMessage> }

export type ControlHandler<Id extends ControlId> = (
  request: ControlRequest<Id>,
) => Promise<ControlResult<Id>> | ControlResult<Id>

/** One for each operation of spec/sandbox.yaml. */
export type ControlHandlers = { [Id in ControlId]: ControlHandler<Id> }
