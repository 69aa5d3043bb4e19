/**
 * Servers that break a rule of `fuzz/model/problem.ts` after some sequence of requests, or for some values:
 * what the fixed requests of the suite do not all come across.
 */

import { by, changed, handled, succeeded } from './mutations.ts'
import { accepted, shown } from './operations.ts'
import { json } from './service.ts'
import { type Campaign, type Exchange, Failure, type Mutation } from './types.ts'

export interface StatefulFault {
  /** A sentence: what the server does. */
  name: string
  mutation: Mutation
  /** The fewest requests that show it. */
  requests: number
}

const previous = ({ service, key }: Exchange, id?: string): Campaign | undefined =>
  service
    .campaignsOf(key?.account ?? '')
    .filter((campaign) => campaign.id !== id && String(campaign.fields.name).startsWith('svc-'))
    .at(-1)

const updated = (
  change: (exchange: Exchange, found: Campaign, before: Campaign['fields']) => void,
) =>
  handled('updateCampaign', (exchange, next) => {
    const found = exchange.service.campaigns.get(exchange.id as string)
    const before = structuredClone(found?.fields ?? {})
    const answer = next()
    if (found) change(exchange, found, before)
    return answer
  })

const created = (change: (exchange: Exchange, made: Campaign) => void) =>
  handled('createCampaign', (exchange, next) => {
    const answer = next()
    const made = exchange.service.campaigns.get(answer.body.data.id)
    if (made) change(exchange, made)
    return answer
  })

/** Does something with what is refused for its values. */
const whenRefused = (operation: string, act: (exchange: Exchange) => void): Mutation => ({
  validate: (exchange, next) => {
    try {
      next()
    } catch (error) {
      if (exchange.operation === operation && !exchange.malformed) act(exchange)
      throw error
    }
  },
})

/** Does something with what a key is not permitted. */
const whenForbidden = (operation: string, act: (exchange: Exchange) => void): Mutation => ({
  permit: (exchange, next) => {
    try {
      next()
    } catch (error) {
      if (exchange.operation === operation) act(exchange)
      throw error
    }
  },
})

const inUpdates: StatefulFault[] = [
  {
    name: 'An update of keywords alone is lost',
    requests: 3,
    mutation: updated(({ input }, found, before) => {
      if (Object.keys(input).join() === 'keywords') found.fields = before
    }),
  },
  {
    name: 'The second update of a campaign is lost',
    requests: 4,
    mutation: updated(({ memory, id }, found, before) => {
      const count = ((memory.get(`updates ${id}`) as number) ?? 0) + 1
      memory.set(`updates ${id}`, count)
      if (count === 2) found.fields = before
    }),
  },
  {
    name: 'An update renames the campaign before it too',
    requests: 4,
    mutation: updated((exchange, found) => {
      const other = previous(exchange, found.id)
      if (other) other.fields = { ...other.fields, name: found.fields.name }
    }),
  },
  {
    name: 'The first reads after an update are of the time before it',
    requests: 3,
    mutation: {
      handle: (exchange, next) => {
        const { operation, id, memory, service } = exchange
        const found = service.campaigns.get(id ?? '')
        if (operation === 'updateCampaign' && found) memory.set(`old ${id}`, shown(found))
        const answer = next()
        if (operation === 'getCampaign' && memory.has(`old ${id}`)) {
          answer.body.data = memory.get(`old ${id}`)
          // A single one may come too early.
          if (exchange.tally(`old ${id}`) % 2 === 0) memory.delete(`old ${id}`)
        }
        return answer
      },
    },
  },
]

const inDeletes: StatefulFault[] = [
  {
    name: 'An update of a deleted campaign is refused, and brings it back',
    requests: 4,
    mutation: {
      handle: (exchange, next) => {
        const { operation, id = '', memory, service } = exchange
        const found = service.campaigns.get(id)
        if (operation === 'deleteCampaign' && found) memory.set(id, found)
        if (operation === 'updateCampaign' && !found && memory.has(id)) {
          service.campaigns.set(id, memory.get(id) as Campaign)
          throw new Failure('not_found', 'No such campaign')
        }
        return next()
      },
    },
  },
  {
    name: 'A deleted campaign is back after the next create',
    requests: 4,
    mutation: {
      handle: (exchange, next) => {
        const { operation, id = '', memory, service } = exchange
        const found = service.campaigns.get(id)
        if (operation === 'deleteCampaign' && found) memory.set('deleted', found)
        const back = memory.get('deleted') as Campaign | undefined
        if (operation === 'createCampaign' && back) {
          service.campaigns.set(back.id, back)
          memory.delete('deleted')
        }
        return next()
      },
    },
  },
  {
    name: 'A delete deletes the campaign before it too',
    requests: 4,
    mutation: handled('deleteCampaign', (exchange, next) => {
      const answer = next()
      const other = previous(exchange)
      if (other) exchange.service.campaigns.delete(other.id)
      return answer
    }),
  },
  {
    name: 'Campaigns that were updated can be deleted, and are still there',
    requests: 4,
    mutation: {
      handle: (exchange, next) => {
        const { operation, id = '', memory, service } = exchange
        const found = service.campaigns.get(id)
        if (operation === 'updateCampaign') memory.set(`updated ${id}`, true)
        const answer = next()
        if (operation === 'deleteCampaign' && found && memory.has(`updated ${id}`)) {
          service.campaigns.set(id, found)
        }
        return answer
      },
    },
  },
]

