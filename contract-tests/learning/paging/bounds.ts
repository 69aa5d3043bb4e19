import type { ListOperation } from '../../evidence/steps.ts'
import type { Exchange } from '../../http/exchange.ts'
import { errorCode, rowsOf, succeeded } from '../../http/reading.ts'
import { FEWEST, type Learned, nothing, together, unlearned } from '../lesson.ts'
import type { Seen } from '../seen.ts'
import type { Paging } from './changes.ts'
import { AFTER_ALL, begins, TOO_LARGE } from './probes.ts'

export interface Bounds {
  paging: Pick<Paging, 'invalid' | 'past_end' | 'max'>
  /** Whether the packaged parameters have other bounds. */
  isNews: boolean
  learned: Learned
}

type Effect = 'refused' | 'ignored' | 'nearest' | 'other'

/** How sizes and positions out of bounds, and pages after the last one, are treated. */
export function boundsOf(
  seen: Seen,
  operation: ListOperation,
  list: Exchange,
  paging: Paging,
): Bounds {
  const none: Bounds = { paging: {}, isNews: false, learned: nothing() }
  if (paging.style === 'none') return { ...none, isNews: true }
  const step = (name: string | undefined, value: unknown) =>
    name === undefined ? undefined : seen.evidence.find(`page:${operation}:${name}=${value}`)
  const what = `sizes and positions of ${operation} that are out of bounds`
  const { size, position, style } = paging
  const effects = [
    ...[0, -1].map((value) => effectOf(step(size, value), list)),
    textEffect(step(size, 'abc'), list),
    ...(style === 'cursor'
      ? ['nonsense', 'none'].map((value) => textEffect(step(position, value), list))
      : [effectOf(step(position, -1), list, true), textEffect(step(position, 'abc'), list)]),
  ]
  const known = effects.filter((each) => each !== undefined)
  const pastEnd = pastEndOf(AFTER_ALL.map((value) => step(position, value)))
  const large = TOO_LARGE.map((value) => step(size, value)).filter((each) => each !== undefined)
  const parts: Learned[] = []
  const invalid = known.length >= FEWEST ? agreed(known) : undefined
  if (known.length < FEWEST) parts.push(unlearned(what, seen.untried))
  else if (invalid === undefined) {
    parts.push(unlearned(what, `the samples differ: ${known.join(', ')}`))
  }
  if (pastEnd === 'unclear') {
    parts.push(unlearned(`pages of ${operation} after the last one`, seen.untried))
  }
  const isCut = size !== undefined && large.length > 0 && large.every(succeeded)
  if (size !== undefined && !isCut) {
    const why =
      large.length === 0 ? seen.untried : 'a large size is refused, and its bound is unknown'
    parts.push(unlearned(`the largest page of ${operation}`, why))
  }
  const max = isCut ? largestOf(large) : undefined
  return {
    paging: {
      ...(invalid !== undefined && invalid !== 'refused' && { invalid }),
      ...((pastEnd === 'not_found' || pastEnd === 'invalid_input') && { past_end: pastEnd }),
      ...(max !== undefined && { max }),
    },
    isNews: isCut,
    learned: together(parts),
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
  isPosition = false,
): Effect | undefined {
  if (!exchange) return undefined
  if (!succeeded(exchange)) return 'refused'
  const [all, shown] = [rowsOf(list) ?? [], rowsOf(exchange) ?? []]
  // The first page is both the nearest one and the default.
  if (shown.length === all.length && begins(exchange, all[0]))
    return isPosition ? undefined : 'ignored'
  return shown.length === 1 && !isPosition ? 'nearest' : 'other'
}

function textEffect(exchange: Exchange | undefined, list: Exchange): Effect | undefined {
  if (!exchange) return undefined
  if (!succeeded(exchange)) return 'refused'
  const all = rowsOf(list) ?? []
  return rowsOf(exchange)?.length === all.length && begins(exchange, all[0]) ? 'ignored' : 'other'
}

function pastEndOf(
  pages: (Exchange | undefined)[],
): 'empty' | 'not_found' | 'invalid_input' | 'unclear' {
  const answers = new Set(
    pages.map((page) => {
      if (!page) return 'unclear'
      if (succeeded(page)) return rowsOf(page)?.length === 0 ? 'empty' : 'unclear'
      return errorCode(page) === 'not_found' ? 'not_found' : 'invalid_input'
    }),
  )
  const [answer] = answers
  return answers.size === 1 && answer !== undefined ? (answer as 'empty') : 'unclear'
}

/** The size that answers to a larger one name. */
function largestOf(pages: Exchange[]): number | undefined {
  const sizes = new Set(
    pages.map(
      ({ response }) =>
        /"(?:per_?page|page_?size|limit|size|max_?results)"\s*:\s*(\d+)/i.exec(
          response?.text ?? '',
        )?.[1],
    ),
  )
  const [size] = sizes
  return sizes.size === 1 && size !== undefined && !TOO_LARGE.includes(Number(size))
    ? Number(size)
    : undefined
}
