import { readFileSync } from 'node:fs'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import type { SandboxOptions } from './config.ts'
import { DocumentError } from './document/document-error.ts'
import { createSandbox } from './sandbox.ts'
import { sendRaw } from './testing/raw.ts'
import { CAMPAIGN, START, startSandbox } from './testing/sandbox.ts'
import { overlayFile } from './testing/temporary.ts'

const CAMPAIGNS = "$.paths['/campaigns'].get"
const UPDATE = "$.paths['/campaigns/{id}'].put"
const RESET = "$.components.headers['X-RateLimit-Reset']"
const ID = '$.components.schemas.Campaign.properties.id'

const change = (target: string, update: object) => `  - ${JSON.stringify({ target, update })}\n`
const remove = (target: string) => `  - ${JSON.stringify({ target, remove: true })}\n`
/** A query parameter, as an update of a list of them. */
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })

/** A sandbox with these actions that holds its answers against the document. */
async function serve(actions: string, options: SandboxOptions = {}) {
  const overlay = overlayFile(actions)
  const sandbox = await startSandbox({
    overlay,
    validateResponses: true,
    log: 'silent',
    ...options,
  })
  /** As the API of tests, for answers that have another form than theirs. */
  const call = async (
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    { body, key = 'svc_test_demo' }: { body?: object; key?: string } = {},
  ) => {
    const request = supertest(sandbox.url)[method](path).set('Authorization', `Bearer ${key}`)
    return await (body ? request.send(body) : request)
  }
  return { sandbox, call, get: (path: string) => call('get', path) }
}

function refused(actions: string) {
  return expect(createSandbox({ overlay: overlayFile(actions), ephemeral: true })).rejects
}

describe('X-RateLimit-Reset', () => {
  it.each([
    ['epoch_seconds', START / 1000 + 3600, START / 1000 + 3600],
    ['epoch_milliseconds', START + 3_600_000, START + 3_600_000],
    ['remaining_seconds', 3600, 1800],
    ['remaining_milliseconds', 3_600_000, 1_800_000],
  ])('has the unit %s on all answers', async (unit, first, later) => {
    const { sandbox, call, get } = await serve(change(RESET, { 'x-unit': unit }))

    const started = await get('/campaigns')
    const unknown = await supertest(sandbox.url).get('/none')
    const preflight = await supertest(sandbox.url)
      .options('/campaigns')
      .set({ Origin: 'http://app.example', 'Access-Control-Request-Method': 'GET' })
    sandbox.advance({ minutes: 30 })
    const halfway = await get('/auth/verify')
    const failed = await call('get', '/campaigns/none')

    const resets = [started, unknown, preflight, halfway, failed].map((answer) =>
      Number(answer.headers['x-ratelimit-reset']),
    )
    expect(resets).toEqual([first, first, first, later, later])
  })

  it('counts down on the clock of the account', async () => {
    const { sandbox, get } = await serve(change(RESET, { 'x-unit': 'remaining_seconds' }))
    await get('/campaigns')

    await sandbox.clock.advance('20m', { account: 'acc_demo' })

    expect((await get('/campaigns')).headers['x-ratelimit-reset']).toBe('2400')
  })

  it.each([['hours'], [7]])('is refused in the unit %j', async (unit) => {
    await refused(change(RESET, { 'x-unit': unit })).toThrow(
      /X-RateLimit-Reset'\]\.x-unit must be one of epoch_seconds, .*remaining_milliseconds; found/,
    )
  })
})

