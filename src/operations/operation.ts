import type { components, operations } from '../../spec/generated/api.ts'
import type { Caller } from '../accounts/caller.ts'
import type { FileResult } from '../reports/download.ts'
import type { Services } from '../services.ts'

export type OperationId = Exclude<
  keyof operations,
  // Events that the service sends.
  'campaignCompleted' | 'rankingChanged' | 'mentionDetected'
>

type Responses<Id extends OperationId> = operations[Id]['responses']
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type SuccessOf<Id extends OperationId> = JsonOf<
  Responses<Id>[Extract<keyof Responses<Id>, 200 | 201>]
>

/** `data` of a success, as the document has it: what it does not allow fails to compile. */
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

/** A request that was found valid, from a caller who may make it. */
export interface OperationRequest<Id extends OperationId> {
  params: ParamsOf<Id>
  query: QueryOf<Id>
  body: BodyOf<Id>
  caller: Caller
  /** Of the caller, this request counted (§8). */
  quota: { limit: number; remaining: number }
  /** Epoch milliseconds on the account's clock. */
  now: number
  /** Absolute URL of the server's root without a trailing slash, for links in the answer. */
  serverUrl: string
  /** Whether what the body lacks is to be given up (`x-update: replace`). */
  replaces: boolean
  /** Whether the caller would rather have this media type than JSON. */
  prefers(mediaType: string): boolean
}

export interface Page {
  total: number
  limit: number
  offset: number
}

export type Result<Id extends OperationId> =
  | { data: DataOf<Id>; message?: string; page?: Page; headers?: Record<string, string> }
  /** A file in place of the envelope, for callers that asked for its media type. */
  | { file: FileResult }

/** Answers one operation of the document; it is named by its operationId. */
export type Operation<Id extends OperationId> = (
  request: OperationRequest<Id>,
  services: Services,
) => Promise<Result<Id>> | Result<Id>

/** One for each operation that is served. */
export type Handlers = { [Id in OperationId]: Operation<Id> }
