import { LISTS, type ListOperation } from '../../evidence/steps.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isObject, refused, rowsOf, succeeded } from '../../http/reading.ts'
import { unpagedList } from '../../journey/second-samples.ts'
import {
  nodeAt,
  type Operation,
  operationPointer,
  operations,
} from '../../specification/documents.ts'
import { FEWEST, type Learned, learned, nothing, together, unlearned } from '../lesson.ts'
import type { Seen } from '../seen.ts'
import { boundsOf } from './bounds.ts'
import { changesFor, describe, formOf, type Paging } from './changes.ts'
import { NUMBERS, OFFSETS, SIZES } from './dialects.ts'
import { completeness, hintsOf } from './hints.ts'
import { begins } from './probes.ts'

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
  const what = `the paging of ${operation}`
  if (!list || !isObject(node)) {
    return unlearned(what, 'the list could not be read')
  }
  const rows = rowsOf(list)?.length ?? 0
  if (rows < 2) return unlearned(what, `the list fits on one page (${rows} rows)`)
  if (seen.evidence.pagesOf(operation).length === 0) return unlearned(what, seen.untried)
  const found = pagingOf(seen, operation, list)
  if (found === undefined) {
    const isMore = completeness(list) === 'more'
    const why = isMore
      ? 'no common parameter returned the next page'
      : `the list fits on one page (${rows} rows), and no common parameter divides it`
    return unlearned(what, why)
  }
  const bounds = boundsOf(seen, operation, list, found.paging)
  const paging = { ...found.paging, ...bounds.paging }
  const onePage = whetherOnePage(operation, list, found.paging)
  const assumed = isObject(node['x-paging']) ? node['x-paging'] : {}
  const parts = [bounds.learned, onePage]
  const isKnown = formOf(paging) === formOf(assumed) && !bounds.isNews
  if (isKnown) return together(parts)
  if (found.samples.length < FEWEST) return together([...parts, unlearned(what, undefined)])
  const lesson = learned({
    what,
    open: '§4 recommends pagination but defines no parameters.',
    seen: `${operation} ${describe(paging)}`,
    changes: changesFor(seen, place, node, { paging, assumed }),
    samples: found.samples,
  })
  return together([lesson, ...parts])
}

/** A list that was seen whole says nothing about longer ones. */
function whetherOnePage(operation: string, list: Exchange, { style, size }: Paging): Learned {
  if (style !== 'none' && size === undefined) return nothing()
  if (completeness(list) === 'more') return nothing()
  const rows = rowsOf(list)?.length ?? 0
  return unlearned(
    `how many rows of ${operation} fit on a page`,
    `the list fits on one page (${rows} rows)`,
  )
}

function pagingOf(seen: Seen, operation: ListOperation, list: Exchange): Found | undefined {
  const rows = rowsOf(list) ?? []
  const step = (query: string) => seen.evidence.find(`page:${operation}:${query}`)
  const sizes = SIZES.flatMap((name) => {
    const tried = [1, 2].map((size) => step(`${name}=${size}`))
    return { name, tried: tried.filter((each) => each !== undefined) }
  })
  const size = sizes.find(({ tried }) => tried[0] && rowsOf(tried[0])?.length === 1)
  const one = size ? `${size.name}=1&` : ''
  const isMore = completeness(list) === 'more'
  const common: Partial<Paging> = {
    ...(size && { size: size.name }),
    default: defaultRows(list, size !== undefined),
    ...linksIn(size?.tried[0] ?? list, seen, operation),
  }
  const offset = OFFSETS.map((name) => ({
    name,
    tried: [1, 2].map((at) => step(`${one}${name}=${at}`)),
  })).find(({ tried }) => begins(tried[0], rows[1]))
  if (offset) {
    const samples = offset.tried.filter((each, at) => begins(each, rows[at + 1])) as Exchange[]
    return { paging: { style: 'offset', ...common, position: offset.name }, samples }
  }
  for (const name of NUMBERS) {
    const pages = [0, 1, 2].map((page) => step(`${one}${name}=${page}`))
    const numbered = pagesOf(pages, rows, size === undefined)
    if (!numbered) continue
    const { first, samples } = numbered
    const paging: Paging = {
      style: 'page',
      ...common,
      position: name,
      ...(first === 0 && { first }),
    }
    return { paging, samples }
  }
  const start = (size && step(`${size.name}=1`)) ?? list
  const name = hintsOf(start).cursor?.name
  const cursors = followed(start, (cursor) => step(`${one}${name}=${encodeURIComponent(cursor)}`))
  if (name !== undefined && cursors.length > 0) {
    return { paging: { style: 'cursor', ...common, position: name }, samples: cursors }
  }
  // A server that ignores all usual parameters, and says nothing of pages, shows all rows at once.
  const ignored = [...sizes.flatMap(({ tried }) => tried), ...triedPositions(step)]
  const isIgnored = (each: Exchange) => succeeded(each) && rowsOf(each)?.length === rows.length
  const isWhole = !isMore && !size && !hintsOf(list).isPaged && ignored.every(isIgnored)
  return isWhole && ignored.length >= FEWEST && showsOwn(seen, operation, list)
    ? { paging: { style: 'none' }, samples: ignored }
    : undefined
}