describe('unknown query parameters', () => {
  it('are refused where the document says so, by name and with those that are taken', async () => {
    const { get } = await serve(change('$', { 'x-unknown-parameters': 'refused' }))

    const refusal = await get('/campaigns?colour=red&limit=0&status[]=active&page[x]=1')
    const known = await get('/campaigns?limit=1&type=serp&Prefer=code%3D200&X-Sandbox-Delay=1')
    const none = await get('/campaigns/none?a=1')

    expect(refusal.status).toBe(400)
    expect(refusal.body.error.details.issues).toEqual([
      expect.objectContaining({ in: 'query', path: 'limit' }),
      {
        in: 'query',
        path: 'colour',
        message:
          'is no query parameter of this operation; it takes limit, offset, type, frequency, status, search',
      },
      expect.objectContaining({ path: 'page[x]' }),
    ])
    expect(known.status).toBe(200)
    expect(none.body.error.message).toBe(
      'a (query) is no query parameter of this operation; it takes none.',
    )
  })

  it('are refused by one operation alone, and taken by one alone', async () => {
    const one = await serve(change(CAMPAIGNS, { 'x-unknown-parameters': 'refused' }))
    const others = await serve(
      change('$', { 'x-unknown-parameters': 'refused' }) +
        change(CAMPAIGNS, { 'x-unknown-parameters': 'ignored' }),
    )

    expect((await one.get('/campaigns?a=1')).status).toBe(400)
    expect((await one.get('/auth/me?a=1')).status).toBe(200)
    expect((await others.get('/campaigns?a=1')).status).toBe(200)
    expect((await others.get('/auth/me?a=1')).status).toBe(400)
  })

  it('are refused after the key, the quota and the permission', async () => {
    const { call } = await serve(change('$', { 'x-unknown-parameters': 'refused' }))

    const path = '/campaigns?a=1'
    expect((await call('get', path, { key: 'svc_test_wrong' })).status).toBe(401)
    const forbidden = await call('post', path, { key: 'svc_restricted_readonly', body: CAMPAIGN })
    expect(forbidden.status).toBe(403)
    expect((await call('get', path)).headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
  })

  it.each([
    ['$', /x-unknown-parameters must be one of ignored, refused; found "no"/],
    [CAMPAIGNS, /GET \/campaigns: x-unknown-parameters must be one of/],
  ])('are told by no other word: %s', async (target, message) => {
    await refused(change(target, { 'x-unknown-parameters': 'no' })).toThrow(message)
  })
})

describe('an update that replaces', () => {
  const replacing = change(UPDATE, { 'x-update': 'replace' })

  it('gives what is not sent its default, or empties it, and keeps what is the service’s', async () => {
    const { sandbox, call, get } = await serve(replacing)
    const created = (await call('post', '/campaigns', { body: { ...CAMPAIGN, status: 'paused' } }))
      .body.data
    sandbox.advance({ days: 3 })

    const answer = await call('put', `/campaigns/${created.id}`, { body: { name: 'Two' } })
    const read = await get(`/campaigns/${created.id}`)

    expect(answer.status).toBe(200)
    expect(read.body.data).toEqual(answer.body.data)
    expect(read.body.data).toEqual({
      id: created.id,
      name: 'Two',
      type: '',
      keywords: [],
      frequency: '',
      settings: {},
      brand: 'Two',
      domain: 'two.example',
      competitors: [],
      status: 'active',
      created_at: created.created_at,
      updated_at: '2026-01-18T09:30:00.000Z',
      tracked_since: created.tracked_since,
    })
  })

  it('leaves all that reads the campaign in order', async () => {
    const { sandbox, call, get } = await serve(replacing)
    const { id } = (await call('post', '/campaigns', { body: CAMPAIGN })).body.data
    await call('put', `/campaigns/${id}`, { body: { status: 'active' } })
    await sandbox.clock.advance('3d', { account: 'acc_demo' })

    const rankings = await get(`/serp/rankings?campaign_id=${id}`)
    const others = await Promise.all(
      [
        '/campaigns',
        `/analytics/campaign/${id}`,
        '/core/dashboards',
        '/core/dashboards/intelligence-overview',
        `/reports/generate?campaign_id=${id}`,
        '/export/csv?type=mentions',
        '/chat/mentions?brand=Two',
      ].map(get),
    )
    const link = new URL(others[4]?.body.data.download_url)
    const report = await supertest(link.origin).get(link.pathname + link.search)

    expect(rankings.body.data).toEqual([])
    expect(rankings.body.meta.pagination.total).toBe(0)
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(report.status).toBe(200)
  })

  it('takes the defaults of the document, and asks for what it requires', async () => {
    const { call } = await serve(
      replacing +
        change('$.components.schemas.CampaignUpdate', { required: ['name', 'keywords'] }) +
        change('$.components.schemas.CampaignInput.properties.frequency', { default: 'weekly' }),
    )
    const { id } = (await call('post', '/campaigns', { body: CAMPAIGN })).body.data

    const refusal = await call('put', `/campaigns/${id}`, { body: { name: 'Two' } })
    const { name, keywords } = CAMPAIGN
    const answer = await call('put', `/campaigns/${id}`, { body: { name, keywords } })

    expect(refusal.body.error.message).toContain('keywords (body) is missing')
    expect(answer.body.data).toMatchObject({ name, keywords, frequency: 'weekly', settings: {} })
  })

  it('is not to be had of other operations, nor by another word', async () => {
    await refused(change(UPDATE, { 'x-update': 'merge' })).toThrow(
      /PUT \/campaigns\/\{id\}: x-update must be one of patch, replace; found "merge"/,
    )
    await refused(change("$.paths['/alerts/{id}'].put", { 'x-update': 'replace' })).toThrow(
      /PUT \/alerts\/\{id\}: the sandbox has no behaviour for x-update here/,
    )
    await refused(remove(`${UPDATE}['x-update']`)).toThrow(/x-update is missing/)
  })
})

describe('ids of campaigns', () => {
  it.each([
    [{ prefix: 'C-', characters: '0123456789', length: 6 }, /^C-\d{6}$/],
    [{ prefix: 'a/b c?', characters: '%ü', length: 9 }, /^a\/b c\?[%ü]{9}$/],
    [{ format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ])('have the form %j, and others keep theirs', async (form, pattern) => {
    const { call, get } = await serve(change(ID, { 'x-id': form }))

    const created = await call('post', '/campaigns', { body: CAMPAIGN })
    const { id } = created.body.data
    const listed = await get('/campaigns')
    const escaped = encodeURIComponent(id)
    const read = await get(`/campaigns/${escaped}`)
    const rankings = await get(`/serp/rankings?campaign_id=${escaped}`)
    const alert = await call('post', '/alerts', {
      body: { name: 'Mine', event: 'campaign.completed', campaign_id: id },
    })

    const ids = listed.body.data.map((each: { id: string }) => each.id)
    expect(ids.filter((each: string) => !pattern.test(each))).toEqual([])
    expect(new Set(ids).size).toBe(9)
    expect(created.headers.location?.endsWith(`/campaigns/${escaped}`)).toBe(true)
    expect(read.body.data.id).toBe(id)
    expect(rankings.status).toBe(200)
    expect(alert.body.data).toMatchObject({ id: expect.stringMatching(/^alr_/), campaign_id: id })
  })

  it.each<[unknown, RegExp]>([
    [{ characters: '' }, /x-id\.characters must be two or more printable.*found ""/],
    [{ characters: 'aa' }, /x-id\.characters must be .*each once/],
    [{ characters: 'a\tb' }, /x-id\.characters must be/],
    [{ prefix: 'a\0b' }, /x-id\.prefix must be a text of at most 64 printable/],
    [{ length: 0 }, /x-id\.length must be a whole number from 1 to 200; found 0/],
    [{ format: 'ulid' }, /x-id\.format must be one of uuid; found "ulid"/],
  ])('have no form like %j', async (form, message) => {
    await refused(change(ID, { 'x-id': form })).toThrow(message)
    await refused(remove(`${ID}['x-id']`)).toThrow(/x-id must be \{ prefix, characters, length \}/)
  })
})

describe('paging', () => {
  const paged = (paging: object, ...parameters: object[]) =>
    change(CAMPAIGNS, { 'x-paging': paging, parameters })
  const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)
  const size = parameter('per_page', { type: 'integer', minimum: 1, maximum: 50, default: 4 })
  const number = parameter('page', { type: 'integer', minimum: 0 })
  const cursor = parameter('after', { type: 'string' })

  it('by number goes through all pages, with links to the next', async () => {
    const { sandbox, get } = await serve(
      paged({ style: 'page', size: 'per_page', position: 'page', link: true }, size, number),
    )
    const all = idsOf(await sandbox.api.get('/campaigns', { query: { per_page: 50 } }))

    const first = await get('/campaigns?search=%20')
    const same = await get('/campaigns?page=1&per_page=4')
    const second = await get('/campaigns?page=2&per_page=3')
    const beyond = await get('/campaigns?page=99999999999')
    const next = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
    const linked = await get(next.slice(sandbox.url.length))

    expect(idsOf(same)).toEqual(all.slice(0, 4))
    expect(idsOf(second)).toEqual(all.slice(3, 6))
    expect(idsOf(beyond)).toEqual([])
    expect(beyond.headers.link).toBeUndefined()
    expect(next).toBe(`${sandbox.url}/campaigns?search=+&page=2`)
    expect(idsOf(linked)).toEqual(all.slice(4, 8))
    expect(linked.headers.link).toBeUndefined()
    expect((await get('/campaigns?per_page=51')).status).toBe(400)
  })

  it('by number may begin at another than 1, and has none below', async () => {
    const { get } = await serve(
      paged({ style: 'page', size: 'per_page', position: 'page', first: 0 }, size, number),
    )
    const fromOne = await serve(
      paged({ style: 'page', size: 'per_page', position: 'page' }, size, number),
    )

    expect(idsOf(await get('/campaigns?page=0'))).toEqual(idsOf(await get('/campaigns')))
    const refusal = await fromOne.get('/campaigns?page=0')
    expect(refusal.status).toBe(400)
    expect(refusal.body.error.message).toBe(
      'page (query) must be 1 or more, the number of the first page; found 0.',
    )
  })

  it('by cursor goes through all pages, and takes no cursor of another make', async () => {
    const schema = {
      'x-paging': { style: 'cursor', size: 'per_page', position: 'after', default: 3 },
      parameters: [size, cursor],
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                properties: { next: { 'x-from': '/page/next_cursor', type: ['string', 'null'] } },
              },
            },
          },
        },
      },
    }
    const { sandbox, get } = await serve(change(CAMPAIGNS, schema))
    const all = idsOf(await sandbox.api.get('/campaigns', { query: { per_page: 50 } }))

    const found: string[] = []
    let answer = await get('/campaigns')
    for (let pages = 0; pages < 9; pages++) {
      found.push(...idsOf(answer))
      if (answer.body.next === null) break
      answer = await get(`/campaigns?after=${answer.body.next}`)
    }

    expect(found).toEqual(all)
    expect(idsOf(answer)).toHaveLength(2)
    for (const forged of ['', '3', 'YWZ0ZXI6LTE', 'YWZ0ZXI6MDM', 'YWZ0ZXI6Mw==', '%C3%A9']) {
      const refusal = await get(`/campaigns?after=${forged}`)
      expect(refusal.status, forged).toBe(400)
      expect(refusal.body.error.message).toContain('after (query) must be a cursor as an answer')
    }
  })

  it('by offset may have other names and a fixed size', async () => {
    const { sandbox, get } = await serve(
      paged(
        { style: 'offset', position: 'skip', default: 2 },
        parameter('skip', { type: 'integer', minimum: 0 }),
      ).replace('"parameters"', '"x-note": 1, "parameters"') +
        remove(`${CAMPAIGNS}['x-paging'].size`),
    )
    const all = idsOf(await sandbox.api.get('/campaigns'))

    expect(all).toHaveLength(2)
    const next = await get('/campaigns?skip=1&limit=5')
    expect(idsOf(next)).toHaveLength(2)
    expect(idsOf(next)[0]).toBe(all[1])
  })

  it('may be none: all rows at once', async () => {
    const target = "$.paths['/serp/rankings'].get['x-paging']"
    const { get } = await serve(paged({ style: 'none' }) + change(target, { style: 'none' }))

    const answer = await get('/campaigns?limit=2&offset=1')
    const [id] = idsOf(answer)
    const rankings = await get(`/serp/rankings?campaign_id=${id}`)

    expect(answer.body.data).toHaveLength(8)
    expect(answer.body.meta.pagination).toEqual({ total: 8, limit: 8, offset: 0, has_more: false })
    expect(rankings.body.data.length).toBe(rankings.body.meta.pagination.total)
    expect(rankings.body.data.length).toBeGreaterThan(100)
  })

  it('is that of every list', async () => {
    const paging = { style: 'page', size: 'per_page', position: 'page' }
    const lists = ['/campaigns', '/serp/rankings', '/chat/mentions', '/webhooks', '/alerts']
    const { call, get } = await serve(
      lists
        .map((path) =>
          change(`$.paths['${path}'].get`, { 'x-paging': paging, parameters: [size, number] }),
        )
        .join(''),
    )
    const [id] = idsOf(await get('/campaigns'))
    for (const name of ['One', 'Two', 'Three']) {
      const event = 'campaign.completed'
      await call('post', '/alerts', { body: { name, event, campaign_id: id } })
      const url = `https://${name.toLowerCase()}.example/hook`
      await call('post', '/webhooks', { body: { url, events: ['campaign.completed'] } })
    }
    const queries = ['', `campaign_id=${id}&`, 'brand=Northwheel&', '', '']

    for (const [index, path] of lists.entries()) {
      const list = `${path}?${queries[index]}`
      const two = await get(`${list}per_page=2&page=1`)
      const second = await get(`${list}per_page=1&page=2`)
      expect(two.body.data, path).toHaveLength(2)
      expect(second.body.data, path).toEqual(two.body.data.slice(1))
    }
  })

  it.each<[object, RegExp]>([
    [
      { style: 'pages' },
      /x-paging\.style must be one of none, offset, page, cursor; found "pages"/,
    ],
    [{ size: 'per_page' }, /the query parameter per_page is missing, which x-paging\.size names/],
    [{ position: 'page' }, /the query parameter page is missing, which x-paging\.position names/],
    [{ position: 7 }, /x-paging\.position must be the name of a query parameter; found 7/],
    [{ first: -1 }, /x-paging\.first must be/],
    [{ default: 0 }, /x-paging\.default must be a whole number of rows above 0; found 0/],
    [{ link: 'yes' }, /x-paging\.link must be true or false; found "yes"/],
    [{ sizes: 'x' }, /x-paging must be made of style, size, .*; found \{"sizes":"x"\}/],
    [{ style: 'cursor' }, /the query parameter offset must have the type string, a cursor/],
  ])('is refused with %j', async (paging, message) => {
    const started = refused(change(CAMPAIGNS, { 'x-paging': paging }))
    await started.toThrow(DocumentError)
    await refused(change(CAMPAIGNS, { 'x-paging': paging })).toThrow(message)
  })

  it('is refused where a page has no size, and where there are no pages', async () => {
    await refused(remove(`${CAMPAIGNS}['x-paging'].size`)).toThrow(
      /x-paging\.default must be the rows/,
    )
    await refused(remove(`${CAMPAIGNS}['x-paging']`)).toThrow(/x-paging is missing/)
    await refused(change("$.paths['/auth/me'].get", { 'x-paging': { style: 'none' } })).toThrow(
      /GET \/auth\/me: the sandbox has no behaviour for x-paging here/,
    )
  })
})

