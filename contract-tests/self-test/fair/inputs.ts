import {
  acts,
  all,
  by,
  changed,
  FEW_KEYS,
  handled,
  type Plant,
  refuses,
  succeeded,
  type Variation,
  variations,
} from '../changes.ts'
import { type Fields, type Key, Refusal, type Reply } from '../world.ts'

/** Refuses bodies that are otherwise fine. */
const strict = (field: string, isWrong: (body: Fields) => boolean): Plant => {
  return (world) => {
    const { problems } = world
    world.problems = (body, isPartial, request) => {
      const found = problems(body, isPartial, request)
      const isCreate = request.operation === 'createCampaign'
      return found.length === 0 && isCreate && isWrong(body)
        ? [{ field, message: 'is not possible here' }]
        : found
    }
  }
}
const setting = (name: string, values: string[]) =>
  strict('settings', ({ settings }) => !!settings?.[name] && !values.includes(settings[name]))

/** The inputs of §2. */
const DOCUMENTED: Record<string, string[]> = {
  getRankings: ['campaign_id', 'start_date', 'end_date', 'keywords'],
  getMentions: ['brand', 'platforms', 'start_date'],
  generateReport: ['campaign_id', 'format', 'date_range', 'include'],
}

const needs = (name: string, ...operations: string[]) =>
  refuses(
    ({ operation = '', query }) =>
      operations.includes(operation) && !query.get(name) && `${name} is missing`,
  )

interface Page {
  items: Fields[]
  at: number
  total: number
}

/** How lists are paged is not shown (§4). New campaigns come last, so the first page lacks them. */
function paged(
  size: number,
  show: (page: Page, reply: Reply) => void,
  first: (query: URLSearchParams) => number = () => 0,
  sizeOf: (query: URLSearchParams) => number = () => size,
): Plant {
  return handled('listCampaigns', ({ query }, next, world) => {
    const pageSize = world.options.pageSize
    world.options.pageSize = Number.POSITIVE_INFINITY
    const reply = next()
    world.options.pageSize = pageSize
    const all = reply.body.data as Fields[]
    const at = first(query)
    const items = all.slice(at, at + sizeOf(query))
    reply.body.data = items
    show({ items, at, total: all.length }, reply)
    return reply
  })
}

const number = (query: URLSearchParams, name: string, otherwise: number) => {
  const value = Number.parseInt(query.get(name) ?? '', 10)
  return Number.isNaN(value) ? otherwise : value
}

/** Refuses a list without a page; the first one has a number. */
const needed = (name: string, first: number, size = 4) =>
  all(
    paged(
      size,
      () => {},
      (query) => (number(query, name, first) - first) * size,
    ),
    refuses(({ operation, query }) => {
      if (operation !== 'listCampaigns') return undefined
      if (!query.has(name)) return `The ${name} field is required`
      return number(query, name, -1) < first && `The ${name} must be at least ${first}`
    }),
  )

/** Two campaigns a page, of which each says where the next one is. */
const saying = (say: (next: string) => Fields) =>
  paged(
    2,
    ({ items, at, total }, { body }) => {
      const next = `http://api.example.com/api/campaigns?page=${at / 2 + 2}`
      body.data = { results: items, ...(at + 2 < total && say(next)) }
    },
    (query) => (number(query, 'page', 1) - 1) * 2,
  )

const decoded = (cursor: string | null) => Number(Buffer.from(cursor ?? '', 'base64url').toString())

