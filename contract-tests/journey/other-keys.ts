import type { Evidence } from '../evidence/evidence.ts'
import {
  type JourneyStep,
  type Misplaced,
  type OnCampaign,
  type OperationId,
  READS,
  type Stranger,
} from '../evidence/steps.ts'
import { heldBy, lacks, verification } from '../evidence/verification.ts'
import type { Call } from '../http/client.ts'
import {
  cookiesSet,
  isLive,
  keyHeaders,
  keyQuery,
  OTHER_SCHEMES,
  withKey,
} from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf } from '../http/quota.ts'
import { errorCode, refused, succeeded } from '../http/reading.ts'
import { operations } from '../specification/documents.ts'
import {
  comparesAssumptions,
  PREFLIGHT,
  trySession,
  unknownCampaign,
  unknownPath,
  WRONG_METHOD,
} from './refusals.ts'
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
      const isBare = credential === 'anonymous'
      const sent = isBare ? elsewhere(runner, operation, call) : call
      const exchange = await runner.ask(`${credential}:${operation}`, credential, sent)
      const place = isBare && sent !== call && MISPLACED_IN[operation]
      if (place) evidence.record(`misplaced:${place}:${operation}`, exchange)
    }
  }
  await runner.ask('anonymous:empty', 'anonymous', {
    ...runner.call('listCampaigns'),
    authorization: { authorization: 'Bearer', shown: 'Bearer' },
  })
  const user = runner.call('getCurrentUser', { bare: true })
  for (const [scheme, way] of Object.entries(OTHER_SCHEMES)) {
    const authorization = way(settings.tokens.main)
    await runner.ask(`misplaced:${scheme as Misplaced}`, 'anonymous', { ...user, authorization })
  }
  // The name shows whose update was carried out. The restricted key reads it next, if it may.
  const id = runner.mine.first?.id
  if (id === undefined || settings.readOnly) return
  if (!comparesAssumptions(runner) && readsOwn(evidence)) return
  await runner.askMain('get:after strangers', 'getCampaign', { id })
}

/** Whether the restricted key reads the campaign of the run. */
function readsOwn(evidence: Evidence): boolean {
  const restricted = evidence.find('restricted:verify')
  const main = evidence.find('verify')
  if (!restricted || !main) return false
  const account = verification(restricted)?.account_id
  if (account === undefined || verification(main)?.account_id !== account) return false
  const held = heldBy(restricted) ?? []
  return held.includes('campaigns:read') && held.every((each) => each.endsWith(':read'))
}

/** The request without the header, with the key in a place where §5 does not have it. */
function elsewhere(runner: Runner, operation: OperationId, call: Call): Call {
  const { main } = runner.settings.tokens
  const place = MISPLACED_IN[operation]
  if (place === 'in other headers') {
    const set = cookiesSet(runner.evidence.of('main'))
    return { ...call, headers: keyHeaders(main), cookie: withKey(main, set) }
  }
  if (place !== 'in the query' || isLive(main)) return call
  const separator = call.path.includes('?') ? '&' : '?'
  return { ...call, path: call.path + separator + keyQuery(main) }
}

/** Operations whose request without the header carries the key in another place. Files are often fetched by their address. */
export const MISPLACED_IN: Partial<Record<OperationId, Misplaced>> = {
  getDashboards: 'in other headers',
  getIntelligenceOverview: 'in the query',
  generateReport: 'in other headers',
  exportCsv: 'in the query',
  verifyToken: 'in the query',
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

  const verified = evidence.find('restricted:verify')
  const held = verified && heldBy(verified)
  const isOfOthers = held && lacks(held, 'campaigns', 'rankings')
  // A key that is shown with * must be able to do both.
  if (isOfOthers || held?.includes('*')) {
    for (const operation of DENIED) {
      const call = sameCall(runner, operation, '')
      if (call) await runner.ask(`restricted:${operation}`, 'restricted', call)
    }
  }
  for (const operation of PERHAPS_DENIED) {
    const call = sameCall(runner, operation, '')
    if (call) await runner.askIfSpare(`restricted:${operation}`, 'restricted', call)
  }
  const id = runner.mine.first?.id
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
    await ask('listCampaigns')
    return
  }
  await ask('listCampaigns')
  await ask('getCampaign', { id })
  await ask('createCampaign', { body: runner.body('createCampaign as restricted') })
  await ask('updateCampaign', { id, body: runner.body('updateCampaign as restricted') })
  await ask('deleteCampaign', { id })
}

