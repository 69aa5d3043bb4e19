import type { Json, JsonObject } from '../json.ts'
import { listOf } from './contents.ts'
import { narrower, type Writer, wider } from './difference.ts'
import type { OperationView } from './operation-view.ts'
import { header, type Part, parameter, whole } from './place.ts'
import type { SchemaComparison } from './schemas.ts'
import type { Source } from './source.ts'
import { viewOf } from './view.ts'
import { change } from './words.ts'

/** Parameters of path, query, headers and cookies. Those of a path are the same by their place in it. */
export function compareParameters(
  before: OperationView,
  after: OperationView,
  schemas: SchemaComparison,
  writer: Writer = 'client',
): void {
  const one = readParameters(before, schemas.before)
  const other = readParameters(after, schemas.after)
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const [was, is] = [one.get(key), other.get(key)]
    // A path that differs in its parameters is another, which is told.
    if ((was ?? is)?.in === 'path' && !(was && is)) continue
    compareParameter(was, is, schemas, partOf((was ?? is) as JsonObject, writer))
  }
}

function partOf(node: JsonObject, writer: Writer): Part {
  const name = String(node.name)
  return node.in === 'header'
    ? header(name, writer)
    : { ...parameter(String(node.in), name), writer }
}

function compareParameter(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  schemas: SchemaComparison,
  part: Part,
): void {
  const { report } = schemas
  if (!before || !after) {
    const isDemanded = part.writer === 'client' && isNeeded(after, schemas.after)
    if (after) {
      const said = isDemanded ? 'now required' : 'added'
      report.tell(isDemanded ? 'breaking' : 'compatible', `${part.root} ${said}`)
    } else report.tell('breaking', `${part.root} removed`)
    return
  }
  const [needed, needs] = [before.required === true, after.required === true]
  if (needed !== needs) {
    const severity = needs ? narrower(part.writer) : wider(part.writer)
    report.tell(severity, `${part.root} ${needs ? 'now' : 'no longer'} required`)
  }
  for (const [keyword, usual] of STYLES) {
    const read = (node: JsonObject) => node[keyword] ?? usual(node)
    const [was, is] = [read(before), read(after)]
    if (was !== is) report.tell('breaking', `${part.root}: ${keyword} ${change(was, is)}`)
  }
  if (before['x-without-effect'] !== after['x-without-effect']) {
    const isIdle = after['x-without-effect'] === true
    const said = isIdle ? 'is checked and has no effect any more' : 'has an effect now'
    report.tell('may_break', `${part.root} ${said}`)
  }
  schemas.compare(schemasOf(before), schemasOf(after), whole(part))
}

/** How lists and objects are written, and what holds where nothing is said (OpenAPI 3.1, Parameter Object). */
const STYLES: [keyword: string, usual: (node: JsonObject) => Json][] = [
  ['style', ({ in: where }) => (where === 'query' || where === 'cookie' ? 'form' : 'simple')],
  ['explode', ({ style, in: where }) => (style ?? (where === 'query' ? 'form' : '')) === 'form'],
  ['allowReserved', () => false],
]

function isNeeded(node: JsonObject | undefined, source: Source): boolean {
  if (node?.required !== true) return false
  const { forms } = viewOf(schemasOf(node), source)
  return !forms.some(({ keywords }) => keywords.has('default'))
}

function schemasOf({ schema, content }: JsonObject): Json[] {
  const [media] = Object.values((content ?? {}) as JsonObject)
  return listOf(schema ?? (media as JsonObject | undefined)?.schema)
}

function readParameters(
  { node, item, path }: OperationView,
  source: Source,
): Map<string, JsonObject> {
  const read = (list: Json | undefined) =>
    (Array.isArray(list) ? list : []).map((each) => source.resolve(each))
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const keyOf = ({ name, in: where }: JsonObject) => {
    if (where === 'path') return `path ${places.indexOf(String(name))}`
    return `${where} ${where === 'header' ? String(name).toLowerCase() : name}`
  }
  // Those of the operation come last, and win over those of the path.
  const all = [...read(item.parameters), ...read(node.parameters)]
  return new Map(all.map((each) => [keyOf(each), each]))
}
