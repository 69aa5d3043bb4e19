import { verification } from '../../evidence/verification.ts'
import type { Exchange } from '../../http/exchange.ts'
import { campaignOf, type Json, optional, rowsOf, succeeded } from '../../http/reading.ts'
import type { Runner } from '../../journey/runner.ts'
import { SIZED } from '../../paging/dialects.ts'
import { completeness } from '../../paging/hints.ts'
import type { Key } from '../command.ts'
import type { Source } from './rows.ts'

/** Behaviour of a server where nothing is stated. */
export interface Habits {
  /** §7 shows no statuses. For servers that refuse with 5xx, a status of 5xx is no failure. */
  refusesWith5xx: boolean
  /** Whether an update keeps the members that it does not name, or replaces all. */
  patches: boolean
  /** The query of a page, where it was seen how the server pages. */
  page?: (size: number, number: number) => string
  /** Rows that filters can be tried on. */
  sources?: Source[]
  /** The account of each key, as GET /auth/verify shows it. */
  accounts: Partial<Record<Key, string>>
}

/** The account of a key; undefined if the server does not show it. */
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

/** Learns whether ordinary refusals have a status of 5xx. */
export async function learnStatuses(runner: Runner): Promise<boolean> {
  const unknown = await runner.send('main', runner.call('getCampaign', { id: 'cmp_unknown' }))
  const refusals = [unknown]
  if (!runner.settings.readOnly) {
    refusals.push(await runner.send('main', runner.call('createCampaign', { body: {} })))
  }
  return refusals.some(({ response }) => (response?.status ?? 0) >= 500)
}

/** Learns from three campaigns of the run how updates and pages work. */
export async function learnFromOwn(runner: Runner): Promise<Pick<Habits, 'patches' | 'page'>> {
  const ids: string[] = []
  for (const label of ['one', 'two', 'three']) {
    const body = {
      ...runner.body(label),
      settings: { location: 'United States', device: 'desktop' },
    }
    const { settings: _, ...plain } = body
    let made = await runner.send('main', runner.call('createCampaign', { body }))
    if (!succeeded(made)) {
      made = await runner.send('main', runner.call('createCampaign', { body: plain }))
    }
    const id = succeeded(made) ? campaignOf(made)?.id : undefined
    if (typeof id === 'string') ids.push(id)
  }
  const page = await learnPaging(runner)
  const [first] = ids
  const patches = first !== undefined && (await learnUpdates(runner, first))
  for (const id of ids.filter((each) => runner.owns(each))) {
    await runner.send('main', runner.call('deleteCampaign', { id }))
  }
  return { patches, ...(page && { page }) }
}

/** Sends parts of a campaign and looks whether the rest is still there. */
async function learnUpdates(runner: Runner, id: string): Promise<boolean> {
  const get = async () => {
    const exchange = await runner.send('main', runner.call('getCampaign', { id }))
    return succeeded(exchange) ? campaignOf(exchange) : undefined
  }
  const before = await get()
  const { name, keywords } = runner.body('changed')
  for (const body of [{ name }, { keywords }]) {
    const call = runner.call('updateCampaign', { id, body })
    if (!runner.owns(id) || !succeeded(await runner.send('main', call))) return false
    const after = await get()
    // The second update comes after the name was changed.
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
/** A server that shows fewer members does not show what happened to the others. */
const FEWEST_KEPT = 3

function asText(value: unknown): string {
  return (JSON.stringify(value) ?? '').normalize('NFC')
}

/** A form of paging works if the first page has the requested number of rows of the list, and the second has others. */
async function learnPaging(runner: Runner): Promise<Habits['page']> {
  const list = (query?: string) =>
    runner.send('main', runner.call('listCampaigns', query === undefined ? {} : { query }))
  const plain = rowsOf(await list()) ?? []
  for (const form of SIZED) {
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
