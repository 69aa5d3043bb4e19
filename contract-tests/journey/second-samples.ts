import { LISTS, type ListOperation, type OperationId, READS } from '../evidence/steps.ts'
import { quotaOf } from '../http/quota.ts'
import { rowsOf, succeeded } from '../http/reading.ts'
import { answerTo, usualAnswer } from '../observations/situations.ts'
import { tryPages } from './page-trials.ts'
import { NEEDED_REQUESTS } from './preflight.ts'
import {
  askIfSpared,
  canAsk,
  probeInputs,
  probeMalformedIds,
  probeReplacing,
  probeWithoutKey,
  SPARED,
} from './probes.ts'
import type { Runner } from './runner.ts'

const SEEN_ONCE = [...READS, 'unknown path'] as const

/** Repeats requests for second samples, as far as quota and budget allow. Such steps begin with `again:`. */
export async function takeSecondSamples(runner: Runner): Promise<void> {
  const { settings } = runner
  for (const step of SEEN_ONCE) await repeat(runner, step)
  const unknown = runner.call('getCurrentUser', { query: `${settings.runId}=1`, bare: true })
  await askIfSpared(runner, 'again:unknown parameter', unknown)
  if (!settings.readOnly) {
    await repeat(runner, 'wrong method')
    const rawBody = JSON.stringify(runner.body('as text again'))
    const asText = runner.call('createCampaign', { rawBody, contentType: 'text/plain' })
    await askIfSpared(runner, 'again:other content type', asText)
    await repeat(runner, 'login')
    await updatePartly(runner)
  }
  await repeatOddRefusals(runner)
  await probeWithoutKey(runner)
  const [first, ...others] = LISTS
  await page(runner, first)
  await probeMalformedIds(runner)
  if (!settings.readOnly) {
    await probeReplacing(runner)
    await probeInputs(runner)
  }
  for (const operation of others) await page(runner, operation)
}

async function page(runner: Runner, operation: ListOperation): Promise<void> {
  const { evidence } = runner
  const list = evidence.find(operation === 'listCampaigns' ? 'list:created' : operation)
  if (!list || !succeeded(list)) return
  // The run has changed the list since it was read.
  const again = canAsk(runner) ? await runner.send('main', runner.repeated(list)) : undefined
  if (!again) evidence.paged[operation] = { list, asked: new Map(), searched: [] }
  else if (succeeded(again)) evidence.paged[operation] = await tryPages(runner, operation, again)
}

/** Lists campaigns again before the first is created, if the list is empty. */
export async function listEmptyAgain(runner: Runner): Promise<void> {
  const list = runner.evidence.find('list:before')
  if (!list || !succeeded(list) || (rowsOf(list)?.length ?? 0) > 0) return
  const { remaining } = quotaOf(list)
  if (Math.min(remaining ?? Infinity, runner.client.budget.left('main')) <= NEEDED_REQUESTS) return
  await runner.askMain('again:list:before', 'listCampaigns')
}

/** Sends the request of a step again. */
async function repeat(
  runner: Runner,
  step: (typeof SEEN_ONCE)[number] | 'wrong method' | 'login',
): Promise<void> {
  const first = runner.evidence.find(step)
  if (!first?.response) return
  const contentType = first.requestHeaders['content-type'] ?? 'application/json'
  await askIfSpared(runner, `again:${step}`, { ...runner.repeated(first), contentType })
}

async function updatePartly(runner: Runner): Promise<void> {
  const { second } = runner.mine
  if (!second || !canAsk(runner)) return
  const { id, body } = second
  // With all members again, which the second update of the name could replace.
  await runner.askMain('again:update', 'updateCampaign', {
    id,
    body: { ...body, name: `${body.name} whole` },
  })
  if (!canAsk(runner)) return
  await runner.askMain('again:update:partly', 'updateCampaign', {
    id,
    body: { name: `${body.name} again` },
  })
  await runner.askMain('again:get:partly updated', 'getCampaign', { id })
}

/** Repeats requests without a key whose refusal differs from most. */
async function repeatOddRefusals(runner: Runner): Promise<void> {
  const { evidence, client } = runner
  const refusals = evidence.of('anonymous').filter(({ operation }) => operation !== undefined)
  if (refusals.length === 0 || refusals.some(succeeded)) return
  const usual = usualAnswer(refusals)
  for (const refusal of refusals.filter((each) => answerTo(each) !== usual)) {
    if (client.budget.left('anonymous') <= SPARED) return
    const step = `again:anonymous:${refusal.operation as OperationId}` as const
    await runner.ask(step, 'anonymous', runner.repeated(refusal))
  }
}
