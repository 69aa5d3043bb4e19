import { completeness } from '../journey/campaigns.ts'
import type { Traveller } from '../journey/traveller.ts'
import type { Exchange } from '../support/exchange.ts'
import { campaignOf, type Json, optional, rowsOf, succeeded } from '../support/reading.ts'
import { verification } from '../support/verification.ts'
import type { Key } from './command.ts'

/** What a server was seen to do where nothing is stated; it is held to that alone. */
export interface Habits {
  /** Statuses are not shown (§7): some servers refuse with 5xx, so a status says nothing there. */
  refusesWith5xx: boolean
  /** Whether members that an update does not name stay as they were. Another may replace all. */
  patches: boolean
  /** The query of a page, where it was seen how the server pages. */
  page?: (size: number, number: number) => string
  /** The account of each key, as GET /auth/verify shows it. */
  accounts: Partial<Record<Key, string>>
}

/** Forms of paging: the page of a number from 0, of so many rows. */
const PAGINGS: ((size: number, number: number) => string)[] = [
  (size, number) => `limit=${size}&offset=${size * number}`,
  (size, number) => `page=${number + 1}&per_page=${size}`,
  (size, number) => `page=${number + 1}&limit=${size}`,
  (size, number) => `page=${number + 1}&page_size=${size}`,
]

/** The account that a key belongs to; undefined where the server does not tell. */
export function accountOf(verify: Exchange): string | undefined {
  const id = verification(verify)?.account_id
  return typeof id === 'string' ? id : undefined
}

/** Whether two keys are known to belong to two accounts, or to one. */
export function relation({ accounts }: Habits, one: Key, other: Key): 'same' | 'apart' | 'unknown' {
  if (one === other) return 'same'
  const [first, second] = [accounts[one], accounts[other]]
  if (first === undefined || second === undefined) return 'unknown'
  return first === second ? 'same' : 'apart'
}

/** Learns the statuses of refusals that are nobody's fault. */
export async function learnStatuses(traveller: Traveller): Promise<boolean> {
  const unknown = await traveller.ask(
    'fuzz',
    'main',
    traveller.call('getCampaign', { id: 'cmp_unknown' }),
  )
  const refusals = [unknown]
  if (!traveller.settings.readOnly) {
    refusals.push(
      await traveller.ask('fuzz', 'main', traveller.call('createCampaign', { body: {} })),
    )
  }
  return refusals.some(({ response }) => (response?.status ?? 0) >= 500)
}

/** Learns from three campaigns of the run how updates and pages work. */
export async function learnFromOwn(
  traveller: Traveller,
): Promise<Pick<Habits, 'patches' | 'page'>> {
  const ids: string[] = []
  for (const label of ['one', 'two', 'three']) {
    const body = {
      ...traveller.body(label),
      settings: { location: 'United States', device: 'desktop' },
    }
    const { settings: _, ...plain } = body
    let made = await traveller.ask('fuzz', 'main', traveller.call('createCampaign', { body }))
    if (!succeeded(made)) {
      made = await traveller.ask('fuzz', 'main', traveller.call('createCampaign', { body: plain }))
    }
    const id = succeeded(made) ? campaignOf(made)?.id : undefined
    if (typeof id === 'string') ids.push(id)
  }
  const page = await learnPaging(traveller)
  const [first] = ids
  const patches = first !== undefined && (await learnUpdates(traveller, first))
  for (const id of ids.filter((each) => traveller.owns(each))) {
    await traveller.ask('fuzz', 'main', traveller.call('deleteCampaign', { id }))
  }
  return { patches, ...(page && { page }) }
}

/** Sends parts of a campaign and looks whether the rest is still there. */
async function learnUpdates(traveller: Traveller, id: string): Promise<boolean> {
  const get = async () => {
    const exchange = await traveller.ask('fuzz', 'main', traveller.call('getCampaign', { id }))
    return succeeded(exchange) ? campaignOf(exchange) : undefined
  }
  const before = await get()
  const { name, keywords } = traveller.body('changed')
  for (const body of [{ name }, { keywords }]) {
    const call = traveller.call('updateCampaign', { id, body })
    if (!traveller.owns(id) || !succeeded(await traveller.ask('fuzz', 'main', call))) return false
    const after = await get()
    // The name was sent before the keywords were, so it is to be the new one then.
    const was: Json = { ...before, ...('name' in body ? {} : { name }) }
    const kept = MEMBERS.filter(
      (member) => !(member in body) && optional(was[member]) !== undefined,
    )
    const isKept = (member: string) =>
      after !== undefined && asText(after[member]) === asText(was[member])
    if (kept.length < FEWEST_KEPT || !kept.every(isKept)) return false
  }
  return true
}

const MEMBERS = ['name', 'type', 'keywords', 'frequency', 'settings']
/** A server that shows less of a campaign does not show either what became of the rest. */
const FEWEST_KEPT = 3

function asText(value: unknown): string {
  return (JSON.stringify(value) ?? '').normalize('NFC')
}

/**
 * A form of paging is understood where as many rows come as were asked for, the first of the plain
 * list, and then others.
 */
async function learnPaging(traveller: Traveller): Promise<Habits['page']> {
  const list = (query?: string) =>
    traveller.ask(
      'fuzz',
      'main',
      traveller.call('listCampaigns', query === undefined ? {} : { query }),
    )
  const plain = rowsOf(await list()) ?? []
  for (const form of PAGINGS) {
    const first = await list(form(SIZE, 0))
    const rows = succeeded(first) ? (rowsOf(first) ?? []) : []
    if (rows.length !== SIZE || completeness(first) === 'whole') continue
    // Pages may be numbered from 0, so that the first would be passed over.
    if (asText(rows) !== asText(plain.slice(0, SIZE))) continue
    const second = await list(form(SIZE, 1))
    const next = succeeded(second) ? (rowsOf(second) ?? []) : []
    if (next.length > 0 && next.length <= SIZE && asText(next) !== asText(rows)) return form
  }
  return undefined
}

/** Rows of a page that is tried. */
const SIZE = 2
