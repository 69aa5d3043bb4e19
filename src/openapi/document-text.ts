import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { childOf } from '../schema/pointer.ts'
import { isoDay } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { packagedDocument } from './load.ts'

/** The day on which the examples in spec/ take place. */
const EXAMPLE_DAY = '2026-01-15'

const EXAMPLES = ['example', 'examples']

/** Stands for the address of the server. YAML quotes a text that begins with @, as JSON does. */
const SERVER = '@@server@@'
/** Stands for a day, so many days after EXAMPLE_DAY. */
const DAY = /@@day:(-?\d+)@@/g

/** What the text of a document depends on for its reader. */
export interface Reader {
  /** Epoch milliseconds. */
  now: number
  /** Address of the API. */
  server: string
}

/**
 * The text of a document. It is written once, because everyone may ask for it. For each reader, it gets the address of the
 * server, and examples that take place today: all dates in them are moved by the same number of days, so that a period is
 * still a period. Examples of an overlay are left alone.
 */
export function documentText(
  document: JsonObject,
  write: (document: JsonObject) => string = JSON.stringify,
): (reader: Reader) => string {
  const marked = markExamples(document, packagedDocument) as JsonObject
  const text = write({ ...marked, servers: [{ url: SERVER }] })
  return ({ now, server }) => {
    const today = Date.parse(isoDay(now))
    return text
      .replace(DAY, (_, days) => isoDay(today + Number(days) * DAY_MS))
      .replace(`"${SERVER}"`, () => JSON.stringify(server))
  }
}

function markExamples(node: Json | undefined, original: Json | undefined): Json {
  const entryOf = (name: string, child: Json | undefined) => {
    const counterpart = childOf(original, name)
    const isOurs = EXAMPLES.includes(name) && isDeepStrictEqual(child, counterpart)
    return isOurs ? markDays(child) : markExamples(child, counterpart)
  }
  return mapEntries(node, entryOf)
}

function markDays(value: Json | undefined): Json {
  if (typeof value !== 'string') return mapEntries(value, (_, child) => markDays(child))
  return value.replace(/\b\d{4}-\d{2}-\d{2}(?=T|\b)/g, (day) => {
    const days = (Date.parse(day) - Date.parse(EXAMPLE_DAY)) / DAY_MS
    return Number.isInteger(days) ? `@@day:${days}@@` : day
  })
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