/** Reads that neither a permission for campaigns nor one for rankings allows. */
export const DENIED = ['getMentions', 'generateReport'] as const

/** Reads that a restricted key may or may not make: the permissions for them are not shown. */
export const PERHAPS_DENIED = ['getCampaignAnalytics', 'getDashboards', 'exportCsv'] as const

/** Uses the campaign of the run with a key of another account. */
export async function tryOther(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  if (!settings.tokens.other) {
    evidence.skip('other', 'no --other-token was given')
    return
  }
  const ask = (operation: 'verifyToken' | 'listCampaigns' | OnCampaign, more?: CallOptions) =>
    runner.ask(`other:${operation}`, 'other', runner.call(operation, more))
  await ask('verifyToken', { bare: true })
  await ask('listCampaigns')
  await repeatReads(runner)
  const id = runner.mine.first?.id
  if (id === undefined) return
  await ask('getCampaign', { id })
  if (settings.readOnly) return
  await ask('updateCampaign', { id, body: runner.body('updateCampaign as other') })
  await ask('deleteCampaign', { id })
}

/** Reads of the main key that another account must not make. */
async function repeatReads(runner: Runner): Promise<void> {
  const { evidence } = runner
  const all = evidence.find('getRankings')
  const reads = [
    ['other:getRankings', evidence.ranked],
    // Without a filter, if that is possible.
    ['other:all rankings', all === evidence.ranked || all?.url.includes('?') ? undefined : all],
    ['other:getCampaignAnalytics', evidence.find('getCampaignAnalytics')],
    ['other:generateReport', evidence.find('generateReport')],
  ] as const
  for (const [step, read] of reads) {
    if (read && succeeded(read)) await runner.ask(step, 'other', runner.repeated(read))
    else evidence.skip(step, 'the main key read nothing of a campaign')
  }
}

/** Logs out with a key that may be lost. */
export async function logOut(runner: Runner): Promise<void> {
  const { evidence, settings, client } = runner
  if (!settings.tokens.logout) evidence.skip('logout', 'no --logout-token was given')
  else if (settings.readOnly) evidence.skip('logout', 'the run is --read-only')
  else if (client.budget.left('logout') < 2)
    evidence.skip('logout', 'the limit of requests was reached')
  else {
    await runner.ask('logout:verify', 'logout', runner.call('verifyToken', { bare: true }))
    await runner.ask('logout', 'logout', runner.call('logout'))
  }
}

/** Uses the restricted key at both ends of a run, to compare its quota. */
export async function askRestricted(runner: Runner, end: 'first' | 'last'): Promise<void> {
  if (!runner.settings.tokens.restricted) {
    runner.evidence.skip('restricted', 'no --restricted-token was given')
    return
  }
  const verify = runner.call('verifyToken', { bare: true })
  if (end === 'first') await runner.ask('restricted:verify', 'restricted', verify)
  else {
    const rankings = sameCall(runner, 'getRankings', '') ?? runner.call('getRankings')
    await runner.ask('restricted:getRankings', 'restricted', rankings)
  }
}

/** Operations that a read-only key must not use. */
export const WRITES = ['createCampaign', 'updateCampaign', 'deleteCampaign'] as const

/** A higher limit is not used up: that would take too many requests. */
export const MOST_LIMITED = 10

