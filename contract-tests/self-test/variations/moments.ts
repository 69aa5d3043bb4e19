import {
  by,
  campaigns,
  changed,
  isMain,
  LIMIT,
  notYet,
  nth,
  REMAINING,
  showsCampaigns,
  succeeded,
  text,
} from '../mutations.ts'
import { Failure, type Mutation } from '../types.ts'
import type { Variation } from './variation.ts'

/**
 * Variations that pass by themselves or are not there yet. One of each kind; `strangers/fair/` has throttles, resets and delays of
 * several sizes, in five styles.
 */
const passing: Variation[] = [
  {
    name: 'The first GET after an update shows the campaign as it was',
    mutation: {
      handle: (exchange, next) => {
        const { operation, service, id, memory } = exchange
        if (operation === 'updateCampaign') {
          memory.set(`old ${id}`, service.campaigns.get(id as string)?.fields)
        }
        const answer = next()
        const old = memory.get(`old ${id}`)
        if (operation === 'getCampaign' && old) {
          answer.body.data = { id, ...old }
          memory.delete(`old ${id}`)
        }
        return answer
      },
    },
  },
  {
    name: 'The first list after a create lacks the newest campaign',
    mutation: {
      handle: (exchange, next) => {
        const { operation, memory } = exchange
        const answer = next()
        if (operation === 'createCampaign') memory.set('new', answer.body.data.id)
        if (operation === 'listCampaigns' && memory.has('new')) {
          const rows = answer.body.data as { id: string }[]
          answer.body.data = rows.filter(({ id }) => id !== memory.get('new'))
          memory.delete('new')
        }
        return answer
      },
    },
  },
  {
    name: 'Every 40th request is refused once, with Retry-After',
    mutation: {
      charge: ({ key, tally }, next) => {
        next()
        if (key && tally('charged') % 40 === 0) throw new Failure('rate_limit_exceeded', BURST)
      },
      onResponse: ({ body, headers }) => {
        if (body?.error?.message === BURST) headers['Retry-After'] = '1'
      },
    },
  },
  {
    name: 'The 22nd response is a page of a proxy (502)',
    mutation: changed(
      (_, { number }) => number === 22,
      (answer, exchange) => {
        answer.status = 502
        text(() => '<html><h1>502 Bad Gateway</h1></html>', 'text/html')(answer, exchange)
      },
    ),
  },
  {
    name: 'The second list is cut off by a lost connection',
    mutation: changed(by('listCampaigns'), succeeded, nth(2), (answer) => {
      answer.cut = true
    }),
  },
]

const BURST = 'Too many requests a second'

/** Accepts an operation of campaigns that the run made, and has no result yet. */
const pending = (operation: string, data: object): Mutation => ({
  handle: (exchange, next) => {
    const { id, query, memory, service } = exchange
    const isNew = memory.has(`new ${id ?? query.get('campaign_id')}`)
    const answer = next()
    if (exchange.operation === 'createCampaign') memory.set(`new ${answer.body.data.id}`, true)
    return exchange.operation === operation && isNew ? service.success(data, 202) : answer
  },
})

const missing: Variation[] = [
  {
    name: 'Analytics of a new campaign do not exist yet',
    mutation: notYet('getCampaignAnalytics', 'not_found'),
  },
  {
    name: 'A report of a new campaign does not exist yet',
    mutation: notYet('generateReport', 'not_found'),
  },
  ...(['getCampaignAnalytics', 'generateReport', 'getRankings'] as const).flatMap((operation) => [
    ...[202, 404, 409, 423, 425].map((status) => ({
      name: `${operation} of a new campaign is refused with ${status} and invalid_request`,
      mutation: notYet(operation, 'invalid_request', status),
    })),
    {
      name: `${operation} of a new campaign is refused with 409, and there is no older one`,
      mutation: notYet(operation, 'invalid_request', 409, { seeded: 0 }),
    },
    {
      name: `${operation} of a new campaign is not found with 404, and there is no older one`,
      mutation: notYet(operation, 'not_found', 404, { seeded: 0 }),
    },
    {
      name: `${operation} of a new campaign is pending (202)`,
      mutation: pending(operation, { status: 'pending', progress: 0 }),
    },
  ]),
  {
    name: 'A report that is pending has an empty download_url, with its state around it',
    mutation: pending('generateReport', { state: 'queued', report: { id: 7, download_url: '' } }),
  },
  {
    name: 'Campaigns without a location have Germany by default',
    mutation: changed(
      showsCampaigns,
      campaigns((campaign) => {
        campaign.settings = { location: 'Germany', ...campaign.settings }
      }),
    ),
  },
  {
    name: 'The plan has room for one more campaign',
    mutation: {
      validate: ({ operation, service, key }, next) => {
        next()
        const isFull = service.campaignsOf(key?.account ?? '').length > 3
        if (operation === 'createCampaign' && isFull) {
          throw new Failure('invalid_request', 'The plan has room for four campaigns')
        }
      },
    },
  },
]

const counting: Variation[] = [
  {
    name: 'Verify is not counted',
    mutation: {
      charge: ({ operation }, next) => {
        if (operation !== 'verifyToken') next()
      },
    },
  },
  {
    name: 'The limit of the main key is -1, which is none',
    mutation: {
      charge: (exchange, next) => {
        if (!isMain(exchange)) next()
      },
      onResponse: ({ headers, body }, exchange) => {
        if (!isMain(exchange)) return
        Object.assign(headers, { [LIMIT]: '-1', [REMAINING]: '-1' })
        if (body.data?.rate_limit) body.data.rate_limit = { limit: -1, remaining: -1 }
      },
    },
  },
]

export const MOMENT_VARIATIONS: Variation[] = [...passing, ...missing, ...counting]
