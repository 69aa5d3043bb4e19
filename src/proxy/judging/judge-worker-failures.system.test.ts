import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import document from '../../../spec/documents/openapi.ts'
import type { JsonObject } from '../../schema/json.ts'
import { pointerTo, valueAt } from '../../schema/pointer.ts'
import { captured, judgeOf } from './testing/judge-of.ts'

it('starts another thread where one dies, and judges on', async () => {
  const notices: string[] = []
  const judge = judgeOf({ log: { notice: (text: string) => notices.push(text) } }, { heapMb: 90 })
  // Parsed, this takes far more than the thread may have.
  const huge = gzipSync(`[${'{},'.repeat(3_200_000)}0]`)

  const lost = await judge.judge(
    captured('GET', '/auth/me', { body: huge, headers: [['Content-Encoding', 'gzip']] }),
  )
  const verdict = await judge.judge(captured('GET', '/campaigns'))

  expect(lost).toBeUndefined()
  expect(verdict?.violations).toHaveLength(1)
  expect([judge.restarts, notices.length]).toEqual([1, 1])
})

it('judges by another document as soon as it is served', async () => {
  const changed = structuredClone(document)
  const list = valueAt(changed, pointerTo('paths', '/campaigns', 'get')) as JsonObject
  const { '200': success = null, ...others } = list.responses as JsonObject
  list.responses = { '203': success, ...others }
  let served: JsonObject | undefined
  const judge = judgeOf({ document: () => served })
  const expectedOf = async () => {
    const verdict = await judge.judge(captured('GET', '/campaigns'))
    const found = judge.violations({ operation: 'listCampaigns' })
    return found.filter(({ id }) => verdict?.violations.includes(id)).map((each) => each.expected)
  }

  const before = await expectedOf()
  served = changed
  const after = await expectedOf()
  served = undefined

  expect(before).not.toContain('status 203')
  expect(after).toContain('status 203')
  expect(await expectedOf()).toEqual(before)
  expect(judge.restarts).toBe(0)
})
