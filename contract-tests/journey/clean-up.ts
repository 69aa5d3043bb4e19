import { VARIABLES } from '../http/credentials.ts'
import { curlOf } from '../http/curl.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignOf, campaignsOf, encoded, errorCode, idIn, succeeded } from '../http/reading.ts'
import type { Leftover } from '../report/result.ts'
import { isMarked, type Runner } from './runner.ts'

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
export function leftoverOf(runner: Runner, id: string, name: string): Leftover {
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
