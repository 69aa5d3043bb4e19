/** A request of the differential client, which knows the specification and nothing of the suite. */
export interface Request {
  label: string
  /** The part of the overlay that says that something of it was not learned; `listCampaigns:paging`. */
  topic: string
  operation?: string
  key: 'main' | 'restricted' | 'revoked' | 'misspelled' | 'anonymous'
  method: string
  /** Below the API root. `{id}` is the campaign of the client, `{gone}` a deleted one. */
  path: string
  body?: unknown
  /** Sent as it is. */
  raw?: string
  contentType?: string | null
  /** Keeps the id of the created campaign under this name. */
  keepAs?: string
  /** Follows the link or cursor to the next page so many times. */
  follow?: number
  /** The rows are those of a list whose length both servers share. */
  countsRows?: boolean
}

const CAMPAIGN = {
  name: 'Differential',
  type: 'serp',
  keywords: ['alpha', 'beta'],
  frequency: 'daily',
  settings: { location: 'United States', device: 'desktop', search_engine: 'google' },
}
const { settings: _, ...REQUIRED } = CAMPAIGN

/** All operations of §4 with the plainest request of each; creating and deleting come separately. */
const PLAIN: [operation: string, method: string, path: string, body?: unknown][] = [
  ['verifyToken', 'GET', '/auth/verify'],
  ['listCampaigns', 'GET', '/campaigns'],
  ['getCampaign', 'GET', '/campaigns/{id}'],
  ['updateCampaign', 'PUT', '/campaigns/{id}', CAMPAIGN],
  ['getDashboards', 'GET', '/core/dashboards'],
  ['getIntelligenceOverview', 'GET', '/core/dashboards/intelligence-overview'],
  ['getRankings', 'GET', '/serp/rankings'],
  ['getRankings', 'GET', '/serp/rankings?campaign_id={id}'],
  ['getMentions', 'GET', '/chat/mentions'],
  ['getMentions', 'GET', '/chat/mentions?brand=Acme'],
  ['getCampaignAnalytics', 'GET', '/analytics/campaign/{id}'],
  [
    'generateReport',
    'GET',
    '/reports/generate?campaign_id={id}&format=pdf&date_range=last_30_days',
  ],
  ['exportCsv', 'GET', '/export/csv'],
  ['login', 'POST', '/auth/login', {}],
  ['getCurrentUser', 'GET', '/auth/me'],
]
const WRITES: typeof PLAIN = [
  ['createCampaign', 'POST', '/campaigns', CAMPAIGN],
  ['deleteCampaign', 'DELETE', '/campaigns/{id}'],
  ['logout', 'POST', '/auth/logout'],
]

const reads = PLAIN.map(
  ([operation, method, path, body]): Request => ({
    label: `${method} ${path}`,
    topic: `${operation}:answer`,
    operation,
    key: 'main',
    method,
    path,
    body,
  }),
)

const strangers = (['anonymous', 'misspelled', 'revoked'] as const).flatMap((key) =>
  [...PLAIN, ...WRITES]
    .filter((_, index) => key !== 'revoked' || index % 5 === 0)
    .map(
      ([operation, method, path, body]): Request => ({
        label: `${method} ${path} as ${key}`,
        topic: `${operation}:${key}`,
        operation,
        key,
        method,
        path,
        body,
      }),
    ),
)

const restricted = PLAIN.filter(([operation]) => operation !== 'login').map(
  ([operation, method, path, body]): Request => ({
    label: `${method} ${path} with the restricted key`,
    topic: `${operation}:permission`,
    operation,
    key: 'restricted',
    method,
    path,
    body,
  }),
)

type Rest = Partial<Request> & { topic: string }
const main = (text: string, rest: Rest): Request => {
  const [method = '', path = ''] = text.split(' ')
  return { label: text, key: 'main', method, path, ...rest }
}
const create = (what: string, change: object | undefined, topic: string, more: object = {}) =>
  main('POST /campaigns', {
    label: `create: ${what}`,
    topic: `createCampaign:${topic}`,
    operation: 'createCampaign',
    ...(change && { body: { ...CAMPAIGN, name: `Differential: ${what}`, ...change } }),
    ...more,
  })
const lacking = (name: string) =>
  create(`without ${name}`, undefined, 'required', {
    body: Object.fromEntries(Object.entries(CAMPAIGN).filter(([key]) => key !== name)),
  })
const put = (what: string, body: unknown, topic: string, more: object = {}) =>
  main('PUT /campaigns/{id}', {
    label: `update: ${what}`,
    topic: `updateCampaign:${topic}`,
    operation: 'updateCampaign',
    body,
    ...more,
  })
