import {
  by,
  byMethod,
  campaigns,
  changed,
  data,
  handled,
  showsCampaign,
  showsCampaigns,
  succeeded,
  text,
  type When,
} from '../mutations.ts'
import { accepted, shown } from '../operations.ts'
import { ofWeek, ordinal } from '../strangers/fair/shapes.ts'
import { type Answer, Failure, type Mutation } from '../types.ts'
import type { Variation } from './variation.ts'

const status = (...parts: [...When[], number]): Mutation => {
  const code = parts.pop() as number
  return changed(succeeded, ...(parts as When[]), (answer) => {
    answer.status = code
  })
}

const body = (change: (body: Answer['body']) => void): Mutation =>
  changed(succeeded, (answer) => change(answer.body))

const timestamp = (write: (is: string) => string): Mutation =>
  body(({ meta }) => {
    meta.timestamp = write(meta.timestamp)
  })

const dated = (write: (date: string) => string) => (is: string) =>
  is.replace(/^[^T]*/, (date) => write(date))
const dayBefore = (is: string) => new Date(Date.parse(is) - 86_400_000).toISOString().slice(0, 10)

const envelope: Variation[] = [
  { name: 'A create is answered with 200', mutation: status(by('createCampaign'), 200) },
  { name: 'A create is answered with 202', mutation: status(by('createCampaign'), 202) },
  { name: 'An update is answered with 202', mutation: status(by('updateCampaign'), 202) },
  { name: 'All successes are answered with 203', mutation: status(203) },
  {
    name: 'There is no meta',
    mutation: body((it) => {
      delete it.meta
    }),
  },
  {
    name: 'meta is null',
    mutation: body((it) => {
      it.meta = null
    }),
  },
  {
    name: 'There is no message',
    mutation: body((it) => {
      delete it.message
    }),
  },
  {
    name: 'message is null where there is none',
    mutation: body((it) => {
      it.message ??= null
    }),
  },
  {
    name: 'Successes have error: null',
    mutation: body((it) => {
      it.error = null
    }),
  },
  {
    name: 'There are more fields in the envelope and in meta',
    mutation: body((it) => {
      Object.assign(it, { request_id: 'req_1', links: { self: '/' }, warnings: [] })
      Object.assign(it.meta, { request_id: 'req_1', duration_ms: 3, pagination: null })
    }),
  },
  {
    name: 'The version is of another form',
    mutation: body(({ meta }) => {
      meta.version = '2025-10-15'
    }),
  },
  { name: 'Timestamps end in +00:00', mutation: timestamp((is) => is.replace('Z', '+00:00')) },
  { name: 'Timestamps end in +0000', mutation: timestamp((is) => is.replace('Z', '+0000')) },
  {
    name: 'Timestamps have microseconds',
    mutation: timestamp((is) => is.replace(/\.\d+Z/, '.123456Z')),
  },
  { name: 'Timestamps have no fraction', mutation: timestamp((is) => is.replace(/\.\d+Z/, 'Z')) },
  { name: 'Timestamps name no offset', mutation: timestamp((is) => is.replace('Z', '')) },
  { name: 'Timestamps have ordinal dates (2026-331)', mutation: timestamp(dated(ordinal)) },
  { name: 'Timestamps have dates of a week (2026-W48-5)', mutation: timestamp(dated(ofWeek)) },
  {
    name: 'Timestamps are at the end of the day before, as 24:00',
    mutation: timestamp((is) => `${dayBefore(is)}T24:00:00Z`),
  },
  { name: 'Timestamps are in a leap second', mutation: timestamp(() => '2016-12-31T23:59:60Z') },
  {
    name: 'Timestamps are in the basic format of ISO 8601',
    mutation: timestamp((is) => is.replace(/[-:]|\.\d+/g, '')),
  },
]

const wrapped = (wrap: (list: unknown[]) => unknown): Mutation =>
  changed(by('listCampaigns', 'getRankings', 'getMentions'), succeeded, data(wrap))

