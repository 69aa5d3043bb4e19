import { test } from 'vitest'
import { temporaryFolder } from '../support/temporary.ts'
import { play } from '../support/world/play.ts'

test.each([
  { seed: 1, now: '2026-01-15T09:30:00Z' },
  { seed: 2, now: '2028-02-20T23:58:00Z' },
  { seed: 3, now: '2025-12-20T00:00:30Z' },
])('changes of campaigns rewrite nothing that was found before: $seed', async (begin) => {
  await play({ ...begin, steps: 18 })
})

test('a restart rewrites nothing either', async () => {
  const data = temporaryFolder()
  await play({ seed: 11, now: '2026-03-25T12:00:00Z', steps: 12, data })
})
