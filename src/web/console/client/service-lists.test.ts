import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { forgetDocument } from './document.ts'
import type { Envelope } from './http.ts'
import { serviceOf } from './service.ts'
import { type ListPath, readLatestPage } from './service-lists.ts'

// The served document pages lists as the packaged one does.
beforeAll(() => {
  vi.stubGlobal('document', { baseURI: 'http://sandbox.example/' })
  vi.stubGlobal('fetch', async () => Response.json({}))
  forgetDocument()
})
afterAll(() => {
  vi.unstubAllGlobals()
  forgetDocument()
})

/** A list of the rows 1, 2, 3, …, of which the last one is the newest. */
const listOf = (total: number) =>
  serviceOf(async (_method, _path, { query = {} } = {}) => {
    const [limit, offset] = [Number(query.limit), Number(query.offset)]
    const all = Array.from({ length: total }, (_, index) => index + 1)
    const data = all.slice(offset, offset + limit)
    const pagination = { total, limit, offset, has_more: offset + limit < total }
    return { success: true, data, meta: { pagination } } as unknown as Envelope
  })

it.each([
  [7, 0, [5, 6, 7]],
  [7, 1, [2, 3, 4]],
  [7, 2, [1]],
  [6, 0, [4, 5, 6]],
  [6, 1, [1, 2, 3]],
  [2, 0, [1, 2]],
  [0, 0, []],
  [7, 3, []],
])('of %i rows, page %i from the end has %j', async (total, page, expected) => {
  const path: ListPath = '/serp/rankings'

  const found = await readLatestPage(listOf(total), path, { page, size: 3 })

  expect(found).toEqual({ rows: expected, total })
})