const lists: Variation[] = [
  ...['campaigns', 'items', 'results', 'data'].map((name) => ({
    name: `Lists stand under ${name}`,
    mutation: wrapped((list) => ({ [name]: list })),
  })),
  {
    name: 'Lists are under items, with a total and empty lists of filters next to them',
    mutation: wrapped((list) => ({ filters: [], items: list, total: list.length })),
  },
  {
    name: 'Lists stand two levels deep',
    mutation: wrapped((list) => ({ result: { rows: list } })),
  },
  {
    name: 'Campaigns are listed newest first',
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data((list) => list.toReversed()),
    ),
  },
  {
    name: 'The list of campaigns shows id and name alone',
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data((list) => list.map(({ id, name }: { id: string; name: string }) => ({ id, name }))),
    ),
  },
  {
    name: 'There are no rankings, mentions and analytics yet',
    mutation: changed(
      by('getRankings', 'getMentions', 'getCampaignAnalytics'),
      succeeded,
      data(() => []),
    ),
  },
  {
    name: 'Rankings are grouped by keyword',
    mutation: changed(
      by('getRankings'),
      succeeded,
      data((rows) => {
        const keywords = [...new Set(rows.map((row: { keyword: string }) => row.keyword))]
        return {
          rankings: keywords.map((keyword) => ({
            keyword,
            history: rows
              .filter((row: { keyword: string }) => row.keyword === keyword)
              .map(({ date, position }: { date: string; position: number }) => ({
                date,
                position,
              })),
          })),
        }
      }),
    ),
  },
  {
    name: 'Keywords that are not in the list have null as their position',
    mutation: changed(
      by('getRankings'),
      succeeded,
      data((rows) =>
        rows.map((row: { position: number }) => ({
          ...row,
          position: row.position % 4 ? null : row.position,
        })),
      ),
    ),
  },
  {
    name: 'Positions have fractions, being means',
    mutation: changed(
      by('getRankings'),
      succeeded,
      data((rows) =>
        rows.map((row: { position: number }) => ({ ...row, position: row.position + 0.5 })),
      ),
    ),
  },
  {
    name: 'Dashboards are a list',
    mutation: changed(
      by('getDashboards', 'getIntelligenceOverview', 'getCurrentUser'),
      succeeded,
      data((is) => [is]),
    ),
  },
]

const campaign: Variation[] = [
  {
    name: 'A campaign stands under campaign',
    mutation: changed(
      showsCampaign,
      data((is) => ({ campaign: is })),
    ),
  },
  {
    name: 'A campaign is a list of one',
    mutation: changed(
      showsCampaign,
      data((is) => [is]),
    ),
  },
  {
    name: 'A campaign has more fields',
    mutation: changed(
      showsCampaigns,
      campaigns((is) =>
        Object.assign(is, {
          status: 'active',
          created_at: '2026-11-21T05:00:00Z',
          owner: { id: 7, name: 'Example' },
          tags: [],
          last_run: null,
        }),
      ),
    ),
  },
  {
    name: 'A campaign shows settings: null where there are none',
    mutation: changed(
      showsCampaigns,
      campaigns((is) => {
        is.settings ??= null
      }),
    ),
  },
  {
    name: 'Settings have defaults',
    mutation: changed(
      showsCampaigns,
      campaigns((is) => {
        is.settings = { location: 'Global', device: 'desktop', depth: 100, ...is.settings }
      }),
    ),
  },
  {
    name: 'A create is answered with the id alone',
    mutation: changed(
      by('createCampaign'),
      succeeded,
      data(({ id }) => ({ id })),
    ),
  },
  {
    name: 'A create is answered with the id under campaign',
    mutation: changed(
      by('createCampaign'),
      succeeded,
      data(({ id }) => ({ campaign: { id }, queued: true })),
    ),
  },
  ...(
    [
      ['{}', () => ({})],
      ['[]', () => []],
      ['the deleted campaign', undefined],
      ['a count', () => ({ deleted_count: 1 })],
    ] as const
  ).map(([name, answer]) => ({
    name: `A delete is answered with ${name}`,
    mutation: handled('deleteCampaign', ({ service, id }, next) => {
      const deleted = service.campaigns.get(id as string)
      next()
      return service.success(answer ? answer() : deleted && shown(deleted))
    }),
  })),
]

const ids = (write: (n: number) => string): Mutation => ({
  handle: (exchange, next) => {
    const { operation, service, memory } = exchange
    if (operation !== 'createCampaign') return next()
    const answer = next()
    const created = service.campaigns.get(answer.body.data.id)
    if (!created) return answer
    const count = ((memory.get('ids') as number) ?? 0) + 1
    memory.set('ids', count)
    service.campaigns.delete(created.id)
    created.id = write(count)
    service.campaigns.set(created.id, created)
    answer.body.data.id = created.id
    return answer
  },
})

