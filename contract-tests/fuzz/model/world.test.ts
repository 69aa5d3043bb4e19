import { expect, it } from 'vitest'
import type { Exchange } from '../../http/exchange.ts'
import type { Context } from './state.ts'
import { after } from './world.ts'

const context: Context = {
  habits: { refusesWith5xx: false, patches: true, accounts: {} } as never,
  marks: { main: 'm', restricted: 'r', other: 'o' } as never,
  longest: new Map(),
}

function create(repeats?: Exchange['repeats']) {
  const json = { success: true, data: { id: 'cmp_1', name: 'm a' } }
  const exchange: Exchange = {
    credential: 'main',
    operation: 'createCampaign',
    method: 'POST',
    url: 'http://a/api/campaigns',
    requestHeaders: {},
    requestBody: '{"name":"m a","type":"serp","keywords":["m b"],"frequency":"daily"}',
    response: { status: 201, headers: {}, text: JSON.stringify(json), isUtf8: true, json },
    ...(repeats && { repeats }),
    startedAt: 0,
    endedAt: 1,
  }
  return after(
    { campaigns: {}, unsure: false },
    { do: 'create', key: 'main', exchange, id: 'cmp_1' },
    context,
  )
}

it.each(['lost', 'failed'] as const)(
  'a create that repeats a %s one may be a second',
  (repeats) => {
    expect(create(repeats).world.unsure).toBe(true)
  },
)

it.each(['throttled', undefined] as const)(
  'a create that repeats a %s one is the first',
  (repeats) => {
    const { world } = create(repeats)

    expect(world.unsure).toBe(false)
    expect(Object.keys(world.campaigns)).toEqual(['cmp_1'])
  },
)
