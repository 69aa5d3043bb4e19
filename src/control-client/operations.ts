import type { operations, paths } from '../../spec/generated/sandbox.ts'

/** Types for callers of the control API: a call that spec/sandbox.yaml does not describe does not compile. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The `paths` of the generated types of a document. */
type PathsLike<Paths> = { [P in keyof Paths]: { [M in Lowercase<Method>]?: unknown } }
type OperationAt<
  M extends Method,
  P extends keyof Paths,
  Paths extends PathsLike<Paths> = paths,
> = Paths[P][Lowercase<M>]

/** Paths that have an operation of this method, such as `/faults/{id}`. */
type PathOf<M extends Method, Paths extends PathsLike<Paths> = paths> = {
  [P in keyof Paths]: OperationAt<M, P, Paths> extends { responses: unknown } ? P : never
}[keyof Paths]

export type StreamPath = {
  [P in keyof paths]: paths[P]['get'] extends {
    responses: { 200: { content: { 'text/event-stream': unknown } } }
  }
    ? P
    : never
}[keyof paths]

type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never
type Content<T> = T extends { content: { '*/*': unknown } } ? Uint8Array : Json<T>

type Query<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? Exclude<Query, undefined>
  : never
type Params<Operation> = Operation extends { parameters: { path: infer Path } }
  ? Path
  : Record<string, never>
type Body<Operation> = Operation extends { requestBody: infer Body }
  ? Content<Body>
  : Operation extends { requestBody?: infer Body }
    ? Content<Exclude<Body, undefined>> | undefined
    : never
/** The body of a success: its envelope, or a document without one. */
type Answer<Operation> = Operation extends { responses: infer Responses }
  ? Json<Responses[Extract<keyof Responses, 200 | 201 | 202>]>
  : never

/** The `data` of a success; never for an operation without an envelope. */
type Data<Operation> = DataIn<Answer<Operation>>
// For each success on its own.
type DataIn<Body> = Body extends { data: infer Data } ? Data : never

/** Types by operationId, for handlers and the methods of `Sandbox`. */
export type ControlId = keyof operations
export type QueryOf<Id extends ControlId> = Query<operations[Id]>
export type ParamsOf<Id extends ControlId> = Params<operations[Id]>
export type BodyOf<Id extends ControlId> = Body<operations[Id]>
export type DataOf<Id extends ControlId> = Data<operations[Id]>

/** A query may be any text, since users type it and the sandbox checks it. Empty members are left out. */
type QueryInput<Query> = { [Name in keyof Query]?: Query[Name] | string | null | undefined }

type Input<Operation> = (Params<Operation> extends Record<string, never>
  ? { params?: never }
  : { params: Params<Operation> }) &
  ([Body<Operation>] extends [never]
    ? { body?: never }
    : undefined extends Body<Operation>
      ? { body?: Body<Operation> }
      : { body: Body<Operation> }) & {
    query?: QueryInput<Query<Operation>>
    signal?: AbortSignal
  }

/** Optional if the operation needs no input. */
type Inputs<Operation> =
  Record<string, never> extends Input<Operation>
    ? [input?: Input<Operation>]
    : [input: Input<Operation>]

/**
 * Calls one operation: `control('GET', '/faults/{id}', { params: { id } })`. Resolves with the body of its success, or only with
 * its `data`.
 */
export type ControlCall<Result extends 'body' | 'data' = 'body'> = DocumentCall<paths, Result>

/** The same for the operations of another document, as `paths` of its generated types. */
export type DocumentCall<
  Paths extends PathsLike<Paths>,
  Result extends 'body' | 'data' = 'body',
> = <M extends Method, P extends PathOf<M, Paths>>(
  method: M,
  path: P,
  ...input: Inputs<OperationAt<M, P, Paths>>
) => Promise<
  Result extends 'body' ? Answer<OperationAt<M, P, Paths>> : Data<OperationAt<M, P, Paths>>
>

/** The input of any operation, as the transport receives it. */
export interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  lastEventId?: string | undefined
  signal?: AbortSignal
  onBytes?: () => void
}

/** One message of a stream (server-sent events, WHATWG HTML §9.2). */
export interface StreamMessage {
  event: string
  id?: string | undefined
  data: object
}

/**
 * Opens a stream, from the message after `lastEventId` if it is given. `onBytes` is called for all that comes over a
 * connection, also for the comments that a quiet stream has every 15 seconds.
 */
export type ControlStream = <P extends StreamPath>(
  path: P,
  input?: {
    query?: QueryInput<Query<OperationAt<'GET', P>>>
    lastEventId?: string | undefined
    signal?: AbortSignal
    onBytes?: () => void
  },
) => Promise<AsyncIterable<StreamMessage>>

/** The access to the control API that the methods of a sandbox need. */
export interface ControlClient {
  call: ControlCall<'data'>
  stream: ControlStream
}
