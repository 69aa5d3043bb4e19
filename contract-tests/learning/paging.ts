import { LISTS, type ListOperation } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject, type Json, rowsOf, succeeded } from '../http/reading.ts'
import { completeness } from '../journey/campaigns.ts'
import { begins, cursorIn, SIZES, unpagedList } from '../journey/second-samples.ts'
import { nodeAt, type Operation, operationPointer, operations } from '../specification/documents.ts'
import {
  type Change,
  FEWEST,
  type Learned,
  learned,
  nothing,
  operationPath,
  together,
  unlearned,
} from './lesson.ts'
import type { Seen } from './seen.ts'

/** `x-paging` of an operation, as docs/overlays.md has it. */
interface Paging {
  style: 'none' | 'offset' | 'page' | 'cursor'
  size?: string
  position?: string
  first?: number
  default?: number
  link?: true
}

/** Rows of a page that was not full: enough for the lists of a test. */
const LONGER_THAN_SEEN = 100

interface Found {
  paging: Paging
  samples: Exchange[]
}

/** How each list is paged: §4 recommends it, and shows no parameters. */
export function learnPaging(seen: Seen): Learned {
  return together(LISTS.map((operation) => learnList(seen, operation)))
}

function learnList(seen: Seen, operation: ListOperation): Learned {
  const place = operations.find((each) => each.operation === operation) as Operation
  // An operation that contradicts the specification teaches nothing.
  const list =
    seen.successes(operation).length > 0 ? unpagedList(seen.evidence, operation) : undefined
  const node = nodeAt(seen.document, operationPointer(place))
  if (!list || !isObject(node)) return nothing()
  const found = pagingOf(seen, operation, list)
  const what = `the paging of ${operation}`
  if (found === undefined) {
    if ((rowsOf(list)?.length ?? 0) < 2) return nothing()
    return completeness(list) === 'more'
      ? unlearned(what, 'no common parameter returned the next page')
      : nothing()
  }
  const { paging, samples } = found
  const assumed = isObject(node['x-paging']) ? node['x-paging'] : {}
  if (formOf(paging) === formOf(assumed)) return nothing()
  if (samples.length < FEWEST) return unlearned(what)
  return learned({
    open: '§4 recommends pagination but defines no parameters.',
    seen: `${operation} ${describe(paging)}`,
    changes: changesFor(seen, place, node, { paging, assumed }),
    samples,
  })
}

function pagingOf(seen: Seen, operation: ListOperation, list: Exchange): Found | undefined {
  const rows = rowsOf(list) ?? []
  const step = (query: string) => seen.evidence.find(`page:${operation}:${query}`)
  const sizes = SIZES.flatMap((name) => {
    const tried = [1, 2].map((size) => step(`${name}=${size}`))
    return { name, tried: tried.filter((each) => each !== undefined) }
  })
  const size = sizes.find(({ tried }) => tried[0] && rowsOf(tried[0])?.length === 1)
  const probes = sizes.flatMap(({ tried }) => tried)
  const one = size ? `${size.name}=1&` : ''
  const isMore = completeness(list) === 'more'
  const common: Partial<Paging> = {
    ...(size && { size: size.name }),
    // A page without a size parameter is as long as it was seen. If the list may be shorter than a page, the
    // replica gets a page that holds it.
    default: isMore || !size ? rows.length : LONGER_THAN_SEEN,
    ...(list.response?.headers.link?.includes('rel="next"') && { link: true }),
  }
  const offsets = [1, 2].map((offset) => step(`${one}offset=${offset}`))
  if (offsets[0] && begins(offsets[0], rows[1])) {
    const samples = offsets.filter((each, at) => each && begins(each, rows[at + 1]))
    return {
      paging: { style: 'offset', ...common, position: 'offset' },
      samples: samples as Exchange[],
    }
  }
  const numbered = pagesOf(
    [0, 1, 2].map((page) => step(`${one}page=${page}`)),
    rows,
  )
  if (numbered) {
    const { first, samples } = numbered
    return {
      paging: { style: 'page', ...common, position: 'page', ...(first === 0 && { first }) },
      samples,
    }
  }
  const start = (size && step(`${size.name}=1`)) ?? list
  const cursors = followed(start, (cursor) => step(`${one}cursor=${encodeURIComponent(cursor)}`))
  if (cursors.length > 0) {
    return { paging: { style: 'cursor', ...common, position: 'cursor' }, samples: cursors }
  }
  const isWhole = !isMore && !size && (operation !== 'listCampaigns' || showsOwn(seen, list))
  return isWhole && probes.length > 0 ? { paging: { style: 'none' }, samples: probes } : undefined
}

