import type { CampaignBody, Evidence } from './evidence.ts'
import type { Exchange } from './exchange.ts'
import { campaignOf, campaignsOf, isObject, type Json, optional, succeeded } from './reading.ts'

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

/** One member that is shown with another value than it should have. */
export interface Difference {
  member: string
  expected: unknown
  actual: unknown
}

/**
 * How a shown campaign differs from what was sent. A member that is absent differs in nothing, nor
 * does the order of keywords or a default in settings. A server may spell a setting in its own way,
 * so that one differs only where it has the value that another was sent with, or had before.
 */
export function differences(
  shown: Json,
  sent: Partial<CampaignBody>,
  before: Partial<CampaignBody> = {},
): Difference[] {
  const found: Difference[] = []
  for (const member of MEMBERS) {
    const expected = sent[member]
    const actual = optional(shown[member])
    if (actual === undefined || expected === undefined) continue
    if (comparable(actual) !== comparable(expected)) found.push({ member, expected, actual })
  }
  const settings = optional(shown.settings)
  for (const [name, expected] of Object.entries(sent.settings ?? {})) {
    const actual = isObject(settings) ? optional(settings[name]) : undefined
    const strange = [...Object.values(sent.settings ?? {}), before.settings?.[name]]
      .filter((value) => value !== undefined && value !== expected)
      .map(spelling)
    if (actual !== undefined && strange.includes(spelling(actual))) {
      found.push({ member: `settings.${name}`, expected, actual })
    }
  }
  return found
}

/** The row of a list that has an id. */
export function rowOf(list: Exchange, id: string): Json | undefined {
  return campaignsOf(list)?.find((row) => String(row.id) === id)
}

function comparable(value: unknown): string {
  const text = JSON.stringify(Array.isArray(value) ? [...value].map(String).sort() : value)
  // One letter may be written as one character or as two.
  return text.normalize('NFC')
}

/** Letters and digits alone: `United States` and `united_states` are one place. */
function spelling(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the main key asked for a new campaign as §4 says: with a body of JSON. */
export function isJsonCreate({ credential, operation, requestHeaders }: Exchange): boolean {
  const isJson = requestHeaders['content-type'] === 'application/json'
  return credential === 'main' && operation === 'createCampaign' && isJson
}

/** Labels of the campaigns that requests of the run were allowed to make. */
export function labelsOfCreated(evidence: Evidence): Set<string> {
  return new Set(
    evidence.exchanges
      .filter(({ operation, requestBody }) => operation === 'createCampaign' && requestBody)
      .filter(succeeded)
      .map(({ requestBody }) => nameIn(requestBody as string)),
  )
}

function nameIn(body: string): string {
  try {
    const parsed = JSON.parse(body)
    return isObject(parsed) ? String(parsed.name) : ''
  } catch {
    return ''
  }
}
