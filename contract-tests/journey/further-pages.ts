import type { OwnCampaign } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignsOf, dataOf, isObject, type Json, rowsOf, succeeded } from '../http/reading.ts'
import { idIn, type Runner } from './runner.ts'

/** Whether a list shows a campaign of the run. */
export function lists(list: Exchange, campaign: OwnCampaign): boolean {
  return (campaignsOf(list) ?? []).some(
    ({ id, name }) => String(id) === campaign.id || name === campaign.body.name,
  )
}

/** Parameters by which servers page, the usual ones first. */
const PAGING = [
  ...['page=2', 'offset={n}', 'limit=100', 'per_page=100', 'page_size=100', 'skip={n}'],
  ...['pageNumber=2', 'pageSize=100'],
]
const MOST_PAGES = 6

/**
 * A missing campaign may be on another page. Follows the address or cursor of the next page if the server gives one,
 * else the first of the usual parameters that changes the list. `pages:end` is the last page, if it was reached.
 */
export async function searchPages(
  runner: Runner,
  first: Exchange,
  wanted: OwnCampaign[],
): Promise<void> {
  const missing = () =>
    wanted.filter((campaign) => {
      const pages = [first, ...runner.evidence.pages]
      return !pages.some((page) => lists(page, campaign))
    })
  const query = nextQuery(first)
  if (query === undefined) return guessPages(runner, first, missing)
  let last = first
  // One more page shows whether pages overlap.
  for (
    let number = 2;
    number <= MOST_PAGES && (number === 2 || missing().length > 0);
    number += 1
  ) {
    const next = nextQuery(last)
    if (next === undefined) return runner.evidence.record('pages:end', last)
    const page = await runner.askExtra(`pages:next ${number}`, 'listCampaigns', { query: next })
    if (!page || !succeeded(page)) return
    runner.evidence.addPage(page)
    last = page
    if (rowsOf(page)?.length === 0) return runner.evidence.record('pages:end', page)
  }
  if (nextQuery(last) === undefined) runner.evidence.record('pages:end', last)
}

async function guessPages(
  runner: Runner,
  first: Exchange,
  missing: () => OwnCampaign[],
): Promise<void> {
  const { evidence } = runner
  const size = rowsOf(first)?.length ?? 0
  // One request shows whether any of them has an effect.
  const query = PAGING.map((parameter) => parameter.replace('{n}', String(size))).join('&')
  const all = await runner.askExtra('pages:all', 'listCampaigns', { query })
  if (all && succeeded(all) && sameRows(all, first)) return evidence.record('pages:none', all)
  for (const [index, parameter] of PAGING.entries()) {
    if (size === 0) return
    const query = parameter.replace('{n}', String(size))
    const page = await runner.askExtra(`pages:${index}`, 'listCampaigns', { query })
    if (!page) return
    if (!succeeded(page) || sameRows(page, first)) continue
    evidence.record('pages:some', page)
    evidence.addPage(page)
    if (missing().length === 0) return
    if (!/page=2|offset|skip/.test(parameter)) continue

    let last = page
    for (let number = 2; number < MOST_PAGES && (rowsOf(last)?.length ?? 0) > 0; number += 1) {
      const query = parameter
        .replace('page=2', `page=${number + 1}`)
        .replace('{n}', String(size * number))
      const next = await runner.askExtra(`pages:next ${number}`, 'listCampaigns', { query })
      if (!next) return
      if (succeeded(next)) evidence.addPage(next)
      if (missing().length === 0 || sameRows(next, last)) return
      last = next
    }
    if (rowsOf(last)?.length !== 0) return
    // If pages are numbered from 0, the second one was skipped.
    const isFromOne = !parameter.startsWith('page') || (await isFirst(runner, parameter, first))
    if (isFromOne) evidence.record('pages:end', last)
    return
  }
}

/** Whether page 1 is the first one. */
async function isFirst(runner: Runner, parameter: string, first: Exchange): Promise<boolean> {
  const query = parameter.replace('=2', '=1')
  const page = await runner.askExtra('pages:1', 'listCampaigns', { query })
  return page !== undefined && succeeded(page) && sameRows(page, first)
}

