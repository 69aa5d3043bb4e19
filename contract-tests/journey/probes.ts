import { CHOICES, type JourneyStep } from '../evidence/steps.ts'
import type { Call } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf } from '../http/quota.ts'
import { succeeded } from '../http/reading.ts'
import type { Runner } from './runner.ts'

/** Requests that are left for the rest of the run, cleaning up not included. */
export const SPARED = 12

/** An id that has no usual form. */
export const NO_ID = 'not-an-id'

/** Names of a campaign that show how long a name may be. */
export const LONG = [256, 5000]
/** Limits that are usual, to search between what was accepted and what was refused. */
const USUAL_LIMITS = [50, 64, 80, 100, 120, 128, 140, 150, 160, 190, 191, 200, 250, 255]
const LONG_LIMITS = [256, 300, 400, 500, 512, 1000, 1024, 2000, 2048, 4000, 4096, 5000]

/** A value that no member of a campaign has. */
export const NO_CHOICE = 'svc-check-none'

/** Whether another request can be spared. */
export function canAsk({ client, evidence }: Runner): boolean {
  const { remaining } = quotaOf(evidence.of('main').at(-1) as Exchange)
  const isSpared =
    remaining === null || remaining < 0 || remaining > client.budget.reserved + SPARED
  return isSpared && client.budget.left('main') > SPARED
}

export async function askIfSpared(
  runner: Runner,
  step: JourneyStep,
  call: Call,
): Promise<Exchange | undefined> {
  if (canAsk(runner)) return runner.ask(step, 'main', call)
  runner.evidence.skip(step, 'the quota or the budget of the run has no room for it')
  return undefined
}

/** Without a key: what is looked at first, the key or the path. */
export async function probeWithoutKey(runner: Runner): Promise<void> {
  const { settings, client } = runner
  if (client.budget.left('anonymous') <= SPARED) return
  const path = `/${settings.runId}`
  await runner.ask('probe:anonymous path', 'anonymous', { method: 'GET', path })
  if (settings.readOnly) return
  const call = { method: 'PATCH', path: '/campaigns', body: {} }
  await runner.ask('probe:anonymous method', 'anonymous', call)
}

/** Reads with an id that cannot be one. */
export async function probeMalformedIds(runner: Runner): Promise<void> {
  for (const operation of ['getCampaign', 'getCampaignAnalytics'] as const) {
    await askIfSpared(
      runner,
      `probe:malformed id:${operation}`,
      runner.call(operation, { id: NO_ID }),
    )
  }
}

/** Whether a PUT of all required members keeps the settings that it does not contain. */
export async function probeReplacing(runner: Runner): Promise<void> {
  for (const which of ['first', 'second'] as const) {
    const own = runner.mine[which]
    if (!own) continue
    const { id, body } = own
    const { settings: _, ...required } = body
    const settings = body.settings ?? runner.evidence.own.first?.body.settings
    if (!settings) continue
    const put = (step: JourneyStep, more: object) =>
      askIfSpared(
        runner,
        step,
        runner.call('updateCampaign', { id, body: { ...required, ...more } }),
      )
    // The first one has its settings from the beginning.
    if (which === 'second') await put(`probe:put settings:${which}`, { settings })
    const without = await put(`probe:put without settings:${which}`, {})
    if (!without || !succeeded(without)) continue
    await askIfSpared(
      runner,
      `probe:get without settings:${which}`,
      runner.call('getCampaign', { id }),
    )
  }
}

/** Changes the second campaign to what a server may refuse, and back. */
export async function probeInputs(runner: Runner): Promise<void> {
  const { second } = runner.mine
  const isAccepted = runner.evidence.find('again:update')
  if (!second || !isAccepted || !succeeded(isAccepted)) return
  const { id, body } = second
  const mark = body.name
  let hasChanged = false
  const put = async (step: JourneyStep, more: object) => {
    const call = runner.call('updateCampaign', { id, body: { ...body, ...more } })
    const exchange = await askIfSpared(runner, step, call)
    hasChanged ||= exchange !== undefined
    return exchange
  }

  await askIfSpared(runner, 'probe:empty update:1', runner.call('updateCampaign', { id, body: {} }))
  await askIfSpared(runner, 'probe:empty update:2', runner.call('updateCampaign', { id, body: {} }))
  await put('probe:unknown member:1', { svc_check_member: 'unknown' })
  await put('probe:unknown member:2', { svcCheckOther: 7 })
  for (const name of CHOICES) {
    const isSetting = name === 'device' || name === 'search_engine'
    const change = isSetting ? { settings: { [name]: NO_CHOICE } } : { [name]: NO_CHOICE }
    await put(`probe:value:${name}`, change)
  }
  await put('probe:empty:name', { name: '' })
  await put('probe:empty:keywords', { keywords: [] })
  await findLength(runner, async (length) => {
    const exchange = await put(`probe:length:${length}`, { name: mark.padEnd(length, 'x') })
    return exchange && succeeded(exchange)
  })
  // From what is spared for the rest, which judges the campaign by what created it.
  if (hasChanged) await runner.askMain('probe:restored', 'updateCampaign', { id, body })
}

/** Searches for the longest name: by the number that a refusal names, or between the usual limits. */
async function findLength(
  runner: Runner,
  accepts: (length: number) => Promise<boolean | undefined>,
): Promise<void> {
  let [low, high] = [0, 0]
  for (const length of LONG) {
    const isAccepted = await accepts(length)
    if (isAccepted === undefined) return
    if (!isAccepted) {
      high = length
      break
    }
    low = length
  }
  if (high === 0) return
  const named = numbersIn(runner.evidence.find(`probe:length:${high}`))
  const usual = [...USUAL_LIMITS, ...LONG_LIMITS]
  const guesses = named.length > 0 ? named : usual
  let candidates = guesses.filter((each) => each >= low && each < high)
  while (candidates.length > 0) {
    const middle = candidates[Math.floor(candidates.length / 2)] as number
    const isAccepted = await accepts(middle)
    if (isAccepted === undefined) return
    if (isAccepted) low = middle
    else high = middle
    candidates = candidates.filter((each) => each > low && each < high)
  }
  // The limit is exact if one more is refused.
  if (low > 0 && high !== low + 1) await accepts(low + 1)
}

/** Numbers that a refusal names, as a limit may be. */
export function numbersIn(exchange: Exchange | undefined): number[] {
  const error = JSON.stringify((exchange?.response?.json as { error?: unknown })?.error ?? '')
  const numbers = [...error.matchAll(/\b\d{1,5}\b/g)].map(([text]) => Number(text))
  return [...new Set(numbers)].filter((each) => each >= 20).sort((one, other) => one - other)
}
