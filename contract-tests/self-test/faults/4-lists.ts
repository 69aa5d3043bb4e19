import { by, campaigns, changed, data, succeeded } from '../mutations.ts'
import { shown } from '../operations.ts'
import type { Fault } from './fault.ts'

/** GET /campaigns */
export const LIST_FAULTS: Fault[] = [
  {
    name: 'GET /campaigns answers one campaign instead of a list',
    facts: ['4.13'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data(([first]) => first ?? {}),
    ),
  },
  {
    name: 'GET /campaigns answers how many campaigns there are',
    facts: ['4.13'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data((list) => ({ count: list.length })),
    ),
  },
  {
    name: 'GET /campaigns is empty for an account that had none before the campaign was created',
    facts: ['4.14', '4.13', '1.4'],
    mutation: {
      settings: { seeded: 0 },
      ...changed(
        by('listCampaigns'),
        succeeded,
        data(() => []),
      ),
    },
  },
  {
    name: 'GET /campaigns is always empty',
    facts: ['4.14', '4.13', '1.4'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data(() => []),
    ),
  },
  {
    name: 'GET /campaigns lacks what was created, and says that it is complete',
    facts: ['4.14', '4.13'],
    mutation: changed(by('listCampaigns'), succeeded, (answer) => {
      const items = answer.body.data.slice(0, 3)
      answer.body.data = { items, total: items.length, page: 1, pages: 1, has_more: false }
    }),
  },
  {
    name: 'GET /campaigns lists created campaigns under another id',
    facts: ['4.14', '2.16', '4.13'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      campaigns((campaign) => {
        campaign.id = campaign.id.replace('cmp_', 'list_')
      }),
    ),
  },
  {
    name: 'GET /campaigns shows the old name of an updated campaign',
    facts: ['4.17', '4.14', '4.13', '2.23'],
    mutation: {
      handle: (exchange, next) => {
        const { operation, service, id, memory, key } = exchange
        const before = id && operation === 'updateCampaign' && service.campaigns.get(id)
        if (before) memory.set(before.id, before.fields.name)
        if (operation !== 'listCampaigns') return next()
        return service.success(
          service.campaignsOf(key?.account ?? '').map((campaign) => ({
            ...shown(campaign),
            name: memory.get(campaign.id) ?? campaign.fields.name,
          })),
        )
      },
    },
  },
  {
    name: 'GET /campaigns counts one more campaign than all its pages list',
    facts: ['4.14'],
    mutation: changed(by('listCampaigns'), succeeded, ({ body }, { query }) => {
      const rows = body.data as unknown[]
      const limit = Number(query.get('limit') ?? 20)
      const offset = Number(query.get('offset') ?? 0)
      body.data = rows.slice(offset, offset + limit)
      body.meta.pagination = { limit, offset, total: rows.length + 1 }
    }),
  },
]
