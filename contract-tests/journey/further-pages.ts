import { rowOf } from '../evidence/campaigns.ts'
import type { OwnCampaign } from '../evidence/evidence.ts'
import { REFUSED_PAGES } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignsOf, idIn, rowsOf, succeeded } from '../http/reading.ts'
import { FURTHER } from '../paging/dialects.ts'
import { nextQuery, totalOf } from '../paging/hints.ts'
import { isMarked, type Runner } from './runner.ts'

/** Whether a list shows a campaign of the run. */
export function lists(list: Exchange, campaign: OwnCampaign): boolean {
  return (campaignsOf(list) ?? []).some(
    ({ id, name }) => String(id) === campaign.id || name === campaign.body.name,
  )
}

const FAR_PAGE = 1000
const MOST_PAGES = 6
/** Limit for a list if nothing is looked for on its other pages. */
const FEW_PAGES = 3

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
  let seen = rowsOf(first)?.length ?? 0
  const isWithinReach = (totalOf(first) ?? 0) <= seen * MOST_PAGES
  // A few more pages show whether pages overlap, or rows are left out.
  for (let number = 2; number <= MOST_PAGES; number += 1) {
    if (number > FEW_PAGES && (missing().length === 0 || !isWithinReach)) return
    const next = nextQuery(last)
    if (next === undefined) return runner.evidence.record('pages:end', last)
    const page = await runner.askExtra(`pages:next ${number}`, 'listCampaigns', { query: next })
    if (!page || !succeeded(page)) return
    runner.evidence.addPage(page)
    last = page
    const rows = rowsOf(page)?.length ?? 0
    seen += rows
    if (rows === 0 || seen >= (totalOf(page) ?? Number.POSITIVE_INFINITY)) {
      return runner.evidence.record('pages:end', page)
    }
  }
  if (nextQuery(last) === undefined) runner.evidence.record('pages:end', last)
}

/** A deleted campaign may still be on a further page of the list. */
export async function searchDeleted(runner: Runner, first: Exchange, id: string): Promise<void> {
  const known = runner.evidence.pages.find((page) => rowOf(page, id))
  if (known) {
    await runner.ask('pages:deleted', 'main', runner.repeated(known), (page) => {
      return rowOf(page, id) === undefined
    })
    return
  }
  let last = first
  for (let number = 2; number <= FEW_PAGES; number += 1) {
    const next = succeeded(last) ? nextQuery(last) : undefined
    if (next === undefined) return
    const step = `pages:deleted ${number}` as const
    const page = await runner.askExtra(step, 'listCampaigns', { query: next }, (each) => {
      return rowOf(each, id) === undefined
    })
    if (!page || rowsOf(page)?.length === 0) return
    last = page
  }
}

/**
 * A campaign whose creation was refused may have been made all the same. It then stands by those of the run, which may
 * be on a further page of the list.
 */
export async function searchRefused(runner: Runner, first: Exchange): Promise<void> {
  const { first: one, second } = runner.evidence.own
  const own = [one, second].filter((campaign) => campaign !== undefined)
  const known = runner.evidence.pages.findLast((page) => own.some((each) => lists(page, each)))
  const last = idIn(campaignsOf(first)?.at(-1))
  const isCut = own.some((each) => each.id === last)
  let query = known ? new URL(known.url).search.slice(1) : isCut ? nextQuery(first) : undefined
  for (const step of REFUSED_PAGES) {
    if (query === undefined) return
    const page = await runner.askExtra(step, 'listCampaigns', { query })
    if (!page || !succeeded(page)) return
    for (const row of campaignsOf(page) ?? []) {
      const id = idIn(row)
      if (id !== undefined && isMarked(row, runner.settings.runId)) {
        runner.remember(id, String(row.name))
      }
    }
    query = nextQuery(page)
  }
}

async function guessPages(
  runner: Runner,
  first: Exchange,
  missing: () => OwnCampaign[],
): Promise<void> {
  const { evidence } = runner
  const size = rowsOf(first)?.length ?? 0
  // One request shows whether any of them has an effect. The page is far, because the first one may have any number.
  const query = FURTHER.map((parameter) =>
    parameter.replace('{n}', String(size)).replace('=2', `=${FAR_PAGE}`),
  ).join('&')
  const all = await runner.askExtra('pages:all', 'listCampaigns', { query })
  if (all && succeeded(all) && sameRows(all, first)) return evidence.record('pages:none', all)
  for (const [index, parameter] of FURTHER.entries()) {
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
