import type { Settings } from '../../http/settings.ts'
import { runJourney } from '../../journey/journey.ts'
import type { RunResult } from '../../report/result.ts'
import { startServer } from '../../self-test/server.ts'
import { TOKENS } from '../../self-test/service.ts'
import { settingsFor } from '../../self-test/suite.ts'
import type { Mutation } from '../../self-test/types.ts'
import { operations } from '../../specification/documents.ts'
import { assumptionsOf } from '../../verdicts.ts'
import { type Route, TrafficJudge } from '../judge.ts'
import type { Observed } from '../observed.ts'
import { trafficResult } from '../result.ts'
import { routeOf } from '../routes.ts'
import type { Finding } from '../violation.ts'
import { observedOf } from './both-ways.ts'

/** The requests of the suite's own journey to a server, as a proxy sees them: without their steps and credentials. */
export interface JourneyTraffic {
  settings: Settings
  observed: Observed[]
}

export async function journeyTraffic(
  mutation?: Mutation,
  needsOther = false,
): Promise<JourneyTraffic> {
  const server = await startServer(mutation)
  try {
    const settings = settingsFor(server, needsOther ? { tokens: TOKENS } : {})
    const { client } = await runJourney(settings, new AbortController().signal)
    const observed = observedOf(client.exchanges, settings).map((exchange): Observed => {
      const { operation } = routeOf(exchange, settings.baseUrl) ?? {}
      return { ...exchange, credential: 'main', ...(operation && { operation }) }
    })
    return { settings, observed }
  } finally {
    await server.close()
  }
}

/** The findings in each exchange by itself. */
export function findingsOf({ settings, observed }: JourneyTraffic): Finding[] {
  const judge = new TrafficJudge({
    settings,
    assumptions: assumptionsOf({}),
    requestIssues: () => [],
  })
  return observed.flatMap((exchange) => judge.judge(exchange, placeOf(exchange)))
}

function placeOf({ operation, url }: Observed): Route {
  const known = operations.find((each) => each.operation === operation)
  return known ? { path: known.path } : { path: new URL(url).pathname, problem: 'unknown_path' }
}

/** The server's contradictions, as single exchanges show them. */
export function accusationsOf(traffic: JourneyTraffic): Finding[] {
  return findingsOf(traffic).filter(
    ({ kind, direction }) => kind === 'contradicts_stated' && direction === 'response',
  )
}

/** The result of the traffic alone: the keys are inferred, and nothing is known of single exchanges. */
export function resultOfTraffic({ settings, observed }: JourneyTraffic): RunResult {
  return trafficResult({
    settings: { ...settings, tokens: {}, runId: 'proxy' },
    observed,
    violations: [],
    exchanges: observed.length,
    unjudged: 0,
    startedAt: '2026-11-23T10:00:00.000Z',
    durationMs: 1000,
  })
}
