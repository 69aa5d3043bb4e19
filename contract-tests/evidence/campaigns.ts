import type { Credential, Exchange } from '../http/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  isObject,
  type Json,
  optional,
  sentBody,
  succeeded,
} from '../http/reading.ts'
import type { CampaignBody, Evidence, OwnCampaign } from './evidence.ts'
import { REFUSED_PAGES } from './steps.ts'

/** Members of a campaign whose values come back as they were sent (§2). */
const MEMBERS = ['name', 'type', 'frequency', 'keywords'] as const

const CAMPAIGN_OPERATIONS = ['listCampaigns', 'createCampaign', 'getCampaign', 'updateCampaign']

/** Every campaign that an exchange shows. */
export function shownCampaigns(exchange: Exchange): Json[] {
  if (!succeeded(exchange) || !CAMPAIGN_OPERATIONS.includes(exchange.operation ?? '')) return []
  if (exchange.operation === 'listCampaigns') return campaignsOf(exchange) ?? []
  const campaign = campaignOf(exchange)
  return campaign ? [campaign] : []
}

export interface Difference {
  member: string
  expected: unknown
  actual: unknown
}

/** Values of settings. No server spells one of them like another. */
const VALUES: Record<string, string[]> = {
  device: ['desktop', 'mobile', 'tablet'],
  location: ['United States', 'Germany', 'France'],
  search_engine: ['google', 'bing'],
}

export interface Comparison {
  /** Values that were replaced, and must not come back. */
  before?: Partial<CampaignBody>
  /** Whether all members must be there. */
  isWhole?: boolean
}

/**
 * How a shown campaign differs from what was sent. Defaults in settings do not count. A server may spell a setting in
 * its own way: it differs only if it is lost, or has the value of another setting, or its former value.
 */
export function differences(
  shown: Json,
  sent: Partial<CampaignBody>,
  { before = {}, isWhole = false }: Comparison = {},
): Difference[] {
  const found: Difference[] = []
  for (const member of MEMBERS) {
    const expected = sent[member]
    const actual = optional(shown[member])
    const cannotBeShown = member in shown && shown[member] === undefined
    if (expected === undefined || (actual === undefined && (!isWhole || cannotBeShown))) continue
    if (comparable(actual) !== comparable(expected)) found.push({ member, expected, actual })
  }
  const settings = optional(shown.settings)
  for (const [name, expected] of Object.entries(sent.settings ?? {})) {
    const actual = isObject(settings) ? optional(settings[name]) : undefined
    const strange = [
      ...Object.values(sent.settings ?? {}),
      before.settings?.[name],
      ...(VALUES[name] ?? []),
    ]
      .filter((value) => value !== undefined && value !== expected)
      .map(spelling)
    const isLost = actual === undefined && isWhole
    if (isLost || (actual !== undefined && strange.includes(spelling(actual)))) {
      found.push({ member: `settings.${name}`, expected, actual })
    }
  }
  return found
}

/** The row of a list that has an id. */
export function rowOf(list: Exchange, id: string): Json | undefined {
  return campaignsOf(list)?.find((row) => String(row.id) === id)
}

/**
 * The first campaign of the run after the requests that must be refused: as its own read shows it, or as the list does
 * if that has all its members. Throws `Undetermined` if neither was read.
 */
export function afterRefusals(evidence: Evidence): {
  exchange: Exchange
  shown?: Json | undefined
} {
  const read = evidence.find('get:after refusals')
  if (read) return { exchange: read, shown: succeeded(read) ? campaignOf(read) : undefined }
  const list = evidence.get('list:after refusals')
  return { exchange: list, shown: rowOf(list, evidence.campaign('first').id) }
}

/** The same campaign in an earlier answer of the same kind. */
export function beforeRefusals(evidence: Evidence, { operation }: Exchange): Json | undefined {
  const isList = operation === 'listCampaigns'
  const exchange = evidence.find(isList ? 'list:created' : 'get:first')
  if (!exchange || !succeeded(exchange)) return undefined
  return isList ? rowOf(exchange, evidence.campaign('first').id) : campaignOf(exchange)
}

/** Whether a list shows the members of a campaign that a create takes. */
export function isShownWhole(list: Exchange | undefined, { id }: OwnCampaign): boolean {
  const row = list && rowOf(list, id)
  return row !== undefined && MEMBERS.every((name) => name in row)
}

function comparable(value: unknown): string | undefined {
  // A letter may be one character or two.
  return JSON.stringify(value)?.normalize('NFC')
}

/** Letters and digits only: `United States` and `united_states` are the same. */
function spelling(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the main key created a campaign as §4 says, with a body of JSON. */
export function isJsonCreate({ credential, operation, requestHeaders }: Exchange): boolean {
  const isJson = requestHeaders['content-type'] === 'application/json'
  return credential === 'main' && operation === 'createCampaign' && isJson
}

/** The list after the requests that must be refused, and its pages on which a campaign of them may be. */
export function listsAfterRefusals(evidence: Evidence): Exchange[] {
  const pages = REFUSED_PAGES.map((step) => evidence.find(step))
  return [evidence.get('list:after refusals'), ...pages.filter((page) => page !== undefined)]
}

/** The campaign that a refused create with the key of `sender` made, and the list that shows it. */
export function madeAs(
  sender: Credential,
  evidence: Evidence,
): { row: Json; list: Exchange } | undefined {
  const [start, end] = [evidence.settings.runId, `createCampaign as ${sender}`]
  const shown = listsAfterRefusals(evidence).flatMap((list) =>
    (campaignsOf(list) ?? []).map((row) => ({ row, list })),
  )
  return shown.find(({ row: { name } }) => {
    return typeof name === 'string' && name.startsWith(start) && name.endsWith(end)
  })
}

/** Names of the campaigns whose creation was accepted. */
export function labelsOfCreated(evidence: Evidence): Set<string> {
  return new Set(
    evidence.exchanges
      .filter(({ operation, requestBody }) => operation === 'createCampaign' && requestBody)
      .filter(succeeded)
      .map(nameIn),
  )
}

/** The name in the body of a request; '' if it has none. */
export function nameIn(exchange: Exchange): string {
  const body = sentBody(exchange)
  return body && 'name' in body ? String(body.name) : ''
}
