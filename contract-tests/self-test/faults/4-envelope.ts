import { by, changed, every, from, succeeded, text, type When } from '../mutations.ts'
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

export const meta = (change: object, ...conditions: When[]): Mutation =>
  changed(succeeded, ...conditions, ({ body }) => Object.assign(body.meta, change))

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
    name: 'data of the restricted key is null where it reads a campaign',
    facts: ['4.7', '1.3', '5.4.3'],
    mutation: body(by('getCampaign'), from('restricted'), succeeded, { data: null }),
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

export const ENVELOPE_FAULTS: Fault[] = [...success, ...data, ...messageAndMeta]
