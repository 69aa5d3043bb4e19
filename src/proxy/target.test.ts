import { expect, it } from 'vitest'
import { Target } from './target.ts'

it.each([
  // The upstream has its API at its root.
  ['https://api.example', '/campaigns?a=1', '/campaigns?a=1', '/campaigns?a=1'],
  ['https://api.example', '/api/campaigns', '/api/campaigns', '/campaigns'],
  // Below a path of its own.
  ['https://api.example/v2', '/v2/campaigns?a=1', '/v2/campaigns?a=1', '/campaigns?a=1'],
  ['https://api.example/v2', '/v2?a=1', '/v2?a=1', '/?a=1'],
  ['https://api.example/v2', '/v2', '/v2', '/'],
  ['https://api.example/v2', '/v20/campaigns', '/v20/campaigns', undefined],
  // At our own path.
  ['https://api.example/v2', '/api/campaigns', '/v2/campaigns', '/campaigns'],
  ['https://api.example/v2', '/api?a=1', '/v2?a=1', '/?a=1'],
  ['https://api.example/v2', '/apis', '/apis', undefined],
  // As ours.
  ['https://api.example/api', '/api/campaigns/%zz', '/api/campaigns/%zz', '/campaigns/%zz'],
  ['https://api.example/api', '/login', '/login', undefined],
  ['https://api.example/api', '*', '*', undefined],
])('with the API at %s, %s is sent to %s', (root, received, sent, apiPath) => {
  const target = new Target(root)

  expect(target.pathFor(received)).toBe(sent)
  expect(target.apiPathOf(received)).toBe(apiPath)
})
