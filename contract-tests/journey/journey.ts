import type { Leftover } from '../report/result.ts'
import { Client, RunEnded } from '../support/client.ts'
import { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import type { Settings } from '../support/settings.ts'
import { createAndRead, listBefore, remove, update } from './campaigns.ts'
import { cleanUp } from './clean-up.ts'
import {
  tryRestricted,
  tryWithoutAuthentication,
  useUpLimited,
  verifyRestricted,
} from './other-keys.ts'
import { CannotRun, preflight } from './preflight.ts'
import { readIntelligence } from './reads.ts'
import { askForNothing, provokeRefusals } from './refusals.ts'
import { listEmptyAgain, takeSecondSamples } from './second-samples.ts'
import { Traveller } from './traveller.ts'

/** What a journey brought home. */
export interface Travelled {
  evidence: Evidence
  client: Client
  leftovers: Leftover[]
  /** Why nothing could be tried. */
  cannotRun?: string
}

/**
 * Makes every request of a run, in one order that lets few of them prove much: what exists is read
 * before it is refused, refused before it is changed, and changed before it is deleted.
 */
export async function travel(
  settings: Settings,
  signal: AbortSignal,
  onExchange?: (exchange: Exchange) => void,
): Promise<Travelled> {
  const client = new Client(settings, signal, onExchange)
  const evidence = new Evidence(settings, client.exchanges)
  const traveller = new Traveller(client, evidence, settings)
  let leftovers: Leftover[] = []
  try {
    await preflight(traveller)
    await verifyRestricted(traveller, 'verify')
    if (settings.readOnly) skipWrites(evidence)
    try {
      await listBefore(traveller)
      if (settings.learn) await listEmptyAgain(traveller)
      if (!settings.readOnly) await createAndRead(traveller)
      await readIntelligence(traveller)
      await tryWithoutAuthentication(traveller)
      await tryRestricted(traveller)
      await useUpLimited(traveller)
      if (!settings.readOnly) {
        await provokeRefusals(traveller)
        await lookAfterRefusals(traveller)
        await update(traveller)
      }
      await askForNothing(traveller)
      if (settings.learn) await takeSecondSamples(traveller)
      await verifyRestricted(traveller, 'verify again')
      await traveller.ask('verify:again', 'main', traveller.call('verifyToken', { bare: true }))
      if (!settings.readOnly) await remove(traveller)
    } finally {
      leftovers = await cleanUp(traveller)
    }
  } catch (error) {
    if (error instanceof CannotRun) {
      return { evidence, client, leftovers, cannotRun: error.message }
    }
    // What the server sent may be stranger than anything thought of here: it must not cost the verdicts
    // on what was seen before, nor the clean-up.
    const isOurs = !(error instanceof RunEnded)
    evidence.ended = isOurs
      ? `The suite itself failed (${(error as Error).message}); please report it.`
      : error.message
  } finally {
    client.close()
  }
  return { evidence, client, leftovers }
}

/** Whether anything that was refused happened all the same. */
async function lookAfterRefusals(traveller: Traveller): Promise<void> {
  const { first, second } = traveller.mine
  for (const [step, campaign] of [
    ['get:after refusals', first],
    ['get:second after refusals', second],
  ] as const) {
    if (!campaign) continue
    await traveller.ask(step, 'main', traveller.call('getCampaign', { id: campaign.id }))
  }
  await traveller.ask('list:after refusals', 'main', traveller.call('listCampaigns'))
}

function skipWrites(evidence: Evidence): void {
  const steps = [
    'create',
    'get',
    'update',
    'delete',
    'deleted',
    'without',
    'wrong type',
    'malformed',
  ]
  for (const step of [...steps, 'login', 'list', 'wrong method', 'other content type']) {
    evidence.skip(step, 'the run is --read-only')
  }
}
