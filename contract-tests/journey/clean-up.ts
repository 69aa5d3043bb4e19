import type { Leftover } from '../report/result.ts'
import { curlOf } from '../support/curl.ts'
import { campaignsOf, errorCode, succeeded } from '../support/reading.ts'
import type { Traveller } from './traveller.ts'

const MOST_TRIES = 3
const PAUSE_MS = 300

/**
 * Deletes what the run created, also what came into being though it was refused: that is found in
 * the list by the mark of this run. Goes on after a failure, an interruption and an empty budget.
 */
export async function cleanUp(traveller: Traveller): Promise<Leftover[]> {
  const { client, settings } = traveller
  if (settings.readOnly) return []
  await findMarked(traveller)
  for (let attempt = 1; attempt <= MOST_TRIES && traveller.created.size > 0; attempt += 1) {
    if (attempt > 1) await client.pause(PAUSE_MS)
    for (const id of [...traveller.created.keys()]) {
      const exchange = await client.cleanUp(traveller.call('deleteCampaign', { id }))
      const isGone = errorCode(exchange) === 'not_found' || exchange.response?.status === 404
      if (succeeded(exchange) || isGone) traveller.forget(id)
    }
  }
  return [...traveller.created].map(([id, name]) => ({
    id,
    name,
    curl: curlOf({
      method: 'DELETE',
      url: `${settings.baseUrl}/campaigns/${encodeURIComponent(id)}`,
      requestHeaders: { authorization: 'Bearer $SVC_TOKEN' },
    }),
  }))
}

/** Campaigns that carry the mark of this run and are not known as created. */
async function findMarked(traveller: Traveller): Promise<void> {
  const list = await traveller.client.cleanUp(traveller.call('listCampaigns'))
  for (const row of campaignsOf(list) ?? []) {
    const id = row.id
    const marked = JSON.stringify([row.name, row.keywords]).includes(traveller.settings.runId)
    if (marked && id !== undefined && id !== null) traveller.remember(String(id), String(row.name))
  }
}
