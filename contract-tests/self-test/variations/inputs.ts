import { by, changed, handled, succeeded } from '../mutations.ts'
import type { OperationId } from '../routes.ts'
import { type Answer, type Exchange, Failure, type Mutation } from '../types.ts'
import type { Variation } from './variation.ts'

/** Refuses, after all that the conforming server refuses. */
const refusing = (
  refuses: (exchange: Exchange) => boolean | undefined,
  message: string,
): Mutation => ({
  validate: (exchange, next) => {
    next()
    if (refuses(exchange)) throw new Failure('invalid_request', message)
  },
})

const creates = ({ operation }: Exchange) => operation === 'createCampaign'
const setting = (name: string, values: string[]): Mutation =>
  refusing(
    (exchange) => {
      const value = exchange.input?.settings?.[name]
      return creates(exchange) && value !== undefined && !values.includes(value)
    },
    `${name} has none of the values ${values.join(', ')}`,
  )

/** The inputs of §2. */
const DOCUMENTED: Partial<Record<OperationId, string[]>> = {
  getRankings: ['campaign_id', 'start_date', 'end_date', 'keywords'],
  getMentions: ['brand', 'platforms', 'start_date'],
  generateReport: ['campaign_id', 'format', 'date_range', 'include'],
}

const without = (name: string, ...operations: OperationId[]): Mutation =>
  refusing(
    ({ operation, query }) => operation && operations.includes(operation) && !query.get(name),
    `${name} is missing`,
  )

/** §2: allowed values are not shown; §4: query parameters are not shown. */
const strict: Variation[] = [
  {
    name: 'Query parameters that are not those of §2 are refused',
    mutation: refusing(({ operation, query }) => {
      const names = (operation && DOCUMENTED[operation]) ?? []
      return [...query.keys()].some((name) => !names.includes(name.replace('[]', '')))
    }, 'Unknown parameter'),
  },
  {
    name: 'All query parameters are refused, inputs being taken as headers',
    mutation: {
      validate: (exchange, next) => {
        if (exchange.query.size > 0) throw new Failure('invalid_request', 'No parameters are taken')
        if (exchange.operation !== 'generateReport') next()
      },
    },
  },
  {
    name: 'Rankings and the export need a campaign_id',
    mutation: without('campaign_id', 'getRankings', 'exportCsv'),
  },
  { name: 'Mentions need a brand', mutation: without('brand', 'getMentions') },
  {
    name: 'Rankings and mentions need dates',
    mutation: without('start_date', 'getRankings', 'getMentions'),
  },
  {
    name: 'The dashboards need a period',
    mutation: without('period', 'getDashboards', 'getIntelligenceOverview'),
  },
  { name: 'The analytics need a metric', mutation: without('metric', 'getCampaignAnalytics') },
  {
    name: 'Devices are phone and computer, and no others',
    mutation: setting('device', ['phone', 'computer']),
  },
  {
    name: 'Locations are two cities, and no others',
    mutation: setting('location', ['Reykjavik', 'Valletta']),
  },
  {
    name: 'Search engines are one, which nobody knows',
    mutation: setting('search_engine', ['example']),
  },
  {
    name: 'Settings need all three fields',
    mutation: refusing(
      (exchange) =>
        creates(exchange) &&
        exchange.input.settings !== undefined &&
        !['location', 'device', 'search_engine'].every((name) => exchange.input.settings[name]),
      'settings are not complete',
    ),
  },
  {
    name: 'Empty names and empty keywords are refused',
    mutation: refusing(
      (exchange) =>
        creates(exchange) &&
        (exchange.input.name === '' ||
          exchange.input.keywords.length === 0 ||
          exchange.input.keywords.includes('')),
      'Empty values are refused',
    ),
  },
  {
    name: 'Types other than serp and frequencies other than daily are refused',
    mutation: refusing(
      (exchange) =>
        creates(exchange) &&
        (exchange.input.type !== 'serp' || exchange.input.frequency !== 'daily'),
      'Unknown type or frequency',
    ),
  },
  {
    name: 'Names are unique in an account',
    mutation: refusing(
      (exchange) =>
        creates(exchange) &&
        exchange.service
          .campaignsOf(exchange.key?.account ?? '')
          .some(({ fields }) => fields.name === exchange.input.name),
      'There is a campaign of that name',
    ),
  },
  {
    name: 'Fields of a campaign that are not those of §2 are refused',
    mutation: refusing(
      ({ operation, input }) =>
        (operation === 'createCampaign' || operation === 'updateCampaign') &&
        Object.keys(input).some(
          (name) => !['name', 'type', 'keywords', 'frequency', 'settings'].includes(name),
        ),
      'Unknown field',
    ),
  },
  {
    name: 'Bodies without Content-Type: application/json are refused',
    mutation: refusing(
      ({ request, input }) =>
        input !== undefined && !request.headers['content-type']?.startsWith('application/json'),
      'Send JSON',
    ),
  },
]

/** How lists are paged is not shown (§4). New campaigns come last, so the first page lacks them. */
function paged(
  size: number,
  show: (page: { items: unknown[]; at: number; total: number }, answer: Answer) => void,
  first: (query: URLSearchParams) => number = () => 0,
  sizeOf: (query: URLSearchParams) => number = () => size,
): Mutation {
  return handled('listCampaigns', ({ query }, next) => {
    const answer = next()
    const all = answer.body.data as unknown[]
    const at = first(query)
    const items = all.slice(at, at + sizeOf(query))
    answer.body.data = items
    show({ items, at, total: all.length }, answer)
    return answer
  })
}