function sameRows(one: Exchange, other: Exchange): boolean {
  return JSON.stringify(rowsOf(one)) === JSON.stringify(rowsOf(other))
}

/** The query of the next page, if a list gives its address (RFC 8288 or a member) or its cursor. */
export function nextQuery(list: Exchange): string | undefined {
  const linked = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(list.response?.headers.link ?? '')?.[1]
  const members = containersOf(list).flatMap((container) => Object.entries(container))
  const addresses = members.flatMap(([name, value]) => {
    if (!/^next(_?(url|link|href|page(_?url)?))?$/i.test(name)) return []
    const address = isObject(value) ? value.href : value
    return typeof address === 'string' ? [address] : []
  })
  const address = [linked, ...addresses].find((each) => each?.includes('?'))
  const own = new URL(list.url)
  if (address !== undefined) {
    // The query alone, so that a list cannot send the key to another server.
    const query = address.slice(address.indexOf('?') + 1).split('#')[0]
    return query === own.search.slice(1) ? undefined : query
  }
  for (const [name, value] of members) {
    const parameter = Object.hasOwn(CURSORS, name) ? CURSORS[name] : undefined
    if (parameter && ['string', 'number'].includes(typeof value) && value !== '') {
      own.searchParams.set(parameter, String(value))
      return own.search.slice(1)
    }
  }
  return completeness(list) === 'more' ? numberedQuery(list, members) : undefined
}

/** The query of the next page by the number of this one, or by its first row. */
function numberedQuery(list: Exchange, members: [string, unknown][]): string | undefined {
  const { searchParams } = new URL(list.url)
  for (const [name, value] of members) {
    if (typeof value !== 'number') continue
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
  const members = containersOf(list).flatMap((container) => Object.entries(container))
  const total = members.find(([name, value]) => TOTAL.test(name) && Number.isInteger(value))?.[1]
  return total as number | undefined
}

const TOTAL = /^total(_?(count|items|results|rows))?$/i

/** The parameter that takes a cursor, by the member that has it. */
const CURSORS: Record<string, string> = {
  next_cursor: 'cursor',
  nextCursor: 'cursor',
  next_token: 'next_token',
  nextToken: 'nextToken',
  next_page_token: 'page_token',
  nextPageToken: 'pageToken',
}

/** Whether an answer says that it shows all rows, or that there are more. */
export function completeness(list: Exchange): 'more' | 'whole' | 'unknown' {
  const rows = rowsOf(list)?.length ?? 0
  const link = list.response?.headers.link
  if (link !== undefined && /rel="?next/.test(link)) return 'more'
  const said = containersOf(list).flatMap((container) =>
    Object.entries(container).flatMap(([name, value]) => saysMore(name, value, rows) ?? []),
  )
  if (said.includes(true)) return 'more'
  return said.includes(false) ? 'whole' : 'unknown'
}

/** The envelope and the objects in it that may describe paging; not the rows. */
function containersOf(list: Exchange): Json[] {
  return [list.response?.json, dataOf(list)].flatMap((value) =>
    isObject(value) ? membersAround(value) : [],
  )
}

function membersAround(value: Json): Json[] {
  const isRow = (member: Json) => idIn(member) !== undefined
  const inner = Object.values(value).filter(isObject)
  const innermost = inner.flatMap((member) => Object.values(member).filter(isObject))
  return [value, ...inner, ...innermost].filter((member) => !isRow(member))
}

function saysMore(name: string, value: unknown, rows: number): boolean | undefined {
  if (TOTAL.test(name)) return Number(value) > rows
  if (/^(has_?more|has_?next(_?page)?)$/i.test(name)) return value === true
  if (/^(total_?pages|pages|last_?page)$/i.test(name)) return Number(value) > 1
  if (/^(next|next_?(page|cursor|url|token|page_?token)|cursor)$/i.test(name)) return Boolean(value)
  return undefined
}
