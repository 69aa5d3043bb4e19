import type { Wording } from './api-document.ts'
import type { JsonObject } from './json.ts'

/** A query or path parameter as the document declares it. */
export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header' | 'cookie'
  schema: JsonObject
}

/** One operation of the document, with what the pipeline needs of it looked up once. */
export interface RoutedOperation {
  id: string
  method: string
  path: string
  /** `<resource>:<action>` that the key must have; undefined when any valid token will do. */
  permission: string | undefined
  queryParameters: Parameter[]
  hasBody: boolean
  /** Status of its success. */
  successStatus: number
  failures: Record<string, Wording> | undefined
}

/** Looks up what the pipeline needs of an operation whose references are resolved. */
export function routedOperation(operation: JsonObject): RoutedOperation {
  const fields = operation as JsonObject & {
    operationId: string
    method: string
    path: string
    parameters?: Parameter[]
    security?: Record<string, string[]>[]
    responses: Record<string, unknown>
  }
  const body = (fields.requestBody as { content?: object }) ?? {}
  return {
    id: fields.operationId,
    method: fields.method.toUpperCase(),
    path: fields.path,
    permission: fields.security?.[0]?.bearerAuth?.[0],
    queryParameters: (fields.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    hasBody: body.content !== undefined,
    successStatus: Number(Object.keys(fields.responses).find((key) => /^2\d\d$/.test(key)) ?? 200),
    failures: fields['x-failures'] as Record<string, Wording> | undefined,
  }
}
