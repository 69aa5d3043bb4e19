import { isShownWhole } from '../evidence/campaigns.ts'
import { Evidence } from '../evidence/evidence.ts'
import type { JourneyStep, StepGroup } from '../evidence/steps.ts'
import { Client, RunEnded } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { withoutKeys } from '../http/masking.ts'
import { succeeded } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import type { Leftover } from '../report/result.ts'
import { createAndRead, listBefore, remove, update } from './campaigns.ts'
import { cleanUp, leftoversOf } from './clean-up.ts'
import { searchRefused } from './further-pages.ts'
import {
  askRestricted,
  logOut,
  tryOther,
  tryRestricted,
  tryWithoutAuthentication,
  useUpLimited,
} from './other-keys.ts'
import { CannotRun, preflight } from './preflight.ts'
import { readIntelligence } from './reads.ts'
import {
  askForNothing,
  comparesAssumptions,
  provokeRefusals,
  provokeTransport,
} from './refusals.ts'
import { Runner } from './runner.ts'
import { listEmptyAgain, takeSecondSamples } from './second-samples.ts'

export interface RunHooks {
  /** Ends the run early; it still deletes what it created. */
  signal?: AbortSignal
  /** Called after each response. */
  onExchange?: (exchange: Exchange) => void
  /** Called at the start with a function that returns what was created and not deleted so far. */
  onStart?: (leftovers: () => Leftover[]) => void
}

export interface Journey {
  evidence: Evidence
  client: Client
  leftovers: Leftover[]
  /** Why nothing could be tried. */
  cannotRun?: string
}

/**
 * Sends all requests of a run, in an order that needs few of them: a campaign is read before it is used in refused
 * requests, and these come before it is changed and deleted.
 */
export async function runJourney(
  settings: Settings,
  { signal = new AbortController().signal, onExchange, onStart }: RunHooks,
): Promise<Journey> {
  // Two campaigns are created at once.
  const client = new Client(settings, signal, onExchange, 2)
  const evidence = new Evidence(settings, client.exchanges)
  const runner = new Runner(client, evidence, settings)
  onStart?.(() => withoutKeys(settings, leftoversOf(runner)))
  let leftovers: Leftover[] = []
  try {
    await preflight(runner)
    await askRestricted(runner, 'first')
    if (settings.readOnly) skipWrites(evidence)
    try {
      await listBefore(runner)
      if (settings.learn) await listEmptyAgain(runner)
      if (!settings.readOnly) await createAndRead(runner)
      await readIntelligence(runner)
      await tryWithoutAuthentication(runner)
      await tryRestricted(runner)
      await tryOther(runner)
      await useUpLimited(runner)
      if (!settings.readOnly) {
        await provokeRefusals(runner)
        await lookAfterRefusals(runner)
        await update(runner)
      }
      await askRestricted(runner, 'last')
      if (settings.learn) {
        await askForNothing(runner)
        await takeSecondSamples(runner)
      }
      if (!settings.readOnly) await remove(runner)
      await logOut(runner)
      // Requests without a campaign come last, because they can be left out.
      if (!evidence.find('limited:again')) {
        await runner.askIfRoom('verify:again', runner.call('verifyToken', { bare: true }))
      }
      if (!settings.learn) await askForNothing(runner)
      await provokeTransport(runner)
    } finally {
      leftovers = await cleanUp(runner)
    }
  } catch (error) {
    if (error instanceof CannotRun) {
      return { evidence, client, leftovers, cannotRun: error.message }
    }
    // A bug of the suite must not cost the verdicts on earlier exchanges, or the clean-up.
    const isOurs = !(error instanceof RunEnded)
    evidence.ended = isOurs
      ? `The suite itself failed (${(error as Error).message}); please report it.`
      : error.message
  } finally {
    client.close()
  }
  return { evidence, client, leftovers }
}

/** Reads what refused requests may have changed. */
async function lookAfterRefusals(runner: Runner): Promise<void> {
  const { first, second } = runner.mine
  // A list that shows all of a campaign saves a request.
  if (second && !isShownWhole(runner.evidence.find('list:created'), second)) {
    await runner.askExtra('get:second', 'getCampaign', { id: second.id }, succeeded)
  }
  const list = await runner.askMain('list:after refusals', 'listCampaigns')
  await searchRefused(runner, list)
  if (first && (comparesAssumptions(runner) || !isShownWhole(list, first))) {
    await runner.askExtra('get:after refusals', 'getCampaign', { id: first.id })
  }
}

const WRITING: (JourneyStep | StepGroup)[] = [
  ...(['create', 'get', 'update', 'delete', 'deleted', 'without', 'wrong type'] as const),
  ...(['malformed', 'refused', 'login', 'list', 'wrong method', 'other content type'] as const),
]

function skipWrites(evidence: Evidence): void {
  for (const step of WRITING) evidence.skip(step, 'the run is --read-only')
}
