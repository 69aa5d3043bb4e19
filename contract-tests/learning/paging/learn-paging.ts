import type { PagedList } from '../../evidence/evidence.ts'
import { LISTS, type ListOperation } from '../../evidence/steps.ts'
import type { Exchange } from '../../http/exchange.ts'
import { errorCode, isObject, rowsOf, succeeded } from '../../http/reading.ts'
import { AFTER_ALL, TOO_LARGE } from '../../paging/dialects.ts'
import { begins, completeness, hintsOf, statedSize } from '../../paging/hints.ts'
import {
  nodeAt,
  type Operation,
  operationPointer,
  operations,
} from '../../specification/documents.ts'
import { FEWEST, type Learned, type Lesson, type Seen, unlearned } from '../lesson.ts'
import { changesFor, describe, formOf, type Paging } from './changes.ts'

/** Rows of a page that was not full: enough for the lists of a test. */
const LONGER_THAN_SEEN = 100

/** How each list is paged: §4 recommends it, and shows no parameters. */
export function learnPaging(seen: Seen): Learned {
  return LISTS.flatMap((operation) => learnList(seen, operation))
}

function learnList(seen: Seen, operation: ListOperation): Learned {
  const place = operations.find((each) => each.operation === operation) as Operation
  const paged = seen.evidence.paged[operation]
  const node = nodeAt(seen.document, operationPointer(place))
  const what = `the paging of ${operation}`
  // An operation that contradicts the specification teaches nothing.
  if (!paged || !isObject(node) || seen.successes(operation).length === 0) {
    return unlearned(what, 'the list could not be read')
  }
  const { list } = paged
  const rows = rowsOf(list)?.length ?? 0
  const isMore = completeness(list) === 'more'
  if (rows < 2) return unlearned(what, `the list fits on one page (${rows} rows)`)
  if (paged.asked.size === 0) return unlearned(what, seen.untried)
  const found = pagingOf(seen, operation, paged)
  if (found === undefined) {
    const why = isMore
      ? 'no common parameter returned the next page'
      : `the list fits on one page (${rows} rows), and no common parameter divides it`
    return unlearned(what, why)
  }
  const bounds = boundsOf(seen, operation, paged, found.paging)
  const paging = { ...found.paging, ...bounds.paging }
  const isUnbounded = isMore || (paging.style !== 'none' && paging.size === undefined)
  // A list that was seen whole says nothing about longer ones.
  const onePage = isUnbounded
    ? []
    : unlearned(
        `how many rows of ${operation} fit on a page`,
        `the list fits on one page (${rows} rows)`,
      )
  const assumed = isObject(node['x-paging']) ? node['x-paging'] : {}
  const parts = [...bounds.learned, ...onePage]
  const isKnown = formOf(paging) === formOf(assumed) && !bounds.isNews
  if (isKnown) return parts
  if (found.samples.length < FEWEST) return [...parts, ...unlearned(what)]
  const lesson: Lesson = {
    what,
    open: '§4 recommends pagination but defines no parameters.',
    seen: `${operation} ${describe(paging)}`,
    changes: changesFor(seen, place, node, { paging, assumed }),
    samples: found.samples,
  }
  return [lesson, ...parts]
}

function pagingOf(
  seen: Seen,
  operation: ListOperation,
  { list, size, position, searched }: PagedList,
): { paging: Paging; samples: Exchange[] } | undefined {
  if (position && position.samples.length > 0) {
    const { style, name, first, samples } = position
    const paging: Paging = {
      style,
      ...(size && { size: size.name }),
      default: defaultRows(list, size !== undefined),
      ...linksIn(size?.one ?? list, seen, operation),
      position: name,
      ...(first !== undefined && { first }),
    }
    return { paging, samples }
  }
  // A server that ignores all usual parameters, and says nothing of pages, shows all rows at once.
  const { length } = rowsOf(list) ?? []
  const isIgnored = (each: Exchange) => succeeded(each) && rowsOf(each)?.length === length
  const isWhole = !size && !hintsOf(list).isPaged && completeness(list) !== 'more'
  return isWhole &&
    searched.every(isIgnored) &&
    searched.length >= FEWEST &&
    showsOwn(seen, operation, list)
    ? { paging: { style: 'none' }, samples: searched }
    : undefined
}

/**
 * Rows of a page for which no size is sent. Without a parameter for it, a page is as long as it was seen. If the list may be
 * shorter than a page, the replica gets a page that holds it.
 */
