import { describe, expect, it } from 'vitest'
import { createWebhook as create } from '../../test/support/records/webhooks.ts'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'

const SECRET = 'a plain secret of the client'

describe('reading webhooks', () => {
  it('shows one without its secret', async () => {
    const { api } = await startSandbox()
    const { secret, ...webhook } = await create(api)

    const read = await api.get(`/webhooks/${webhook.id}`)

    expect(read.status).toBe(200)
    expect(read.body.data).toEqual(webhook)
    expect(read.text).not.toContain(secret)
  })

  it('lists the newest first, page by page, without secrets', async () => {
    const { api } = await startSandbox()
    const urls = ['a', 'b', 'c'].map((name) => `https://${name}.example/`)
    for (const url of urls) await create(api, { url, secret: SECRET })

    const first = await api.get('/webhooks', { query: { limit: 2 } })
    const second = await api.get('/webhooks', { query: { limit: 2, offset: 2 } })

    expect(first.body.data.map(({ url }: { url: string }) => url)).toEqual([urls[2], urls[1]])
    expect(second.body.data.map(({ url }: { url: string }) => url)).toEqual([urls[0]])
    expect(first.body.meta.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    expect(second.body.meta.pagination).toEqual({ total: 3, limit: 2, offset: 2, has_more: false })
    expect(first.text).not.toContain(SECRET)
  })
})

it('deletes one webhook', async () => {
  const { api } = await startSandbox()
  const { secret: _, ...kept } = await create(api)
  const { id } = await create(api)

  const deleted = await api.delete(`/webhooks/${id}`)
  const list = await api.get('/webhooks')

  expect(deleted.status).toBe(200)
  expect(deleted.body.data).toEqual({ id, deleted: true })
  expect(codeOf(await api.delete(`/webhooks/${id}`))).toBe('not_found')
  expect(list.body.data).toEqual([kept])
})

it.each(['get', 'put', 'delete'] as const)('%s of an unknown id is not found', async (method) => {
  const { api } = await startSandbox()
  const { id } = await create(api)

  const body = method === 'put' ? { body: { status: 'active' } } : {}
  for (const unknown of ['whk_unknown', '__proto__', 'constructor']) {
    expect(codeOf(await api[method](`/webhooks/${unknown}`, body))).toBe('not_found')
  }
  const foreign = await api[method](`/webhooks/${id}`, { ...body, key: 'svc_test_enterprise' })

  expect(foreign.status).toBe(404)
  expect((await api.get(`/webhooks/${id}`)).status).toBe(200)
})
