import { by, changed, data, showsCampaign, succeeded } from '../mutations.ts'
import { monday, ordinal } from '../strangers/fair/shapes.ts'
import { type Answer, type Exchange, Failure } from '../types.ts'
import { listed, ranked } from './habits.ts'
import type { Variation } from './variation.ts'

// biome-ignore lint/suspicious/noExplicitAny: as in Answer
type Record = any

/** JSON:API has no attribute of the name `type`, which is that of the resource. */
const resource =
  (type: string) =>
  ({ id, type: _, ...attributes }: Record) => ({ type, ...(id && { id }), attributes })

const WRAPPINGS: [name: string, wrap: (campaign: Record) => unknown][] = [
  ['result.campaign', (campaign) => ({ result: { campaign } })],
  ['response.data', (campaign) => ({ response: { data: campaign } })],
  ['a list of data', (campaign) => [{ data: campaign }]],
  ['data.attributes', ({ id, ...attributes }) => ({ data: { id, type: 'campaigns', attributes } })],
  [
    'campaign, next to the one before',
    (campaign) => ({ data: { campaign, previous: { id: 'x', name: 'old' } } }),
  ],
]

/** Seven rows from one on. A new campaign has none. */
function cutRankings({ query, service, operation }: Exchange, next: () => Answer, from: number) {
  const answer = next()
  if (operation !== 'getRankings') return answer
  const { fields } = service.campaigns.get(query.get('campaign_id') ?? '') ?? {}
  const isNew = fields !== undefined && !/^Seeded/.test(fields.name)
  answer.body.data = isNew ? [] : answer.body.data.slice(from, from + 7)
  return answer
}

/** Shapes that no overlay describes, so that the sandbox has none of them. `strangers/fair/shapes.ts` has more. */
export const SHAPE_VARIATIONS: Variation[] = [
  {
    name: 'The list needs a page',
    mutation: {
      validate: ({ operation, query }, next) => {
        if (operation === 'listCampaigns' && !query.has('page')) {
          throw new Failure('invalid_request', 'page is missing')
        }
        next()
      },
    },
  },
  {
    name: 'The list has its rows under their ids',
    mutation: listed((rows) => Object.fromEntries(rows.map((row) => [row.id, row]))),
  },
  {
    name: 'The list is edges with nodes, as GraphQL has it',
    mutation: listed((rows) => ({
      edges: rows.map((node) => ({ cursor: `at ${node.id}`, node })),
      pageInfo: { hasNextPage: false },
    })),
  },
  {
    name: 'A campaign has its members under attributes, as JSON:API has them',
    mutation: changed(
      showsCampaign,
      data(({ id, ...attributes }) => ({ id, type: 'campaigns', attributes })),
    ),
  },
  ...WRAPPINGS.map(([name, wrap]) => ({
    name: `A campaign is two levels down, in ${name}`,
    mutation: changed(showsCampaign, data(wrap)),
  })),
  {
    name: 'Every list and every record is a document of JSON:API, in data',
    mutation: {
      onResponse: (answer, exchange) => {
        if (answer.body?.success !== true) return
        const { data } = answer.body
        if (showsCampaign(answer, exchange))
          answer.body.data = { data: resource('campaigns')(data) }
        if (exchange.operation === 'listCampaigns') {
          const links = { self: '/campaigns', next: null }
          answer.body.data = {
            data: data.map(resource('campaigns')),
            links,
            meta: { total: data.length },
          }
        }
        if (exchange.operation === 'getRankings') {
          answer.body.data = { data: data.map(resource('rankings')) }
        }
      },
    },
  },
  {
    name: 'A create is answered with a task that has the campaign in it',
    mutation: changed(
      by('createCampaign'),
      succeeded,
      data((campaign) => ({ id: 'task_7', status: 'pending', campaign })),
    ),
  },
  {
    name: 'A create is answered with 202 and a draft that has neither keywords nor settings',
    mutation: changed(by('createCampaign'), succeeded, (answer) => {
      const { id, name, type } = answer.body.data
      answer.status = 202
      answer.body.data = { id, name, type, status: 'draft' }
    }),
  },
  ...['name', 'type', 'keywords', 'frequency', 'settings'].flatMap((member) => [
    {
      name: `The list has campaigns without ${member}`,
      mutation: listed((rows) => rows.map(({ [member]: _, ...row }) => row)),
    },
    {
      name: `The list has campaigns with ${member}: null`,
      mutation: listed((rows) => rows.map((row) => ({ ...row, [member]: null }))),
    },
    {
      name: `Creates and updates are answered without ${member}`,
      mutation: changed(
        by('createCampaign', 'updateCampaign'),
        succeeded,
        data(({ [member]: _, ...campaign }) => campaign),
      ),
    },
  ]),
  {
    name: 'Rankings are pages of seven rows, and campaigns share a keyword that is on the second',
    mutation: {
      ...listed((rows) =>
        rows.map((row) =>
          /^Seeded/.test(row.name) ? { ...row, keywords: row.keywords.toReversed() } : row,
        ),
      ),
      handle: (exchange, next) => cutRankings(exchange, next, 0),
    },
  },
  {
    name: 'Rankings are pages of seven rows, and the list shows no keywords',
    mutation: {
      ...listed((rows) => rows.map(({ id, name }) => ({ id, name }))),
      handle: (exchange, next) =>
        cutRankings(exchange, next, exchange.query.has('campaign_id') ? 0 : 7),
    },
  },
  {
    name: 'Rankings of a week are dated on its Monday',
    mutation: ranked((rows) => rows.map((row) => ({ ...row, date: monday(row.date) }))),
  },
  {
    name: 'Rankings have ordinal dates of ISO 8601',
    mutation: ranked((rows) => rows.map((row) => ({ ...row, date: ordinal(row.date) }))),
  },
]
