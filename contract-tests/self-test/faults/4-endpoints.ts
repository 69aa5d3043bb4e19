import { by, changed, data, handled, isMain, named, notYet, succeeded } from '../mutations.ts'
import { OPERATIONS, type OperationId } from '../routes.ts'
import { type Campaign, Failure, type Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

const PURPOSE: Record<OperationId, string[]> = {
  listCampaigns: ['4.13', '1.4'],
  createCampaign: ['4.15', '1.4'],
  getCampaign: ['4.16', '7.12', '1.4'],
  updateCampaign: ['4.17', '7.12', '1.4'],
  deleteCampaign: ['4.18', '7.12', '1.4'],
  getDashboards: ['4.19'],
  getIntelligenceOverview: ['4.20'],
  getRankings: ['4.21', '1.5', '5.4.4'],
  getMentions: ['4.22', '1.6'],
  getCampaignAnalytics: ['4.23', '1.7', '7.12'],
  generateReport: ['4.24', '1.8'],
  exportCsv: ['4.25', '1.9'],
  login: [],
  logout: [],
  getCurrentUser: ['4.28'],
  verifyToken: ['4.29', '4.30', '4.31'],
}

/** Facts that a missing operation contradicts, too: without a good key, there is no authentication error. */
const STRANGERS = ['4.1', '5.7.1', '5.7.2', '5.7.3', '4.2', '1.2']

const missing: Fault[] = OPERATIONS.map((operation) => ({
  name: `${named(operation)} does not exist`,
  facts: [...PURPOSE[operation], ...STRANGERS],
  mutation: {
    onRequest: (exchange, next) => {
      if (exchange.operation !== operation) return next()
      throw new Failure('not_found', 'No such endpoint')
    },
  },
}))

/** Not login and logout, which might end the key, nor what a new campaign may not have yet. */
const missingForKeys: Fault[] = (
  ['getDashboards', 'getMentions', 'getCurrentUser', 'listCampaigns'] as const
).map((operation) => ({
  name: `${named(operation)} exists for strangers, whom it refuses, and for nobody else`,
  facts: PURPOSE[operation],
  mutation: handled(operation, () => {
    throw new Failure('not_found', 'No such endpoint')
  }),
}))

/** A new campaign may have no data yet, but a failure of the service is none. */
const failing: Fault[] = [
  ...(['getRankings', 'getCampaignAnalytics', 'generateReport'] as const).map((operation) => ({
    name: `${named(operation)} of a new campaign fails with server_error`,
    facts: PURPOSE[operation],
    mutation: notYet(operation, 'server_error'),
  })),
  {
    name: 'GET /serp/rankings without a campaign fails with server_error',
    facts: PURPOSE.getRankings,
    mutation: handled('getRankings', ({ query }, next) => {
      if (!query.has('campaign_id')) throw new Failure('server_error')
      return next()
    }),
  },
]

/** Keeps what was deleted, and lets one operation see it. */
function undead(operation: OperationId): Mutation {
  return {
    handle: (exchange, next) => {
      const { service, id = '', memory } = exchange
      const deleted = service.campaigns.get(id)
      const ghosts = (memory.get('ghosts') ?? []) as Campaign[]
      const haunted = exchange.operation === operation
      if (haunted) for (const ghost of ghosts) service.campaigns.set(ghost.id, ghost)
      try {
        return next()
      } finally {
        if (haunted) for (const ghost of ghosts) service.campaigns.delete(ghost.id)
        if (exchange.operation === 'deleteCampaign' && deleted) {
          memory.set('ghosts', [...ghosts, deleted])
        }
      }
    },
  }
}

const lifecycle: Fault[] = [
  {
    name: 'GET /campaigns/{id} always shows the first campaign of the account',
    facts: ['4.16', '7.11', '2.23', '4.17', '4.18'],
    mutation: handled('getCampaign', (exchange, next) => {
      const [first] = exchange.service.campaignsOf(exchange.key?.account ?? '')
      exchange.id = first?.id ?? ''
      return next()
    }),
  },
  {
    name: 'GET /campaigns/{id} shows a campaign with another id than was asked for',
    facts: ['4.16', '2.16'],
    mutation: changed(
      by('getCampaign'),
      succeeded,
      data((campaign) => ({ ...campaign, id: `${campaign.id}0` })),
    ),
  },
  {
    name: 'A campaign that was created is not kept',
    facts: ['4.15', '4.16', '7.12', '4.14', '1.4'],
    mutation: handled('createCampaign', ({ service }, next) => {
      const answer = next()
      service.campaigns.delete(answer.body.data.id)
      return answer
    }),
  },
  {
    name: 'POST /campaigns answers with the id of another campaign than it created',
    facts: ['4.15', '4.16', '7.12', '2.23', '2.16', '4.14'],
    mutation: changed(
      by('createCampaign'),
      succeeded,
      data((campaign) => ({ ...campaign, id: `${campaign.id}x` })),
    ),
  },
  {
    name: 'An update is answered with success and changes nothing',
    facts: ['4.17'],
    mutation: handled('updateCampaign', ({ service, id }, next) => {
      const before = service.campaigns.get(id as string)?.fields
      const answer = next()
      const after = service.campaigns.get(id as string)
      if (after && before) after.fields = before
      return answer
    }),
  },
  {
    name: 'An update is answered with the new keywords, and keeps the old',
    facts: ['4.17', '2.23'],
    mutation: handled('updateCampaign', ({ service, id }, next) => {
      const before = service.campaigns.get(id as string)?.fields
      const answer = next()
      const after = service.campaigns.get(id as string)
      if (after && before) after.fields = { ...after.fields, keywords: before.keywords }
      return answer
    }),
  },
  {
    name: 'An update takes all but the name',
    facts: ['4.17'],
    mutation: handled('updateCampaign', (exchange, next) => {
      const { name, ...rest } = exchange.input
      exchange.input = rest
      return next()
    }),
  },
  {
    name: 'An update changes the names of all other campaigns, too',
    facts: ['4.17', '2.23', '4.16'],
    mutation: handled('updateCampaign', ({ service, id, key }, next) => {
      const answer = next()
      const { name } = answer.body.data
      for (const campaign of service.campaignsOf(key?.account ?? '')) {
        if (campaign.id !== id) campaign.fields = { ...campaign.fields, name }
      }
      return answer
    }),
  },
  {
    name: 'An update changes the newest other campaign instead',
    facts: ['4.17', '2.23'],
    mutation: handled('updateCampaign', (exchange, next) => {
      const { service, id, key } = exchange
      const answer = next()
      const target = service.campaigns.get(id as string)
      const other = service.campaignsOf(key?.account ?? '').findLast((each) => each.id !== id)
      if (target && other) {
        const { name } = target.fields
        target.fields = { ...target.fields, name: other.fields.name }
        other.fields = { ...other.fields, name }
      }
      return answer
    }),
  },
  {
    name: 'An update creates another campaign and leaves the old one as it was',
    facts: ['4.17'],
    mutation: handled('updateCampaign', ({ service, id, key }, next) => {
      const before = service.campaigns.get(id as string)?.fields
      const answer = next()
      const campaign = service.campaigns.get(id as string)
      if (campaign && before) {
        service.addCampaign(key?.account ?? '', campaign.fields)
        campaign.fields = before
      }
      return answer
    }),
  },
  {
    name: 'A PUT to a campaign that does not exist creates it',
    facts: ['7.11', '4.18', '4.17'],
    mutation: handled('updateCampaign', (exchange, next) => {
      const { service, id = '' } = exchange
      if (!service.campaigns.has(id)) {
        const fields = { name: 'New', type: 'serp', keywords: [], frequency: 'daily' }
        service.campaigns.set(id, { id, account: exchange.key?.account ?? '', fields })
      }
      return next()
    }),
  },
  {
    name: 'A delete is answered with success and deletes nothing',
    facts: ['4.18', '7.11'],
    mutation: handled('deleteCampaign', ({ service, id }, next) => {
      const campaign = service.campaigns.get(id as string)
      const answer = next()
      if (campaign) service.campaigns.set(campaign.id, campaign)
      return answer
    }),
  },
  {
    name: 'Every second delete is answered with success and deletes nothing',
    facts: ['4.18', '7.11'],
    mutation: handled('deleteCampaign', ({ service, id, tally }, next) => {
      const campaign = service.campaigns.get(id as string)
      const answer = next()
      const kept = tally('deletes') % 2 === 0
      if (campaign && kept) service.campaigns.set(campaign.id, campaign)
      return answer
    }),
  },
  {
    name: 'A delete always removes the newest campaign',
    facts: ['4.18', '4.16', '7.12', '7.11'],
    mutation: handled('deleteCampaign', (exchange, next) => {
      const { service, id, key } = exchange
      const newest = service.campaignsOf(key?.account ?? '').findLast((each) => each.id !== id)
      if (newest && service.campaigns.has(id as string)) exchange.id = newest.id
      const answer = next()
      answer.body.data.id = id
      return answer
    }),
  },
  {
    name: 'A delete removes all campaigns of the account',
    facts: ['4.18', '4.16', '7.12', '4.14'],
    mutation: handled('deleteCampaign', ({ service, key }, next) => {
      const answer = next()
      for (const { id } of service.campaignsOf(key?.account ?? '')) service.campaigns.delete(id)
      return answer
    }),
  },
  ...(
    [
      ['getCampaign', ['4.18', '7.11']],
      ['listCampaigns', ['4.18', '4.13', '4.14']],
      ['updateCampaign', ['7.11', '4.18']],
      ['deleteCampaign', ['7.11', '4.18']],
      ['getCampaignAnalytics', ['7.11', '4.18']],
    ] as const
  ).map(([operation, facts]) => ({
    name: `After a delete, ${operation} serves the campaign as before`,
    facts: [...facts],
    mutation: undead(operation),
  })),
]

const elsewhere: Fault[] = [
  {
    name: 'Verify works for restricted keys and does not exist for others',
    facts: ['4.29', '4.30', '4.31'],
    mutation: handled('verifyToken', (exchange, next) => {
      if (isMain(exchange)) throw new Failure('not_found', 'No such endpoint')
      return next()
    }),
  },
]

export const ENDPOINT_FAULTS: Fault[] = [
  ...missing,
  ...missingForKeys,
  ...failing,
  ...lifecycle,
  ...elsewhere,
]
