import {
  all,
  by,
  type Change,
  changed,
  data,
  handled,
  type Plant,
  refuses,
  showsCampaigns,
  succeeded,
  text,
  type Variation,
  variations,
  type When,
} from '../changes.ts'
import { isObject, parsed } from '../styles/style.ts'
import type { Fields, World } from '../world.ts'
import { ofWeek, ordinal, rows, single, whole } from './shapes.ts'

const status = (code: number, ...when: When[]) =>
  changed(succeeded, ...when, (reply) => {
    reply.status = code
  })

const answers = (operation: string, ...changes: Change[]) =>
  all(...changes.map((change) => changed(by(operation), succeeded, change)))

// biome-ignore lint/suspicious/noExplicitAny: as in Reply
const body = (change: (body: any) => void) => changed(succeeded, (reply) => change(reply.body))

const timestamp = (write: (is: string) => string) =>
  body(({ meta }) => {
    meta.timestamp = write(meta.timestamp)
  })
const dated = (write: (date: string) => string) => (is: string) =>
  is.replace(/^[^T]*/, (date) => write(date))

const LISTS = ['listCampaigns', 'getRankings', 'getMentions']
const wrapped = (wrap: (list: unknown[]) => unknown) =>
  all(...LISTS.map((operation) => whole(operation, wrap)))

/** Answers an update or a deletion in its own way. */
const after = (operation: string, answer: (campaign: Fields) => unknown) =>
  handled(operation, (request, next, world) => {
    const found = world.campaigns.find(({ id }) => id === request.id)
    const old = { id: request.id, ...structuredClone(found?.fields ?? {}) }
    const reply = next()
    reply.body.data = answer(old)
    return reply
  })

const ids = (write: (n: number) => string) => (world: World) => {
  let count = 0
  world.newId = () => {
    count += 1
    return write(count)
  }
}

const sent = (request: { text: string }): Fields => {
  const found = parsed(request.text)
  return isObject(found) ? found : {}
}
const isUpdate = by('updateCampaign')

const updateIf = (refused: (sent: Fields) => boolean, message: string) =>
  refuses(
    (request, world) =>
      isUpdate({ status: 0, headers: {} }, request, world) &&
      world.find(request.key as never, request.id ?? '', request) !== undefined &&
      world.problems(sent(request), true, request).length === 0 &&
      refused(sent(request)) &&
      message,
  )

