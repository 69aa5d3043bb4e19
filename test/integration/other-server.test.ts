import supertest from 'supertest'
import { expect, it } from 'vitest'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'
import { overlayFile } from '../support/temporary.ts'

/** A server that does everything otherwise that docs/overlays.md lets a server do otherwise. */
const OVERLAY = `
  - target: $['x-failures']
    update:
      invalid_input: { status: 422 }
      unknown_resource: { status: 200 }
      missing_credential: { status: 403, code: authentication_failed }
  - target: $
    update: { x-unknown-parameters: refused }
  - target: $.components.headers['X-RateLimit-Reset']
    update: { x-unit: remaining_seconds }
  - target: $.components.schemas.Campaign
    update:
      required: [slug, owner, synced_at, score]
      properties:
        id: { x-id: { prefix: '', characters: 0123456789abcdef, length: 24 } }
        competitors: false
        created_at: { x-time-format: "yyyy-MM-dd'T'HH:mm:ss'Z'" }
        updated_at: { x-time-format: 'dd.MM.yyyy HH:mm' }
        slug: { type: string, pattern: '^[a-z]{8}$' }
        owner:
          type: object
          required: [email]
          properties: { email: { type: string, format: email } }
        synced_at: { type: string, format: date-time }
        score: { type: integer, minimum: 1, maximum: 5 }
        tags: { type: array, items: { type: string }, example: [a] }
        note: { type: [string, 'null'] }
  - target: $.components.schemas.Campaign.required[?@=='competitors']
    remove: true
  - target: $.components.schemas.Meta.properties.timestamp
    update: { x-time-format: "yyyy-MM-dd'T'HH:mm:ssxxx" }
  - target: $.components.schemas.Failure
    update:
      required: [request_id, data]
      properties:
        meta: false
        data: { const: null }
        request_id: { type: string, x-from: /request_id }
  - target: $.components.schemas.Error
    update: { required: [details] }
  - target: $.components.schemas.Error.properties.details
    update: { type: [object, 'null'], const: null }
  - target: $.paths['/campaigns'].get.responses['200'].content['application/json'].schema
    remove: true
  - target: $.paths['/campaigns'].get
    update:
      x-paging: { style: cursor, size: page_size, position: cursor, link: true }
      parameters:
        - { name: page_size, in: query, schema: { type: integer, minimum: 1, maximum: 5, default: 3 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses:
        '200':
          content:
            application/json:
              schema:
                type: object
                required: [success, data]
                properties:
                  success: { const: true }
                  meta: false
                  data:
                    type: object
                    required: [items, page]
                    properties:
                      items: { x-from: /data, type: array, items: { $ref: '#/components/schemas/Campaign' } }
                      page:
                        type: object
                        required: [total, cursor]
                        properties:
                          total: { x-from: /page/total, type: integer }
                          cursor: { x-from: /page/next_cursor, type: [string, 'null'] }
  - target: $.paths['/campaigns'].post.responses['201']
    remove: true
  - target: $.paths['/campaigns'].post.responses
    update:
      '200':
        description: The campaign, alone in a list.
        content:
          application/json:
            schema:
              allOf:
                - { $ref: '#/components/schemas/Success' }
                - properties:
                    message: { const: ok }
                    data: { type: array, items: { $ref: '#/components/schemas/Campaign' } }
  - target: $.paths['/campaigns/{id}'].get.responses['200'].content['application/json'].schema
    remove: true
  - target: $.paths['/campaigns/{id}'].get.responses['200'].content['application/json']
    update:
      schema:
        allOf:
          - { $ref: '#/components/schemas/Success' }
          - properties:
              data:
                type: object
                required: [campaign]
                properties: { campaign: { x-from: /data, $ref: '#/components/schemas/Campaign' } }
  - target: $.paths['/campaigns/{id}'].put
    update: { x-update: replace }
  - target: $.components.schemas.CampaignUpdate
    update: { required: [name] }
  - target: $.paths['/campaigns/{id}'].delete.responses['200'].content['application/json'].schema
    remove: true
  - target: $.paths['/campaigns/{id}'].delete.responses['200'].content['application/json']
    update:
      schema:
        type: object
        properties: { success: { const: true }, data: false, meta: false, message: { type: string } }
  - target: $.paths['/serp/rankings'].get
    update:
      x-paging: { style: page, size: per_page, position: page, first: 0 }
      parameters:
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, default: 2 } }
        - { name: page, in: query, schema: { type: integer, minimum: 0 } }
  - target: $.paths['/export/csv'].get.responses['200'].content['application/json']
    remove: true
`

