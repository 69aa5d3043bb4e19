import { type Json, type JsonObject, listOf, objectOf } from '../schema/json.ts'
import { entriesOf } from '../schema/schema-view.ts'
import { change } from './findings.ts'
import { effectWords } from './keywords.ts'
import type { OperationView, Source } from './pairs.ts'
import { header, parameter, type Writer, whole } from './place.ts'
import type { SchemaComparison } from './schemas.ts'
import { hasDefault, type Schemas, viewOf } from './value.ts'

/** Parameters of path, query, headers and cookies. Path parameters are identified by their position. */
export function compareParameters(
  before: OperationView,
  after: OperationView,
  schemas: SchemaComparison,
): void {
  const writer = before.kind === 'webhook' ? 'server' : 'client'
  const one = readParameters(before, schemas.before)
  const other = readParameters(after, schemas.after)
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    compareParameter(one.get(key), other.get(key), schemas, writer)
  }
}

function compareParameter(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  schemas: SchemaComparison,
  writer: Writer,
): void {
  const { report } = schemas
  const { name, in: where } = (before ?? after) as JsonObject
  const place = whole(
    where === 'header'
      ? header(String(name), writer)
      : parameter(String(where), String(name), writer),
  )
  if (!before || !after) {
    // A path with other parameters is another path, which is reported.
    if (where === 'path') return
    if (after) report.added(place, isNeeded(after, schemas.after))
    else report.at(place, 'breaking', (root) => `${root} removed`)
    return
  }
  report.required(place, before.required === true, after.required === true)
  const { root } = place.part
  for (const [keyword, usual] of STYLES) {
    const read = (node: JsonObject) => node[keyword] ?? usual(node)
    const [was, is] = [read(before), read(after)]
    if (was !== is) report.add('breaking', `${root}: ${keyword} ${change(was, is)}`)
  }
  const [was, is] = [before['x-without-effect'], after['x-without-effect']]
  if (was !== is) report.add('may_break', `${root} ${effectWords(was, is)}`)
  schemas.compare(schemasOf(before), schemasOf(after), place)
}

/** How lists and objects are written, and the defaults (OpenAPI 3.1, Parameter Object). */
const STYLES: [keyword: string, usual: (node: JsonObject) => Json][] = [
  ['style', ({ in: where }) => (where === 'query' || where === 'cookie' ? 'form' : 'simple')],
  ['explode', ({ style, in: where }) => (style ?? (where === 'query' ? 'form' : '')) === 'form'],
  ['allowReserved', () => false],
]

function isNeeded(node: JsonObject, source: Source): boolean {
  return node.required === true && !hasDefault(viewOf(schemasOf(node), source))
}

function schemasOf(node: JsonObject): Schemas {
  const [media] = Object.values(objectOf(node.content))
  return entriesOf({ value: node.schema === undefined ? objectOf(media) : node }, 'schema')
}

function readParameters(
  { node, item, path }: OperationView,
  source: Source,
): Map<string, JsonObject> {
  const read = (list: Json | undefined) => listOf(list).map((each) => source.resolve(each))
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const keyOf = ({ name, in: where }: JsonObject) => {
    if (where === 'path') return `path ${places.indexOf(String(name))}`
    return `${where} ${where === 'header' ? String(name).toLowerCase() : name}`
  }
  // An operation overrides the parameters of its path.
  const all = [...read(item.parameters), ...read(node.parameters)]
  return new Map(all.map((each) => [keyOf(each), each]))
}
