/** The response of each operation, for a request that passed every check before it. */
import { mentionRows, rankingRows } from './intelligence.ts'
import type { OperationId } from './routes.ts'
import { type Answer, type Campaign, type Exchange, Failure, type Key } from './types.ts'

type Handler = (exchange: Exchange, account: string) => Answer

const FIELD_NAMES = ['name', 'type', 'keywords', 'frequency', 'settings']

export const OPERATION_HANDLERS: Record<OperationId, Handler> = {
  listCampaigns: ({ service }, account) => service.success(service.campaignsOf(account).map(shown)),

  createCampaign: ({ service, input }, account) =>
    service.success(shown(service.addCampaign(account, accepted(input))), 201, 'Campaign created'),

  getCampaign: (exchange, account) => exchange.service.success(shown(campaign(exchange, account))),

  updateCampaign: (exchange, account) => {
    const found = campaign(exchange, account)
    found.fields = { ...found.fields, ...accepted(exchange.input) }
    return exchange.service.success(shown(found), 200, 'Campaign updated')
  },

  deleteCampaign: (exchange, account) => {
    const { id } = campaign(exchange, account)
    exchange.service.campaigns.delete(id)
    return exchange.service.success({ id, deleted: true }, 200, 'Campaign deleted')
  },

  getDashboards: ({ service }, account) =>
    service.success({ campaigns: service.campaignsOf(account).length, widgets: [] }),

  getIntelligenceOverview: ({ service }, account) =>
    service.success({
      keywords: service.campaignsOf(account).flatMap((each) => each.fields.keywords).length,
    }),

  getRankings: (exchange, account) => {
    const { service, query } = exchange
    return service.success(rankingRows(selected(exchange, account), query, service.now()))
  },

  getMentions: ({ service, query }) => service.success(mentionRows(query, service.now())),

  getCampaignAnalytics: (exchange, account) => {
    const { service, query } = exchange
    const found = campaign(exchange, account)
    const rows = rankingRows([found], query, service.now())
    const sum = rows.reduce((total, row) => total + row.position, 0)
    return service.success({
      campaign_id: found.id,
      average_position: rows.length ? sum / rows.length : 0,
      trend: rows.map(({ date, position }) => ({ date, position })),
    })
  },

  generateReport: (exchange, account) => {
    const { service, query } = exchange
    selected(exchange, account)
    const name = `${query.get('campaign_id')}.${query.get('format') ?? 'pdf'}`
    return service.success({
      download_url: `https://files.example.com/reports/${encodeURIComponent(name)}`,
    })
  },

  exportCsv: (exchange, account) => {
    const { service, query } = exchange
    const rows = rankingRows(selected(exchange, account), query, service.now())
    const lines = rows.map((row) => [row.date, JSON.stringify(row.keyword), row.position].join(','))
    return service.success({ csv: ['date,keyword,position', ...lines].join('\n') })
  },

  login: ({ service }, account) => service.success({ user: user(account), session: 'started' }),

  logout: ({ service }) => service.success({ session: 'ended' }),

  getCurrentUser: ({ service }, account) => service.success(user(account)),

  verifyToken: ({ service, key }) => {
    const { id, account, permissions, quota } = key as Key
    return service.success({
      key_id: id,
      account_id: account,
      permissions,
      rate_limit: { limit: quota.limit, remaining: quota.limit - quota.used },
    })
  },
}

/** A campaign as clients see it. */
export function shown({ id, fields }: Campaign): Record<string, unknown> {
  return { id, ...structuredClone(fields) }
}

export function accepted(input: Record<string, unknown>): Campaign['fields'] {
  return Object.fromEntries(Object.entries(input).filter(([name]) => FIELD_NAMES.includes(name)))
}

/** The campaign that the path names. */
function campaign({ service, id }: Exchange, account: string): Campaign {
  return owned(service.campaigns.get(id as string), account)
}

/** The campaigns that the query selects: one by campaign_id, else all. */
function selected({ service, query }: Exchange, account: string): Campaign[] {
  const id = query.get('campaign_id')
  if (!id) return service.campaignsOf(account)
  return [owned(service.campaigns.get(id), account)]
}

function owned(found: Campaign | undefined, account: string): Campaign {
  if (found?.account !== account) throw new Failure('not_found', 'No such campaign')
  return found
}

function user(account: string) {
  return { user_id: `usr_${account}`, email: 'user@example.com', account_id: account }
}
