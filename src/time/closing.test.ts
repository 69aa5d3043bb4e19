import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nodeWarnings } from '../../test/support/warnings.ts'
import { createClock } from './clock.ts'
import { closingController } from './closing.ts'

it('ends more than ten waits, without a warning of a leak', async () => {
  const warnings = nodeWarnings()
  const closing = closingController()
  const waits = Array.from({ length: 11 }, () => createClock().wait(60_000, closing.signal))

  closing.abort()
  await Promise.all(waits)
  // Node reports a leak in a later turn.
  await setImmediate()

  expect(warnings).toEqual([])
})
