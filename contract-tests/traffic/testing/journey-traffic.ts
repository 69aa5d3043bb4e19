import { runJourney } from '../../journey/journey.ts'
import { startServer } from '../../self-test/server.ts'
import { TOKENS } from '../../self-test/service.ts'
import { settingsFor } from '../../self-test/suite.ts'
import type { Mutation } from '../../self-test/types.ts'
import { assumedDocument, operations } from '../../specification/documents.ts'
import { assumptionsOf } from '../../verdicts.ts'
import { type Route, TrafficJudge } from '../judge.ts'
import type { Observed } from '../observed.ts'
import type { Finding } from '../violation.ts'

/** The requests of the suite's own journey to a server of its own, as a proxy sees them: without their steps. */
export async function journeyTraffic(mutation?: Mutation, needsOther = false) {
  const server = await startServer(mutation)
  try {
    const settings = settingsFor(server, needsOther ? { tokens: TOKENS } : {})
    const { client } = await runJourney(settings, new AbortController().signal)
    const traffic = client.exchanges.map((exchange, index): Observed => {
      const { transient: _, ...seen } = exchange
      return { ...seen, credential: 'main', id: `req_${index}`, source: 'upstream', at: index }
    })
    return { settings, traffic }
  } finally {
    await server.close()
  }
}

/** What each exchange of a journey shows by itself. */
export async function findingsOfJourney(
  mutation?: Mutation,
  needsOther?: boolean,
): Promise<Finding[]> {
  const { settings, traffic } = await journeyTraffic(mutation, needsOther)
  const assumptions = assumptionsOf({ document: assumedDocument })
  const judge = new TrafficJudge({ settings, assumptions, requestIssues: () => [] })
  return traffic.flatMap((exchange) => judge.judge(exchange, routeOf(exchange)))
}

export function routeOf({ operation, url }: Observed): Route {
  const known = operations.find((each) => each.operation === operation)
  return known ? { path: known.path } : { path: new URL(url).pathname, problem: 'unknown_path' }
}

export function statedOfResponses(findings: Finding[]): Finding[] {
  return findings.filter(
    ({ kind, direction }) => kind === 'contradicts_stated' && direction === 'response',
  )
}
