import controlDocument from '../../../spec/documents/control.ts'
import type { HttpClient } from '../../control-client/http-client.ts'
import { isObject, type Json, type JsonObject, listOf, objectOf } from '../../schema/json.ts'
import { pointerIn, resolvePointer } from '../../schema/pointer.ts'

/** An operation of the control plane that answers once, as the document describes it. */
export interface Operation {
  /** The operationId. */
  name: string
  description: string
  method: string
  path: string
  /** The schemas of the parameters of the path and the query. */
  parameters: JsonObject
  pathParameters: string[]
  /** The parameters that must be given, and `body`. */
  required: string[]
  bodySchema: Json | undefined
  /** The schemas of the members of the body. */
  body: JsonObject | undefined
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** All operations that are no streams, which never end. */
export function controlOperations(): Operation[] {
  return Object.entries(objectOf(controlDocument.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(item)[method]
      const isStream = JSON.stringify(operation)?.includes('"text/event-stream"')
      if (!isObject(operation) || isStream) return []
      return [operationOf(method, path, operation, listOf(objectOf(item).parameters))]
    }),
  )
}

function operationOf(
  method: string,
  path: string,
  operation: JsonObject,
  shared: readonly Json[],
): Operation {
  const all = [...shared, ...listOf(operation.parameters)].map(resolved)
  const inputs = all.filter((each) => each.in === 'query' || each.in === 'path')
  const body = objectOf(operation.requestBody)
  const bodySchema = objectOf(objectOf(body.content)['application/json']).schema
  const required = inputs.filter((each) => each.required).map(({ name }) => String(name))
  return {
    name: String(operation.operationId),
    description: [operation.summary, operation.description].filter(Boolean).join('. '),
    method: method.toUpperCase(),
    path,
    parameters: Object.fromEntries(
      inputs.map(({ name, schema, description }) => [
        String(name),
        { ...objectOf(schema), ...(description === undefined ? {} : { description }) },
      ]),
    ),
    pathParameters: inputs.filter((each) => each.in === 'path').map(({ name }) => String(name)),
    required: [...required, ...(body.required ? ['body'] : [])],
    bodySchema,
    body: bodySchema === undefined ? undefined : objectOf(resolved(bodySchema).properties),
  }
}

function resolved(value: Json): JsonObject {
  if (!isObject(value) || typeof value.$ref !== 'string') return objectOf(value)
  return objectOf(resolvePointer(controlDocument, pointerIn(value.$ref))?.value)
}

/** Calls an operation. The sandbox validates the input: parameters by name, and the `body`. */
export function call(
  { control }: HttpClient,
  { method, path, pathParameters }: Operation,
  { body, ...others }: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<object> {
  const parametersOf = (isInPath: boolean) =>
    Object.fromEntries(
      Object.entries(others).filter(([name]) => pathParameters.includes(name) === isInPath),
    )
  const input = {
    params: parametersOf(true),
    query: parametersOf(false),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }
  return control(method as 'GET', path as '/clock', input as never)
}
