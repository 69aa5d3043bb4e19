import { isObject, type Json } from '../schema/json.ts'
import { oneOf, refusal } from './provenance/sections.ts'

export const PAGING_STYLES = ['none', 'offset', 'page', 'cursor'] as const

export type PagingStyle = (typeof PAGING_STYLES)[number]

/** How an operation divides a list into pages (`x-paging`). */
export interface Paging {
  style: PagingStyle
  /** Name of the query parameter for rows per page; undefined where pages have a fixed size. */
  size: string | undefined
  /** Name of the query parameter for the start of a page; undefined with `none`. */
  position: string | undefined
  /** Number of the first page. */
  first: number
  /** Default for rows per page; undefined where the query parameter has its own default. */
  rows: number | undefined
  /** The relations of the `Link` header to other pages (RFC 8288); empty for none. */
  links: readonly PageLink[]
  /** Most rows of a page; a larger size is cut. Undefined where the schema refuses it, or nothing does. */
  most: number | undefined
  /** How a size or position that is not a valid number is treated. */
  invalid: (typeof INVALID)[number]
  /** The result for a page after the last one. */
  pastEnd: (typeof PAST_END)[number]
}

export const PAGE_LINKS = ['next', 'prev', 'first', 'last'] as const

export type PageLink = (typeof PAGE_LINKS)[number]

/** Refused by the schema; ignored, so that the default counts; or the nearest valid number. */
const INVALID = ['refused', 'ignored', 'nearest'] as const
const PAST_END = ['empty', 'not_found', 'invalid_input'] as const

/** The part of a query parameter that paging needs. */
interface Declared {
  name: string
  required?: boolean
  schema: { default?: Json | undefined }
}

const MEMBERS = [
  'style',
  'size',
  'position',
  'first',
  'default',
  'link',
  'max',
  'invalid',
  'past_end',
]

/** Reads an `x-paging`; `parameters` are the query parameters of its operation. Throws DocumentError. */
export function readPaging(value: Json | undefined, parameters: readonly Declared[]): Paging {
  if (!isObject(value)) {
    const example = '{ style: page, size: per_page, position: page }'
    throw refusal('x-paging', `an object such as ${example}`, value)
  }
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name))
  if (unknown !== undefined) {
    throw refusal('x-paging', `made of ${MEMBERS.join(', ')}`, { [unknown]: value[unknown] })
  }
  const { first = 1, default: rows, link = false, max } = value
  const { invalid = 'refused', past_end = 'empty' } = value
  const style = PAGING_STYLES.find((word) => word === value.style)
  if (style === undefined) {
    throw refusal('x-paging.style', `one of ${PAGING_STYLES.join(', ')}`, value.style)
  }
  if (!Number.isSafeInteger(first) || Number(first) < 0) {
    throw refusal('x-paging.first', 'the number of a page, 0 or more', first)
  }
  if (rows !== undefined && (!Number.isSafeInteger(rows) || Number(rows) < 1)) {
    throw refusal('x-paging.default', 'a whole number of rows above 0', rows)
  }
  if (max !== undefined && (!Number.isSafeInteger(max) || Number(max) < 1)) {
    throw refusal('x-paging.max', 'a whole number of rows above 0', max)
  }
  const common = {
    style,
    first: Number(first),
    rows: rows as number | undefined,
    links: linksOf(link),
    most: max as number | undefined,
    invalid: oneOf(INVALID, invalid, 'x-paging.invalid'),
    pastEnd: oneOf(PAST_END, past_end, 'x-paging.past_end'),
  }
  // The overlay may have changed the style only, so names may be left over.
  if (style === 'none') return { ...common, size: undefined, position: undefined }
  const position = nameOf(value.position, 'position', parameters).name
  const size = value.size === undefined ? undefined : nameOf(value.size, 'size', parameters)
  const isSure = size?.required === true || size?.schema.default !== undefined
  if (rows === undefined && !isSure) {
    const place = size ? `the query parameter ${size.name}` : 'x-paging.default'
    throw refusal(
      place,
      size
        ? 'required or have a default, or x-paging one'
        : 'the rows of a page, since no x-paging.size says how many there are',
      undefined,
    )
  }
  return { ...common, size: size?.name, position }
}

function linksOf(link: Json): PageLink[] {
  if (link === true) return ['next']
  if (link === false) return []
  if (!Array.isArray(link)) {
    throw refusal('x-paging.link', `a list of ${PAGE_LINKS.join(', ')}, or true or false`, link)
  }
  return link.map((each) => oneOf(PAGE_LINKS, each, 'x-paging.link'))
}

function nameOf(
  value: Json | undefined,
  member: string,
  parameters: readonly Declared[],
): Declared {
  const place = `x-paging.${member}`
  if (typeof value !== 'string' || value === '') {
    throw refusal(place, 'the name of a query parameter', value)
  }
  const declared = parameters.find(({ name }) => name === value)
  if (declared) return declared
  const known = parameters.map(({ name }) => name).join(', ') || 'none'
  throw refusal(
    `the query parameter ${value} is missing, which ${place} names: it`,
    `one of those in parameters (${known})`,
    value,
  )
}
