import { type JsonObject, listOf } from '../../../../schema/json.ts'

/** The origin of a part of the document: the provider states it, the sandbox assumes it, or an overlay changed it. */
export type Origin = 'stated' | 'assumed' | 'overlay'

/** The origin of one node of the document, for readers. */
export interface Mark {
  /** JSON Pointer to the node in the document. */
  place: string
  origin: Origin
  /** Assumptions about a stated node, such as `maxLength` or `paging`. */
  details: string[]
  /** Sections of the interface specification that state the node, such as `§4`. */
  source: string | undefined
}

/** Keywords whose parts have their own marks, or that mean nothing to readers. */
const MARKED_ELSEWHERE = new Set([
  '$ref',
  'allOf',
  'content',
  'description',
  'example',
  'examples',
  'items',
  'properties',
  'required',
  'schema',
  'x-source',
])

/** Names of our keywords for readers. */
const NAMES: Record<string, string> = { 'x-id': 'form of the id', 'x-paging': 'paging' }

/** The mark of several nodes that together describe one value at `place`: stated if the provider states one of them. */
export function markOf(place: string, ...nodes: readonly JsonObject[]): Mark {
  const origins = nodes.map((node) => node['x-origin'])
  const origin = (['overlay', 'stated'] as const).find((each) => origins.includes(each))
  const own = nodes.filter((node) => node['x-origin'] !== undefined)
  const details = own
    .flatMap((node) => listOf(node['x-assumed']).map(String))
    .filter((name) => !MARKED_ELSEWHERE.has(name))
    .map((name) => NAMES[name] ?? name.replace(/^x-/, '').replaceAll('-', ' '))
  const sources = nodes.map((node) => node['x-source']).filter((each) => typeof each === 'string')
  return {
    place,
    // A document without marks is taken as it is.
    origin: origin ?? (origins.includes('assumed') ? 'assumed' : 'stated'),
    details: origin === 'stated' ? [...new Set(details)] : [],
    source: sources[0],
  }
}
