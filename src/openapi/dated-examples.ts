import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { childOf } from '../schema/pointer.ts'
import { isoDay } from '../time/clock.ts'
import { packagedDocument } from './load.ts'

/** The day on which the examples in spec/ take place. */
const EXAMPLE_DAY = '2026-01-15'

const EXAMPLES = ['example', 'examples']

const dated = new WeakMap<JsonObject, { day: string; document: JsonObject }>()

/**
 * Returns `document` with examples that take place today: all dates in them are moved by the same number of days, so that
 * a period is still a period. Examples of an overlay are left alone. The result of a day is kept.
 */
export function withExamplesOf(now: number, document: JsonObject): JsonObject {
  const day = isoDay(now)
  const known = dated.get(document)
  if (known?.day === day) return known.document
  const moved = moveExamples(document, packagedDocument, Date.parse(day) - Date.parse(EXAMPLE_DAY))
  dated.set(document, { day, document: moved as JsonObject })
  return moved as JsonObject
}

function moveExamples(node: Json | undefined, original: Json | undefined, by: number): Json {
  const entryOf = (name: string, child: Json | undefined) => {
    const counterpart = childOf(original, name)
    const isOurs = EXAMPLES.includes(name) && isDeepStrictEqual(child, counterpart)
    return isOurs ? moved(child, by) : moveExamples(child, counterpart, by)
  }
  return mapEntries(node, entryOf)
}

function moved(value: Json | undefined, by: number): Json {
  if (typeof value !== 'string') return mapEntries(value, (_, child) => moved(child, by))
  return value.replace(/\b\d{4}-\d{2}-\d{2}(?=T|\b)/g, (day) => isoDay(Date.parse(day) + by))
}

function mapEntries(
  node: Json | undefined,
  change: (name: string, child: Json | undefined) => Json,
) {
  if (Array.isArray(node)) return node.map((child, index) => change(String(index), child))
  if (!isObject(node)) return node as Json
  return Object.fromEntries(
    Object.entries(node).map(([name, child]) => [name, change(name, child)]),
  )
}
