import { expect, it } from 'vitest'
import { loggedRequest } from '../../../../../test/support/logged-request.ts'
import { differencesOf } from './comparison.ts'

it('compares members of requests and responses, whatever their order', () => {
  const [request, response] = differencesOf(
    loggedRequest({
      url: '/api/campaigns?limit=1&page=2',
      response: { body: '{"success":true,"data":{"id":"a","name":"One"}}' },
    }),
    loggedRequest({
      url: '/api/campaigns?page=2&limit=5',
      status: 429,
      response: { body: '{"data":{"name":"Two","id":"a"},"success":true}' },
    }),
  )

  expect(changesOf(request)).toEqual(['-     "limit": "1",', '+     "limit": "5",'])
  expect(changesOf(response)).toEqual(
    [
      '-       "name": "One"',
      '+       "name": "Two"',
      '-   "status": 200',
      '+   "status": 429',
    ].map((line) => line),
  )
  expect(request?.changed).toBe(2)
})

it('finds an added item of a list without reporting those that moved', () => {
  const items = (ids: number[]) => ({ body: JSON.stringify({ data: ids.map((id) => ({ id })) }) })

  const [, response] = differencesOf(
    loggedRequest({ response: items([1, 2, 3]) }),
    loggedRequest({ response: items([9, 1, 2, 3]) }),
  )

  expect(changesOf(response).filter((line) => line.includes('id'))).toEqual([
    expect.stringMatching(/^\+ .*9/),
  ])
})

it('ignores headers that always differ, and leaves out equal lines far from a difference', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x-${index}`, 'a']))
  const sent = (date: string, last: string) =>
    loggedRequest({ response: { headers: { ...many, date, 'x-request-id': date, zz: last } } })

  expect(differencesOf(sent('a', 'z'), sent('b', 'z')).map(({ changed }) => changed)).toEqual([
    0, 0,
  ])
  const [, response] = differencesOf(sent('a', 'y'), sent('b', 'z'))
  expect(response?.changed).toBe(2)
  expect(response?.lines.length).toBeLessThan(20)
  expect(response?.lines.find(({ kind }) => kind === 'skipped')).toMatchObject({
    count: expect.any(Number),
  })
})

function changesOf(difference: ReturnType<typeof differencesOf>[number] | undefined): string[] {
  return (difference?.lines ?? []).flatMap((line) => {
    if (line.kind === 'removed') return [`- ${line.text}`]
    return line.kind === 'added' ? [`+ ${line.text}`] : []
  })
}
