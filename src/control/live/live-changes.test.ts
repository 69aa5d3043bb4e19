import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { expectFailureShown, preview } from '../../../test/support/live-preview.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../test/support/temporary.ts'
import { FAILURES } from '../../errors.ts'
import type { OverlayFile } from '../../openapi/load.ts'
import { readDocument, servedDocument } from '../../served/served-document.ts'
import { LocalChangeFeed } from '../../state/change-feed.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import { createClock } from '../../time/clock.ts'
import { LiveChanges } from './live-changes.ts'

const GONE = { target: '$.x-failures.unknown_resource', update: { status: 410 } }
const UNIT = {
  target: "$.components.headers['X-RateLimit-Reset']",
  update: { 'x-unit': 'remaining_seconds' },
}
const UNKNOWN = '/campaigns/cmp_none'
const STRINGENT = { target: '$', update: { 'x-unknown-parameters': 'refused' } }

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  const control = controlOf(sandbox)
  const apply = (...actions: object[]) => control.post('/live-changes', { body: { actions } })
  const applied = async (...actions: object[]) => {
    const { status, body } = await apply(...actions)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data as { id: string }
  }
  return { sandbox, control, apply, applied }
}

const documentOf = async (url: string) =>
  (await fetch(url.replace(/\/api$/, '/openapi.json'))).json() as Promise<Record<string, never>>

describe('a live change', () => {
  it('changes answers of the running server, and the document that it serves', async () => {
    const { sandbox, control, applied } = await start()
    expect((await sandbox.api.get(UNKNOWN)).status).toBe(404)

    await applied(GONE)

    expect((await sandbox.api.get(UNKNOWN)).status).toBe(410)
    expect(await documentOf(sandbox.url)).toMatchObject({
      'x-failures': { unknown_resource: { status: 410 } },
    })
    const { body } = await control.get('/specification')
    expect(body.data.overlays).toMatchObject([
      { file: 'live-changes.yaml', actions: [{ changes: [{ before: 404, after: 410 }] }] },
    ])
    expect(body.data.assumptions[0].changed_by).toEqual(['live-changes.yaml'])
  })

  it('leaves data, quotas and webhooks as they are', async () => {
    const { sandbox, applied } = await start()
    const { body } = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    const before = await sandbox.api.get(`/campaigns/${body.data.id}`)

    await applied(UNIT)

    const after = await sandbox.api.get(`/campaigns/${body.data.id}`)
    expect(after.body.data).toEqual(before.body.data)
    expect(Number(after.headers['x-ratelimit-remaining'])).toBe(
      Number(before.headers['x-ratelimit-remaining']) - 1,
    )
    expect(Number(after.headers['x-ratelimit-reset'])).toBeLessThanOrEqual(3600)
  })

  it('is followed by calls in the process, too', async () => {
    const { sandbox, applied } = await start()
    await sandbox.keys.list()

    await applied({ target: '$.x-session', update: { hours: 1 } })

    await expect(sandbox.keys.list()).resolves.toBeDefined()
    expect((await sandbox.fetch(`/api${UNKNOWN}`)).status).toBe(401)
  })

  it('does not change a request that is in progress', async () => {
    const { sandbox, applied } = await start()
    const headers = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }
    const options = { method: 'POST', headers: { ...headers, Expect: '100-continue' } }
    const upload = request(`${sandbox.url}/campaigns`, options)
    upload.flushHeaders()
    // The server has the head of the request, and waits for its body.
    await once(upload, 'continue')

    await applied({ target: '$.x-failures.invalid_input', update: { status: 422 } })
    upload.end('{}')

    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(400)
    expect((await sandbox.api.post('/campaigns', { body: {} })).status).toBe(422)
  })

  it('keeps open streams open', async () => {
    const { sandbox, applied } = await start()
    const hangUp = new AbortController()
    const root = sandbox.url.replace(/\/api$/, '')
    const stream = await fetch(`${root}/_sandbox/changes`, { signal: hangUp.signal })
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()

    await applied(GONE)
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })

    expect((await reader.read()).done).toBe(false)
    hangUp.abort()
  })
})

