import type { PagedList } from '../../evidence/evidence.ts'
import type { Exchange } from '../../http/exchange.ts'
import { errorCode, rowsOf, succeeded } from '../../http/reading.ts'
import { AFTER_ALL, TOO_LARGE } from '../../paging/dialects.ts'
import { begins, statedSize } from '../../paging/hints.ts'
import { FEWEST, type Learned, unlearned } from '../lesson.ts'
import type { Seen } from '../seen.ts'
import type { Paging } from './changes.ts'

interface Bounds {
  paging: Pick<Paging, 'invalid' | 'past_end' | 'max'>
  /** Whether the packaged parameters have other bounds. */
  isNews: boolean
  learned: Learned
}

type Effect = 'refused' | 'ignored' | 'nearest' | 'other'

/** How sizes and positions out of bounds, and pages after the last one, are treated. */
export function boundsOf(
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
