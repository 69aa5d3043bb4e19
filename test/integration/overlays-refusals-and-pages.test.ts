import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { CAMPAIGNS, change, FAILURES, failures, remove, serve } from '../support/overlays.ts'
import { CAMPAIGN } from '../support/sandbox.ts'

// `npm test` has a refusal, `overlays-paging.test.ts` the ways of paging.
const LIST = `${CAMPAIGNS}.responses['200'].content['application/json']`

describe('refusals', () => {
  it('have no details, or null, where the overlay says so', async () => {
    const { call } = await serve(
      failures('invalid_input', { details: false }) +
        failures('permission_denied', { details: { type: 'null', const: null } }),
    )

    const input = await call('post', '/campaigns', { body: {} })
    const denied = await call('post', '/campaigns', {
      body: CAMPAIGN,
      key: 'svc_restricted_readonly',
    })

    expect(input.body.error).not.toHaveProperty('details')
    expect(denied.body.error.details).toBeNull()
  })

  it('name the wrong fields, with x-issues', async () => {
    const { call } = await serve(
      failures('invalid_input', {
        details: {
          type: 'object',
          'x-issues': 'fields',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      }),
    )

    const { error } = (
      await call('post', '/campaigns', { body: { ...CAMPAIGN, name: 7, type: 7 } })
    ).body

    expect(Object.keys(error.details).sort()).toEqual(['name', 'type'])
    expect(error.details.name).toEqual([expect.any(String)])
  })

  it('of one operation may have details of their own', async () => {
    const { get, call } = await serve(
      change("$.paths['/campaigns/{id}'].get", {
        'x-failures': {
          unknown_resource: { status: 410, code: 'not_found', details: { const: {} } },
        },
      }),
    )

    const read = await get('/campaigns/cmp_000000000000')
    const other = await call('delete', '/campaigns/cmp_000000000000')

    expect([read.status, read.body.error.details]).toEqual([410, {}])
    expect([other.status, other.body.error.details]).toEqual([404, undefined])
  })

  it('have the headers of the overlay', async () => {
    const { sandbox } = await serve(
      failures('missing_credential', {
        headers: {
          'WWW-Authenticate': 'Bearer realm="api"',
          'Content-Type': 'application/problem+json',
        },
      }) + failures('wrong_method', { headers: { Allow: '{methods}, OPTIONS' } }),
    )

    const missing = await supertest(sandbox.url).get('/campaigns')
    const wrong = await supertest(sandbox.url)
      .patch('/campaigns')
      .set('Authorization', 'Bearer svc_test_demo')

    expect(missing.headers['www-authenticate']).toBe('Bearer realm="api"')
    expect(missing.headers['content-type']).toBe('application/problem+json')
    expect(wrong.headers.allow).toBe('GET, POST, OPTIONS')
  })

  it('of ids that cannot be one may differ from those of unknown ids', async () => {
    const { get } = await serve(
      change(FAILURES, { malformed_id: { status: 400, code: 'invalid_request' } }),
    )
    const plain = await serve(failures('unknown_resource', { status: 410 }))

    expect((await get('/campaigns/not-an-id')).status).toBe(400)
    expect((await get('/campaigns/cmp_000000000000')).status).toBe(404)
    expect((await get('/serp/rankings?campaign_id=not-an-id')).status).toBe(400)
    expect((await plain.get('/campaigns/not-an-id')).status).toBe(410)
  })

  it('of a key may come before those of a path', async () => {
    const first = await serve(change('$', { 'x-first-check': 'credential' }))
    const usual = await serve('  []\n')
    const ask = async ({ sandbox }: typeof first, method: 'get' | 'patch', path: string) =>
      (await supertest(sandbox.url)[method](path)).status

    expect(await ask(first, 'get', '/nothing')).toBe(401)
    expect(await ask(first, 'patch', '/campaigns')).toBe(401)
    expect(await ask(usual, 'get', '/nothing')).toBe(404)
    expect((await first.get('/nothing')).status).toBe(404)
  })
})

describe('pages', () => {
  const paged = (more: object) =>
    change(CAMPAIGNS, {
      'x-paging': { style: 'page', size: 'per_page', position: 'page', default: 2, ...more },
      parameters: [
        { name: 'per_page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
      ],
    })
  const rows = (answer: { body: { data: unknown[] } }) => answer.body.data.length

  it.each([
    ['refused', '0', 400, undefined],
    ['ignored', '0', 200, 2],
    ['ignored', 'abc', 200, 2],
    ['nearest', '0', 200, 1],
    ['nearest', 'abc', 200, 2],
  ])('of an invalid size are %s: %s', async (invalid, size, status, count) => {
    const { get } = await serve(paged({ invalid }))

    const answer = await get(`/campaigns?per_page=${size}`)

    expect(answer.status).toBe(status)
    if (count !== undefined) expect(rows(answer)).toBe(count)
  })

  it('have at most max rows', async () => {
    const { get } = await serve(paged({ max: 3 }))

    expect(rows(await get('/campaigns?per_page=500'))).toBe(3)
  })

  it.each([
    ['empty', 200, undefined],
    ['not_found', 404, 'not_found'],
    ['invalid_input', 400, 'invalid_request'],
  ])('after the last one are %s', async (past_end, status, code) => {
    const { get } = await serve(paged({ past_end }))

    const answer = await get('/campaigns?page=99999')

    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    expect((await get('/campaigns?page=1')).status).toBe(200)
  })

  it('have links and members that lead to the others', async () => {
    const { sandbox, get } = await serve(
      paged({ link: ['prev', 'next', 'last'] }) +
        remove(`${LIST}.schema`) +
        change(LIST, {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Success' },
              {
                type: 'object',
                properties: {
                  data: { type: 'array', items: { $ref: '#/components/schemas/Campaign' } },
                  links: {
                    type: 'object',
                    required: ['next', 'previous', 'path'],
                    properties: {
                      next: { 'x-from': '/page/next_url', type: ['string', 'null'] },
                      previous: { 'x-from': '/page/previous_url', type: ['string', 'null'] },
                      path: { 'x-from': '/page/next_path', type: ['string', 'null'] },
                    },
                  },
                },
                required: ['links'],
              },
            ],
          },
        }),
    )

    const first = await get('/campaigns')
    const { links } = first.body
    const second = await get(links.next.slice(sandbox.url.length))

    expect(links.next).toBe(`${sandbox.url}/campaigns?page=2&per_page=2`)
    expect(links.path).toBe('/api/campaigns?page=2&per_page=2')
    expect(links.previous).toBeNull()
    expect(second.body.links.previous).toBe(`${sandbox.url}/campaigns?page=1&per_page=2`)
    expect(String(first.headers.link).match(/rel="\w+"/g)).toEqual(['rel="next"', 'rel="last"'])
    expect(String(second.headers.link)).toContain('rel="prev"')
  })
})