/**
 * Rows of a page for which no size is sent. Without a parameter for it, a page is as long as it was seen. If the list may be
 * shorter than a page, the replica gets a page that holds it.
 */
function defaultRows(list: Exchange, hasSize: boolean): number {
  const { length } = rowsOf(list) ?? []
  if (completeness(list) === 'more' || !hasSize) return length
  return statedSize(list, length) ?? LONGER_THAN_SEEN
}

function triedPositions(step: (query: string) => Exchange | undefined): Exchange[] {
  const queries = [...OFFSETS.map((name) => `${name}=1`), ...NUMBERS.map((name) => `${name}=2`)]
  return queries.map(step).filter((each) => each !== undefined)
}

/** The rows of a page that the answer itself names. */
function statedSize(list: Exchange, rows: number): number | undefined {
  const text = list.response?.text ?? ''
  const found = /"(?:per_?page|page_?size|limit|size|max_?results)"\s*:\s*(\d+)/i.exec(text)?.[1]
  return found !== undefined && Number(found) >= rows ? Number(found) : undefined
}

/** Relations of a `Link` header, on any page that has one. */
function linksIn(page: Exchange, seen: Seen, operation: string): Pick<Paging, 'link'> {
  const links = [page, ...seen.successes(operation)].flatMap((each) =>
    [...(each.response?.headers.link ?? '').matchAll(/rel="?(\w+)/g)].map(([, rel]) => rel),
  )
  const found = (['next', 'prev', 'first', 'last'] as const).filter((rel) => links.includes(rel))
  if (found.length === 0) return {}
  return { link: found.join() === 'next' ? true : found }
}

/** Pages 0, 1 and 2: the first page is the one that begins like the list. */
function pagesOf(
  [zero, one, two]: (Exchange | undefined)[],
  rows: unknown[],
  mayEnd: boolean,
): { first: number; samples: Exchange[] } | undefined {
  if (!one || !two || begins(two, rows[0])) return undefined
  if (!succeeded(two) && !(mayEnd && refused(two))) return undefined
  const isFromOne = begins(one, rows[0])
  if (!isFromOne && !(zero && begins(zero, rows[0]))) return undefined
  return isFromOne
    ? { first: 1, samples: [one, two] }
    : { first: 0, samples: [zero as Exchange, one] }
}

function followed(start: Exchange, page: (cursor: string) => Exchange | undefined): Exchange[] {
  const cursor = hintsOf(start).cursor?.value
  const next = cursor === undefined ? undefined : page(cursor)
  if (!next || !succeeded(next) || begins(next, rowsOf(start)?.[0])) return []
  return [next, ...followed(next, page)]
}

function showsOwn({ evidence }: Seen, operation: string, list: Exchange): boolean {
  if (operation !== 'listCampaigns') return true
  const { first, second } = evidence.own
  const ids = [first?.id, second?.id]
  const text = list.response?.text ?? ''
  return ids.length > 1 && ids.every((id) => id !== undefined && text.includes(id))
}
