import type { Exchange } from '../support/exchange.ts'
import { isObject, type Json, rowsOf } from '../support/reading.ts'

/**
 * Has members of a row that repeat an input of the request (`campaign_id` of rankings that were asked for by
 * it) take their value from there; the sandbox would make one up otherwise. `schema` is that of a row, `known`
 * names the members that the document has.
 */
export function markInputs(schema: Json, known: string[], exchanges: Exchange[]): Json {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const entries = Object.entries(properties).map(([name, property]) => {
    const isNew = isObject(property) && !known.includes(name)
    if (!isNew || !repeatsInput(name, exchanges)) return [name, property]
    return [name, { type: property.type, 'x-from': `/query/${name}` }]
  })
  return { ...schema, properties: Object.fromEntries(entries) }
}

function repeatsInput(name: string, exchanges: Exchange[]): boolean {
  const asked = exchanges.flatMap((exchange) => {
    const given = new URL(exchange.url).searchParams.get(name)
    const rows = (rowsOf(exchange) ?? []).filter(isObject)
    return given === null || rows.length === 0 ? [] : [{ given, rows }]
  })
  return (
    asked.length > 0 && asked.every(({ given, rows }) => rows.every((row) => row[name] === given))
  )
}