export const INPUTS: Variation[] = [
  ...variations('inputs', [
    [
      'query parameters that are not those of §2 are refused',
      refuses(({ operation = '', query }) => {
        const names = DOCUMENTED[operation] ?? []
        const isStrange = [...query.keys()].some((name) => !names.includes(name.replace('[]', '')))
        return isStrange && 'Unknown parameter'
      }),
    ],
    [
      'all query parameters are refused, inputs being taken as headers',
      acts((request, next, world) => {
        if (request.query.size > 0) throw new Refusal('invalid_request', 'No parameters are taken')
        const [campaign] = world.owned(request.key as Key)
        const headers = { 'Content-Type': 'application/json' }
        const body = { success: true, data: { download_url: 'https://files.example.com/1.pdf' } }
        const isReport = request.operation === 'generateReport' && campaign
        return isReport ? { status: 200, headers, body } : next()
      }),
    ],
    [
      'rankings and the export need a campaign_id',
      needs('campaign_id', 'getRankings', 'exportCsv'),
    ],
    ['rankings and mentions need dates', needs('start_date', 'getRankings', 'getMentions')],
    ['the dashboards need a period', needs('period', 'getDashboards', 'getIntelligenceOverview')],
    ['the analytics need a metric', needs('metric', 'getCampaignAnalytics')],
    ['devices are phone and computer', setting('device', ['phone', 'computer'])],
    ['locations are two cities', setting('location', ['Reykjavik', 'Valletta']), FEW_KEYS],
    ['there is one search engine, which nobody knows', setting('search_engine', ['example'])],
    [
      'settings need all three fields',
      strict(
        'settings',
        ({ settings }) =>
          settings && !['location', 'device', 'search_engine'].every((name) => settings[name]),
      ),
    ],
    [
      'types other than serp and frequencies other than daily are refused',
      strict('type', ({ type, frequency }) => type !== 'serp' || frequency !== 'daily'),
    ],
    [
      'mentions without a brand are an empty list',
      changed(by('getMentions'), succeeded, ({ body }, { query }) => {
        if (query.get('brand')) return
        if (Array.isArray(body.data)) body.data = []
        else body.data.mentions = []
      }),
    ],
  ]),
  ...variations(
    'pages',
    (
      [
        [
          'a page of 10 of an account with as many, with no hint that there are others',
          paged(10, () => {}),
          { options: { seeded: 10 } },
        ],
        [
          'pages by page, with the number of pages',
          paged(
            2,
            ({ items, at, total }, { body }) => {
              body.data = { items, page: at / 2 + 1, total_pages: Math.ceil(total / 2) }
            },
            (query) => (number(query, 'page', 1) - 1) * 2,
          ),
        ],
        [
          'pages by cursor, with the next one next to data',
          paged(
            2,
            ({ at, total }, { body }) => {
              const next = Buffer.from(String(at + 2)).toString('base64url')
              body.next_cursor = at + 2 < total ? next : null
            },
            (query) => decoded(query.get('cursor')),
          ),
        ],
        [
          'pages with a Link header and has_more',
          paged(
            3,
            ({ items, at, total }, reply) => {
              reply.headers.Link = `</campaigns?page=${at / 3 + 2}>; rel="next"`
              reply.body.data = { results: items, has_more: at + 3 < total }
            },
            (query) => (number(query, 'page', 1) - 1) * 3,
          ),
        ],
        [
          'pages from 0, as Spring Data has them',
          paged(
            20,
            () => {},
            (query) => number(query, 'page', 0) * 20,
          ),
          { options: { seeded: 25 } },
        ],
        ...[0, 1, 5].map((first): [string, Plant] => [
          `the list needs a page, and the first is ${first}`,
          needed('page', first),
        ]),
        ['the list needs a page of JSON:API (page[number])', needed('page[number]', 1)],
        ['the list needs a parameter that nobody knows', needed('window', 1)],
        [
          'the list needs a size',
          all(
            paged(
              4,
              () => {},
              () => 0,
              (query) => number(query, 'limit', 4),
            ),
            needs('limit', 'listCampaigns'),
          ),
        ],
        [
          'pages begin with 5, and nothing says so',
          paged(
            7,
            () => {},
            (query) => (number(query, 'page', 5) - 5) * 7,
          ),
          { options: { seeded: 6 } },
        ],
        [
          'pages begin with 2, as the paginator says',
          paged(
            2,
            ({ items, at, total }, { body }) => {
              const current_page = at / 2 + 2
              const last_page = Math.ceil(total / 2) + 1
              const isLast = current_page >= last_page
              const next = `http://api.example.com/api/campaigns?page=${current_page + 1}`
              const links = { next: isLast ? null : next, prev: null }
              body.data = { data: items, links, meta: { current_page, last_page } }
            },
            (query) => (number(query, 'page', 2) - 2) * 2,
          ),
        ],
        [
          'the next page is said by an array of links',
          saying((next) => ({
            links: [
              { rel: 'self', href: '/x' },
              { rel: 'next', href: next },
            ],
          })),
        ],
        [
          'the next page is said by _links of HAL',
          saying((next) => ({ _links: { next: { href: next } } })),
        ],
        [
          'the next page is said by a relative link',
          saying((next) => ({ next: next.slice(next.indexOf('campaigns')) })),
        ],
        [
          'the next page is said by a query',
          saying((next) => ({ next: next.slice(next.indexOf('?')) })),
        ],
        [
          'the next page is said by pagination.nextPage',
          saying((next) => ({ pagination: { nextPage: Number(/\d+$/.exec(next)?.[0]) } })),
        ],
      ] as [string, Plant, Pick<Variation, 'options'>?][]
    ).map(([name, plant, part]) => [name, plant, { ...part, styles: ['plain'] }]),
  ),
]