/** The list; another read if the main key cannot list, so that only the limit can refuse it. */
function usualRead(runner: Runner): Call {
  const { evidence } = runner
  const list = evidence.find('list:before')
  const reads = list && refused(list) ? READS.map((step) => evidence.find(step)) : []
  const read = reads.find((each) => each && succeeded(each))
  return read ? runner.repeated(read) : runner.call('listCampaigns')
}

/** Requests that any key may make. They use up the limited key, so that the main key need not make them. */
async function askAsides(runner: Runner, most: number): Promise<void> {
  const { evidence, settings } = runner
  const list = { path: '/campaigns', bare: true }
  const first = evidence.find('limited:first')
  const isFull = first !== undefined && heldBy(first)?.includes('*')
  const asides: Aside[] = [
    ['HEAD', { ...list, method: 'HEAD' }],
    ['OPTIONS', { ...PREFLIGHT, bare: true }],
  ]
  // Requests that are compared with assumptions are made with one key.
  if (!comparesAssumptions(runner)) {
    if (!settings.readOnly && isFull) asides.push(['login', runner.call('login', { body: {} })])
    const unknown = isFull && unknownCampaign(runner)
    if (unknown) asides.push(['unknown:getCampaign', unknown])
    asides.push(['unknown path', unknownPath(runner)])
    if (!settings.readOnly) asides.push(['wrong method', WRONG_METHOD])
    asides.push(['limited:again', runner.call('verifyToken', { bare: true })])
  }
  while (asides.length > 0) {
    const own = evidence.of('limited')
    const last = own.findLast((each) => isOfSameQuota(each, first))
    const since = last ? own.length - 1 - own.indexOf(last) : own.length
    const index = own.length - 1
    // Some of them need not count.
    const left = ((last && quotaOf(last).remaining) ?? most + 1 - index) - since
    if (last ? left < 1 : index >= most) return
    // The last one within the limit must succeed: a refused request need not count.
    const next = left === 1 ? asides.findIndex(([step]) => step === 'limited:again') : 0
    const [step, call] = asides.splice(Math.max(next, 0), 1)[0] as Aside
    const exchange = await runner.client.send('limited', call)
    if (errorCode(exchange) === 'rate_limit_exceeded') continue
    evidence.record(step, exchange)
    if (step === 'login') await trySession(runner, exchange)
  }
}

type Aside = [step: JourneyStep, call: Call]

/** A server may count requests that it refuses early together with those of others. */
function isOfSameQuota(exchange: Exchange, first: Exchange | undefined): boolean {
  const { limit, remaining } = quotaOf(exchange)
  return remaining !== null && (first === undefined || limit === quotaOf(first).limit)
}

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
  const most = Math.min((limit ?? MOST_LIMITED) + 2, runner.client.budget.left('limited') - 1)
  if (limit !== null && limit > MOST_LIMITED && errorCode(exchange) !== 'rate_limit_exceeded') {
    evidence.skip(
      'limited:last',
      `the limit of --limited-token is ${limit}; one of ${MOST_LIMITED} or less is needed`,
    )
    return
  }
  // A key that is used up at once shows nothing but its refusal.
  await askAsides(runner, succeeded(exchange) ? most - 3 : Math.min(2, most - 3))
  // Some of these requests need not count, as GET /auth/verify.
  const last = evidence.of('limited').findLast(succeeded)
  const left = (last && quotaOf(last).remaining) ?? most - evidence.of('limited').length
  const reads = Math.min(left, most) + 1
  for (let sent = 0; sent < reads && (sent === 0 || succeeded(exchange)); sent += 1) {
    exchange = await runner.client.send('limited', { ...usualRead(runner), bare: true })
  }
  if (isSkipped(exchange)) evidence.skip('limited', exchange.broken.message)
  else evidence.record('limited:last', exchange)
  if (errorCode(exchange) !== 'rate_limit_exceeded' || settings.readOnly) return
  const body = runner.body('createCampaign as limited')
  await runner.ask('limited:createCampaign', 'limited', runner.call('createCampaign', { body }))
}
