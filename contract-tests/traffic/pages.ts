import type { Evidence } from '../evidence/evidence.ts'
import { LISTS, type ListOperation } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { succeeded } from '../http/reading.ts'
import { hintsOf, NUMBERS, OFFSETS, SIZES } from '../journey/paging-hints.ts'

/** A list as it was read without paging parameters, and its pages, while nothing was written. */
interface PagedList {
  list: Exchange
  /** By the part of the query that pages. */
  pages: Map<string, Exchange>
}

/** Records the lists of traffic, and their pages, as the steps of a run that reads the same. */
export function recordPages(evidence: Evidence, writes: readonly Exchange[]): Exchange | undefined {
  const found = LISTS.map((operation) => {
    const paged = pagedList(evidence.of('main'), operation, writes)
    if (!paged) return undefined
    const { list, pages } = paged
    if (pages.size > 0 || operation === 'listCampaigns') evidence.record(`page:${operation}:`, list)
    for (const [query, page] of pages) evidence.record(`page:${operation}:${query}`, page)
    return list
  })
  return found[0]
}

/** The list with most pages, of those between two writes. */
function pagedList(
  all: readonly Exchange[],
  operation: ListOperation,
  writes: readonly Exchange[],
): PagedList | undefined {
  const own = all.filter((each) => each.operation === operation && each.response)
  const names = pagingNames(own)
  const candidates: PagedList[] = []
  for (const list of own.filter((each) => succeeded(each) && split(each, names).paging === '')) {
    const { filter } = split(list, names)
    const until = nextWrite(writes, list)
    const pages = own.filter((each) => {
      const isLater = each.startedAt >= list.endedAt && each.endedAt <= until
      return isLater && split(each, names).filter === filter && split(each, names).paging !== ''
    })
    candidates.push({
      list,
      pages: new Map(pages.map((each) => [split(each, names).paging, each])),
    })
  }
  return candidates.reduce<PagedList | undefined>(
    (best, each) => (best && best.pages.size > each.pages.size ? best : each),
    undefined,
  )
}

/** When the next write after an exchange begins. */
function nextWrite(writes: readonly Exchange[], { startedAt }: Exchange): number {
  const later = writes.filter((each) => each.endedAt > startedAt).map((each) => each.startedAt)
  return Math.min(Number.POSITIVE_INFINITY, ...later)
}

/** Names of parameters that page: the usual ones, and those of cursors. */
function pagingNames(lists: readonly Exchange[]): ReadonlySet<string> {
  const cursors = lists.filter(succeeded).flatMap((list) => hintsOf(list).cursor?.name ?? [])
  return new Set([...SIZES, ...OFFSETS, ...NUMBERS, ...cursors])
}

function split({ url }: Exchange, names: ReadonlySet<string>): { filter: string; paging: string } {
  const parts = (url.split('?')[1] ?? '').split('&').filter((each) => each !== '')
  const isPaging = (part: string) => names.has(part.split('=')[0] as string)
  return {
    filter: parts.filter((part) => !isPaging(part)).join('&'),
    paging: parts.filter(isPaging).join('&'),
  }
}
