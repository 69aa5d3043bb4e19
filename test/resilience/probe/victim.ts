import { MARKER, VICTIM } from './accounts.ts'
import { bearer } from './request.ts'
import type { ProbedServer } from './server.ts'

const known = new WeakMap<ProbedServer, Promise<string[]>>()

/** Ids of all that the victim has, after it was given one of each kind. */
export function victimIds(server: ProbedServer): Promise<string[]> {
  let ids = known.get(server)
  if (!ids) {
    ids = furnish(server)
    known.set(server, ids)
  }
  return ids
}

/** Lists whose entries have ids. */
const LISTS = [
  '/_sandbox/events',
  '/_sandbox/deliveries',
  '/_sandbox/requests',
  '/_sandbox/faults',
  '/_sandbox/keys',
  '/_sandbox/webhooks',
  '/_sandbox/snapshots',
  '/api/campaigns',
  '/api/webhooks',
  '/api/alerts',
]

/** Must run before the canary reads for the first time. */
async function furnish(server: ProbedServer): Promise<string[]> {
  const { id: account, campaign } = VICTIM
  await server.operate('POST', `/events?account=${account}`, {
    type: 'ranking.changed',
    campaign_id: campaign,
    data: { keyword: `${MARKER} shoes` },
  })
  await server.operate('POST', `/faults?account=${account}`, {
    name: `${MARKER} fault`,
    operation: 'createCampaign',
    error: 'server_error',
    enabled: false,
  })
  await server.operate('POST', `/snapshots?account=${account}`, { name: 'before' })
  const ids = new Set([VICTIM.id, VICTIM.campaign, VICTIM.webhook, VICTIM.alert, 'cmp_victimtwo'])
  for (const target of LISTS) {
    const { body } = await server.send({ method: 'GET', target, headers: [bearer(VICTIM.key)] })
    for (const entry of JSON.parse(body.toString()).data ?? []) {
      for (const name of ['id', 'key_id', 'event_id', 'request_id', 'name']) {
        const id = entry[name]
        if (typeof id === 'string' && /^[\w.-]+$/.test(id) && !id.includes(MARKER)) ids.add(id)
      }
    }
  }
  // Every account that the operator created has a snapshot of this name.
  ids.delete('created')
  const { url } = await server.operate('GET', `/receiver?account=${account}`)
  ids.add(new URL(url).pathname.split('/').at(-1) as string)
  return [...ids]
}
