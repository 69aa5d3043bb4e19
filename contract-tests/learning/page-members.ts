import { isObject, type Json } from '../http/reading.ts'

/** Usual names of members that describe a page, and where the sandbox has the value. */
const PLACES: [name: RegExp, type: RegExp, place: string][] = [
  [/^total(_?(count|items|results|rows))?$/i, /integer/, '/page/total'],
  [/^(count|returned)$/i, /integer/, '/page/count'],
  [/^(limit|per_?page|page_?size|size)$/i, /integer/, '/page/limit'],
  [/^(offset|skip)$/i, /integer/, '/page/offset'],
  [/^(page|current_?page|page_?number|number)$/i, /integer/, '/page/number'],
  [/^(pages|total_?pages|last_?page|page_?count)$/i, /integer/, '/page/pages'],
  [/^(has_?more|has_?next(_?page)?)$/i, /boolean/, '/page/has_more'],
  [/^next_?cursor$/i, /string|null/, '/page/next_cursor'],
  [/^next_?offset$/i, /integer|null/, '/page/next_offset'],
  [/^next_?page$/i, /integer|null/, '/page/next_number'],
]

/** Makes members around a list take their values from its page. Members of records stay unchanged. */
export function markPaging(part: Json): Json {
  const { data } = part.properties as Json
  const isList = isObject(data) && (data.type === 'array' || holdsList(data))
  return isList ? marked(part) : part
}

function holdsList(schema: Json): boolean {
  const properties = isObject(schema.properties) ? Object.values(schema.properties) : []
  return properties
    .filter(isObject)
    .some((each) => (each['x-from'] === '/data' && each.type === 'array') || holdsList(each))
}

function marked(schema: Json): Json {
  const { properties } = schema
  if (!isObject(properties) || schema['x-from'] !== undefined) return schema
  const entries = Object.entries(properties).map(([name, property]) => {
    if (!isObject(property)) return [name, property]
    const types = String(property.type)
    const place = PLACES.find(([pattern, type]) => pattern.test(name) && type.test(types))?.[2]
    if (place === undefined) return [name, marked(property)]
    const { examples: _, type } = property
    return [name, { 'x-from': place, type: withNull(type, place) }]
  })
  return { ...schema, properties: Object.fromEntries(entries) }
}

/** The last page has no next one, whether it was seen or not. */
function withNull(type: unknown, place: string): unknown {
  if (!place.startsWith('/page/next_')) return type
  const kind = place === '/page/next_cursor' ? 'string' : 'integer'
  return [kind, 'null']
}
