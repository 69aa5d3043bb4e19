import { expect, it } from 'vitest'
import { DEFAULTS } from '../../../contract-tests/http/settings.ts'
import { captured, UPSTREAM } from '../../../test/support/captured.ts'
import { isIn, PLANTED } from '../../../test/support/planted-secrets.ts'
import type { Violation } from '../../schema/traffic.ts'
import { JudgingRoom } from './judging-room.ts'
import { violationId } from './violations.ts'

it('quotes no secret in findings and in the report', async () => {
  const settings = {
    ...DEFAULTS,
    baseUrl: UPSTREAM,
    tokens: {},
    runId: 'traffic',
    version: '0.0.0',
  }
  const room = await JudgingRoom.open({ document: undefined, settings })
  const violations = Object.values(PLANTED).flatMap(([secret, given], index) => {
    const answer = room.answer({ id: index, kind: 'judge', captured: captured(given(secret)) })
    const findings = answer.kind === 'found' ? answer.findings : []
    return findings.map((each) => ({ ...each, id: violationId(each) }) as Violation)
  })

  const answer = room.answer({
    id: -1,
    kind: 'finish',
    asked: {
      violations,
      unjudged: 0,
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 1000,
    },
  })

  const text = JSON.stringify([violations, answer.kind === 'finished' && answer.report])
  expect(text).toContain('"exchange"')
  const found = Object.entries(PLANTED).filter(([, [secret]]) => isIn(text, secret))
  expect(found.map(([kind]) => kind)).toEqual([])
})
