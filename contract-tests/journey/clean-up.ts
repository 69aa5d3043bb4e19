import { Evidence } from '../evidence/evidence.ts'
import { Client, RunEnded } from '../http/client.ts'
import { curlOf, VARIABLES } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { withoutKeys } from '../http/masking.ts'
import {
  campaignOf,
  campaignsOf,
  encoded,
  errorCode,
  idIn,
  type Json,
  optional,
  outcomeOf,
  succeeded,
} from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import { UNSIZED } from '../paging/dialects.ts'
import { completeness, nextQuery } from '../paging/hints.ts'
import type { Leftover } from '../report/result.ts'
import { isMarked, Runner } from './runner.ts'

const MOST_TRIES = 3
const PAUSE_MS = 500

/**
 * Deletes what the run created. Finds campaigns that were created by refused requests in the list, by the mark of the
 * run. Goes on after failures, an interruption and a used-up budget.
 */
export async function cleanUp(runner: Runner): Promise<Leftover[]> {
  const { client, settings } = runner
  if (settings.readOnly) return []
  await findMarked(runner)
  for (let attempt = 1; attempt <= MOST_TRIES && runner.created.size > 0; attempt += 1) {
    if (attempt > 1) await client.pause(PAUSE_MS)
    for (const id of [...runner.created.keys()]) await remove(runner, id, attempt > 1)
  }
  return leftoversOf(runner)
}

/** The campaigns that the run created and did not delete so far. */
export function leftoversOf(runner: Runner): Leftover[] {
  return [...runner.created].map(([id, name]) => leftoverOf(runner, id, name))
}

/** A campaign with the command that deletes it. */
function leftoverOf(runner: Runner, id: string, name: string): Leftover {
  return { id, name, curl: deletion(runner, id) }
}

async function remove(runner: Runner, id: string, isRepetition: boolean): Promise<void> {
  // Deletes only campaigns with the mark of this run.
  if (!runner.owns(id)) {
    const shown = await ask(runner, 'getCampaign', id)
    const campaign = shown && succeeded(shown) ? campaignOf(shown) : undefined
    if (!campaign || !isMarked(campaign, runner.settings.runId)) return
  }
  const exchange = await ask(runner, 'deleteCampaign', id)
  if (!exchange) return
  const isMissing = errorCode(exchange) === 'not_found' || exchange.response?.status === 404
  // A campaign that was created just now may not be there yet.
  if (isMissing && !isRepetition) exchange.transient = 'stale'
  else if (succeeded(exchange) || isMissing) runner.forget(id)
}

function ask(runner: Runner, operation: string, id = ''): Promise<Exchange | undefined> {
  return runner.client.cleanUp(runner.call(operation, { id }), runner.credential)
}

function deletion({ settings, credential }: Runner, id: string): string {
  return curlOf({
    method: 'DELETE',
    url: `${settings.baseUrl}/campaigns/${encoded(id)}`,
    requestHeaders: { authorization: `Bearer $${VARIABLES[credential]}` },
  })
}

/** Campaigns that carry the mark of this run and are not known as created. */
async function findMarked(runner: Runner): Promise<void> {
  const list = await ask(runner, 'listCampaigns')
  for (const row of (list && campaignsOf(list)) ?? []) {
    const id = idIn(row)
    if (id !== undefined && isMarked(row, runner.settings.runId)) {
      runner.remember(id, String(row.name))
      runner.recognize(id)
    }
  }
}

/** The mark at the start of the names and keywords of every run. */
const MARK = /^svc-(check|fuzz)-[0-9a-f]{10}(?![0-9a-z])/i

export interface Cleaned {
  /** The campaigns of the account that were found. */
  seen: number
  removed: { id: string; name: string }[]
  left: Leftover[]
  /** Why it ended early. */
  reason?: string
}

/** Deletes the campaigns that earlier runs left, by their mark. Touches no other. */
export async function removeEarlierRuns(
  settings: Settings,
  signal: AbortSignal,
  onExchange?: (exchange: Exchange) => void,
): Promise<Cleaned> {
  const client = new Client(settings, signal, onExchange)
  const runner = new Runner(client, new Evidence(settings, client.exchanges), settings)
  const cleaned: Cleaned = { seen: 0, removed: [], left: [] }
  const marked: { id: string; name: string }[] = []
  try {
    const campaigns = await everyCampaign(runner)
    cleaned.seen = campaigns.size
    for (const [id, row] of campaigns) {
      if (isOfSuite(row)) marked.push({ id, name: String(row.name ?? '') })
    }
    for (const campaign of marked) {
      const exchange = await runner.send('main', runner.call('deleteCampaign', campaign))
      if (succeeded(exchange) || errorCode(exchange) === 'not_found') cleaned.removed.push(campaign)
    }
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error
    cleaned.reason = error.message
  } finally {
    client.close()
  }
  const left = marked.filter((campaign) => !cleaned.removed.includes(campaign))
  const all = left.map(({ id, name }) => leftoverOf(runner, id, name))
  return withoutKeys(settings, { ...cleaned, left: all })
}

/** Whether the name has the mark; for a campaign without a name, each keyword. */
export function isOfSuite({ name, keywords }: Json): boolean {
  const isMarked = (text: unknown) => typeof text === 'string' && MARK.test(text)
  if (optional(name) !== undefined && name !== '') return isMarked(name)
  return Array.isArray(keywords) && keywords.length > 0 && keywords.every(isMarked)
}

/** Pages that are followed at most. */
const MOST_PAGES = 200

/** The campaigns of an account by their id, of all pages that can be found. Throws Error if the list is refused. */
async function everyCampaign(runner: Runner): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  const list = async (query?: string) => {
    const call = runner.call('listCampaigns', query === undefined ? {} : { query })
    const exchange = await runner.send('main', call)
    const before = found.size
    for (const row of (succeeded(exchange) && campaignsOf(exchange)) || []) {
      const id = idIn(row)
      if (id !== undefined) found.set(id, row)
    }
    return { exchange, isNew: found.size > before }
  }

  const { exchange: first } = await list()
  if (!succeeded(first)) {
    throw new Error(`${first.method} ${first.url} returned ${outcomeOf(first)}.`)
  }
  const size = found.size
  let next = nextQuery(first)
  for (let pages = 1; next !== undefined && pages < MOST_PAGES; pages += 1) {
    const page = await list(next)
    next = page.isNew ? nextQuery(page.exchange) : undefined
  }
  if (found.size > size || size === 0 || completeness(first) === 'whole') return found

  for (const query of UNSIZED) {
    for (let number = 1; number < MOST_PAGES; number += 1) {
      const { isNew } = await list(query(size, number))
      // Page 1 is the first again, unless pages are numbered from 0.
      if (!isNew && number > 1) break
    }
    if (found.size > size) break
  }
  return found
}
