import { expect, it } from 'vitest'
import { listPage, rowsOf } from './lists.ts'

const ROW = { id: 'cmp_1' }

it.each([
  ['data itself', [ROW]],
  ['a member', { items: [ROW] }],
  ['a member two levels down', { result: { rows: [ROW], next: null } }],
])('finds rows that are %s', (_name, data) => {
  expect(rowsOf(data)).toEqual([ROW])
})

it.each([null, 'text', {}, { deep: { deeper: { deepest: { far: [ROW] } } } }])(
  'finds none in %j',
  (data) => {
    expect(rowsOf(data)).toEqual([])
  },
)

it('requests pages as the document numbers and limits them', () => {
  const api = {
    paths: {
      '/campaigns': {
        get: {
          'x-paging': { style: 'page', size: 'per_page', position: 'page', first: 0 },
          parameters: [{ $ref: '#/components/parameters/size' }],
        },
      },
    },
    components: { parameters: { size: { name: 'per_page', in: 'query', schema: { maximum: 5 } } } },
  }

  const { query } = listPage(api, '/campaigns', { page: 2, size: 10 })

  expect(query).toEqual({ per_page: 5, page: 2 })
})

it('divides a complete list into pages', () => {
  const api = { paths: { '/campaigns': { get: { 'x-paging': { style: 'none' } } } } }
  const { query, read } = listPage(api, '/campaigns', { page: 1, size: 2 })

  const page = read({ success: true, data: [1, 2, 3] })

  expect(query).toEqual({})
  expect(page).toEqual({ rows: [3], total: 3 })
})

it('expects another page after a full one without a total', () => {
  const { read } = listPage({}, '/campaigns', { page: 1, size: 2 })

  expect(read({ success: true, data: [1, 2] }).total).toBe(5)
  expect(read({ success: true, data: [1] }).total).toBe(3)
})
