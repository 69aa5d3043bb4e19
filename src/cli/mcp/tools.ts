import controlDocument from '../../../spec/documents/control.ts'
import { isObject, type Json, type JsonObject, listOf, objectOf } from '../../schema/json.ts'
import { pointerIn, resolvePointer } from '../../schema/pointer.ts'

/** An operation of the control plane as a tool of the Model Context Protocol. */
export interface ControlTool {
  /** The operationId. */
  name: string
  description: string
  /** A JSON Schema: parameters by name, and the request body as `body`. */
  inputSchema: { type: 'object'; [keyword: string]: unknown }
  /** Hints that a client may show before it asks the user: MCP 2025-06-18, Tool annotations. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
  method: string
  path: string
  pathParameters: string[]
}

/** Operations that no agent needs: they are for callers of another kind, or they are streams, which never end. */
const LEFT_OUT = ['getLiveness', 'getReadiness', 'getControlDocument', 'receiveEvent', 'signUp']

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** A tool for each operation of the control plane that answers once. */
export function controlTools(): ControlTool[] {
  return Object.entries(objectOf(controlDocument.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(item)[method]
      if (!isObject(operation) || LEFT_OUT.includes(String(operation.operationId))) return []
      if (isStream(operation)) return []
      return [toolOf(method, path, operation, listOf(objectOf(item).parameters))]
    }),
  )
}

function toolOf(
  method: string,
  path: string,
  operation: JsonObject,
  shared: readonly Json[],
): ControlTool {
  const parameters = [...shared, ...listOf(operation.parameters)].map(resolved)
  const inputs = parameters.filter((each) => each.in === 'query' || each.in === 'path')
  const body = objectOf(operation.requestBody)
  const schema = objectOf(objectOf(body.content)['application/json']).schema
  const properties: JsonObject = Object.fromEntries(
    inputs.map(({ name, schema, description }) => [
      String(name),
      { ...objectOf(schema), ...(description === undefined ? {} : { description }) },
    ]),
  )
  if (schema !== undefined) properties.body = schema
  const required = inputs.filter((each) => each.required).map(({ name }) => String(name))
  if (body.required) required.push('body')

  return {
    name: String(operation.operationId),
    description: [operation.summary, operation.description].filter(Boolean).join('. '),
    inputSchema: withDefinitions({
      type: 'object',
      properties,
      additionalProperties: false,
      ...(required.length > 0 && { required }),
    }),
    annotations: {
      readOnlyHint: method === 'get',
      destructiveHint: method === 'delete' || operation.operationId === 'resetSandbox',
      openWorldHint: false,
    },
    method: method.toUpperCase(),
    path,
    pathParameters: inputs.filter((each) => each.in === 'path').map(({ name }) => String(name)),
  }
}

function isStream(operation: JsonObject): boolean {
  return JSON.stringify(operation.responses).includes('"text/event-stream"')
}

function resolved(value: Json): JsonObject {
  if (!isObject(value) || typeof value.$ref !== 'string') return objectOf(value)
  return objectOf(resolvePointer(controlDocument, pointerIn(value.$ref))?.value)
}

const COMPONENT = /"#\/components\/schemas\/(\w+)"/g

/** A schema with the components that it needs as its own `$defs`. */
function withDefinitions(schema: JsonObject): ControlTool['inputSchema'] {
  const components = objectOf(objectOf(controlDocument.components).schemas)
  const needed = new Set<string>()
  const visit = (value: Json | undefined) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(COMPONENT)) {
      if (needed.has(name)) continue
      needed.add(name)
      visit(components[name])
    }
  }
  visit(schema)
  const $defs = Object.fromEntries([...needed].map((name) => [name, components[name]]))
  const whole = needed.size === 0 ? schema : { ...schema, $defs }
  return JSON.parse(JSON.stringify(whole).replace(COMPONENT, '"#/$defs/$1"'))
}