it('the sandbox is the replica of a server that differs in everything', async () => {
  const sandbox = await startSandbox({
    overlay: overlayFile(OVERLAY),
    validateResponses: true,
    log: 'silent',
  })
  const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) => {
    const request = supertest(sandbox.url)[method](path).auth('svc_test_demo', { type: 'bearer' })
    return body ? request.send(body) : request
  }

  const created = await call('post', '/campaigns', CAMPAIGN)
  const [campaign] = created.body.data
  const record = {
    id: expect.stringMatching(/^[\da-f]{24}$/),
    name: CAMPAIGN.name,
    keywords: CAMPAIGN.keywords,
    created_at: '2026-01-15T09:30:00Z',
    updated_at: '15.01.2026 09:30',
    slug: expect.stringMatching(/^[a-z]{8}$/),
    owner: { email: expect.stringContaining('@') },
    synced_at: '2026-01-15T09:30:00.000Z',
    tags: ['a'],
  }
  expect(created.status).toBe(200)
  expect(created.headers['x-ratelimit-reset']).toBe('3600')
  expect(created.body).toEqual({
    success: true,
    message: 'ok',
    data: [expect.objectContaining(record)],
    meta: { timestamp: '2026-01-15T09:30:00+00:00', version: '1.2.0' },
  })
  expect(Object.keys(campaign)).not.toContain('competitors')
  expect(Object.keys(campaign)).not.toContain('note')
  expect([1, 2, 3, 4, 5]).toContain(campaign.score)

  const first = await call('get', '/campaigns')
  const next = await call('get', `/campaigns?cursor=${first.body.data.page.cursor}`)
  const link = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
  const linked = await call('get', link.slice(sandbox.url.length))
  const all = await call('get', '/campaigns?page_size=5')
  expect(Object.keys(first.body)).toEqual(['success', 'data'])
  expect(first.body.data.items[0]).toEqual(campaign)
  expect(first.body.data.page).toEqual({ total: 9, cursor: expect.any(String) })
  expect(next.body).toEqual(linked.body)
  expect([...first.body.data.items, ...next.body.data.items].slice(0, 5)).toEqual(
    all.body.data.items,
  )
  expect(new Set(all.body.data.items.map(({ slug }: { slug: string }) => slug)).size).toBe(5)

  const path = `/campaigns/${campaign.id}`
  const read = await call('get', path)
  expect(read.body.data).toEqual({ campaign })

  const updated = await call('put', path, { name: 'Other' })
  const changed = await call('get', path)
  expect(updated.body.data).toMatchObject({ name: 'Other', keywords: [], slug: campaign.slug })
  expect(changed.body.data.campaign).toEqual(updated.body.data)

  const id = all.body.data.items[1].id
  const rows = await call('get', `/serp/rankings?campaign_id=${id}&page=1`)
  expect(rows.body.meta.pagination).toMatchObject({ limit: 2, offset: 2 })
  const file = await call('get', '/export/csv?type=campaigns').set('Accept', 'application/json')
  expect(file.type).toBe('text/csv')

  const refusals = [
    await call('put', path, { frequency: 'daily' }),
    await call('get', '/campaigns?limit=1&cursor=x'),
    await call('get', '/campaigns?cursor=x'),
    await call('get', '/campaigns/none'),
    await supertest(sandbox.url).get('/campaigns'),
    await supertest(sandbox.url).get('/campaigns/none%'),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 200, 403, 400])
  for (const { body, headers } of refusals) {
    expect(body).toEqual({
      success: false,
      error: { code: expect.any(String), message: expect.any(String), details: null },
      data: null,
      request_id: headers['x-request-id'],
    })
  }

  const gone = await call('delete', path)
  expect(gone.body).toEqual({ success: true, message: 'Campaign deleted.' })
  expect((await call('get', path)).body.error.code).toBe('not_found')

  const [logged] = await sandbox.requests.list({ account: 'acc_demo' })
  expect(JSON.stringify(logged)).toContain('request_id')
})
