import controlDocument from '../../../spec/documents/control.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { objectOf } from '../../schema/json.ts'
import { controlOperations, type Operation } from '../control/operations.ts'

/** An operation of the control plane as a tool of the Model Context Protocol. */
export interface ControlTool extends Operation {
  /** A JSON Schema: parameters by name, and the request body as `body`. */
  inputSchema: { type: 'object'; [keyword: string]: unknown }
  /** Hints that a client may show before it asks the user: MCP 2025-06-18, Tool annotations. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
}

/** Operations that no agent needs: they are for callers of another kind. */
const LEFT_OUT = ['getLiveness', 'getReadiness', 'getControlDocument', 'receiveEvent', 'signUp']

/** A tool for each operation of the control plane that answers once. */
export function controlTools(): ControlTool[] {
  return controlOperations()
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map((operation) => {
      const { name, method, parameters, bodySchema, required } = operation
      return {
        ...operation,
        inputSchema: withDefinitions({
          type: 'object',
          properties: { ...parameters, ...(bodySchema !== undefined && { body: bodySchema }) },
          additionalProperties: false,
          ...(required.length > 0 && { required }),
        }),
        annotations: {
          readOnlyHint: method === 'GET',
          destructiveHint: method === 'DELETE' || name === 'resetSandbox',
          openWorldHint: false,
        },
      }
    })
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