/** Pages 0, 1 and 2: the first page is the one that begins like the list. */
function pagesOf(
  [zero, one, two]: (Exchange | undefined)[],
  rows: unknown[],
): { first: number; samples: Exchange[] } | undefined {
  if (!one || !two || !succeeded(two) || begins(two, rows[0])) return undefined
  const isFromOne = begins(one, rows[0])
  if (!isFromOne && !(zero && begins(zero, rows[0]))) return undefined
  return isFromOne
    ? { first: 1, samples: [one, two] }
    : { first: 0, samples: [zero as Exchange, one] }
}

function followed(start: Exchange, page: (cursor: string) => Exchange | undefined): Exchange[] {
  const cursor = cursorIn(start)
  const next = cursor === undefined ? undefined : page(cursor)
  if (!next || !succeeded(next) || begins(next, rowsOf(start)?.[0])) return []
  return [next, ...followed(next, page)]
}

function showsOwn({ evidence }: Seen, list: Exchange): boolean {
  const { first, second } = evidence.own
  const text = list.response?.text ?? ''
  return [first, second].every((own) => own !== undefined && text.includes(own.body.name))
}

/** A form of paging, to compare; how many rows a page has by default is not part of it. */
function formOf({ style, size, position, first = 1, link = false }: Paging | Json): string {
  return JSON.stringify([style, size, position, first, link])
}

function changesFor(
  { document }: Seen,
  place: Operation,
  node: Json,
  { paging, assumed }: { paging: Paging; assumed: Json },
): Change[] {
  const target = operationPath(place)
  const kept = [paging.size, paging.position]
  const isGone = (name: unknown) =>
    [assumed.size, assumed.position].includes(name) && !kept.includes(name as string)
  const parameters = (Array.isArray(node.parameters) ? node.parameters : []).filter(isObject)
  const names = parameters.map((parameter) => {
    const { $ref } = parameter
    const declared = typeof $ref === 'string' ? nodeAt(document, $ref) : parameter
    return { name: isObject(declared) ? declared.name : undefined, $ref }
  })
  const added = kept.filter(
    (name): name is string => name !== undefined && !names.some((each) => each.name === name),
  )
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
        ...(added.length > 0 && { parameters: added.map((name) => parameter(name, paging)) }),
      },
    },
  ]
}

function parameter(name: string, { size, style, first = 1, default: rows }: Paging): Json {
  if (name === size) {
    const schema = { type: 'integer', minimum: 1, ...(rows !== undefined && { default: rows }) }
    return { name, in: 'query', description: 'Items per page.', schema }
  }
  const positions: Record<string, [description: string, schema: Json]> = {
    offset: ['Items to skip.', { type: 'integer', minimum: 0, default: 0 }],
    page: ['Number of the page.', { type: 'integer', minimum: first, default: first }],
    cursor: [
      'Start of the page, as returned with the previous page.',
      { type: 'string', minLength: 1 },
    ],
  }
  const [description, schema] = positions[style] ?? []
  return { name, in: 'query', description, schema }
}

function describe({ style, size, position, default: rows }: Paging): string {
  if (style === 'none') return 'returns all rows at once'
  const by = size
    ? `, with the page size in ${size}`
    : `, in pages of ${rows ?? 'a fixed number of'} rows`
  return `is paged by ${position}${by}`
}