const readBack = (after: string, topic: string) =>
  main('GET /campaigns/{id}', {
    label: `read after ${after}`,
    topic: `updateCampaign:${topic}`,
    operation: 'getCampaign',
  })

const unknown: Request[] = [
  ...['not-an-id', 'a%20b', '0', 'x'.repeat(300)].map((id) =>
    main(`GET /campaigns/${id}`, { topic: 'getCampaign:malformed id', operation: 'getCampaign' }),
  ),
  main('PUT /campaigns/not-an-id', {
    topic: 'updateCampaign:malformed id',
    operation: 'updateCampaign',
    body: CAMPAIGN,
  }),
  main('DELETE /campaigns/not-an-id', {
    topic: 'deleteCampaign:malformed id',
    operation: 'deleteCampaign',
  }),
  main('GET /analytics/campaign/not-an-id', {
    topic: 'getCampaignAnalytics:malformed id',
    operation: 'getCampaignAnalytics',
  }),
  main('GET /serp/rankings?campaign_id=not-an-id', {
    topic: 'getRankings:malformed id',
    operation: 'getRankings',
  }),
  main('GET /reports/generate?campaign_id=not-an-id', {
    topic: 'generateReport:malformed id',
    operation: 'generateReport',
  }),
  main('GET /reports/generate', { topic: 'generateReport:required', operation: 'generateReport' }),
  main('GET /nothing/here', { topic: 'unknown path' }),
  main('GET /nothing/here', {
    label: 'GET /nothing/here without a key',
    topic: 'unknown path:anonymous',
    key: 'anonymous',
  }),
  main('GET /campaigns/', { topic: 'trailing slash' }),
  main('PATCH /campaigns', { topic: 'wrong method', body: {} }),
  main('PATCH /campaigns', {
    label: 'PATCH /campaigns without a key',
    topic: 'wrong method:anonymous',
    key: 'anonymous',
    body: {},
  }),
  main('DELETE /campaigns', { topic: 'wrong method' }),
  main('POST /serp/rankings', { topic: 'wrong method', body: {} }),
  main('POST /campaigns/{id}', { topic: 'wrong method', body: {} }),
  main('HEAD /campaigns', { topic: 'HEAD' }),
  main('OPTIONS /campaigns', { topic: 'OPTIONS' }),
]

const inputs: Request[] = [
  ...['name', 'type', 'keywords', 'frequency'].map(lacking),
  create('an unknown member', { colour: 'blue' }, 'unknown members'),
  create('name 7', { name: 7 }, 'types'),
  create('name null', { name: null }, 'null'),
  create('type []', { type: [] }, 'types'),
  create('keywords 7', { keywords: 7 }, 'types'),
  create('keywords [7]', { keywords: [7] }, 'types'),
  create('frequency {}', { frequency: {} }, 'types'),
  create('settings []', { settings: [] }, 'types'),
  create('settings.device 7', { settings: { device: 7 } }, 'types'),
  create('an empty name', { name: '' }, 'empty texts'),
  create('a blank name', { name: '   ' }, 'blank texts'),
  create('no keyword', { keywords: [] }, 'empty texts'),
  create('an empty keyword', { keywords: [''] }, 'empty texts'),
  create('a name of 150', { name: 'x'.repeat(150) }, 'lengths'),
  create('a name of 256', { name: 'x'.repeat(256) }, 'lengths'),
  create('a name of 5000', { name: 'x'.repeat(5000) }, 'lengths'),
  create(
    '101 keywords',
    { keywords: Array.from({ length: 101 }, (_, n) => `k${n}`) },
    'number of keywords',
  ),
  create('another type', { type: 'nonsense' }, 'values of type'),
  create('another frequency', { frequency: 'nonsense' }, 'values of frequency'),
  create('another device', { settings: { device: 'nonsense' } }, 'values of device'),
  create('another engine', { settings: { search_engine: 'nonsense' } }, 'values of search_engine'),
  create('text/plain', {}, 'content type', { contentType: 'text/plain' }),
  create('no content type', {}, 'content type', { contentType: null }),
  create('a form', undefined, 'content type', {
    raw: 'name=a&type=serp&keywords=a&frequency=daily',
    contentType: 'application/x-www-form-urlencoded',
  }),
  create('an empty body', undefined, 'empty body', { raw: '' }),
  create('{}', undefined, 'body', { body: {} }),
  create('[]', undefined, 'body', { body: [] }),
  create('a cut body', undefined, 'body', { raw: '{"name": "a' }),
]

