import { expect, it } from 'vitest'
import type { Violation } from '../../schema/traffic.ts'
import { captured, judgeOf, META, OK, TOKEN } from './testing/judge-of.ts'

const shownBy = ({ direction, kind, fact, actual }: Violation) => [direction, kind, fact, actual]

// One thread for all: starting it from the source takes a second.
it('names what requests and responses contradict, groups it, and reports it at the end', async () => {
  const seen: string[] = []
  const judge = judgeOf({
    onViolation: ({ id }) => seen.push(id),
    reports: true,
  })
  const wrong = { success: 'yes', data: { token: TOKEN }, meta: META }
  const passed = captured('GET', '/auth/me', { body: wrong })
  const sent = { name: 'A', type: 'serp', keywords: ['a'] }
  const accepted = { ...OK, data: { id: 'cmp_1' } }

  const alone = await judge.judgeRequest(
    captured('POST', '/campaigns', { sent: { name: 1 }, authorization: 'Basic abc' }),
  )
  const first = await judge.judge(passed)
  await judge.judge(captured('POST', '/campaigns', { sent, body: accepted }))
  await judge.close()

  expect(alone.map(({ fact }) => fact)).toEqual(['5.1', '2.4', '2.7', '2.9', '2.1'])
  const [found] = judge.violations({ fact: '4.6' })
  expect(first?.violations).toContain(found?.id)
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
  expect(judge.report).toMatchObject({ outcome: 'failed', traffic: { exchanges: 2 } })
  // The proxy still sends its bytes, and nobody sees the key.
  expect(Buffer.from(passed.response?.body ?? []).toString()).toBe(JSON.stringify(wrong))
  expect(JSON.stringify([judge.violations(), judge.report])).not.toContain(TOKEN)
})
