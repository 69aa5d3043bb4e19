import {
  by,
  byMethod,
  changed,
  every,
  failed,
  failedWith,
  from,
  nth,
  succeeded,
  text,
  type When,
} from '../mutations.ts'
import type { Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

const body = (...parts: [...When[], object]): Mutation => {
  const change = parts.pop() as object
  return changed(...(parts as When[]), (answer) => {
    answer.body = { ...answer.body, ...change }
  })
}

const bodyWithout = (field: string, ...conditions: When[]): Mutation =>
  changed(...conditions, (answer) => {
    delete answer.body[field]
  })

const meta = (change: object, ...conditions: When[]): Mutation =>
  changed(succeeded, ...conditions, ({ body }) => Object.assign(body.meta, change))

const html = (title: string) => () => `<!doctype html><html><body><h1>${title}</h1></body></html>`

const success: Fault[] = [
  {
    name: 'success is the text "true"',
    facts: ['4.6', '4.31', '1.3'],
    mutation: body(succeeded, { success: 'true' }),
  },
  {
    name: 'success is 1',
    facts: ['4.6', '4.31', '1.3'],
    mutation: body(succeeded, { success: 1 }),
  },
  {
    name: 'success is missing from all successes',
    facts: ['4.6', '4.31', '1.3'],
    mutation: bodyWithout('success', succeeded),
  },
  {
    name: 'success is missing from the list of campaigns',
    facts: ['4.6', '1.3'],
    mutation: bodyWithout('success', by('listCampaigns'), succeeded),
  },
  {
    name: 'success is null in the answers of mentions',
    facts: ['4.6', '1.3'],
    mutation: body(by('getMentions'), succeeded, { success: null }),
  },
  {
    name: 'success is called ok',
    facts: ['4.6', '4.31', '1.3'],
    mutation: changed(succeeded, (answer) => {
      const { success, ...rest } = answer.body
      answer.body = { ok: success, ...rest }
    }),
  },
  {
    name: 'A success has the data alone, without envelope, on analytics',
    facts: ['1.3', '4.6', '4.7'],
    mutation: changed(by('getCampaignAnalytics'), succeeded, (answer) => {
      answer.body = answer.body.data
    }),
  },
  {
    name: 'A success of listing campaigns is a bare list',
    facts: ['1.3', '4.6', '4.7'],
    mutation: changed(by('listCampaigns'), succeeded, (answer) => {
      answer.body = answer.body.data
    }),
  },
  {
    name: 'Every eleventh success has the text "true" for success',
    facts: ['4.6', '4.31', '1.3'],
    mutation: body(succeeded, every(11), { success: 'true' }),
  },
]

const data: Fault[] = [
  {
    name: 'data is missing from an update',
    facts: ['4.7', '1.3'],
    mutation: bodyWithout('data', by('updateCampaign'), succeeded),
  },
  {
    name: 'data is missing from the dashboards',
    facts: ['4.7', '1.3', '4.19'],
    mutation: bodyWithout('data', by('getDashboards'), succeeded),
  },
  {
    name: 'data of a delete is null',
    facts: ['4.7', '1.3'],
    mutation: body(by('deleteCampaign'), succeeded, { data: null }),
  },
  {
    name: 'data of a delete is true',
    facts: ['4.7', '1.3'],
    mutation: body(by('deleteCampaign'), succeeded, { data: true }),
  },
  {
    name: 'data of the overview is a string',
    facts: ['4.7', '1.3', '4.20'],
    mutation: body(by('getIntelligenceOverview'), succeeded, { data: 'overview' }),
  },
  {
    name: 'data of the CSV export is a string',
    facts: ['4.7', '1.3', '4.25'],
    mutation: changed(by('exportCsv'), succeeded, ({ body }) => {
      body.data = body.data.csv
    }),
  },
  {
    name: 'data of the current user is a number',
    facts: ['4.7', '1.3', '4.28'],
    mutation: body(by('getCurrentUser'), succeeded, { data: 7 }),
  },
  {
    name: 'data of a created campaign is its id alone',
    facts: ['4.7', '1.3', '2.16'],
    mutation: changed(by('createCampaign'), succeeded, ({ body }) => {
      body.data = body.data.id
    }),
  },
  {
    name: 'data of rankings is null',
    facts: ['4.7', '1.3', '4.21'],
    mutation: body(by('getRankings'), succeeded, { data: null }),
  },
  {
    name: 'data of the restricted key is null where it lists campaigns',
    facts: ['4.7', '1.3', '5.4.3', '4.13'],
    mutation: body(by('listCampaigns'), from('restricted'), succeeded, { data: null }),
  },
  {
    name: 'DELETE answers 204 without a body',
    facts: ['1.3', '4.4', '4.6', '4.7'],
    mutation: changed(by('deleteCampaign'), succeeded, (answer) => {
      answer.status = 204
      answer.raw = ''
    }),
  },
  {
    name: 'PUT answers 200 without a body',
    facts: ['1.3', '4.4', '4.6', '4.7'],
    mutation: changed(
      by('updateCampaign'),
      succeeded,
      text(() => ''),
    ),
  },
]

const messageAndMeta: Fault[] = [
  {
    name: 'The message of a success is a number',
    facts: ['4.8'],
    mutation: body(succeeded, { message: 200 }),
  },
  {
    name: 'The message of a created campaign is a list',
    facts: ['4.8'],
    mutation: body(by('createCampaign'), succeeded, { message: ['created'] }),
  },
  {
    name: 'The message of a delete is an object',
    facts: ['4.8'],
    mutation: body(by('deleteCampaign'), succeeded, { message: { text: 'deleted' } }),
  },
  { name: 'meta is a list', facts: ['4.9'], mutation: body(succeeded, { meta: [] }) },
  { name: 'meta is a string', facts: ['4.9'], mutation: body(succeeded, { meta: 'v1.2.0' }) },
  {
    name: 'meta of rankings alone is a number',
    facts: ['4.9'],
    mutation: body(by('getRankings'), succeeded, { meta: 1 }),
  },
  {
    name: 'meta has no timestamp',
    facts: ['4.10'],
    mutation: body(succeeded, { meta: { version: '1.2.0' } }),
  },
  {
    name: 'The timestamp is in epoch seconds',
    facts: ['4.10'],
    mutation: meta({ timestamp: 1795000000 }),
  },
  {
    name: 'The timestamp is a date as HTTP writes it',
    facts: ['4.10'],
    mutation: meta({ timestamp: 'Sat, 21 Nov 2026 05:00:00 GMT' }),
  },
  {
    name: 'The timestamp is the text of epoch seconds',
    facts: ['4.10'],
    mutation: meta({ timestamp: '1795000000' }),
  },
  {
    name: 'The timestamp has the month 13',
    facts: ['4.10'],
    mutation: meta({ timestamp: '2026-13-21T05:00:00Z' }),
  },
  {
    name: 'The timestamp has the day and month first',
    facts: ['4.10'],
    mutation: meta({ timestamp: '21/11/2026 05:00:00' }),
  },
  {
    name: 'The timestamp has an offset of two hours',
    facts: ['4.11'],
    mutation: meta({ timestamp: '2026-11-21T07:00:00+02:00' }),
  },
  {
    name: 'The timestamp has an offset of minus five and a half hours',
    facts: ['4.11'],
    mutation: meta({ timestamp: '2026-11-20T23:30:00.000-05:30' }),
  },
  {
    name: 'The timestamp of the overview alone has an offset',
    facts: ['4.11'],
    mutation: meta({ timestamp: '2026-11-21T06:00:00+01:00' }, by('getIntelligenceOverview')),
  },
  {
    name: 'Every ninth timestamp is a number',
    facts: ['4.10'],
    mutation: meta({ timestamp: 1795000000000 }, every(9)),
  },
]

const notJson: Fault[] = [
  {
    name: 'Refusals for a missing key are an HTML page',
    facts: ['1.3', '4.4', '7.1', '7.2'],
    mutation: changed(failedWith('missing_api_key'), text(html('401 Unauthorized'), 'text/html')),
  },
  {
    name: 'Refusals for a wrong key are an HTML page on exports alone',
    facts: ['1.3', '4.4', '7.1', '7.2', '5.7.2'],
    mutation: changed(
      by('exportCsv'),
      failedWith('invalid_api_key'),
      text(html('401 Unauthorized'), 'text/html'),
    ),
  },
  {
    name: 'A campaign that does not exist is answered with an HTML page',
    facts: ['1.3', '4.4', '7.1', '7.2', '7.11'],
    mutation: changed(failedWith('not_found'), text(html('Not found'), 'text/html')),
  },
  {
    name: 'A malformed body is answered with plain text',
    facts: ['1.3', '4.4', '7.1', '7.2', '7.8'],
    mutation: changed(
      failedWith('invalid_request'),
      (_, { malformed }) => malformed,
      text(() => 'Unexpected token in JSON', 'text/plain'),
    ),
  },
  {
    name: 'Lacking permission is answered with plain text',
    facts: ['1.3', '4.4', '7.1', '7.2', '5.7.6'],
    mutation: changed(
      failedWith('insufficient_permissions'),
      text(() => 'Forbidden', 'text/plain'),
    ),
  },
  {
    name: 'A used-up key is answered with plain text',
    facts: ['1.3', '4.4', '7.1', '7.2', '8.18'],
    mutation: changed(
      failedWith('rate_limit_exceeded'),
      text(() => 'Too Many Requests', 'text/plain'),
    ),
  },
  {
    name: 'The dashboards are an HTML page',
    facts: ['1.3', '4.4', '4.6', '4.7'],
    mutation: changed(by('getDashboards'), succeeded, text(html('Dashboards'), 'text/html')),
  },
  {
    name: 'JSON is labelled text/html',
    facts: ['4.4'],
    mutation: changed((answer) => {
      answer.headers['Content-Type'] = 'text/html; charset=utf-8'
    }),
  },
  {
    name: 'The JSON of failures is labelled text/plain',
    facts: ['4.4'],
    mutation: changed(failed, (answer) => {
      answer.headers['Content-Type'] = 'text/plain'
    }),
  },
  {
    name: 'The JSON of mentions is labelled application/xml',
    facts: ['4.4'],
    mutation: changed(by('getMentions'), succeeded, (answer) => {
      answer.headers['Content-Type'] = 'application/xml'
    }),
  },
  {
    name: 'The list of campaigns is cut off within the JSON',
    facts: ['4.4', '1.3'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      text((json) => json.slice(0, -9)),
    ),
  },
  {
    name: 'Every 17th answer is cut off within the JSON',
    facts: ['4.4', '1.3'],
    mutation: changed(
      every(17),
      text((json) => json.slice(0, json.length / 2)),
    ),
  },
  {
    name: 'The connection is cut within the body of rankings',
    facts: ['4.4', '1.3', '4.21'],
    mutation: changed(by('getRankings'), succeeded, (answer) => {
      answer.cut = true
    }),
  },
  {
    name: 'Failures of PUT have two JSON documents in one body',
    facts: ['4.4', '1.3'],
    mutation: changed(
      byMethod('PUT'),
      failed,
      text((json) => `${json}\n${json}`),
    ),
  },
  {
    name: 'A warning precedes the JSON of analytics',
    facts: ['4.4', '1.3'],
    mutation: changed(
      by('getCampaignAnalytics'),
      succeeded,
      text((json) => `Warning: division by zero\n${json}`),
    ),
  },
  {
    name: 'Analytics hold NaN',
    facts: ['4.4', '1.3'],
    mutation: changed(
      by('getCampaignAnalytics'),
      succeeded,
      text((json) => json.replace(/"average_position":[\d.]+/, '"average_position":NaN')),
    ),
  },
  {
    name: 'JSON of verify is written with single quotes',
    facts: ['4.4', '1.3', '4.31'],
    mutation: changed(
      by('verifyToken'),
      from('restricted'),
      text((json) => json.replaceAll('"', "'")),
    ),
  },
  {
    name: 'The overview holds bytes that are no UTF-8',
    facts: ['4.4', '1.3'],
    mutation: changed(
      by('getIntelligenceOverview'),
      succeeded,
      text((json) => Buffer.from(json.replace('{', '{"note":"\u00e9",'), 'latin1')),
    ),
  },
  {
    name: 'The CSV export is half a JSON document',
    facts: ['4.4', '1.3', '4.25', '1.9'],
    mutation: changed(
      by('exportCsv'),
      succeeded,
      text((json) => json.slice(0, json.length / 2)),
    ),
  },
  {
    name: 'The CSV export has an empty body',
    facts: ['4.4', '1.3', '4.25', '1.9'],
    mutation: changed(
      by('exportCsv'),
      succeeded,
      text(() => ''),
    ),
  },
  {
    name: 'The CSV export is an HTML page',
    facts: ['4.4', '1.3', '4.25', '1.9'],
    mutation: changed(by('exportCsv'), succeeded, text(html('Your export'), 'text/html')),
  },
  {
    name: 'The current user is null instead of an envelope',
    facts: ['1.3', '4.6', '4.28'],
    mutation: changed(
      by('getCurrentUser'),
      succeeded,
      text(() => 'null'),
    ),
  },
  {
    name: 'The second GET of a campaign is a failure with the data of a success',
    facts: ['1.3', '4.7', '7.1', '4.6'],
    mutation: changed(by('getCampaign'), succeeded, nth(2), (answer) => {
      answer.body = { success: false, data: answer.body.data }
    }),
  },
]

const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const unknownPath: When = (_, { request, operation }) =>
  operation === undefined && request.method === 'GET'
const wrongMethod: When = (_, { request, operation }) =>
  operation === undefined && request.method === 'PATCH'
const large: When = (_, { request }) => request.body.length > 1_000_000

/** Responses that a server or a gateway makes before the service sees the request (`strangers/bugs/envelope.ts`). */
const early: Fault[] = [
  ...(
    [
      ['An unknown path', [unknownPath]],
      ['A wrong method', [wrongMethod]],
      ['HEAD', [byMethod('HEAD')]],
      ['OPTIONS', [byMethod('OPTIONS')]],
      ['A large body', [large]],
    ] satisfies [string, When[]][]
  ).map(([name, when]) => ({
    name: `${name} is answered without the headers of the limit`,
    facts: ['8.8', '8.10', '8.12'],
    mutation: changed(...when, ({ headers }) => {
      for (const each of LIMITS) delete headers[each]
    }),
  })),
  ...(
    [
      ['An unknown path', 404, unknownPath],
      ['A wrong method', 405, wrongMethod],
      ['A large body', 413, large],
    ] satisfies [string, number, When][]
  ).map(([name, status, when]) => ({
    name: `${name} is answered with an HTML page (${status})`,
    facts: ['1.3', '4.4', '7.1', '7.2'],
    mutation: changed(when, (answer, exchange) => {
      answer.status = status
      text(html(String(status)), 'text/html')(answer, exchange)
    }),
  })),
  {
    name: 'A malformed body is answered with server_error',
    facts: ['7.8'],
    mutation: changed(
      (_, { malformed }) => malformed,
      failed,
      (answer) => {
        answer.status = 500
        answer.body.error.code = 'server_error'
      },
    ),
  },
]

export const ENVELOPE_FAULTS: Fault[] = [
  ...success,
  ...data,
  ...messageAndMeta,
  ...notJson,
  ...early,
]

export const VERSION_FAULTS: Fault[] = [
  {
    name: 'meta has no version',
    facts: ['9.1', '4.12'],
    mutation: changed(succeeded, ({ body }) => {
      delete body.meta.version
    }),
  },
  {
    name: 'The version is a number',
    facts: ['9.1', '4.12'],
    mutation: meta({ version: 1.2 }),
  },
  {
    name: 'The version of deletes is an object',
    facts: ['9.1', '4.12'],
    mutation: meta({ version: { major: 1 } }, by('deleteCampaign')),
  },
  {
    name: 'meta of the current user has no version',
    facts: ['9.1', '4.12'],
    mutation: changed(by('getCurrentUser'), succeeded, ({ body }) => {
      delete body.meta.version
    }),
  },
]
