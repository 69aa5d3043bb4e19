import { expect, it } from 'vitest'
import { DEFAULTS } from '../../../contract-tests/http/settings.ts'
import { captured, UPSTREAM } from '../../../test/support/captured.ts'
import { isIn, PLANTED } from '../../../test/support/planted-secrets.ts'
import { JudgingRoom } from './judging-room.ts'

it('has no secret in reports, in what was learned, and in its evidence', async () => {
  const settings = {
    ...DEFAULTS,
    baseUrl: UPSTREAM,
    tokens: {},
    runId: 'traffic',
    version: '0.0.0',
  }
  const room = await JudgingRoom.open({ document: undefined, settings })
  for (const [index, [secret, given]] of Object.values(PLANTED).entries()) {
    room.answer({ id: index, kind: 'judge', captured: captured(given(secret)) })
  }

  const answer = room.answer({
    id: -1,
    kind: 'finish',
    asked: {
      violations: [],
      unjudged: 0,
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 1000,
      learns: true,
      baseline: undefined,
      records: true,
    },
  })

  const text = JSON.stringify(answer.kind === 'finished' && answer.report)
  expect(text).toContain('"entries"')
  const found = Object.entries(PLANTED).filter(([, [secret]]) => isIn(text, secret))
  expect(found.map(([kind]) => kind)).toEqual([])
})
