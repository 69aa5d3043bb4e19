import { Evidence } from '../evidence/evidence.ts'
import { Client, RunEnded } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { withoutKeys } from '../http/masking.ts'
import { errorCode, type Json, optional, succeeded } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import type { Leftover } from '../report/result.ts'
import { leftoverOf } from './clean-up.ts'
import { everyCampaign } from './every-campaign.ts'
import { Runner } from './runner.ts'

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
