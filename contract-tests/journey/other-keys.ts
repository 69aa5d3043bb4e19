import { type OperationId, READS, type Stranger } from '../evidence/steps.ts'
import { heldBy } from '../evidence/verification.ts'
import type { Call } from '../http/client.ts'
import { quotaOf } from '../http/quota.ts'
import { errorCode, succeeded } from '../http/reading.ts'
import { operations } from '../specification/documents.ts'
import { type CallOptions, isSkipped, type Runner } from './runner.ts'

/** Repeats every operation without a key, with a misspelled one and with a deleted one. */
export async function tryWithoutAuthentication(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  const credentials: Stranger[] = ['anonymous', 'misspelled']
  if (settings.tokens.revoked) credentials.push('revoked')
  else evidence.skip('revoked', 'no --revoked-token was given')

  for (const credential of credentials) {
    for (const { operation, writes } of logoutLast()) {
      if (operation === 'logout' && evidence.of(credential).some(succeeded)) {
        // If the server accepts the key, a logout might end the main key.
        evidence.skip(`${credential}:logout`, 'another operation accepted the key')
        continue
      }
      const call = sameCall(runner, operation, `${operation} as ${credential}`)
      if (!call || (writes && settings.readOnly)) {
        const reason = settings.readOnly
          ? 'the run is --read-only'
          : 'there is no campaign to try it on'
        evidence.skip(`${credential}:${operation}`, reason)
        continue
      }
      await runner.ask(`${credential}:${operation}`, credential, call)
    }
    // Shows what this credential changed, before the next one is tried.
    const id = runner.mine.first?.id
    if (id === undefined || settings.readOnly) continue
    await runner.askMain(`get:after ${credential}`, 'getCampaign', { id })
  }
  await runner.ask('anonymous:empty', 'anonymous', {
    ...runner.call('listCampaigns'),
    authorization: { authorization: 'Bearer', shown: 'Bearer' },
  })
}

function logoutLast() {
  const isLogout = ({ operation }: { operation: string }) => operation === 'logout'
  return [...operations.filter((each) => !isLogout(each)), ...operations.filter(isLogout)]
}

/**
 * The request of the main key, or one that would work with it, so that only the key can be refused. Undefined if
 * there is no campaign for it.
 */
function sameCall(runner: Runner, operation: string, label: string): Call | undefined {
  const { evidence } = runner
  const id = runner.mine.first?.id
  if (['updateCampaign', 'deleteCampaign'].includes(operation) && id === undefined) return undefined
  if (operation === 'createCampaign' || operation === 'updateCampaign') {
    return runner.call(operation, { id, body: runner.body(label) })
  }
  if (operation === 'login') return runner.call(operation, { body: {} })
  const step = READS.find((each) => each === operation)
  const asked = step && evidence.find(step)
  if (asked) return runner.repeated(asked)
  const known = id ?? analysedId(runner)
  const takesId = ['getCampaign', 'deleteCampaign', 'getCampaignAnalytics'].includes(operation)
  return takesId && known === undefined ? undefined : runner.call(operation, { id: known })
}

/** The campaign whose analytics were read, which may be one of the account's own. */
function analysedId({ evidence }: Runner): string | undefined {
  const url = evidence.find('getCampaignAnalytics')?.url
  return url && decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
}

export async function tryRestricted(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  if (!settings.tokens.restricted) {
    evidence.skip('restricted', 'no --restricted-token was given')
    return
  }
  const ask = (operation: OperationId, more?: CallOptions) =>
    runner.ask(`restricted:${operation}`, 'restricted', runner.call(operation, more))

  await ask('listCampaigns')
  const rankings = sameCall(runner, 'getRankings', '')
  if (rankings) await runner.ask('restricted:getRankings', 'restricted', rankings)
  const id = runner.mine.first?.id
  const verified = evidence.find('restricted:verify')
  const held = verified && heldBy(verified)
  const mayWrite = held?.some((permission) => !permission.endsWith(':read')) ?? true
  if (settings.readOnly || mayWrite || id === undefined) {
    const reason = settings.readOnly
      ? 'the run is --read-only'
      : mayWrite
        ? 'the restricted key may do more than read'
        : 'no campaign could be created'
    for (const operation of ['getCampaign', ...WRITES] as const) {
      evidence.skip(`restricted:${operation}`, reason)
    }
    return
  }
  await ask('getCampaign', { id })
  await ask('createCampaign', { body: runner.body('createCampaign as restricted') })
  await ask('updateCampaign', { id, body: runner.body('updateCampaign as restricted') })
  await ask('deleteCampaign', { id })
}

/** Verifies the restricted key at both ends of a run, to compare its quota. */
export async function verifyRestricted(
  runner: Runner,
  step: 'verify' | 'verify again',
): Promise<void> {
  if (!runner.settings.tokens.restricted) {
    runner.evidence.skip('restricted', 'no --restricted-token was given')
    return
  }
  await runner.ask(`restricted:${step}`, 'restricted', runner.call('verifyToken', { bare: true }))
}

/** Operations that a read-only key must not use. */
export const WRITES = ['createCampaign', 'updateCampaign', 'deleteCampaign'] as const

/** A higher limit is not used up: that would take too many requests. */
export const MOST_LIMITED = 10

/** Uses the limited key up, then tries to write with it. */
export async function useUpLimited(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  if (!settings.tokens.limited) {
    evidence.skip('limited', 'no --limited-token was given')
    return
  }
  const verify = runner.call('verifyToken', { bare: true })
  let exchange = await runner.ask('limited:first', 'limited', verify)
  const { limit } = quotaOf(exchange)
  const most = Math.min((limit ?? MOST_LIMITED) + 2, runner.client.left('limited') - 1)
  if (limit !== null && limit > MOST_LIMITED && errorCode(exchange) !== 'rate_limit_exceeded') {
    evidence.skip(
      'limited:last',
      `the limit of --limited-token is ${limit}; one of ${MOST_LIMITED} or less is needed`,
    )
    return
  }
  for (let sent = 1; sent < most && succeeded(exchange); sent += 1) {
    exchange = await runner.client.send('limited', verify)
  }
  if (isSkipped(exchange)) evidence.skip('limited', exchange.broken.message)
  else evidence.record('limited:last', exchange)
  if (errorCode(exchange) !== 'rate_limit_exceeded' || settings.readOnly) return
  const body = runner.body('createCampaign as limited')
  await runner.ask('limited:createCampaign', 'limited', runner.call('createCampaign', { body }))
}
