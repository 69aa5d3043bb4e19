import type { components, operations } from '../../spec/generated/api.ts'
import type { Account, Caller, Requester } from '../accounts/account.ts'
import type { EventKind } from '../accounts/event.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { FileResult } from '../reports/download.ts'
import type { Page } from '../schema/page.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'

/** The operationId that describes an event (§6): `campaignCompleted` of campaign.completed. */
type EventOperation<Kind extends EventKind> = Kind extends `${infer Matter}.${infer Change}`
  ? `${Matter}${Capitalize<Change>}`
  : never

/** The operations that clients call: all except the events that the service sends. */
export type OperationId = Exclude<keyof operations, EventOperation<EventKind>>

type Responses<Id extends OperationId> = operations[Id]['responses']
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type SuccessOf<Id extends OperationId> = JsonOf<
  Responses<Id>[Extract<keyof Responses<Id>, 200 | 201>]
>

/** `data` of a success in the document. Data that the document does not allow does not compile. */
export type DataOf<Id extends OperationId> =
  SuccessOf<Id> extends components['schemas']['Success'] & { data: infer Data } ? Data : never

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : undefined

type QueryOf<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Query }
  ? Exclude<Query, undefined>
  : never

type ParamsOf<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Path }
  ? Path
  : Record<string, never>

/** The collaborators of handlers. */
export interface OperationParts {
  store: Store
  events: Pick<EventLog, 'events'>
  document: ApiDocument
  config: Config
}

/** A valid and permitted request, with the collaborators of its handler. */
export interface OperationRequest<Id extends OperationId> extends OperationParts {
  params: ParamsOf<Id>
  query: QueryOf<Id>
  body: BodyOf<Id>
  caller: Requester
  /** Changes the account of the caller, as `Store.update`, and adds the change to its history. */
  change<T>(make: (account: Account) => T): Promise<T>
  /** The caller's quota after this request (§8); undefined for a request of the control plane, which uses none. */
  quota: { limit: number; remaining: number } | undefined
  /** Epoch milliseconds on the account's clock. */
  now: number
  /** Absolute URL of the server's root without a trailing slash, for links in the answer. */
  serverUrl: string
  /** Whether fields that are missing in the body get their defaults (`x-update: replace`). */
  replaces: boolean
  /** For figures: aborted when the caller hangs up. */
  signal: AbortSignal | undefined
  /** Whether the caller prefers this media type to JSON. */
  prefers(mediaType: string): boolean
  /**
   * The list of a filter in the query. A value may have commas itself, so the whole text is tried before its parts.
   */
  listOf(name: keyof QueryOf<Id>, isKnown: (value: string) => boolean): string[] | undefined
}

/**
 * The caller and the quota of a request that is about its own key. Throws an ApiError for a request of the control
 * plane, which has no key as far as the service is concerned.
 */
export function keyedRequest({
  caller,
  quota,
}: Pick<OperationRequest<OperationId>, 'caller' | 'quota'>): {
  caller: Caller
  quota: { limit: number; remaining: number }
} {
  const { key } = caller
  if (key !== undefined && quota !== undefined) return { caller: { ...caller, key }, quota }
  throw new ApiError(
    'missing_credential',
    'This operation needs an API key, and requests to /_sandbox/api are made without one. Send it to the API itself, with Authorization: Bearer <API token>.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  )
}

/** The page of a list that an answer holds. */
export interface AnsweredPage extends Page {
  total: number
}

export type Result<Id extends OperationId> =
  | { data: DataOf<Id>; message?: string; page?: AnsweredPage; headers?: Record<string, string> }
  /** A file instead of the envelope, if the caller prefers its media type. */
  | { file: FileResult }

/** The handler of one operation of the document, named by its operationId. */
export type Operation<Id extends OperationId> = (
  request: OperationRequest<Id>,
) => Promise<Result<Id>> | Result<Id>

/** A handler for each operation. */
export type Handlers = { [Id in OperationId]: Operation<Id> }
