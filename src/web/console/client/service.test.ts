import { expect, it } from 'vitest'
import type { CallOptions, ControlCall } from './http.ts'
import { type ServiceCall, serviceOf } from './service.ts'

it('fills in the path, and sends lists as repeated parameters', async () => {
  const calls: [string, string, CallOptions | undefined][] = []
  const api = serviceOf(async (...call) => {
    calls.push(call as (typeof calls)[number])
    return { success: true, data: {} }
  })

  await api('GET', '/campaigns/{id}', { params: { id: 'cmp/ä' } })
  await api('GET', '/serp/rankings', { query: { campaign_id: 'cmp_1', keywords: ['a, b', 'c'] } })
  await api('POST', '/alerts/{id}/snooze', {
    params: { id: 'alr_1' },
    body: { until: '2026-01-16T08:00:00Z' },
  })

  expect(calls).toEqual([
    ['GET', 'campaigns/cmp%2F%C3%A4', { query: {} }],
    ['GET', 'serp/rankings', { query: { campaign_id: 'cmp_1', 'keywords[]': ['a, b', 'c'] } }],
    ['POST', 'alerts/alr_1/snooze', { query: {}, body: { until: '2026-01-16T08:00:00Z' } }],
  ])
})

it('does not compile with a path, a member or a parameter that the document lacks', () => {
  // Never called: the compiler checks that each of these lines is an error.
  const mistakes = async (api: ServiceCall, control: ControlCall) => {
    // @ts-expect-error An unknown path.
    await api('GET', '/campaign', {})
    // @ts-expect-error A method that the path does not have.
    await api('DELETE', '/campaigns')
    // @ts-expect-error A parameter of the path is missing.
    await api('GET', '/campaigns/{id}')
    const { data } = await api('GET', '/campaigns/{id}', { params: { id: 'cmp_1' } })
    // @ts-expect-error An unknown member.
    data.title
    // @ts-expect-error An unknown member of a request.
    await control('POST', '/clock', { body: { advanced: '3d' } })
    // @ts-expect-error An unknown member of a response.
    ;(await control('GET', '/clock')).data.time
  }

  expect(mistakes).toBeTypeOf('function')
})
