import type { Leftover } from '../report/result.ts'
import { VARIABLES } from '../support/credentials.ts'
import { curlOf } from '../support/curl.ts'
import type { Exchange } from '../support/exchange.ts'
import { campaignOf, campaignsOf, errorCode, succeeded } from '../support/reading.ts'
import { encoded, idIn, isMarked, type Traveller } from './traveller.ts'

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
    for (const id of [...traveller.created.keys()]) await remove(traveller, id)
  }
  return [...traveller.created].map(([id, name]) => ({ id, name, curl: deletion(traveller, id) }))
}

async function remove(traveller: Traveller, id: string): Promise<void> {
  // Nothing is deleted that was not seen to be of this run.
  if (!traveller.owns(id)) {
    const shown = await ask(traveller, 'getCampaign', id)
    const campaign = shown && succeeded(shown) ? campaignOf(shown) : undefined
    if (!campaign || !isMarked(campaign, traveller.settings.runId)) return
  }
  const exchange = await ask(traveller, 'deleteCampaign', id)
  if (!exchange) return
  const isGone = errorCode(exchange) === 'not_found' || exchange.response?.status === 404
  if (succeeded(exchange) || isGone) traveller.forget(id)
}

function ask(traveller: Traveller, operation: string, id = ''): Promise<Exchange | undefined> {
  return traveller.client.cleanUp(traveller.call(operation, { id }), traveller.credential)
}

function deletion({ settings, credential }: Traveller, id: string): string {
  return curlOf({
    method: 'DELETE',
    url: `${settings.baseUrl}/campaigns/${encoded(id)}`,
    requestHeaders: { authorization: `Bearer $${VARIABLES[credential]}` },
  })
}

/** Campaigns that carry the mark of this run and are not known as created. */
async function findMarked(traveller: Traveller): Promise<void> {
  const list = await ask(traveller, 'listCampaigns')
  for (const row of (list && campaignsOf(list)) ?? []) {
    const id = idIn(row)
    if (id !== undefined && isMarked(row, traveller.settings.runId)) {
      traveller.remember(id, String(row.name))
      traveller.recognize(id)
    }
  }
}