describe('undo', () => {
  it('restores answers byte for byte', async () => {
    const { sandbox, control, applied } = await start()
    const look = async () =>
      Promise.all(
        ['/campaigns', UNKNOWN, '/campaigns?nonsense=1', '/nothing'].map(async (path) => {
          const { status, text } = await sandbox.api.get(path)
          return { status, text }
        }),
      )
    const document = await documentOf(sandbox.url)
    const before = await look()
    const ids = [await applied(GONE), await applied(STRINGENT), await applied(UNIT)]
    expect(await look()).not.toEqual(before)

    for (const { id } of ids) {
      expect((await control.delete(`/live-changes/${id}`)).status).toBe(200)
    }

    expect(await look()).toEqual(before)
    expect(await documentOf(sandbox.url)).toEqual(document)
    expect((await control.get('/live-changes')).body.data).toEqual([])
  })

  it('keeps the other changes', async () => {
    const { sandbox, control, applied } = await start()
    const { id } = await applied(GONE)
    await applied(UNIT)

    await control.delete(`/live-changes/${id}`)

    const { status, headers } = await sandbox.api.get(UNKNOWN)
    expect(status).toBe(404)
    expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(3600)
  })

  it('is refused if another change needs the one to undo', async () => {
    const { control, applied } = await start()
    const { id } = await applied({ target: '$', update: { 'x-mine': { deep: {} } } })
    await applied({ target: '$.x-mine.deep', update: { value: 1 } })

    const { status, body } = await control.delete(`/live-changes/${id}`)

    expect(status).toBe(400)
    expect(body.error.message).toContain('chg_2')
    expect((await control.get('/live-changes')).body.data).toHaveLength(2)
  })

  it('is refused for accounts that would be left without their plan', async () => {
    const { control, applied } = await start()
    const { id } = await applied({
      target: '$.x-rate-limit-plans',
      update: { Huge: { hour: 9, day: 9 } },
    })
    const made = await control.post('/accounts', { body: { id: 'acc_huge', plan: 'Huge' } })
    expect(made.status, JSON.stringify(made.body)).toBe(201)

    const { status, body } = await control.delete(`/live-changes/${id}`)

    expect(status).toBe(400)
    expect(body.error.message).toContain('acc_huge')
    expect((await control.get('/accounts')).status).toBe(200)
  })
})

describe('what the provider states', () => {
  it.each([
    ['a limit', { target: '$.x-rate-limit-plans.Starter', update: { hour: 1 } }, '§8'],
    ['a plan', { target: '$.x-rate-limit-plans.Starter', remove: true }, '§8'],
    ['a prefix', { target: '$.x-token-types.live.prefixes', update: ['x_'] }, '§5.3'],
    ['an operation', { target: "$.paths['/campaigns'].get", remove: true }, '§4'],
    ['all paths', { target: '$.paths', remove: true }, '§4'],
    [
      'a type that is an example',
      { target: '$.components.schemas.CampaignInput.properties.type', update: { const: 'ads' } },
      '§2',
    ],
    [
      'a member',
      { target: '$.components.schemas.CampaignInput.properties', update: { name: false } },
      '§2',
    ],
    [
      'a required member',
      { target: '$.components.schemas.CampaignInput.required', remove: true },
      '§2',
    ],
    [
      'a list of values',
      { target: '$.components.schemas.EventKind.enum', update: ['campaign.paused'] },
      '§6',
    ],
    ['an event', { target: "$.webhooks['campaign.completed']", remove: true }, '§6'],
  ])('refuses to change %s, and names its section', async (_what, action, section) => {
    const { sandbox, control, apply } = await start()
    const document = await documentOf(sandbox.url)

    const { status, body } = await apply(action)

    expect(status, JSON.stringify(body)).toBe(400)
    expect(body.error.message).toContain(section)
    expect(await documentOf(sandbox.url)).toEqual(document)
    expect((await control.get('/live-changes')).body.data).toEqual([])
  })

  it('is checked for all actions together, so a list may be replaced that keeps it', async () => {
    const { applied, apply } = await start()
    const target = '$.components.schemas.Campaign.required'

    await applied(
      { target, remove: true },
      { target: '$.components.schemas.Campaign', update: { required: ['id'] } },
    )
    const { status } = await apply(
      { target, remove: true },
      { target: '$.components.schemas.Campaign', update: { required: ['status'] } },
    )

    expect(status).toBe(400)
  })
})

