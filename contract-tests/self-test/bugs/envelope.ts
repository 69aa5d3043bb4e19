import { bugsOf, failing, replies, repliesTo } from '../changes.ts'

const KIND = 'envelope and headers'

const stamped = (change: (now: Date) => unknown) =>
  replies(({ body }) => {
    const { timestamp } = body?.meta ?? {}
    if (timestamp !== undefined) body.meta.timestamp = change(new Date(timestamp))
  })

const HOUR_MS = 3_600_000
const local = (now: Date) => new Date(now.getTime() + 2 * HOUR_MS).toISOString().slice(0, 19)

export const ENVELOPE = [
  ...bugsOf(KIND, [
    ['meta.timestamp is local time', stamped((now) => `${local(now)}+02:00`)],
    ['meta.timestamp is local time without a zone', stamped(local)],
    [
      'meta.timestamp is local time, and Date is that of some moments ago',
      replies(({ headers, body }) => {
        headers.Date = new Date(Date.now() - 9_000).toUTCString()
        if (body?.meta?.timestamp) body.meta.timestamp = `${local(new Date())}Z`
      }),
    ],
    ['meta.timestamp is local time with a false Z', stamped((now) => `${local(now)}.000Z`)],
    ['meta.timestamp is a number', stamped((now) => now.getTime())],
    [
      'meta.version is a number',
      replies(({ body }) => {
        if (body?.meta) body.meta.version = 1.2
      }),
    ],
    [
      'meta.version is a number in failures',
      failing((_error, body) => {
        body.meta = { timestamp: new Date().toISOString(), version: 1.2 }
      }),
    ],
    [
      'meta.timestamp is a number in failures',
      failing((_error, body) => {
        body.meta = { timestamp: Date.now(), version: '1.2.0' }
      }),
    ],
    [
      'meta.timestamp is local time in failures',
      failing((_error, body) => {
        body.meta = { timestamp: `${local(new Date())}+02:00`, version: '1.2.0' }
      }),
    ],
    [
      'meta is a list',
      replies(({ body }) => {
        if (body?.meta) body.meta = [body.meta.timestamp, body.meta.version]
      }),
    ],
    [
      'meta is a text in failures',
      failing((_error, body) => {
        body.meta = 'v1.2.0'
      }),
    ],
    [
      'success is a text',
      replies(({ body }) => {
        if (body) body.success = String(body.success)
      }),
    ],
    [
      'success is true in failures',
      failing((_error, body) => {
        body.success = true
      }),
    ],
    [
      'success is false in lists',
      repliesTo('listCampaigns', ({ body }) => {
        body.success = false
      }),
    ],
    [
      'message is an object',
      replies(({ body }) => {
        if (body?.success === true) body.message = { text: 'OK' }
      }),
    ],
    [
      'a warning stands before the JSON',
      repliesTo('getDashboards', (reply) => {
        reply.text = `<br />\n<b>Warning</b>: Undefined index\n${JSON.stringify(reply.body)}`
      }),
    ],
  ]),
]
