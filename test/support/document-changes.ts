import { packagedDocument } from '../../src/openapi/load.ts'
import { applyOverlay } from '../../src/openapi/overlay.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'

export const LIST = "$.paths['/campaigns'].get"
const CREATE = "$.paths['/campaigns'].post"
const UPDATE = "$.paths['/campaigns/{id}'].put"
const RANKINGS = "$.paths['/serp/rankings'].get"
export const SCHEMAS = '$.components.schemas'
const LIST_CONTENT = `${LIST}.responses['200'].content['application/json']`

/** Actions by target: an update, or null to remove it. */
type Actions = [target: string, update: Json][]
type DocumentChange = [title: string, actions: Actions, differences: string[]]

/** Changes of the packaged document, and all the differences that they make. */
export const CHANGES: DocumentChange[] = [
  [
    'another success status',
    [
      [CREATE, { responses: { 200: { $ref: '#/components/responses/Copy' } } }],
      ['$.components.responses', { Copy: response('/campaigns', 'post', '201') }],
      [`${CREATE}.responses['201']`, null],
    ],
    ['breaking: success status 201 → 200'],
  ],
  [
    'a member of a shared schema, with all operations that it concerns',
    [[`${SCHEMAS}.Campaign.properties`, { owner: { type: 'string' } }]],
    ['compatible: response member owner of Campaign added'],
  ],
  [
    'a member that is gone',
    [[`${SCHEMAS}.Campaign.properties`, { tracked_since: false }]],
    ['breaking: response member tracked_since of Campaign removed'],
  ],
  [
    'a member that never had to be there',
    [[`${SCHEMAS}.Failure.properties.meta`, null]],
    ['may_break: failure member meta removed'],
  ],
  [
    'a member that may be absent',
    [
      [`${SCHEMAS}.Deletion.required`, null],
      [SCHEMAS, { Deletion: { required: ['id'] } }],
    ],
    ['breaking: response member data.deleted may now be absent'],
  ],
  [
    'another type',
    [
      [`${SCHEMAS}.Pagination.properties`, { total: { type: 'string' } }],
      [`${SCHEMAS}.Pagination.properties.total.minimum`, null],
    ],
    [
      'breaking: failure member meta.pagination.total: integer → string',
      'breaking: response member meta.pagination.total: integer → string',
    ],
  ],
  [
    'null',
    [[`${SCHEMAS}.Pagination.properties`, { total: { type: ['integer', 'null'] as never } }]],
    [
      'breaking: failure member meta.pagination.total may be null',
      'breaking: response member meta.pagination.total may be null',
    ],
  ],
  [
    'a list that stands elsewhere',
    [
      [`${LIST_CONTENT}.schema`, null],
      [
        LIST_CONTENT,
        {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Success' },
              {
                type: 'object',
                properties: {
                  meta: false,
                  data: {
                    type: 'object',
                    required: ['items', 'total'],
                    properties: {
                      items: {
                        'x-from': '/data',
                        type: 'array',
                        items: { $ref: '#/components/schemas/Campaign' },
                      },
                      total: { 'x-from': '/page/total', type: 'integer' },
                    },
                  },
                },
              },
            ],
          },
        },
      ],
    ],
    [
      'breaking: list moved from data to data.items',
      'breaking: response member meta removed',
      'compatible: response member data.total added',
    ],
  ],
  [
    'a value that holds another',
    [
      [`${LIST_CONTENT}.schema.allOf[1].properties.data.items`, null],
      [
        `${LIST_CONTENT}.schema.allOf[1].properties.data`,
        { 'x-from': '/page/count', items: { $ref: '#/components/schemas/Campaign' } },
      ],
    ],
    ['breaking: response member data: value of /data → /page/count'],
  ],
  [
    'the answer to a failure',
    [['$.x-failures', { missing_credential: { status: 403, code: 'insufficient_permissions' } }]],
    [
      'breaking: a missing key is answered with 403 insufficient_permissions instead of 401 missing_api_key',
    ],
  ],
  [
    'the answer to a failure of one operation',
    [[CREATE, { 'x-failures': { invalid_input: { status: 422, code: 'invalid_request' } } }]],
    [
      'breaking: an invalid input is answered with 422 invalid_request instead of 400 invalid_request',
    ],
  ],
  [
    'a unit',
    [["$.components.headers['X-RateLimit-Reset']", { 'x-unit': 'remaining_seconds' }]],
    ['breaking: header X-RateLimit-Reset counts in remaining seconds instead of epoch seconds'],
  ],
  [
    'a header that is gone',
    [[`${CREATE}.responses['201'].headers.Location`, null]],
    ['may_break: header Location removed'],
  ],
  [
    'a header of some failures',
    [["$.components.responses.RateLimited.headers['Retry-After']", null]],
    ['may_break: header Retry-After of failures 429 removed'],
  ],
  [
    'query parameters',
    [
      [
        `${LIST}.parameters`,
        [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'team', in: 'query', required: true, schema: { type: 'string' } },
        ],
      ],
      [`${LIST}.parameters[?@.name == 'search']`, null],
    ],
    [
      'breaking: query parameter search removed',
      'breaking: query parameter team now required',
      'compatible: query parameter cursor added',
    ],
  ],
  [
    'a parameter that is demanded now',
    [[`${LIST}.parameters[?@.name == 'search']`, { required: true }]],
    ['breaking: query parameter search now required'],
  ],
  [
    'bounds of a request',
    [['$.components.parameters.limit.schema', { maximum: 100, default: 50 }]],
    [
      'breaking: query parameter limit: maximum 1000 → 100',
      'may_break: query parameter limit: default 20 → 50',
    ],
  ],
  [
    'bounds that are wider',
    [['$.components.parameters.limit.schema', { maximum: 5000 }]],
    ['compatible: query parameter limit: maximum 1000 → 5000'],
  ],
  [
    'a member that a body needs',
    [[`${SCHEMAS}.CampaignUpdate`, { required: ['name'] }]],
    ['breaking: body member name now required'],
  ],
  [
    'a body that needs another member',
    [
      [
        `${SCHEMAS}.CampaignUpdate`,
        { required: ['team'], properties: { team: { type: 'string' } } },
      ],
    ],
    ['breaking: body member team now required'],
  ],
  [
    'a value more, in what is answered and in what is sent',
    [
      [`${SCHEMAS}.Mention.properties.sentiment.enum`, ['mixed']],
      [`${LIST}.parameters[?@.name == 'status'].schema.enum`, ['archived']],
    ],
    [
      'compatible: query parameter status: value archived added',
      'may_break: payload member data.sentiment: value mixed added',
      'may_break: response member sentiment of Mention: value mixed added',
    ],
  ],
  [
    'a value less, in what is answered and in what is sent',
    [
      [`${SCHEMAS}.Mention.properties.sentiment.enum[0]`, null],
      [`${LIST}.parameters[?@.name == 'status'].schema.enum[1]`, null],
    ],
    [
      'breaking: query parameter status: value paused removed',
      'compatible: payload member data.sentiment: value positive removed',
      'compatible: response member sentiment of Mention: value positive removed',
    ],
  ],
  [
    'unknown parameters',
    [['$', { 'x-unknown-parameters': 'refused' }]],
    ['breaking: unknown query parameters are refused instead of ignored'],
  ],
  [
    'unknown parameters of one operation',
    [[LIST, { 'x-unknown-parameters': 'refused' }]],
    ['breaking: unknown query parameters are refused instead of ignored'],
  ],
  [
    'what an update does',
    [[UPDATE, { 'x-update': 'replace' }]],
    ['breaking: fields that an update does not send now are removed or get their defaults'],
  ],
  [
    'paging',
    [
      [
        LIST,
        { 'x-paging': { style: 'page', size: 'per_page', position: 'page', first: 0, link: true } },
      ],
    ],
    [
      'breaking: paged by page number instead of offset',
      'breaking: rows per page set by per_page instead of limit',
      'compatible: header Link to the next page added',
    ],
  ],
  [
    'the form of ids',
    [[`${SCHEMAS}.Campaign.properties.id['x-id']`, { prefix: 'c_', length: 8, characters: '01' }]],
    [
      'may_break: response member id of Campaign: new ids have another form: {"prefix":"cmp_","characters":"0123456789abcdefghjkmnpqrstv… → {"prefix":"c_","characters":"01","length":8}',
    ],
  ],
  [
    'the form of times',
    [
      [`${SCHEMAS}.Deletion.properties`, { at: { type: 'string' } }],
      [`${SCHEMAS}.Mention.properties.detected_at`, { 'x-time-format': 'dd.MM.yyyy' }],
    ],
    [
      'breaking: payload member data.detected_at: times are written as dd.MM.yyyy instead of in ISO 8601',
      'breaking: response member detected_at of Mention: times are written as dd.MM.yyyy instead of in ISO 8601',
      'compatible: response member data.at added',
    ],
  ],
  [
    'plans',
    [['$.x-rate-limit-plans', { Starter: { hour: 50, day: 2000 }, Team: { hour: 1, day: 1 } }]],
    [
      'compatible: plan Starter: 1000 → 2000 requests a day',
      'compatible: plan Team added',
      'may_break: plan Starter: 100 → 50 requests an hour',
    ],
  ],
  [
    'permissions',
    [
      [`${LIST}.security[0].bearerAuth[0]`, null],
      [`${LIST}.security[0].bearerAuth`, ['campaigns:list']],
    ],
    ['breaking: now needs permission campaigns:list instead of campaigns:read'],
  ],
  [
    'a permission less',
    [[`${CREATE}.security[0].bearerAuth[0]`, null]],
    ['compatible: no longer needs permission campaigns:write'],
  ],
  [
    'payloads of webhooks',
    [
      [`${SCHEMAS}.CampaignCompleted.properties`, { mentions: { type: 'string' }, extra: {} }],
      ["$.webhooks['mention.detected']", null],
    ],
    [
      'breaking: payload member data.mentions: integer → string',
      'breaking: webhook removed',
      'compatible: payload member data.extra added',
    ],
  ],
  [
    'operations',
    [
      ['$.paths', { '/teams': { get: { operationId: 'listTeams', responses: {} } } }],
      ["$.paths['/auth/logout']", null],
    ],
    ['breaking: operation removed', 'compatible: operation added'],
  ],
  [
    'a file in place of the envelope',
    [["$.paths['/export/csv'].get.responses['200'].content['application/json']", null]],
    ['breaking: response body as application/json removed'],
  ],
  [
    'how a list is written in the query',
    [['$.components.parameters.keywords', { explode: false }]],
    [
      'breaking: query parameter keywords: explode true → false',
      'breaking: query parameter keywords: explode true → false',
    ],
  ],
  [
    'how sessions and keys look, and how long they last',
    [
      ['$.x-session', { hours: 1, prefix: 'ses_' }],
      ['$.x-token-types.test.prefixes[0]', null],
      ['$.x-token-types.test.prefixes', ['svc_try_']],
    ],
    [
      'breaking: prefix of test keys: svc_test_ removed',
      'compatible: prefix of test keys: svc_try_ added',
      'may_break: sessions: hours 24 → 1',
      'may_break: sessions: prefix svc_session_ → ses_',
    ],
  ],
  [
    'a scheme of authentication',
    [
      ['$.components.securitySchemes.bearerAuth', null],
      [
        '$.components.securitySchemes',
        { bearerAuth: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      ],
    ],
    ['breaking: authentication bearerAuth: "http bearer" → "apiKey header X-Key"'],
  ],
  [
    'authentication that is needed no more',
    [[`${LIST}.security[0]`, null]],
    ['compatible: no longer needs authentication'],
  ],
  [
    'another authentication',
    [
      [`${LIST}.security[0]`, null],
      [`${LIST}.security`, [{ basic: [] }]],
    ],
    ['breaking: authentication bearerAuth (campaigns:read) → basic'],
  ],
  [
    'pages of another size, and none',
    [
      [LIST, { 'x-paging': { default: 50 } }],
      [RANKINGS, { 'x-paging': { style: 'none' } }],
    ],
    [
      'may_break: all rows come at once instead of offset',
      'may_break: default rows per page: as in the parameter → 50',
    ],
  ],
  [
    'deprecation, and a header that need not come',
    [
      [LIST, { deprecated: true }],
      ["$.components.headers['X-RateLimit-Limit']", { required: false }],
    ],
    ['breaking: header X-RateLimit-Limit may now be absent', 'compatible: is deprecated'],
  ],
  [
    'a body of another media type',
    [
      [`${CREATE}.requestBody.content['application/json']`, null],
      [`${CREATE}.requestBody.content`, { 'text/csv': {} }],
    ],
    ['breaking: body is text/csv instead of application/json'],
  ],
  [
    'an answer without a body',
    [["$.paths['/auth/logout'].post.responses['200'].content", null]],
    ['breaking: response body removed'],
  ],
  [
    'no failure that default covers',
    [["$.paths['/campaigns/{id}'].get.responses['404']", null]],
    [],
  ],
  [
    'no other name of a path parameter',
    [
      ['$.paths', { '/alerts/{alert}': item('/alerts/{id}') }],
      ["$.paths['/alerts/{id}']", null],
      ["$.paths['/alerts/{alert}'].parameters[0]", { name: 'alert' }],
    ],
    [],
  ],
  [
    'another path of an operation',
    [
      ['$.paths', { '/me': item('/auth/me') }],
      ["$.paths['/auth/me']", null],
    ],
    ['breaking: operation moved to GET /me'],
  ],
  [
    'a keyword that is not known here',
    [[`${SCHEMAS}.Pagination`, { dependentRequired: { limit: ['offset'] } }]],
    [
      'may_break: failure member meta.pagination: dependentRequired {"limit":["offset"]} added',
      'may_break: response member meta.pagination: dependentRequired {"limit":["offset"]} added',
    ],
  ],
  [
    'no words for people',
    [
      [LIST, { summary: 'Another', description: 'Other words', 'x-since': '9.9.9', tags: ['New'] }],
      [`${SCHEMAS}.Campaign`, { description: 'More', examples: [{}], 'x-source': '§99' }],
      ['$.info', { title: 'Staging', description: 'Elsewhere' }],
    ],
    [],
  ],
]

/** The packaged document with some of it changed. */
export function changed(changes: Actions): JsonObject {
  return applyOverlay(packagedDocument, {
    overlay: '1.0.0',
    info: { title: 'Test', version: '1.0.0' },
    actions: changes.map(([target, update]) =>
      update === null ? { target, remove: true } : { target, update },
    ),
  })
}

function item(path: string): Json {
  return structuredClone((packagedDocument.paths as JsonObject)[path]) as Json
}

function response(path: string, method: string, status: string): Json {
  const { responses } = (packagedDocument.paths as never)[path][method] as { responses: JsonObject }
  return structuredClone(responses[status]) as Json
}