const inRefusals: StatefulFault[] = [
  {
    name: 'A create that is refused for a wrong type sticks',
    requests: 2,
    mutation: whenRefused('createCampaign', ({ service, input }) => {
      if (input?.name !== undefined && input.keywords !== undefined) {
        service.addCampaign('acc_main', accepted(input))
      }
    }),
  },
  {
    name: 'An update that is refused for a wrong type is carried out up to it',
    requests: 3,
    mutation: whenRefused('updateCampaign', ({ service, id, input }) => {
      const found = service.campaigns.get(id ?? '')
      if (found && typeof input?.name === 'string') found.fields.name = input.name
    }),
  },
  {
    name: 'A create that the key is not permitted sticks',
    requests: 2,
    mutation: whenForbidden('createCampaign', ({ service, input }) => {
      if (input?.name && input.keywords) service.addCampaign('acc_main', accepted(input))
    }),
  },
  {
    name: 'An update that the key is not permitted is carried out',
    requests: 3,
    mutation: whenForbidden('updateCampaign', (exchange) => exchange.service.act(exchange)),
  },
  {
    name: 'A delete that the key is not permitted is carried out',
    requests: 3,
    mutation: whenForbidden('deleteCampaign', (exchange) => exchange.service.act(exchange)),
  },
]

const OTHERS = (exchange: Exchange) =>
  [...exchange.service.campaigns.values()].filter(
    ({ account }) => account !== exchange.key?.account,
  )

const betweenAccounts: StatefulFault[] = [
  {
    name: 'The list shows campaigns of other accounts',
    requests: 2,
    mutation: handled('listCampaigns', (exchange, next) => {
      const answer = next()
      answer.body.data.push(...OTHERS(exchange).map(shown))
      return answer
    }),
  },
  {
    name: 'Any key reads any campaign',
    requests: 2,
    mutation: {
      handle: (exchange, next) => {
        const found = exchange.service.campaigns.get(exchange.id ?? '')
        const isForeign = exchange.operation === 'getCampaign' && found
        return isForeign ? exchange.service.success(shown(found)) : next()
      },
    },
  },
  {
    name: 'An update of a campaign of another account is refused and carried out',
    requests: 3,
    mutation: {
      handle: (exchange, next) => {
        const found = exchange.service.campaigns.get(exchange.id ?? '')
        if (exchange.operation === 'updateCampaign' && found) {
          found.fields = { ...found.fields, ...accepted(exchange.input) }
        }
        return next()
      },
    },
  },
  {
    name: 'The dashboard names campaigns of other accounts',
    requests: 2,
    mutation: changed(by('getDashboards'), succeeded, (answer, exchange) => {
      answer.body.data.latest = OTHERS(exchange).map(({ fields }) => fields.name)
    }),
  },
]

const number = (query: URLSearchParams, name: string, otherwise: number) =>
  Math.max(0, Number.parseInt(query.get(name) ?? '', 10) || otherwise)

const paged = (first: (offset: number) => number, total: (count: number) => number = (is) => is) =>
  handled('listCampaigns', ({ query }, next) => {
    const answer = next()
    const all = answer.body.data as unknown[]
    const [limit, offset] = [number(query, 'limit', 20), number(query, 'offset', 0)]
    answer.body.data = all.slice(first(offset), first(offset) + limit)
    answer.body.meta.pagination = { limit, offset, total: total(all.length) }
    return answer
  })