const number = (query: URLSearchParams, name: string, otherwise: number) => {
  const value = Number.parseInt(query.get(name) ?? '', 10)
  return Number.isNaN(value) ? otherwise : value
}

const pages: Variation[] = [
  ...[10, 20].map((size) => ({
    name: `The list is a page of ${size} of an account with as many, with no hint that there are others`,
    mutation: { settings: { seeded: size }, ...paged(size, () => {}) },
  })),
  {
    name: 'The list is paged by page, with the number of pages',
    mutation: paged(
      2,
      ({ items, at, total }, answer) => {
        answer.body.data = { items, page: at / 2 + 1, total_pages: Math.ceil(total / 2) }
      },
      (query) => (number(query, 'page', 1) - 1) * 2,
    ),
  },
  {
    name: 'The list is paged by limit and offset, with a total in meta',
    mutation: {
      settings: { seeded: 20 },
      ...paged(
        20,
        ({ at, total }, { body }) => {
          body.meta.pagination = { limit: 20, offset: at, total }
        },
        (query) => number(query, 'offset', 0),
        (query) => Math.min(50, number(query, 'limit', 20)),
      ),
    },
  },
  {
    name: 'The list is paged by cursor, with the next one next to data',
    mutation: paged(
      2,
      ({ at, total }, { body }) => {
        body.next_cursor = at + 2 < total ? Buffer.from(`at ${at + 2}`).toString('base64url') : null
      },
      (query) => number(new URLSearchParams({ at: decode(query.get('cursor')) }), 'at', 0),
    ),
  },
  {
    name: 'The list is paged with a Link header and has_more',
    mutation: paged(
      3,
      ({ items, at, total }, answer) => {
        answer.headers.Link = `</campaigns?page=${at / 3 + 2}>; rel="next"`
        answer.body.data = { results: items, has_more: at + 3 < total }
      },
      (query) => (number(query, 'page', 1) - 1) * 3,
    ),
  },
]

/** Refuses a list without a page; the first one has a number. */
const needed = (name: string, first: number, size = 4): Mutation => ({
  validate: ({ operation, query }, next) => {
    next()
    if (operation !== 'listCampaigns') return
    if (!query.has(name)) throw new Failure('invalid_request', `The ${name} field is required`)
    if (number(query, name, -1) < first) {
      throw new Failure('invalid_request', `The ${name} must be at least ${first}`)
    }
  },
  ...paged(
    size,
    () => {},
    (query) => (number(query, name, first) - first) * size,
  ),
})

const starts: Variation[] = [
  ...[0, 1, 2, 5].map((first) => ({
    name: `The list needs a page, and the first is ${first}`,
    mutation: needed('page', first),
  })),
  {
    name: 'The list needs a page of JSON:API (page[number])',
    mutation: needed('page[number]', 1),
  },
  {
    name: 'The list needs a size',
    mutation: {
      ...without('limit', 'listCampaigns'),
      ...paged(
        4,
        () => {},
        () => 0,
        (query) => number(query, 'limit', 4),
      ),
    },
  },
  { name: 'The list needs a parameter that nobody knows', mutation: needed('window', 1) },
  ...[2, 5].map((first) => ({
    name: `The pages of the list begin with ${first}, and nothing says so`,
    mutation: {
      settings: { seeded: 6 },
      ...paged(
        7,
        () => {},
        (query) => (number(query, 'page', first) - first) * 7,
      ),
    },
  })),
  {
    name: 'The pages of the list begin with 2, as its paginator says',
    mutation: paged(
      2,
      ({ items, at, total }, answer) => {
        const current_page = at / 2 + 2
        const last_page = Math.ceil(total / 2) + 1
        const next =
          current_page < last_page
            ? `http://api.example.com/api/campaigns?page=${current_page + 1}`
            : null
        answer.body.data = {
          data: items,
          links: { next, prev: null },
          meta: { current_page, last_page },
        }
      },
      (query) => (number(query, 'page', 2) - 2) * 2,
    ),
  },
  ...[
    [
      'an array of links',
      (next: string) => ({
        links: [
          { rel: 'self', href: '/x' },
          { rel: 'next', href: next },
        ],
      }),
    ],
    ['_links of HAL', (next: string) => ({ _links: { next: { href: next } } })],
    ['a relative link', (next: string) => ({ next: next.slice(next.indexOf('campaigns')) })],
    ['a query', (next: string) => ({ next: next.slice(next.indexOf('?')) })],
    [
      'pagination.nextPage',
      (next: string) => ({ pagination: { nextPage: Number(/\d+$/.exec(next)?.[0]) } }),
    ],
  ].map(([how, say]) => ({
    name: `The next page of the list is said by ${how}`,
    mutation: paged(
      2,
      ({ items, at, total }, answer) => {
        const next = `http://api.example.com/api/campaigns?page=${at / 2 + 2}`
        const isLast = at + 2 >= total
        answer.body.data = {
          results: items,
          ...(!isLast && (say as (next: string) => object)(next)),
        }
      },
      (query) => (number(query, 'page', 1) - 1) * 2,
    ),
  })),
]

function decode(cursor: string | null): string {
  return Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .replace('at ', '')
}

export const INPUT_VARIATIONS: Variation[] = [
  ...strict,
  ...pages,
  ...starts,
  {
    name: 'Mentions without a brand are an empty list',
    mutation: changed(by('getMentions'), succeeded, (answer, { query }) => {
      if (!query.get('brand')) answer.body.data = []
    }),
  },
]