describe('successes and failures', () => {
  it('may have another status, but not two', async () => {
    const target = "$.paths['/campaigns'].post.responses"
    const created = `${target}['201']`
    const accepted = { 202: { description: 'Taken.', content: { 'application/json': {} } } }
    const { call } = await serve(remove(created) + change(target, accepted))

    expect((await call('post', '/campaigns', { body: CAMPAIGN })).status).toBe(202)
    await refused(change(target, accepted)).toThrow(
      /POST \/campaigns: responses has the successes 201 and 202/,
    )
  })

  it('may be the file alone, whatever Accept says', async () => {
    const content = "$.paths['/export/csv'].get.responses['200'].content['application/json']"
    const { sandbox } = await serve(remove(content))

    const accepts = ['application/json', 'text/csv', '*/*'].map((accept) =>
      supertest(sandbox.url)
        .get('/export/csv?type=campaigns')
        .set({ Authorization: 'Bearer svc_test_demo', Accept: accept }),
    )
    const answers = await Promise.all(accepts)

    expect(answers.map(({ status, type }) => [status, type])).toEqual(
      answers.map(() => [200, 'text/csv']),
    )
    expect(answers[0]?.text).toContain('Northwheel')
  })

  it('may be told by the body alone', async () => {
    const failures = ['unknown_resource', 'unknown_path', 'invalid_input', 'missing_credential']
    const { sandbox, call, get } = await serve(
      change(
        "$['x-failures']",
        Object.fromEntries(failures.map((name) => [name, { status: 200 }])),
      ),
    )

    const answers = [
      await get('/campaigns/none'),
      await get('/none'),
      await call('post', '/campaigns', { body: {} }),
      await supertest(sandbox.url).get('/campaigns'),
    ]

    expect(answers.map(({ status, body }) => [status, body.success, body.error.code])).toEqual([
      [200, false, 'not_found'],
      [200, false, 'not_found'],
      [200, false, 'invalid_request'],
      [200, false, 'missing_api_key'],
    ])
  })
})