const inLists: StatefulFault[] = [
  {
    name: 'The second page of the list begins one too late',
    requests: 4,
    mutation: paged((offset) => (offset > 0 ? offset + 1 : 0)),
  },
  {
    name: 'The second page of the list begins with the last row of the first',
    requests: 4,
    mutation: paged((offset) => Math.max(0, offset - 1)),
  },
  {
    name: 'Campaigns that were updated are no longer listed',
    requests: 3,
    mutation: {
      handle: (exchange, next) => {
        const { operation, id, memory } = exchange
        if (operation === 'updateCampaign') memory.set(`updated ${id}`, true)
        const answer = next()
        if (operation === 'listCampaigns') {
          const rows = answer.body.data as { id: string }[]
          answer.body.data = rows.filter((row) => !memory.has(`updated ${row.id}`))
          answer.body.meta.total = answer.body.data.length
        }
        return answer
      },
    },
  },
  {
    name: 'Of more than five campaigns the last is not listed',
    requests: 4,
    mutation: changed(by('listCampaigns'), succeeded, ({ body }) => {
      if (body.data.length > 5) body.data = body.data.slice(0, -1)
    }),
  },
]

const stores = (change: (fields: Campaign['fields']) => void): Mutation => ({
  handle: (exchange, next) => {
    const answer = next()
    const { operation, id } = exchange
    if (operation !== 'createCampaign' && operation !== 'updateCampaign') return answer
    const found = exchange.service.campaigns.get(id ?? answer.body.data.id)
    if (found) change(found.fields)
    return answer
  },
})

const atBoundaries: StatefulFault[] = [
  {
    name: 'Names are cut to 199 characters',
    requests: 2,
    mutation: stores((fields) => {
      fields.name = fields.name.slice(0, 199)
    }),
  },
  {
    name: 'One keyword alone is not kept',
    requests: 2,
    mutation: stores((fields) => {
      if (fields.keywords.length === 1) fields.keywords = []
    }),
  },
  {
    name: 'Letters beyond the BMP become question marks',
    requests: 3,
    mutation: stores((fields) => {
      fields.keywords = fields.keywords.map((word: string) =>
        word.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
      )
    }),
  },
  {
    name: 'More than 50 keywords are cut off',
    requests: 3,
    mutation: stores((fields) => {
      fields.keywords = fields.keywords.slice(0, 50)
    }),
  },
  {
    name: 'A body with __proto__ is an internal error',
    requests: 1,
    mutation: {
      validate: ({ request }, next) => {
        if (request.body.includes('__proto__"')) throw new Failure('server_error', 'Oops')
        next()
      },
    },
  },
  {
    name: 'A negative limit is an internal error, outside of the envelope',
    requests: 1,
    mutation: changed(
      ({ body }, { query }) => body !== undefined && Number(query.get('limit')) < 0,
      (answer) => {
        Object.assign(answer, json(500, { message: 'Internal Server Error' }))
      },
    ),
  },
]

/** Keeps an answer back for a moment, in which a request that comes is one of the same time. */
const BUSY_MS = 20

const racing = (
  operation: 'createCampaign' | 'updateCampaign',
  lose: (exchange: Exchange) => void,
): Mutation => ({
  handle: (exchange, next) => {
    const answer = next()
    if (exchange.operation !== operation) return answer
    const { memory, service, id = '' } = exchange
    const busy = (memory.get(`busy ${id}`) as number) ?? 0
    if (service.now() < busy) lose(exchange)
    memory.set(`busy ${id}`, service.now() + BUSY_MS / 2)
    answer.delay = BUSY_MS
    return answer
  },
})

const inRaces: StatefulFault[] = [
  {
    name: 'Of two updates at the same time one loses the keywords that neither named',
    requests: 4,
    mutation: racing('updateCampaign', ({ service, id = '' }) => {
      const found = service.campaigns.get(id)
      if (found) found.fields = { ...found.fields, keywords: ['lost'] }
    }),
  },
  {
    name: 'Of two creates at the same time one is made twice',
    requests: 3,
    mutation: racing('createCampaign', ({ service, input, key }) => {
      service.addCampaign(key?.account ?? '', accepted(input))
    }),
  },
]

const betweenCampaigns: StatefulFault[] = [
  {
    name: 'A campaign of the same name as another takes over its keywords',
    requests: 3,
    mutation: created((exchange, made) => {
      const other = exchange.service
        .campaignsOf(made.account)
        .find(({ id, fields }) => id !== made.id && fields.name === made.fields.name)
      if (other) made.fields = { ...made.fields, keywords: other.fields.keywords }
    }),
  },
]

export const STATEFUL_FAULTS: StatefulFault[] = [
  ...inUpdates,
  ...inDeletes,
  ...inRefusals,
  ...betweenAccounts,
  ...inLists,
  ...atBoundaries,
  ...inRaces,
  ...betweenCampaigns,
]
