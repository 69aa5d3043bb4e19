import control from '../../../spec/documents/control.ts'
import service from '../../../spec/documents/openapi.ts'
import type { Random } from '../random.ts'
import { VALUES } from './malformed-parts.ts'

/** What a document says of an operation: all of it can be sent wrong. */
export interface MalformedOperation {
  id: string
  method: string
  /** Below the root of the server. */
  path: string
  /** Names of its query and header parameters. */
  parameters: string[]
  headers: string[]
  hasBody: boolean
  /** Members of its body, with a value that each may have. */
  fields: Record<string, unknown>
}

type Node = Record<string, unknown>

/** All operations of the API. */
export const OPERATIONS = operationsOf(service as Node, '/api')

/** All operations of the control plane. */
export const ALL_CONTROL_OPERATIONS = operationsOf(control as Node, '/_sandbox')

/** Those of the control plane that end: streams go on until the caller hangs up. */
export const CONTROL_OPERATIONS = ALL_CONTROL_OPERATIONS.filter(
  ({ id }) => !/^stream|^waitFor/.test(id),
)

/** The path with values in place of its parameters. */
export function pathOf(template: string, random: Random): string {
  return template.replace(/\{\w+\}/g, () =>
    encodeURIComponent(random.pick(VALUES.filter((value) => value !== '..' && value))),
  )
}

function operationsOf(document: Node, root: string): MalformedOperation[] {
  return Object.entries(document.paths as Record<string, Node>).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as Node[]
    return Object.entries(item as Record<string, Node>)
      .filter(([, operation]) => operation.operationId)
      .map(([method, operation]) => {
        const parameters = [...shared, ...((operation.parameters ?? []) as Node[])].map((each) =>
          resolved(each, document),
        )
        const named = (place: string) =>
          parameters.filter((each) => each.in === place).map(({ name }) => String(name))
        const body = operation.requestBody as Node | undefined
        const content = (body?.content ?? {}) as Record<string, Node>
        return {
          id: String(operation.operationId),
          method: method.toUpperCase(),
          path: root + path,
          parameters: named('query'),
          headers: named('header'),
          hasBody: body !== undefined,
          fields: fieldsOf(content['application/json']?.schema as Node | undefined, document),
        }
      })
  })
}

function fieldsOf(schema: Node | undefined, document: Node): Record<string, unknown> {
  const found = resolved(schema ?? {}, document)
  const parts = ((found.allOf ?? []) as Node[]).map((part) => fieldsOf(part, document))
  const own = Object.entries((found.properties ?? {}) as Record<string, Node>).map(
    ([name, field]) => [name, exampleOf(resolved(field, document), document)],
  )
  return Object.assign({}, ...parts, Object.fromEntries(own))
}

function exampleOf(schema: Node, document: Node): unknown {
  const [first] = (schema.examples ?? schema.enum ?? []) as unknown[]
  const shown = schema.example ?? schema.default ?? schema.const ?? first
  if (shown !== undefined) return shown
  switch ([schema.type].flat()[0]) {
    case 'array':
      return [exampleOf(resolved((schema.items ?? {}) as Node, document), document)]
    case 'object':
      return fieldsOf(schema, document)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return 'serp'
  }
}

function resolved(node: Node, document: Node): Node {
  if (typeof node.$ref !== 'string') return node
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step] as Node, document)
  return { ...resolved(target, document), ...node, $ref: undefined }
}
