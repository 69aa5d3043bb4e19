import { expectTypeOf, it } from 'vitest'
import type { ControlCall, ControlStream } from './operations.ts'

/** `npm run check` proves these: none of the functions is called. */
it('compiles only calls that the document describes', () => {
  const right = (control: ControlCall) =>
    control('GET', '/faults/{id}', { params: { id: 'flt_1' } })
  const wrong = (control: ControlCall, stream: ControlStream) => [
    // @ts-expect-error No such path.
    control('GET', '/clocks'),
    // @ts-expect-error The path has no such method.
    control('PUT', '/clock', {}),
    // @ts-expect-error The path lacks its parameter.
    control('GET', '/keys/{key_id}'),
    // @ts-expect-error The parameter has another name.
    control('GET', '/keys/{key_id}', { params: { id: 'key_1' } }),
    // @ts-expect-error The query has no such member.
    control('GET', '/keys', { query: { deleted: true } }),
    // @ts-expect-error The operation lacks its body.
    control('POST', '/keys'),
    // @ts-expect-error The body has no such member.
    control('POST', '/keys', { body: { name: 'ci', expires: '90d' } }),
    // @ts-expect-error The operation takes no body.
    control('GET', '/keys', { body: {} }),
    // @ts-expect-error The API has no such operation.
    control('POST', '/faults', { body: { operation: 'listCampaign', error: 'not_found' } }),
    // @ts-expect-error The answer has no such member.
    control('GET', '/clock').then(({ data }) => data.time),
    // @ts-expect-error This path answers without a stream.
    stream('/events'),
  ]

  type Fault = Awaited<ReturnType<typeof right>>['data']
  expectTypeOf<Fault['matched']>().toEqualTypeOf<number>()
  expectTypeOf(wrong).toBeFunction()
})
