import { expect, it } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { exchangesHarOf } from './har.ts'

const queriesOf = (url: string) => {
  const exchange: Exchange = {
    credential: 'main',
    method: 'GET',
    url,
    requestHeaders: {},
    startedAt: 0,
    endedAt: 1,
  }
  const har = exchangesHarOf(
    [exchange],
    { tokens: { main: 'svc_test_main' }, version: '0.0.0' },
    '2026-01-15T09:30:00.000Z',
  )
  return har.log.entries.map(({ request }) => request.queryString)
}

it('lists the parameters of a request', () => {
  expect(queriesOf('https://api.example/api/campaigns?search=caf%C3%A9&limit=5')).toEqual([
    [
      { name: 'search', value: 'café' },
      { name: 'limit', value: '5' },
    ],
  ])
})

it('lists no parameters of a hidden address', () => {
  expect(queriesOf('<redacted>')).toEqual([[]])
})
