import { isObject, type Json } from '../../http/reading.ts'
import { nodeAt, type Operation } from '../../specification/documents.ts'
import { type Change, operationPath, type Seen } from '../lesson.ts'

/** `x-paging` of an operation, as docs/overlays.md has it. */
export interface Paging {
  style: 'none' | 'offset' | 'page' | 'cursor'
  size?: string
  position?: string
  first?: number
  default?: number
  max?: number
  link?: true | string[]
  invalid?: 'ignored' | 'nearest'
  past_end?: 'not_found' | 'invalid_input'
}

/** A form of paging, to compare; how many rows a page has by default is not part of it. */
export function formOf(paging: Paging | Json): string {
  const { style, size, position, first = 1, link = false, invalid = 'refused' } = paging
  return JSON.stringify([style, size, position, first, link, invalid, paging.past_end ?? 'empty'])
}

/** The names of the parameters that page a list without having an effect. */
const PACKAGED = ['limit', 'offset']

export function changesFor(
  { document }: Seen,
  place: Operation,
  node: Json,
  { paging, assumed }: { paging: Paging; assumed: Json },
): Change[] {
  const target = operationPath(place)
  const kept = [paging.size, paging.position].filter((name) => name !== undefined)
  const parameters = (Array.isArray(node.parameters) ? node.parameters : []).filter(isObject)
  const names = parameters.map((parameter) => {
    const { $ref } = parameter
    const declared = typeof $ref === 'string' ? nodeAt(document, $ref) : parameter
    return { name: isObject(declared) ? String(declared.name) : '', $ref }
  })
  // Its own bounds replace those of the document.
  const isGone = (name: string) =>
    [assumed.size, assumed.position, ...PACKAGED, ...kept].includes(name)
  return [
    ...names
      .filter(({ name }) => isGone(name))
      .map(({ name, $ref }) => ({
        target: `${target}.parameters[?@${$ref ? `['$ref'] == '${$ref}'` : `.name == '${name}'`}]`,
        remove: true as const,
      })),
    ...(node['x-paging'] ? [{ target: `${target}['x-paging']`, remove: true as const }] : []),
    {
      target,
      update: {
        'x-paging': { ...paging },
        ...(kept.length > 0 && { parameters: kept.map((name) => parameter(name, paging)) }),
      },
    },
  ]
}

function parameter(name: string, { size, style, first = 1, default: rows, invalid }: Paging): Json {
  const isChecked = invalid === undefined
  if (name === size) {
    const schema = { type: 'integer', minimum: 1, ...(rows !== undefined && { default: rows }) }
    return { name, in: 'query', description: 'Items per page.', schema }
  }
  const positions: Record<string, [description: string, schema: Json]> = {
    offset: ['Items to skip.', { type: 'integer', minimum: 0, default: 0 }],
    page: ['Number of the page.', { type: 'integer', minimum: first, default: first }],
    cursor: [
      'Start of the page, as returned with the previous page.',
      { type: 'string', ...(isChecked && { minLength: 1 }) },
    ],
  }
  const [description, schema] = positions[style] ?? []
  return { name, in: 'query', description, schema }
}

export function describe({ style, size, position, default: rows }: Paging): string {
  if (style === 'none') return 'returns all rows at once, and ignores the usual paging parameters'
  const by = size
    ? `, with the page size in ${size}`
    : `, in pages of ${rows ?? 'a fixed number of'} rows`
  return `is paged by ${position}${by}`
}