it('failures have their form where there is no request, either', async () => {
  const properties = { meta: false, request_id: { 'x-from': '/request_id' } }
  const { sandbox } = await serve(change('$.components.schemas.Failure', { properties }))

  const answer = await sendRaw(sandbox.port, 'no request at all\r\n\r\n')

  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [, id] = /X-Request-Id: (.+)/.exec(head) ?? []
  expect(JSON.parse(body)).toEqual({
    success: false,
    error: { code: 'invalid_request', message: expect.any(String) },
    request_id: id?.trim(),
  })
})

it('the control plane keeps its own form', async () => {
  const failure = '$.components.schemas.Failure'
  const { sandbox, get } = await serve(
    remove(`${failure}.properties.error`) +
      change(failure, {
        properties: { error: { 'x-from': '/error/message', type: 'string' }, ok: { const: 0 } },
      }),
  )
  const { port } = sandbox

  const own = await supertest(`http://127.0.0.1:${port}`).get('/_sandbox/requests/none')
  const service = await get('/campaigns/none')

  expect(service.body).toMatchObject({ error: expect.stringContaining('No campaign none'), ok: 0 })
  expect(own.body).toMatchObject({ success: false, error: { code: 'not_found' } })
  expect(own.body).not.toHaveProperty('ok')
})

it('what the log of requests keeps is what was sent', async () => {
  const { sandbox, get } = await serve(
    change("$.paths['/campaigns/{id}'].get.responses['200'].content['application/json'].schema", {
      properties: { kind: { const: 'campaign' } },
    }),
  )
  const [{ id }] = (await get('/campaigns')).body.data

  const answer = await get(`/campaigns/${id}`)
  const [logged] = await sandbox.requests.list({ account: 'acc_demo' })

  expect(answer.body.kind).toBe('campaign')
  expect(JSON.stringify(logged)).toContain('kind')
})

describe('docs/overlays.md', () => {
  const text = readFileSync(new URL('../docs/overlays.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```yaml\n(- target:.*?)```/gs)].map(
    ([, code]) => code as string,
  )

  it('has examples that the sandbox serves', async () => {
    expect(examples.length).toBeGreaterThan(0)
    for (const code of examples) {
      const { get } = await serve(code.replace(/^/gm, '  '))
      expect((await get('/campaigns')).status).toBe(200)
    }
  })
})
