import type { JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import { type Form, overlaps } from './form.ts'
import { join } from './place.ts'
import type { Source } from './source.ts'
import { type Schemas, type View, viewOf } from './view.ts'

/** Paths of values that stand elsewhere in the second document, to where they stand there. */
export type Moves = Map<string, string>

/** A value of a response body, but for what is inside of lists. */
interface Stand {
  path: string
  /** Pointer to the value of the server that it holds. */
  source: string
  /** Whether the document says so (x-from); otherwise it is the place that tells. */
  isSaid: boolean
  schemas: Schemas
  form: Form
}

export interface Move {
  from: Stand
  to: Stand
}

/** Responses nest a few levels; a schema that contains itself would nest for ever. */
const DEPTH = 6

/** What of a response body stands elsewhere now, outermost values only. */
export function movesOf(before: Schemas, after: Schemas, one: Source, other: Source): Move[] {
  const left = standsIn(before, one)
  const right = standsIn(after, other)
  const sources = new Set(
    [...left, ...right].filter(({ isSaid }) => isSaid).map(({ source }) => source),
  )
  const moves = [...sources].flatMap((source) => {
    const from = holderOf(source, left)
    const to = holderOf(source, right)
    return from && to && isMove(from, to, left, right) ? [{ from, to }] : []
  })
  return moves.length > 0 ? outermost(moves) : movedLists(left, right)
}

/** The place that a schema names for its value. */
export function sourceOf({ forms }: View): string | undefined {
  const from = forms[0]?.keywords.get('x-from')
  return typeof from === 'string' ? from : undefined
}

function standsIn(schemas: Schemas, source: Source, path = '', implied = '', depth = 0): Stand[] {
  const view = viewOf(schemas, source)
  const [form] = view.forms
  if (!form || view.isNever || depth > DEPTH) return []
  const said = sourceOf(view)
  const own = said ?? implied
  const inside = [...form.members].flatMap(([name, member]) =>
    standsIn(member, source, join(path, name), `${own}/${name}`, depth + 1),
  )
  return [{ path, source: own, isSaid: said !== undefined, schemas, form }, ...inside]
}

function holderOf(source: string, stands: Stand[]): Stand | undefined {
  const holders = stands.filter((stand) => stand.source === source)
  return holders.find(({ isSaid }) => isSaid) ?? holders[0]
}

/** A value that is still where it was has got a second place, and has not moved. */
function isMove(from: Stand, to: Stand, left: Stand[], right: Stand[]): boolean {
  if (from.path === to.path || !overlaps(from.form, to.form)) return false
  const successor = right.find(({ path }) => path === from.path)
  const predecessor = left.find(({ path }) => path === to.path)
  return (
    !(successor && overlaps(successor.form, from.form)) &&
    !(predecessor && overlaps(predecessor.form, to.form))
  )
}

function outermost(moves: Move[]): Move[] {
  return moves.filter(
    ({ from }) =>
      !moves.some(
        (other) => other.from !== from && from.source.startsWith(`${other.from.source}/`),
      ),
  )
}

/** Documents of others do not say where values come from: a list of the same component tells. */
function movedLists(left: Stand[], right: Stand[]): Move[] {
  return left.flatMap((from) => {
    const component = componentOf(from)
    const found = right.filter((to) => component !== undefined && componentOf(to) === component)
    const [to] = found
    const isPlain =
      found.length === 1 && left.filter((it) => componentOf(it) === component).length === 1
    return to && isPlain && isMove(from, to, left, right) ? [{ from, to }] : []
  })
}

function componentOf({ form }: Stand): string | undefined {
  const [items] = form.items as (JsonObject | undefined)[]
  return isObject(items) && typeof items.$ref === 'string' ? items.$ref : undefined
}

/** `list stands under data.items instead of data`. */
export function moveWords({ from, to }: Move): string {
  const place = (path: string) => (path === '' ? 'the body itself' : path)
  const isList = from.form.types?.join() === 'array'
  const [was, is] = [place(from.path), place(to.path)]
  return isList
    ? `list stands under ${is} instead of ${was}`
    : `what stood under ${was} stands under ${is}`
}