export const SUCCESSES: Variation[] = [
  ...variations('envelope', [
    ['a create is answered with 202', status(202, by('createCampaign'))],
    ['an update is answered with 202', status(202, by('updateCampaign'))],
    ['every success has the status 203', status(203)],
    ['meta is null', body((it) => Object.assign(it, { meta: null }))],
    ['there is no message', body((it) => delete it.message)],
    ['message is null', body((it) => Object.assign(it, { message: null }))],
    [
      'further fields in the envelope and in meta',
      body((it) => {
        Object.assign(it, { request_id: 'req_1', links: { self: '/' }, warnings: [] })
        Object.assign(it.meta, { request_id: 'req_1', duration_ms: 3, pagination: null })
      }),
    ],
    [
      'the version is a day',
      body(({ meta }) => {
        meta.version = '2025-10-15'
      }),
    ],
  ]),
  ...variations('timestamps', [
    ['timestamps end in +00:00', timestamp((is) => is.replace('Z', '+00:00'))],
    ['timestamps end in +0000', timestamp((is) => is.replace('Z', '+0000'))],
    ['timestamps have microseconds', timestamp((is) => is.replace(/\.\d+Z/, '.123456Z'))],
    ['timestamps have no fraction', timestamp((is) => is.replace(/\.\d+Z/, 'Z'))],
    ['timestamps name no offset', timestamp((is) => is.replace('Z', ''))],
    ['timestamps have ordinal dates (2026-331)', timestamp(dated(ordinal))],
    ['timestamps have dates of a week (2026-W48-5)', timestamp(dated(ofWeek))],
    ['timestamps are at the end of a day, as 24:00', timestamp(() => '2016-12-31T24:00:00Z')],
    ['timestamps are in a leap second', timestamp(() => '2016-12-31T23:59:60Z')],
    [
      'timestamps are in the basic format of ISO 8601',
      timestamp((is) => is.replace(/[-:]|\.\d+/g, '')),
    ],
  ]),
  ...variations('lists', [
    ['lists are under data', wrapped((list) => ({ data: list }))],
    [
      'lists are under items, with a total and empty lists of filters next to them',
      wrapped((list) => ({ filters: [], items: list, total: list.length })),
    ],
    ['lists are two levels deep', wrapped((list) => ({ result: { rows: list } }))],
    [
      'campaigns are listed the other way round',
      rows('listCampaigns', (list) => list.toReversed()),
    ],
    [
      'the list shows id and name alone',
      rows('listCampaigns', (list) => list.map(({ id, name }) => ({ id, name }))),
    ],
    [
      'there are no rankings, mentions and analytics yet',
      all(
        answers(
          'getCampaignAnalytics',
          data(() => []),
        ),
        ...['getRankings', 'getMentions'].map((operation) => rows(operation, () => [])),
      ),
    ],
    [
      'dashboards are a list',
      changed(
        by('getDashboards', 'getIntelligenceOverview', 'getCurrentUser'),
        succeeded,
        data((is) => [is]),
      ),
    ],
  ]),
  ...variations('campaigns', [
    ['a campaign is under campaign', single((campaign) => ({ campaign })), { styles: ['plain'] }],
    [
      'a create is answered with the id under campaign',
      changed(
        by('createCampaign'),
        showsCampaigns,
        data((is) => ({ campaign: { id: is.campaign?.id ?? is.id }, queued: true })),
      ),
    ],
    ['a delete is answered with []', after('deleteCampaign', () => [])],
    ['a delete is answered with the campaign', after('deleteCampaign', (old) => old)],
    ['a delete is answered with a count', after('deleteCampaign', () => ({ deleted_count: 1 }))],
    ['ids are digits', ids((n) => String(48210 + n))],
    ['ids are UUIDs', ids((n) => `5b0c2f1e-8d7a-4c3b-9e2f-${String(n).padStart(12, '0')}`)],
    ['ids have 200 characters', ids((n) => `cmp_${String(n).padStart(196, 'x')}`)],
    ['ids have characters that a path has to escape', ids((n) => `cmp:a/b c?${n}%20ü`)],
  ]),
  ...variations('updates', [
    [
      'PUT replaces the campaign',
      (world) => {
        const { update } = world
        world.update = (campaign, _fields, request) =>
          update(campaign, world.accept(sent(request), request), request)
      },
    ],
    [
      'PUT refuses bodies that are not whole',
      updateIf(
        (fields) => ['name', 'type', 'keywords', 'frequency'].some((name) => !(name in fields)),
        'PUT takes whole campaigns',
      ),
    ],
    [
      'PUT refuses type and frequency',
      updateIf(({ type, frequency }) => (type ?? frequency) !== undefined, 'They stay as they are'),
    ],
    ['PUT refuses every body', updateIf(() => true, 'Send a patch document')],
    ['PUT answers the id alone', after('updateCampaign', ({ id }) => ({ id }))],
    [
      'PUT answers the campaign as it was, under previous',
      after('updateCampaign', (previous) => ({ previous })),
    ],
  ]),
  ...variations('files', [
    [
      'the export is a file of CSV with its name',
      answers('exportCsv', (reply) => {
        reply.text = reply.body?.data.content ?? reply.text
        reply.headers['Content-Type'] = 'text/csv; charset=utf-8'
        reply.headers['Content-Disposition'] = 'attachment; filename="export.csv"'
      }),
      { styles: ['plain'] },
    ],
    [
      'the export is a file of CSV with the header line alone',
      (world) => {
        world.rankings = () => []
      },
    ],
    [
      'the export is a URL in the envelope',
      answers(
        'exportCsv',
        data(() => ({ download_url: 'https://files.example.com/export.csv' })),
      ),
      { styles: ['plain'] },
    ],
    [
      'the report is made in the background, and has no URL yet',
      answers('generateReport', (reply) => {
        reply.status = 202
        reply.body.data = { report_id: 'rep_1', status: 'queued' }
      }),
    ],
    [
      'verify answers more fields',
      answers(
        'verifyToken',
        data((is) => ({
          ...is,
          name: 'Self-test',
          prefix: 'svc_test',
          expires_at: null,
          rate_limit: { ...is.rate_limit, reset: 1795000000, window: 'hour' },
        })),
      ),
    ],
    ...(['getRankings', 'generateReport', 'exportCsv'] as const).map(
      (operation): [string, Plant] => [
        `${operation} answers {}`,
        changed(by(operation), (reply, request, world) => {
          if (reply.status >= 300) return
          text(() => '')(reply, request, world)
          delete reply.text
          reply.headers['Content-Type'] = 'application/json'
          const meta = { timestamp: new Date(world.timestamp()).toISOString(), version: '1.2.0' }
          reply.body = { success: true, data: {}, meta }
        }),
      ],
    ),
  ]),
]
