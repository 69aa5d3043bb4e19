import { type ApiDocument, resolved } from '../../client/document.ts'
import { resolverOf } from '../../client/request-schema.ts'
import type { Resolve, Schema } from '../../client/schema-form.ts'

/** A kind of event as the document describes it. */
export interface EventDescription {
  name: string
  summary: string
  /** When it is sent. */
  description: string
  headers: PayloadMember[]
  members: PayloadMember[]
  example: unknown
}

/** A member of a payload; `name` is its path, such as `data.position`. */
export interface PayloadMember {
  name: string
  type: string
  required: boolean
  description: string
}

/** The kinds of events in the order of the document. */
export function eventCatalogue(api: ApiDocument): EventDescription[] {
  const resolve = resolverOf(api)
  return Object.entries<ApiDocument>(api.webhooks ?? {}).map(([name, { post = {} }]) => {
    const content = post.requestBody?.content?.['application/json'] ?? {}
    return {
      name,
      summary: post.summary ?? '',
      description: post.description ?? '',
      headers: (post.parameters ?? []).map((each: ApiDocument) => {
        const { name, description = '', required = false, schema = {} } = resolved(api, each)
        return { name, description, required, type: typeOf(schema) }
      }),
      members: merged(membersOf(content.schema ?? {}, resolve)),
      example: content.example,
    }
  })
}

/** Deep enough for lists of objects in the data of an event. */
const MOST_LEVELS = 4

function membersOf(schema: Schema, resolve: Resolve, prefix = ''): PayloadMember[] {
  if (prefix.split(/[.[]/).length > MOST_LEVELS) return []
  const object = resolve(schema)
  const own = Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const node = resolve(property)
    const items = node.items === undefined ? undefined : resolve(node.items)
    const path = `${prefix}${name}`
    return [
      {
        name: path,
        type: typeOf(node, items),
        required: object.required?.includes(name) ?? false,
        description: node.description ?? '',
      },
      ...membersOf(node, resolve, `${path}.`),
      ...(items === undefined ? [] : membersOf(items, resolve, `${path}[].`)),
    ]
  })
  return [...(object.allOf ?? []).flatMap((part) => membersOf(part, resolve, prefix)), ...own]
}

/** Parts of a schema (`allOf`) may describe the same member. */
function merged(members: readonly PayloadMember[]): PayloadMember[] {
  const found = new Map<string, PayloadMember>()
  for (const member of members) {
    const known = found.get(member.name)
    const required = member.required || (known?.required ?? false)
    found.set(member.name, { ...member, ...known, required })
  }
  return [...found.values()]
}

/** `integer or null`, `list of string`, `"ranking.changed"`. */
function typeOf(node: Schema, items?: Schema): string {
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (items !== undefined) return `list of ${typeOf(items)}`
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' or ')
  const types = Array.isArray(node.type) ? node.type : [node.type ?? 'object']
  const [first, ...others] = types
  const named = node.format === undefined ? first : `${first} (${node.format})`
  return [named, ...others].join(' or ')
}