function defaultRows(list: Exchange, hasSize: boolean): number {
  const { length } = rowsOf(list) ?? []
  if (completeness(list) === 'more' || !hasSize) return length
  const stated = statedSize(list)
  return stated !== undefined && stated >= length ? stated : LONGER_THAN_SEEN
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

function showsOwn({ evidence }: Seen, operation: string, list: Exchange): boolean {
  if (operation !== 'listCampaigns') return true
  const { first, second } = evidence.own
  const text = list.response?.text ?? ''
  return [first, second].every((own) => own !== undefined && text.includes(own.id))
}

interface Bounds {
  paging: Pick<Paging, 'invalid' | 'past_end' | 'max'>
  /** Whether the packaged parameters have other bounds. */
  isNews: boolean
  learned: Learned
}

type Effect = 'refused' | 'ignored' | 'nearest' | 'other'

/** How sizes and positions out of bounds, and pages after the last one, are treated. */
function boundsOf(
  seen: Seen,
  operation: string,
  { list, asked }: PagedList,
  { size, position, style }: Paging,
): Bounds {
  if (style === 'none') return { paging: {}, isNews: true, learned: [] }
  const page = (name: string | undefined, value: unknown) => asked.get(`${name}=${value}`)
  const effects = [
    ...[0, -1].map((value) => effectOf(page(size, value), list, 'size')),
    effectOf(page(size, 'abc'), list, 'text'),
    ...(style === 'cursor'
      ? ['nonsense', 'none'].map((value) => effectOf(page(position, value), list, 'text'))
      : [
          effectOf(page(position, -1), list, 'position'),
          effectOf(page(position, 'abc'), list, 'text'),
        ]),
  ].filter((each) => each !== undefined)
  const invalid = effects.length >= FEWEST ? agreed(effects) : undefined
  const past = pastEndOf(AFTER_ALL.map((value) => page(position, value)))
  const large = TOO_LARGE.flatMap((value) => page(size, value) ?? [])
  const isCut = large.length > 0 && large.every(succeeded)
  const max = isCut ? largestOf(large) : undefined
  const differing =
    effects.length < FEWEST ? seen.untried : `the samples differ: ${effects.join(', ')}`
  const tooLarge =
    large.length === 0 ? seen.untried : 'a large size is refused, and its bound is unknown'
  return {
    paging: {
      ...(invalid !== undefined && invalid !== 'refused' && { invalid }),
      ...((past === 'not_found' || past === 'invalid_input') && { past_end: past }),
      ...(max !== undefined && { max }),
    },
    isNews: isCut,
    learned: [
      ...(invalid === undefined
        ? unlearned(`sizes and positions of ${operation} that are out of bounds`, differing)
        : []),
      ...(past === 'unclear'
        ? unlearned(`pages of ${operation} after the last one`, seen.untried)
        : []),
      ...(size !== undefined && !isCut
        ? unlearned(`the largest page of ${operation}`, tooLarge)
        : []),
    ],
  }
}

function agreed(effects: Effect[]): 'refused' | 'ignored' | 'nearest' | undefined {
  const kinds = new Set(effects)
  if (kinds.has('other')) return undefined
  if (kinds.size === 1) return [...kinds][0] as 'refused'
  // Numbers have a nearest one, and texts are ignored.
  return kinds.has('nearest') && !kinds.has('refused') ? 'nearest' : undefined
}

function effectOf(
  exchange: Exchange | undefined,
  list: Exchange,
  kind: 'size' | 'position' | 'text',
): Effect | undefined {
  if (!exchange) return undefined
  if (!succeeded(exchange)) return 'refused'
  const [all, shown] = [rowsOf(list) ?? [], rowsOf(exchange) ?? []]
  if (shown.length === all.length && begins(exchange, all[0])) {
    // The first page is both the nearest one and the default.
    return kind === 'position' ? undefined : 'ignored'
  }
  return kind === 'size' && shown.length === 1 ? 'nearest' : 'other'
}

/** What pages after the last one are. */
function pastEndOf(
  pages: (Exchange | undefined)[],
): 'empty' | 'not_found' | 'invalid_input' | 'unclear' {
  const [answer = 'unclear', ...others] = new Set(
    pages.map((page) => {
      if (!page) return 'unclear'
      if (succeeded(page)) return rowsOf(page)?.length === 0 ? 'empty' : 'unclear'
      return errorCode(page) === 'not_found' ? 'not_found' : 'invalid_input'
    }),
  )
  return others.length === 0 ? answer : 'unclear'
}

/** The size that answers to a larger one name. */
function largestOf(pages: Exchange[]): number | undefined {
  const [size, ...others] = new Set(pages.map(statedSize))
  return others.length === 0 && size !== undefined && !TOO_LARGE.includes(size) ? size : undefined
}
