import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { type Travelled, travel } from './journey/journey.ts'
import { sendProgress, stopSignal, writeTold } from './runner-channel.ts'
import { sections } from './sections/sections.ts'
import { type Judged, judged } from './support/check.ts'
import { findingsOf, toResult } from './support/run.ts'

/**
 * The suite under vitest: the requests once, then a test for each check. Started by runner.ts, which
 * provides the settings and reads the result.
 */
const settings = inject('settings')
const channel = inject('channel')
const { signal, close } = stopSignal(channel)
const startedAt = new Date().toISOString()
const start = performance.now()
const verdicts: Judged[] = []
let travelled: Travelled

beforeAll(async () => {
  travelled = await travel(settings, signal, () => sendProgress(channel))
})

for (const { number, title, checks } of sections) {
  describe(`§${number} ${title}`, () => {
    for (const check of checks) {
      test(check.title, (context) => {
        if (travelled.cannotRun !== undefined) return context.skip(travelled.cannotRun)
        const verdict = judged(number, check, travelled.evidence)
        verdicts.push(verdict)
        const { result } = verdict
        if (result.verdict === 'undetermined') return context.skip(result.reason)
        if (result.verdict === 'fail') {
          throw new Error(
            result.failures
              .map(({ fact, expected, actual }) => `${fact}: expected ${expected}, got ${actual}`)
              .join('\n'),
          )
        }
      })
    }
  })
}

afterAll(() => {
  close()
  const durationMs = Math.round(performance.now() - start)
  const run = { settings, travelled, verdicts, startedAt, durationMs, interrupted: signal.aborted }
  const findings = findingsOf(run)
  writeTold(channel, { result: toResult(run), ...(findings && { findings }) })
})
