import { describe, expect, it } from 'vitest'
import { DocumentError } from '../../src/openapi/document-error.ts'
import { CAMPAIGNS, change, refused, remove, serve } from '../support/overlays.ts'

/** A query parameter, as an update of a list of them. */
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })

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
    expect(next).toBe(`${sandbox.url}/campaigns?search=+&page=2&per_page=4`)
    expect(idsOf(linked)).toEqual(all.slice(4, 8))
    expect((await get('/campaigns?page=3&per_page=4')).headers.link).toBeUndefined()
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
      'x-paging': { style: 'cursor', size: 'per_page', position: 'after', default: 5 },
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

  it('may be none: all rows at once', async () => {
    const target = "$.paths['/serp/rankings'].get['x-paging']"
    const { get } = await serve(paged({ style: 'none' }) + change(target, { style: 'none' }))

    const answer = await get('/campaigns?limit=2&offset=1')
    const [id] = idsOf(answer)
    const rankings = await get(`/serp/rankings?campaign_id=${id}`)

    expect(answer.body.data).toHaveLength(12)
    expect(answer.body.meta.pagination).toEqual({
      total: 12,
      limit: 12,
      offset: 0,
      has_more: false,
    })
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
    [{ link: 'yes' }, /x-paging\.link must be a list of next, .*true or false; found "yes"/],
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