const identifiers: Variation[] = [
  { name: 'Ids are strings of digits', mutation: ids((n) => String(48210 + n)) },
  {
    name: 'Ids are UUIDs',
    mutation: ids((n) => `5b0c2f1e-8d7a-4c3b-9e2f-${String(n).padStart(12, '0')}`),
  },
  { name: 'Ids have 200 characters', mutation: ids((n) => `cmp_${String(n).padStart(196, 'x')}`) },
  {
    name: 'Ids have characters that a path has to escape',
    mutation: ids((n) => `cmp:a/b c?${n}%20ü`),
  },
]

const whole = ['name', 'type', 'keywords', 'frequency']

const updates: Variation[] = [
  {
    name: 'PUT replaces the campaign',
    mutation: handled('updateCampaign', ({ service, id, input }, next) => {
      next()
      const found = service.campaigns.get(id as string)
      if (found) found.fields = accepted(input)
      return service.success(found && shown(found))
    }),
  },
  {
    name: 'PUT refuses bodies that are not whole',
    mutation: {
      validate: ({ operation, input }, next) => {
        next()
        if (operation === 'updateCampaign' && whole.some((name) => input[name] === undefined)) {
          throw new Failure('invalid_request', 'PUT takes whole campaigns')
        }
      },
    },
  },
  {
    name: 'PUT refuses type and frequency, which cannot be changed',
    mutation: {
      validate: ({ operation, input }, next) => {
        next()
        if (operation === 'updateCampaign' && (input.type ?? input.frequency) !== undefined) {
          throw new Failure('invalid_request', 'type and frequency cannot be changed')
        }
      },
    },
  },
  {
    name: 'PUT refuses every body that it was sent',
    mutation: {
      validate: ({ operation }, next) => {
        next()
        if (operation === 'updateCampaign')
          throw new Failure('invalid_request', 'Send a patch document')
      },
    },
  },
  {
    name: 'PUT answers {}',
    mutation: changed(
      byMethod('PUT'),
      succeeded,
      data(() => ({})),
    ),
  },
  {
    name: 'PUT answers the id alone',
    mutation: changed(
      byMethod('PUT'),
      succeeded,
      data(({ id }) => ({ id })),
    ),
  },
  {
    name: 'PUT answers the campaign as it was, under previous',
    mutation: handled('updateCampaign', ({ service, id }, next) => {
      const before = service.campaigns.get(id as string)
      const old = before && shown(before)
      const answer = next()
      answer.body.data = { previous: old }
      return answer
    }),
  },
]

const files: Variation[] = [
  {
    name: 'The export is a file of CSV',
    mutation: changed(by('exportCsv'), succeeded, (answer) => {
      answer.raw = answer.body.data.csv
      answer.headers['Content-Type'] = 'text/csv; charset=utf-8'
      answer.headers['Content-Disposition'] = 'attachment; filename="export.csv"'
    }),
  },
  {
    name: 'The export is a file of CSV with the header line alone',
    mutation: changed(
      by('exportCsv'),
      succeeded,
      text(() => 'date,keyword,position\r\n', 'text/csv'),
    ),
  },
  {
    name: 'The export is a URL in the envelope',
    mutation: changed(
      by('exportCsv'),
      succeeded,
      data(() => ({ download_url: 'https://files.example.com/export.csv' })),
    ),
  },
  {
    name: 'The report is made in the background, and has no URL yet',
    mutation: changed(by('generateReport'), succeeded, (answer) => {
      answer.status = 202
      answer.body.data = { report_id: 'rep_1', status: 'queued' }
    }),
  },
  {
    name: 'The report stands under report',
    mutation: changed(
      by('generateReport'),
      succeeded,
      data((report) => ({ report })),
    ),
  },
  {
    name: 'Verify answers more fields',
    mutation: changed(
      by('verifyToken'),
      succeeded,
      data((is) => ({
        ...is,
        name: 'Self-test',
        prefix: 'svc_test',
        plan: 'Professional',
        expires_at: null,
        rate_limit: { ...is.rate_limit, reset: 1795000000, window: 'hour' },
      })),
    ),
  },
]

const emptied: Variation[] = (['getRankings', 'generateReport', 'exportCsv'] as const).map(
  (operation) => ({
    name: `${operation} answers with an empty object`,
    mutation: changed(
      by(operation),
      succeeded,
      data(() => ({})),
    ),
  }),
)

export const SUCCESS_VARIATIONS: Variation[] = [
  ...envelope,
  ...lists,
  ...campaign,
  ...identifiers,
  ...updates,
  ...files,
  ...emptied,
]
