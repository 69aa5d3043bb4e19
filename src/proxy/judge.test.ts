import { expect, it } from 'vitest'
import document from '../../spec/documents/openapi.ts'
import { captured } from '../../test/support/captured.ts'
import { exchangeOf, judgeOf, META, OK, servedOf, TOKEN } from '../../test/support/judge.ts'
import { isIn, PLANTED } from '../../test/support/planted-secrets.ts'
import type { JsonObject } from '../schema/json.ts'
import { pointerTo, valueAt } from '../schema/pointer.ts'
import type { Violation } from '../schema/traffic.ts'
import { MOST_VIOLATIONS } from './violations.ts'

const shownBy = ({ direction, kind, fact, actual }: Violation) => [direction, kind, fact, actual]

it('names what requests and responses contradict, groups it, and reports it at the end', async () => {
  const seen: string[] = []
  const judge = await judgeOf({ onViolation: ({ id }) => seen.push(id) })
  const wrong = { success: 'yes', data: { token: TOKEN }, meta: META }
  const passed = exchangeOf('GET', '/auth/me', { body: wrong })
  const sent = { name: 'A', type: 'serp', keywords: ['a'] }
  const accepted = { ...OK, data: { id: 'cmp_1' } }

  const alone = judge.judgeRequest(
    exchangeOf('POST', '/campaigns', { sent: { name: 1 }, authorization: 'Basic abc' }),
  )
  const first = await judge.judge(passed)
  await judge.judge(exchangeOf('POST', '/campaigns', { sent, body: accepted }))

  expect(alone.map(({ fact }) => fact)).toEqual(['5.1', '2.4', '2.7', '2.9', '2.1'])
  const [found] = judge.violations({ fact: '4.6' })
  expect(first.violations).toContain(found?.id)
  expect(seen).toContain(found?.id)
  expect(shownBy(found as Violation)).toEqual([
    'response',
    'contradicts_stated',
    '4.6',
    'the string "yes"',
  ])
  expect(judge.violations({ direction: 'request' }).map(shownBy)).toEqual([
    ['request', 'contradicts_stated', '2.9', 'a campaign without it'],
  ])
  expect(judge.violations({ fact: '2.9', direction: 'response' })).toHaveLength(1)
  expect(judge.report()).toMatchObject({ outcome: 'failed', traffic: { exchanges: 2 } })
  // The proxy still sends its bytes, and nobody sees the key.
  expect(Buffer.from(passed.response?.body ?? []).toString()).toBe(JSON.stringify(wrong))
  expect(JSON.stringify([judge.violations(), judge.report()])).not.toContain(TOKEN)
})

it('judges by another document as soon as it is served', async () => {
  const changed = structuredClone(document) as JsonObject
  const list = valueAt(changed, pointerTo('paths', '/campaigns', 'get')) as JsonObject
  const { '200': success = null, ...others } = list.responses as JsonObject
  list.responses = { '203': success, ...others }
  const [packaged, other] = [await servedOf(document as JsonObject), await servedOf(changed)]
  let served = packaged
  const judge = await judgeOf({}, () => served)
  const expectedOf = async () => {
    const verdict = await judge.judge(exchangeOf('GET', '/campaigns'))
    const found = judge.violations({ operation: 'listCampaigns' })
    return found.filter(({ id }) => verdict.violations.includes(id)).map((each) => each.expected)
  }

  const before = await expectedOf()
  served = other
  const after = await expectedOf()
  served = packaged

  expect(before).not.toContain('status 203')
  expect(after).toContain('status 203')
  expect(await expectedOf()).toEqual(before)
})

it('answers others between the steps of a verdict on a large body', async () => {
  const judge = await judgeOf()
  const data = Array.from({ length: 200 }, (_, index) => ({ id: index, name: 'a'.repeat(1000) }))
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)

  const verdict = await judge.judge(exchangeOf('GET', '/campaigns', { body: { ...OK, data } }))
  isOver = true

  expect(verdict.violations.length).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(0)
})

it('counts the violations of an exchange when no more are kept, too', async () => {
  const judge = await judgeOf()
  const judged = (n: number) =>
    judge.judge(exchangeOf('GET', '/campaigns', { body: { ...OK, data: `text ${n}` } }))
  const [first] = [await judged(0)]
  while (judge.violations().length < MOST_VIOLATIONS) await judged(judge.violations().length)

  const further = await judged(-1)

  expect(further.violations).toHaveLength(first.violations.length)
  expect(first.violations.length).toBeGreaterThan(0)
  expect(judge.violations()).toHaveLength(MOST_VIOLATIONS)
})

it('shows an exchange since the violations were deleted', async () => {
  const judge = await judgeOf()
  const judged = (page: number) =>
    judge.judge(exchangeOf('GET', `/campaigns?page=${page}`, { body: { ...OK, data: 'none' } }))

  await judged(1)
  judge.clear()
  await judged(2)

  const report = JSON.stringify(judge.report())
  expect(report).toContain('page=2')
  expect(report).not.toContain('page=1')
})

it('compares the first hundred items of a list with what is assumed', async () => {
  const judge = await judgeOf()
  const wrong = { id: 'cmp_1', name: 'A', surprise: true }
  const right = { id: 'cmp_1', name: 'A' }
  const surprises = async (place: number) => {
    const data = Array.from({ length: 200 }, (_, index) => (index === place ? wrong : right))
    judge.clear()
    await judge.judge(exchangeOf('GET', '/campaigns', { body: { ...OK, data } }))
    return judge.violations().filter(({ actual }) => actual.includes('surprise')).length
  }

  expect([await surprises(99), await surprises(100)]).toEqual([1, 0])
})

it('reports how many exchanges it judged, and how many it could not', async () => {
  const judge = await judgeOf()
  await judge.judge(exchangeOf('GET', '/campaigns'))
  const unknown = exchangeOf('GET', '/campaigns', { headers: [['Content-Encoding', 'zstd']] })

  const { unjudged } = await judge.judge(unknown)

  expect(unjudged).toContain('zstd')
  expect(judge.report()).toMatchObject({ traffic: { exchanges: 1, unjudged: 1 } })
})

it('quotes no secret in findings and in the report', async () => {
  const judge = await judgeOf()
  for (const [secret, given] of Object.values(PLANTED)) await judge.judge(captured(given(secret)))

  const text = JSON.stringify([judge.violations(), judge.report()])

  expect(text).toContain('"exchange"')
  const found = Object.entries(PLANTED).filter(([, [secret]]) => isIn(text, secret))
  expect(found.map(([kind]) => kind)).toEqual([])
})