describe('a hostile change', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]))

  it.each([
    ['no JSONPath', { target: '$..[', update: {} }],
    ['a filter', { target: "$.paths[?match(@.x, '(a+)+b')]", update: {} }],
    ['everything at once', { target: '$..*', update: {} }],
    ['a place that is not there', { target: '$.nothing.here', update: {} }],
    ['the prototype', { target: '$', update: JSON.parse('{"__proto__":{"polluted":1}}') }],
    ['the prototype as a target', { target: '$.__proto__', update: { polluted: 1 } }],
    ['neither update nor remove', { target: '$' }],
    ['both', { target: '$.x-session', update: {}, remove: true }],
    ['the whole document', { target: '$', remove: true }],
    ['a value in place of an object', { target: '$.x-session', update: 7 }],
    ['an impossible status', { target: '$.x-failures.internal', update: { status: 99 } }],
    ['an unknown code', { target: '$.x-failures.internal', update: { code: 'no' } }],
    ['a missing situation', { target: '$.x-failures.internal', remove: true }],
    [
      'a broken reference',
      { target: '$.components.schemas.Pagination', update: { $ref: '#/components/schemas/None' } },
    ],
    [
      'a reference into a component',
      {
        target: '$.components.schemas.Pagination',
        update: { x: { $ref: '#/components/schemas/A/properties/b' } },
      },
    ],
    [
      'a foreign reference',
      { target: '$.components.schemas.Pagination', update: { $ref: 'http://127.0.0.1:1/x' } },
    ],
    [
      'too many references',
      {
        target: '$.components.schemas.Pagination',
        update: { properties: many(21, { $ref: '#/components/schemas/Pagination' }) },
      },
    ],
    [
      'a long generated text',
      { target: '$.components.schemas.Pagination', update: { minLength: 1e9 } },
    ],
    [
      'an invalid schema',
      { target: '$.components.parameters.limit.schema', update: { pattern: '(' } },
    ],
    ['a large body', { target: '$', update: { 'x-big': 'x'.repeat(70_000) } }],
    ['a deep body', { target: '$', update: nested(200) }],
    [
      'another operation',
      {
        target: '$.paths',
        update: {
          '/x': { get: { operationId: 'getX', responses: { 200: { description: '.' } } } },
        },
      },
    ],
    ['a description of another type', { target: '$.x-session', update: {}, description: 7 }],
    ['an unknown member', { target: '$.x-session', update: {}, evil: 1 }],
  ])('with %s is refused and changes nothing', { timeout: 30_000 }, async (_what, action) => {
    const { sandbox, control, apply } = await start()
    const document = await documentOf(sandbox.url)

    const { status, body } = await apply(action)

    expect(status, JSON.stringify(body)).toBe(400)
    expect(body.success).toBe(false)
    expect(body.error.message).not.toMatch(/undefined|\[object|TypeError|\.ts:/)
    expect(await documentOf(sandbox.url)).toEqual(document)
    expect((await sandbox.api.get('/campaigns')).status).toBe(200)
    expect((await control.get('/live-changes')).body.data).toEqual([])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

it('a schema that contains itself many times does not stop the sandbox', async () => {
  const { sandbox, control } = await start()
  const names = Array.from({ length: 20 }, (_, index) => `m${index}`)
  const own = { $ref: '#/components/schemas/Campaign' }
  const update = {
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, own])),
  }
  const actions = [{ target: '$.components.schemas.Campaign', update }]

  const request = { path: '/campaigns?limit=1' }
  const { status, body } = await control.post('/live-changes/preview', {
    body: { actions, request },
  })

  expect(status).toBe(200)
  expect(body.data.after.status).toBe(200)
  expect((await sandbox.api.get('/campaigns')).status).toBe(200)
})

