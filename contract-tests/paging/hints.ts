import type { Exchange } from '../http/exchange.ts'
import { integerOf } from '../http/quota.ts'
import { bodyOf, idIn, isObject, rowsOf, succeeded } from '../http/reading.ts'
import { NUMBERS, OFFSETS, SIZES } from './dialects.ts'

/** Statements of a list about its pages. The specification does not describe paging, so the usual forms are read. */

/** Statements of a list about itself: names of parameters, taken from its members and its links. */
export interface Hints {
  sizes: string[]
  offsets: string[]
  numbers: string[]
  /** The parameter of the next page and its value. */
  cursor: Cursor | undefined
  /** Whether anything says that the list has pages. */
  isPaged: boolean
}

interface Cursor {
  name: string
  value: string
}

type Member = [name: string, value: unknown]

const DEEPEST = 3

/** Members of the envelope and of the objects in it, but of no row. */
function membersAround(list: Exchange): Member[] {
  const rows = new Set(rowsOf(list) ?? [])
  const walk = (value: unknown, depth: number): Member[] => {
    if (!isObject(value) || rows.has(value) || depth > DEEPEST) return []
    // The envelope may have the id of the request.
    if (depth > 0 && idIn(value) !== undefined) return []
    const members = Object.entries(value)
    return [...members, ...members.flatMap(([, member]) => walk(member, depth + 1))]
  }
  return walk(bodyOf(list), 0)
}

/** The address of the next page, by a link (RFC 8288) or a member. */
function nextAddress(list: Exchange, members: Member[]): string | undefined {
  const linked = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(list.response?.headers.link ?? '')?.[1]
  const named = members.flatMap(([name, value]) => {
    if (!/^next(_?(url|link|href|page(_?url)?))?$/i.test(name)) return []
    const address = isObject(value) ? value.href : value
    return isAddress(address) ? [address] : []
  })
  return [linked, ...named].find((each) => each?.includes('?'))
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value)
}

function cursorOf(members: Member[]): Cursor | undefined {
  for (const [name, value] of members) {
    if (!/^next_?(page_?)?(cursor|token)$/i.test(name)) continue
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      return { name: parameterOf(name), value: String(value) }
    }
  }
  return undefined
}

/** `next_cursor` is sent as `cursor`, but `nextToken` as `nextToken`, as AWS has it. */
function parameterOf(member: string): string {
  if (/^next_?token$/i.test(member)) return member
  const name = member.replace(/^next_?/i, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const PAGE_MEMBER =
  /^(next|prev|previous|has_?more|pages|page|limit|offset|per_?page|page_?size|cursor|next_?\w*)/i

export function hintsOf(list: Exchange): Hints {
  const members = membersAround(list)
  const address = nextAddress(list, members)
  const linked = [...new URL(address ?? '', 'http://relative.invalid').searchParams]
  const known = [...linked, ...members].map(([name]) => name)
  const first = (all: string[]) => [
    ...all.filter((name) => known.includes(name)),
    ...all.filter((name) => !known.includes(name)),
  ]
  const isPlain = (name: string) => [...SIZES, ...OFFSETS, ...NUMBERS].includes(name)
  const opaque = linked.find(([name]) => !isPlain(name))
  return {
    sizes: first(SIZES),
    offsets: first(OFFSETS),
    numbers: first(NUMBERS),
    cursor: cursorOf(members) ?? (opaque && { name: opaque[0], value: opaque[1] }),
    isPaged:
      list.response?.headers.link !== undefined ||
      members.some(([name]) => PAGE_MEMBER.test(name) && !/^(data|page_?url)$/.test(name)),
  }
}

/** The query of the next page, if a list gives its address, its cursor or its number. */
export function nextQuery(list: Exchange): string | undefined {
  const members = membersAround(list)
  const address = nextAddress(list, members)
  const own = new URL(list.url)
  if (address !== undefined) {
    // The query alone, so that a list cannot send the key to another server.
    const query = address.slice(address.indexOf('?') + 1).split('#')[0]
    return query === own.search.slice(1) ? undefined : query
  }
  const cursor = cursorOf(members)
  if (cursor) {
    own.searchParams.set(cursor.name, cursor.value)
    return own.search.slice(1)
  }
  return completeness(list) === 'more' ? numberedQuery(list, members) : undefined
}

/** The query of the next page by the number of this one, or by its first row. */
function numberedQuery(list: Exchange, members: Member[]): string | undefined {
  const { searchParams } = new URL(list.url)
  const isSpring = members.some(([name]) => /^total_?pages$/i.test(name))
  for (const [name, value] of members) {
    if (typeof value !== 'number') continue
    if (name === 'number' && isSpring) {
      searchParams.set('page', String(value + 1))
      return searchParams.toString()
    }
    if (/^(current_?)?page(_?(number|no))?$/i.test(name)) {
      searchParams.set(/^current/i.test(name) ? 'page' : name, String(value + 1))
      return searchParams.toString()
    }
    if (/^(offset|skip)$/i.test(name)) {
      searchParams.set(name, String(value + (rowsOf(list)?.length ?? 0)))
      return searchParams.toString()
    }
  }
  return undefined
}

/** How many rows a list says that there are on all pages. */
export function totalOf(list: Exchange): number | undefined {
  const rows = rowsOf(list)?.length ?? 0
  // `count` may be of this page.
  const isTotal = ([name, value]: Member) =>
    Number.isInteger(value) && (TOTAL.test(name) || (name === 'count' && Number(value) > rows))
  const header = list.response?.headers['x-total-count'] ?? list.response?.headers['x-total']
  const shown = membersAround(list).find(isTotal)?.[1] as number | undefined
  return shown ?? integerOf(header) ?? undefined
}

const TOTAL = /^total(_?(count|items|results|rows|elements|records))?$/i

/** Whether an answer says that it shows all rows, or that there are more. */
export function completeness(list: Exchange): 'more' | 'whole' | 'unknown' {
  const rows = rowsOf(list)?.length ?? 0
  const link = list.response?.headers.link
  if (link !== undefined && /rel="?next/.test(link)) return 'more'
  if (link !== undefined && /rel="?(last|prev)/.test(link)) return 'whole'
  const said = membersAround(list).map(([name, value]) => saysMore(name, value, rows))
  if (said.includes(true)) return 'more'
  return said.includes(false) ? 'whole' : 'unknown'
}

function saysMore(name: string, value: unknown, rows: number): boolean | undefined {
  if (TOTAL.test(name)) return Number(value) > rows
  if (/^(has_?more|has_?next(_?page)?)$/i.test(name)) return value === true
  if (/^(total_?pages|pages|last_?page)$/i.test(name)) return Number(value) > 1
  if (/^(next|next_?(page|cursor|url|token|page_?token)|cursor)$/i.test(name)) return Boolean(value)
  return undefined
}

/** Whether a page begins with a row. */
export function begins(exchange: Exchange | undefined, row: unknown): boolean {
  const first = exchange && succeeded(exchange) ? rowsOf(exchange)?.[0] : undefined
  return first !== undefined && JSON.stringify(first) === JSON.stringify(row)
}

/** The rows of a page that an answer itself names. */
export function statedSize({ response }: Exchange): number | undefined {
  const pattern = /"(?:per_?page|page_?size|limit|size|max_?results)"\s*:\s*(\d+)/i
  const found = pattern.exec(response?.text ?? '')?.[1]
  return found === undefined ? undefined : Number(found)
}
