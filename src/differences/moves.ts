import { objectOf } from '../schema/json.ts'
import type { Source } from './pairs.ts'
import { join } from './place.ts'
import { type Form, overlaps, type Schemas, type View, viewOf } from './value.ts'

/** Paths of values that moved, with their paths in the second document. */
export type Moves = Map<string, string>

/** A value in a response body, outside of lists. */
interface Value {
  path: string
  /** Pointer to the server's value that it holds. */
  source: string
  /** Whether `source` is from an `x-from`; otherwise it follows from the path. */
  isExplicit: boolean
  schemas: Schemas
  form: Form
}

export interface Move {
  from: Value
  to: Value
}

/** Levels of a response that are searched. A schema that contains itself would have no end. */
const DEPTH = 6

/** The values of a response body that moved; only the outermost ones. */
export function movesOf(before: Schemas, after: Schemas, one: Source, other: Source): Move[] {
  const left = valuesIn(before, one)
  const right = valuesIn(after, other)
  const sources = new Set(
    [...left, ...right].filter(({ isExplicit }) => isExplicit).map(({ source }) => source),
  )
  const moves = [...sources].flatMap((source) => {
    const from = holderOf(source, left)
    const to = holderOf(source, right)
    return from && to && isMove(from, to, left, right) ? [{ from, to }] : []
  })
  return moves.length > 0 ? outermost(moves) : movedLists(left, right)
}

/** The `x-from` of a schema. */
export function statedSourceOf({ forms }: View): string | undefined {
  const from = forms[0]?.keywords.get('x-from')
  return typeof from === 'string' ? from : undefined
}

function valuesIn(schemas: Schemas, source: Source, path = '', implied = '', depth = 0): Value[] {
  const view = viewOf(schemas, source)
  const [form] = view.forms
  if (!form || view.isNever || depth > DEPTH) return []
  const explicit = statedSourceOf(view)
  const own = explicit ?? implied
  const inside = [...form.members].flatMap(([name, member]) =>
    valuesIn(member, source, join(path, name), `${own}/${name}`, depth + 1),
  )
  return [{ path, source: own, isExplicit: explicit !== undefined, schemas, form }, ...inside]
}

function holderOf(source: string, values: Value[]): Value | undefined {
  const holders = values.filter((value) => value.source === source)
  return holders.find(({ isExplicit }) => isExplicit) ?? holders[0]
}

/** A value that is also still in its old place has not moved. */
function isMove(from: Value, to: Value, left: Value[], right: Value[]): boolean {
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

/** Other documents have no `x-from`; there, a list of the same component is taken for the same list. */
function movedLists(left: Value[], right: Value[]): Move[] {
  return left.flatMap((from) => {
    const component = componentOf(from)
    const found = right.filter((to) => component !== undefined && componentOf(to) === component)
    const [to] = found
    const isPlain =
      found.length === 1 && left.filter((it) => componentOf(it) === component).length === 1
    return to && isPlain && isMove(from, to, left, right) ? [{ from, to }] : []
  })
}

function componentOf({ form }: Value): string | undefined {
  const { $ref } = objectOf(form.items[0]?.value)
  return typeof $ref === 'string' ? $ref : undefined
}

/** `list moved from data to data.items`. */
export function moveWords({ from, to }: Move): string {
  const place = (path: string) => (path === '' ? 'the body itself' : path)
  const isList = from.form.types?.join() === 'array'
  const [was, is] = [place(from.path), place(to.path)]
  return `${isList ? 'list' : 'value'} moved from ${was} to ${is}`
}
