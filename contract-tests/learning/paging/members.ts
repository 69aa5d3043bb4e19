import { isObject, type Json } from '../../http/reading.ts'
import { isAddress } from '../../paging/hints.ts'

/** A member next to a response's list. */
interface Sample {
  value: unknown
  rows: number
}

/** The answers of a list, for members that have the value of a page. */
export interface PageSample {
  body: Json
  rows: number
}

/** Usual names of members that describe a page, and where the sandbox has the value. */
const PLACES: [name: RegExp, type: RegExp, place: string][] = [
  [/^total(_?(count|items|results|rows|elements|records))?$/i, /integer/, '/page/total'],
  [/^(returned|number_?of_?elements)$/i, /integer/, '/page/count'],
  [/^(limit|per_?page|page_?size|size|max_?results)$/i, /integer/, '/page/limit'],
  [/^(offset|skip)$/i, /integer/, '/page/offset'],
  [/^(page|current_?page|page_?number|number)$/i, /integer/, '/page/number'],
  [/^(pages|total_?pages|last_?page|page_?count)$/i, /integer/, '/page/pages'],
  [/^(has_?more|has_?next(_?page)?)$/i, /boolean/, '/page/has_more'],
  [/^has_?(prev|previous)(_?page)?$/i, /boolean/, '/page/has_previous'],
  [/^next_?offset$/i, /integer|null/, '/page/next_offset'],
]

/** Names of links to other pages; their values say whether these are addresses, cursors or numbers. */
const LINKS: [name: RegExp, rel: 'next' | 'previous' | 'first' | 'last'][] = [
  [/^next(_?(page|url|uri|link|href|cursor|token|page_?token|page_?url))?$/i, 'next'],
  [/^prev(ious)?(_?(page|url|uri|link|href|cursor|token|page_?token|page_?url))?$/i, 'previous'],
  [/^first(_?(page|url|link|page_?url))?$/i, 'first'],
  [/^last(_?(url|link|page_?url))$|^last$/i, 'last'],
]

/** Makes members around a list take their values from its page. Members of records stay unchanged. */
export function markPaging(part: Json, samples: PageSample[]): Json {
  const { data } = part.properties as Json
  const isList = isObject(data) && (data.type === 'array' || holdsList(data))
  const values = samples.map(({ body, rows }) => ({ value: body as unknown, rows }))
  return isList ? marked(part, values) : part
}

function holdsList(schema: Json): boolean {
  const properties = isObject(schema.properties) ? Object.values(schema.properties) : []
  return properties
    .filter(isObject)
    .some((each) => (each['x-from'] === '/data' && each.type === 'array') || holdsList(each))
}

function marked(schema: Json, samples: Sample[]): Json {
  const { properties } = schema
  if (!isObject(properties) || schema['x-from'] !== undefined) return schema
  const entries = Object.entries(properties).map(([name, property]) => {
    if (!isObject(property)) return [name, property]
    const inner = samples.flatMap(({ value, rows }) =>
      isObject(value) && Object.hasOwn(value, name) ? [{ value: value[name], rows }] : [],
    )
    const place = placeOf(name, String(property.type), inner)
    if (place === undefined) return [name, marked(property, inner)]
    // Some servers leave out what has no value.
    const isOptional = !listOf(schema.required).includes(name)
    const isNull = inner.some(({ value }) => value === null)
    const type = withNull(property.type, place)
    const shown = isOptional && !isNull && Array.isArray(type) ? type[0] : type
    return [name, { 'x-from': place, type: shown }]
  })
  return { ...schema, properties: Object.fromEntries(entries) }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function placeOf(name: string, types: string, samples: Sample[]): string | undefined {
  if (/^count$/i.test(name) && /integer/.test(types)) return countOf(samples)
  const rel = LINKS.find(([pattern]) => pattern.test(name))?.[1]
  const linked = rel && linkOf(rel, name, samples)
  if (linked !== undefined) return linked
  return PLACES.find(([pattern, type]) => pattern.test(name) && type.test(types))?.[2]
}

/** `count` are the rows of the page, or of all pages: a page that is smaller than the list shows which. */
function countOf(samples: Sample[]): string {
  const isOfPage = samples.every(({ value, rows }) => value === rows)
  const hasSeveral = new Set(samples.map(({ rows }) => rows)).size > 1
  return isOfPage && hasSeveral ? '/page/count' : '/page/total'
}

function linkOf(
  rel: 'next' | 'previous' | 'first' | 'last',
  name: string,
  samples: Sample[],
): string | undefined {
  const known = samples.map(({ value }) => value).filter((value) => value !== null && value !== '')
  if (known.length === 0) {
    if (rel === 'next' && /cursor|token/i.test(name)) return '/page/next_cursor'
    // An address as its sibling, which the other members show; without one, null is right.
    return rel === 'previous' && !/cursor|token/i.test(name) ? '/page/previous_url' : undefined
  }
  if (known.every(isAddress)) {
    const isAbsolute = known.every((value) => /^https?:/.test(value))
    return `/page/${rel}_${isAbsolute ? 'url' : 'path'}`
  }
  const isNext = rel === 'next'
  if (known.every((value) => Number.isInteger(value))) {
    if (rel === 'first' || rel === 'last') return undefined
    return `/page/${rel}_number`
  }
  return isNext && known.every((value) => typeof value === 'string')
    ? '/page/next_cursor'
    : undefined
}

/** The last page has no next one, whether it was seen or not. */
function withNull(type: unknown, place: string): unknown {
  const [, rel = '', kind = ''] = /^\/page\/(next|previous|first|last)_(\w+)$/.exec(place) ?? []
  if (rel === '') return type
  return [/offset|number/.test(kind) ? 'integer' : 'string', 'null']
}
