import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
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
