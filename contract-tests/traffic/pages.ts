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

/** Writes of campaigns, which may change a list. */
export interface WritesAround {
  writes: readonly Exchange[]
  /** How many were carried out before an exchange, if not all of them are kept. */
  before: (exchange: Exchange) => number | undefined
}

/**
 * Records the lists of traffic, and their pages, as the steps of a run that reads the same. Returns the list of
 * campaigns.
 */
export function recordPages(evidence: Evidence, around: WritesAround): Exchange | undefined {
  for (const operation of LISTS) {
    const { list, pages } = pagedList(evidence.of('main'), operation, around) ?? {}
    if (!list || !pages) continue
    evidence.record(`page:${operation}:`, list)
    for (const [query, page] of pages) evidence.record(`page:${operation}:${query}`, page)
  }
  return evidence.find('page:listCampaigns:')
}

/** The list with most pages, of those between two writes. */
function pagedList(
  all: readonly Exchange[],
  operation: ListOperation,
  { writes, before }: WritesAround,
): PagedList | undefined {
  const own = all.filter((each) => each.operation === operation && each.response)
  const names = pagingNames(own)
  const read = own.map((exchange) => ({ exchange, ...split(exchange, names) }))
  const lists = read.filter(({ exchange }) => succeeded(exchange))
  const unpaged = lists.filter(({ paging }) => paging === '')
  // Some servers list nothing without a page.
  const candidates = (unpaged.length > 0 ? unpaged : lists).map(({ exchange, filter, paging }) => {
    const until = nextWrite(writes, exchange)
    const begin = paging === '' ? '' : `${paging}&`
    const isNext = nextPagesOf(paging)
    const pages = read.filter((each) => {
      const isPage = (each.paging.startsWith(begin) && each.paging !== '') || isNext(each.paging)
      const { startedAt, endedAt } = each.exchange
      const isSame = before(each.exchange) === before(exchange)
      const isOfList = each.filter === filter && isPage
      return isOfList && isSame && startedAt >= exchange.endedAt && endedAt <= until
    })
    const byQuery = pages.map((each) => {
      const { paging: own } = each
      return [own.startsWith(begin) ? own.slice(begin.length) : own, each.exchange] as const
    })
    return { list: exchange, pages: new Map(byQuery), isWhole: paging === '' }
  })
  return candidates
    .filter(({ isWhole, pages }) => isWhole || pages.size > 0)
    .reduce<PagedList | undefined>(
      (best, each) => (best && best.pages.size > each.pages.size ? best : each),
      undefined,
    )
}

/** Whether a query asks for a later page of the same size, if another one asks for the first page. */
function nextPagesOf(paging: string): (other: string) => boolean {
  const first = positionIn(paging)
  if (!FIRST.includes(first.at ?? '')) return () => false
  return (other) => {
    const { rest, at } = positionIn(other)
    return rest === first.rest && at !== undefined && at !== first.at
  }
}

/** The first page has the number 0 or 1, or begins after no rows. */
const FIRST = ['0', '1']

/** The position of a page in its query, and the other parameters. */
function positionIn(paging: string): { rest: string; at: string | undefined } {
  const parts = paging.split('&')
  const position = parts.find((part) => POSITIONS.includes(part.split('=')[0] as string))
  const rest = parts.filter((part) => part !== position).join('&')
  return { rest: `${rest} ${position?.split('=')[0]}`, at: position?.split('=')[1] }
}

const POSITIONS = [...OFFSETS, ...NUMBERS]

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