const updates: Request[] = [
  put('the name only', { name: 'Differential 2' }, 'partly'),
  readBack('an update of the name', 'partly'),
  put('without settings', REQUIRED, 'replaces'),
  readBack('an update without settings', 'replaces'),
  put('{}', {}, 'partly'),
  put('an unknown member', { ...CAMPAIGN, colour: 'blue' }, 'unknown members'),
  put('keywords 7', { ...CAMPAIGN, keywords: 7 }, 'types'),
  put('a cut body', undefined, 'body', { raw: '{"name": "a' }),
  put('text/plain', CAMPAIGN, 'content type', { contentType: 'text/plain' }),
]

const pages: Request[] = [
  ...['limit=1', 'limit=2', 'limit=0', 'limit=-1', 'limit=abc', 'limit=1000', 'limit=100000'],
  ...['offset=1', 'limit=1&offset=1', 'offset=100000', 'offset=-1', 'skip=1'],
  ...['page=1', 'page=2', 'page=0', 'page=-1', 'page=99999', 'page=abc', 'limit=1&page=2'],
  ...['per_page=1', 'per_page=1&page=2', 'page_size=1', 'page_size=1&page=2', 'per_page=0'],
  ...['pageSize=1', 'pageSize=1&pageNumber=2', 'pageNumber=2', 'pageNumber=99999', 'pageSize=0'],
  ...['size=1', 'maxResults=1', 'cursor=nonsense', 'nextToken=nonsense', 'page_size=100000'],
].map((query) =>
  main(`GET /campaigns?${query}`, {
    topic: /abc|-1|=0|0000|nonsense|9999/.test(query)
      ? 'listCampaigns:page bounds'
      : 'listCampaigns:paging',
    operation: 'listCampaigns',
    countsRows: true,
  }),
)

const following: Request[] = [
  '',
  ...['limit=1', 'per_page=1', 'page_size=1', 'pageSize=1', 'maxResults=1'].map((q) => `?${q}`),
].map((query) =>
  main(`GET /campaigns${query}`, {
    label: `the next pages of GET /campaigns${query}`,
    topic: 'listCampaigns:paging',
    operation: 'listCampaigns',
    follow: 3,
    countsRows: true,
  }),
)

const filters: Request[] = [
  ['getRankings', '/serp/rankings?campaign_id={id}&start_date=2026-01-01&end_date=2026-01-02'],
  ['getRankings', '/serp/rankings?campaign_id={id}&start_date=tomorrow'],
  ['getRankings', '/serp/rankings?campaign_id={id}&start_date=2026-02-01&end_date=2026-01-01'],
  ['getRankings', '/serp/rankings?campaign_id={id}&keywords=nothing'],
  ['getMentions', '/chat/mentions?brand=Acme&start_date=tomorrow'],
  ['getMentions', '/chat/mentions?brand=Acme&platforms=Nonsense'],
  ['getMentions', '/chat/mentions?brand='],
  ['generateReport', '/reports/generate?campaign_id={id}&format=nonsense'],
  ['generateReport', '/reports/generate?campaign_id={id}&date_range=nonsense'],
  ['listCampaigns', '/campaigns?nonsense=1'],
].map(([operation = '', path]) => main(`GET ${path}`, { topic: `${operation}:filters`, operation }))
const rowPages: Request[] = [
  ['getRankings', '/serp/rankings?campaign_id={id}&limit=1'],
  ['getRankings', '/serp/rankings?campaign_id={id}&limit=0'],
  ['getMentions', '/chat/mentions?brand=Acme&limit=1'],
  ['getMentions', '/chat/mentions?brand=Acme&page=99999'],
].map(([operation = '', path = '']) =>
  main(`GET ${path}`, {
    topic: /=0|=9/.test(path) ? `${operation}:page bounds` : `${operation}:paging`,
    operation,
  }),
)

const deletions: Request[] = [
  main('DELETE /campaigns/{id}', { topic: 'deleteCampaign:answer', operation: 'deleteCampaign' }),
  main('DELETE /campaigns/{id}', {
    label: 'DELETE /campaigns/{id} again',
    topic: 'deleteCampaign:unknown',
    operation: 'deleteCampaign',
  }),
  main('GET /campaigns/{id}', {
    label: 'GET /campaigns/{id}, deleted',
    topic: 'getCampaign:unknown',
    operation: 'getCampaign',
  }),
  put('a deleted campaign', CAMPAIGN, 'unknown'),
]

/** All requests in their order. */
export const REQUESTS: Request[] = [
  ...pages,
  ...following,
  create('a campaign', {}, 'answer', { keepAs: 'id' }),
  create('a campaign without settings', { settings: undefined }, 'answer', { keepAs: 'id' }),
  ...reads,
  ...strangers,
  ...restricted,
  ...unknown,
  ...inputs,
  ...updates,
  ...filters,
  ...rowPages,
  ...deletions,
  main('POST /auth/logout', { topic: 'logout:answer', operation: 'logout' }),
]
