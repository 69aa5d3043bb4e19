import {
  by,
  byMethod,
  changed,
  every,
  failed,
  failedWith,
  from,
  header,
  nth,
  succeeded,
  text,
} from '../mutations.ts'
import type { Fault } from './fault.ts'

export const html = (title: string) => () =>
  `<!doctype html><html><body><h1>${title}</h1></body></html>`

export const NOT_JSON_FAULTS: Fault[] = [
  {
    name: 'A created campaign is said to be gzip, and is not',
    facts: ['1.3', '4.4'],
    mutation: changed(
      by('createCampaign'),
      succeeded,
      header('Content-Encoding', () => 'gzip'),
    ),
  },
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
