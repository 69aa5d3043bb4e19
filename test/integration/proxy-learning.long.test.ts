import { expect, it } from 'vitest'
import type { Findings } from '../../contract-tests/learning/learn.ts'
import { changesOf } from '../../contract-tests/learning/overlay.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { settingsFor } from '../../contract-tests/self-test/suite.ts'
import { VARIATIONS } from '../../contract-tests/self-test/variations.ts'
import type { JudgeWorker } from '../../src/proxy/judging/judge-worker.ts'
import { openJudge } from '../../src/proxy/judging/open-judge.ts'
import { openProxy } from '../../src/proxy.ts'

const VARIATION = 'The list is paged by limit and offset, with a total in meta'

it('learns from what passes through it what a run learns', async () => {
  const server = await startServer(VARIATIONS.find(({ name }) => name === VARIATION)?.mutation)
  let judge: JudgeWorker | undefined
  const { proxy } = await openProxy(
    { upstream: server.baseUrl, port: 0, ephemeral: true, log: 'silent' },
    {
      openJudge: async (sandbox, config) => {
        const ending = { learns: true, baseline: undefined, records: false }
        judge = await openJudge(sandbox, config, { ending })
        return judge
      },
    },
  )
  try {
    const { findings: ofRun } = await runSuite({
      ...settingsFor(server, { baseUrl: proxy.url }),
      learn: true,
      maxRequests: 110,
      maxTotal: 190,
    })
    await proxy.close()
    const ofTraffic = judge?.report?.findings

    expect(ofRun?.overlay.actions.length).toBeGreaterThan(10)
    expect(changes(ofTraffic)).toEqual(changes(ofRun))
  } finally {
    await proxy.close()
    await server.close()
  }
})

function changes(findings: Findings | undefined): string[] | undefined {
  return findings?.overlay.actions.map((action) => changesOf([action]))
}
