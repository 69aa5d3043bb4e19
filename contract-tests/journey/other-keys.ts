import type { Call } from '../support/client.ts'
import { operations } from '../support/documents.ts'
import type { Credential } from '../support/exchange.ts'
import { quotaOf } from '../support/quota.ts'
import { dataOf, errorCode, isObject, succeeded } from '../support/reading.ts'
import type { Traveller } from './traveller.ts'

/** Repeats every operation without a key, with a misspelled one and with a deleted one. */
export async function tryWithoutAuthentication(traveller: Traveller): Promise<void> {
  const { evidence, settings } = traveller
  const credentials: Credential[] = ['anonymous', 'misspelled']
  if (settings.tokens.revoked) credentials.push('revoked')
  else evidence.skip('revoked', 'no --revoked-token was given')
  if (settings.readOnly) evidence.skip('writes', 'the run is --read-only')

  for (const credential of credentials) {
    for (const { operation, writes } of logoutLast()) {
      if (operation === 'logout' && evidence.of(credential).some(succeeded)) {
        // A key that is taken for a good one may be the main key to the server, which must not end.
        evidence.skip(`${credential}:logout`, 'another operation took the key for a good one')
        continue
      }
      const call = sameCall(traveller, operation, `${operation} as ${credential}`)
      if (!call || (writes && settings.readOnly)) {
        const reason = settings.readOnly
          ? 'the run is --read-only'
          : 'there is no campaign to try it on'
        evidence.skip(`${credential}:${operation}`, reason)
        continue
      }
      await traveller.ask(`${credential}:${operation}`, credential, call)
    }
    // What each of them did, if anything, shows before the next one tries.
    const id = traveller.mine.first?.id
    if (id === undefined || settings.readOnly) continue
    await traveller.ask(`get:after ${credential}`, 'main', traveller.call('getCampaign', { id }))
  }
  await traveller.ask('anonymous:empty', 'anonymous', {
    ...traveller.call('listCampaigns'),
    authorization: { authorization: 'Bearer', shown: 'Bearer' },
  })
}

function logoutLast() {
  const isLogout = ({ operation }: { operation: string }) => operation === 'logout'
  return [...operations.filter((each) => !isLogout(each)), ...operations.filter(isLogout)]
}

/**
 * The request that the main key made, or one that would work with it: what is refused must be the
 * key. Undefined where there is nothing to ask for.
 */
function sameCall(traveller: Traveller, operation: string, label: string): Call | undefined {
  const { evidence } = traveller
  const id = traveller.mine.first?.id
  if (operation === 'createCampaign') {
    return traveller.call(operation, { body: traveller.body(label) })
  }
  if (operation === 'updateCampaign') {
    return id === undefined
      ? undefined
      : traveller.call(operation, { id, body: traveller.body(label) })
  }
  if (operation === 'login') return traveller.call(operation, { body: {} })
  const asked = evidence.find(operation)
  if (asked && operation !== 'getCampaign') {
    return {
      operation,
      method: asked.method,
      path: asked.url.slice(traveller.settings.baseUrl.length),
    }
  }
  const known = id ?? ofList(traveller)
  const call = traveller.call(operation, { id: known })
  const takesId = ['getCampaign', 'deleteCampaign', 'getCampaignAnalytics'].includes(operation)
  if (operation === 'deleteCampaign' && id === undefined) return undefined
  return takesId && known === undefined ? undefined : call
}

function ofList(traveller: Traveller): string | undefined {
  const data = traveller.evidence.find('getCampaignAnalytics')?.url.split('/').at(-1)
  return data === undefined ? undefined : decodeURIComponent(data.split('?')[0] as string)
}

/** What the restricted key may and may not do. */
export async function tryRestricted(traveller: Traveller): Promise<void> {
  const { evidence, settings } = traveller
  if (!settings.tokens.restricted) {
    evidence.skip('restricted', 'no --restricted-token was given')
    return
  }
  const ask = (operation: string, more: Parameters<Traveller['call']>[1] = {}) =>
    traveller.ask(`restricted:${operation}`, 'restricted', traveller.call(operation, more))

  await ask('listCampaigns')
  const rankings = sameCall(traveller, 'getRankings', '')
  if (rankings) await traveller.ask('restricted:getRankings', 'restricted', rankings)
  const id = traveller.mine.first?.id
  const held = permissionsIn(evidence.get('restricted:verify'))
  const mayWrite = held?.some((permission) => !permission.endsWith(':read')) ?? true
  if (settings.readOnly || mayWrite || id === undefined) {
    const reason = settings.readOnly
      ? 'the run is --read-only'
      : mayWrite
        ? 'the restricted key may do more than read'
        : 'no campaign could be created'
    for (const operation of ['getCampaign', 'createCampaign', 'updateCampaign', 'deleteCampaign']) {
      evidence.skip(`restricted:${operation}`, reason)
    }
    return
  }
  await ask('getCampaign', { id })
  await ask('createCampaign', { body: traveller.body('createCampaign as restricted') })
  await ask('updateCampaign', { id, body: traveller.body('updateCampaign as restricted') })
  await ask('deleteCampaign', { id })
}

/** Verifies the restricted key; at both ends of a run, so that its quota can be compared. */
export async function verifyRestricted(traveller: Traveller, step: string): Promise<void> {
  if (!traveller.settings.tokens.restricted) {
    traveller.evidence.skip('restricted', 'no --restricted-token was given')
    return
  }
  await traveller.ask(
    `restricted:${step}`,
    'restricted',
    traveller.call('verifyToken', { bare: true }),
  )
}

/** A limit of more than this is not used up: it would take too many requests. */
export const MOST_LIMITED = 10

/** Uses the limited key up, then tries to write with it. */
export async function useUpLimited(traveller: Traveller): Promise<void> {
  const { evidence, settings } = traveller
  if (!settings.tokens.limited) {
    evidence.skip('limited', 'no --limited-token was given')
    return
  }
  const verify = traveller.call('verifyToken', { bare: true })
  let exchange = await traveller.ask('limited:first', 'limited', verify)
  const { limit } = quotaOf(exchange)
  const most = Math.min((limit ?? MOST_LIMITED) + 2, traveller.client.left('limited') - 1)
  if (limit !== null && limit > MOST_LIMITED && errorCode(exchange) !== 'rate_limit_exceeded') {
    evidence.skip(
      'limited:last',
      `the limit of --limited-token is ${limit}; one of ${MOST_LIMITED} or less is needed`,
    )
    return
  }
  for (let sent = 1; sent < most && isUnderLimit(exchange); sent += 1) {
    exchange = await traveller.client.send('limited', verify)
  }
  evidence.record('limited:last', exchange)
  if (errorCode(exchange) !== 'rate_limit_exceeded' || settings.readOnly) return
  await traveller.ask(
    'limited:createCampaign',
    'limited',
    traveller.call('createCampaign', { body: traveller.body('createCampaign as limited') }),
  )
}

function isUnderLimit(exchange: Parameters<typeof succeeded>[0]): boolean {
  return succeeded(exchange)
}

/** The permissions that GET /auth/verify shows; undefined where it shows none. */
export function permissionsIn(exchange: Parameters<typeof succeeded>[0]): string[] | undefined {
  const data = dataOf(exchange)
  const permissions = isObject(data) ? data.permissions : undefined
  if (!Array.isArray(permissions)) return undefined
  return permissions.filter((each) => typeof each === 'string')
}