describe('a preview', () => {
  it('shows both answers, which differ in what the change changes only', async () => {
    const { before, after, changes } = await preview({ path: UNKNOWN }, GONE)

    expect([before.status, after.status]).toEqual([404, 410])
    expect(after.body).toEqual(before.body)
    expect(after.headers).toEqual(before.headers)
    expect(changes).toMatchObject([{ pointer: '/x-failures/unknown_resource/status' }])
  })

  it('of a request that creates something creates nothing', async () => {
    const { before, after } = await preview({ method: 'POST', path: '/campaigns', body: CAMPAIGN })

    expect(before).toMatchObject({
      status: 201,
      body: { data: { name: CAMPAIGN.name } },
      problems: [],
    })
    expect(after).toEqual(before)
  })

  // `npm run test:long` tries all of them.
  it.each(FAILURES.filter((_, index) => index % 5 === 0))(
    'shows the failure %s',
    expectFailureShown,
  )

  it('says where the sandbox cannot follow the document', async () => {
    const target = '$.components.schemas.Campaign.properties.status'
    const actions = [
      { target: `${target}.enum`, remove: true },
      { target, update: { enum: ['archived'] } },
    ]

    const { before, after } = await preview({ path: '/campaigns?limit=1' }, ...actions)

    expect(before.problems).toEqual([])
    expect(after.problems.join()).toContain('status')
  })
})

describe('the downloaded overlay', () => {
  it('makes another sandbox serve the same document', async () => {
    const { sandbox, control, applied } = await start()
    await applied(GONE, UNIT)
    await applied({ target: '$.x-session', update: { prefix: 'no: "yes" # 1e3' } })
    const target = '$.components.schemas.Campaign.properties.status.enum'
    await applied({ target, update: ['archived', 'null', '1', "it's"] })

    const { text, headers } = await control.get('/live-changes/overlay').then((answer) => ({
      text: answer.text ?? answer.body.toString(),
      headers: answer.headers,
    }))

    expect(headers['content-disposition']).toContain('live-changes.yaml')
    const twin = await startSandbox({ overlay: temporaryFile('live-changes.yaml', text) })
    const { servers: _, ...document } = await documentOf(sandbox.url)
    expect(await documentOf(twin.url)).toMatchObject(document)
    expect((await twin.api.get(UNKNOWN)).text).toBe((await sandbox.api.get(UNKNOWN)).text)
  })

  it('comes after the overlays that the sandbox was started with', async () => {
    const overlay = temporaryFile(
      'staging.yaml',
      JSON.stringify({
        overlay: '1.0.0',
        info: { title: 'Staging', version: '1' },
        actions: [{ target: '$', update: { 'x-mine': { a: 1 } } }],
      }),
    )
    const { sandbox, control, applied } = await start({ overlay })
    await applied({ target: '$.x-mine', update: { b: 2 } })

    const { text, body } = await control.get('/live-changes/overlay')
    const second = temporaryFile('live-changes.yaml', text ?? body.toString())

    const twin = await startSandbox({ overlay: [overlay, second] })
    expect((await documentOf(twin.url))['x-mine']).toEqual(
      (await documentOf(sandbox.url))['x-mine'],
    )
  })
})

it('is refused where replicas serve the same document, but can be previewed', async () => {
  const served = async (overlays: readonly OverlayFile[]) =>
    servedDocument(
      await readDocument(overlays, undefined),
      { validateResponses: false, webhookTargets: [] },
      async () => ({}),
    )
  const live = new LiveChanges({
    first: await served([]),
    build: served,
    serve: undefined,
    store: openMemoryStore(),
    changes: new LocalChangeFeed(),
    clock: createClock(),
  })

  await expect(live.apply([GONE], undefined)).rejects.toThrow('With --database')
  expect((await live.preview([GONE])).changes).toHaveLength(1)
  expect(live.changes).toEqual([])
})
