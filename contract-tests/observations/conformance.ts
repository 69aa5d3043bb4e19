import { reported } from '../checks/check.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { CheckResult, Failure, Observation } from '../report/result.ts'
import type { Assumptions } from './assumed.ts'

/** The section of an observation by its subject; §4 by default. */
const SECTIONS: Record<string, string> = { failure: '7', reset_unit: '8' }

/** The checks of level `assumed`: one for each observation with an assumption, and one for all responses. */
export function assumedChecks(
  evidence: Evidence,
  observations: Observation[],
  assumptions: Assumptions,
): CheckResult[] {
  const began = performance.now()
  const failures = documentFailures(evidence, assumptions)
  const document: CheckResult = {
    section: '4',
    title: 'matches the merged document',
    facts: [],
    verdict: failures.length > 0 ? 'fail' : 'pass',
    failures,
    durationMs: performance.now() - began,
  }
  const assumed = observations.filter((each) => each.assumed !== undefined)
  return [document, ...assumed.map(observationCheck)]
}

function observationCheck(observation: Observation): CheckResult {
  const { subject, differs, sentence, observed, assumed, operation } = observation
  const section = SECTIONS[subject] ?? '4'
  const failure: Failure = {
    section: `§${section}`,
    // The assumption alone: reports show what was observed next to it.
    statement: sentence.split('; our assumption: ').at(-1) as string,
    expected: JSON.stringify(assumed),
    actual: JSON.stringify(observed),
    occurrences: observation.samples,
    ...(operation !== undefined && { operation }),
  }
  return {
    section,
    title: `matches our assumption: ${observation.id}`,
    facts: [],
    verdict: differs ? 'fail' : 'pass',
    failures: differs ? [failure] : [],
    durationMs: 0,
  }
}

function documentFailures(evidence: Evidence, assumptions: Assumptions): Failure[] {
  const failures = new Map<string, Failure>()
  for (const exchange of evidence.exchanges) {
    for (const problem of assumptions.problems(exchange)) {
      const key = `${exchange.operation} ${exchange.response?.status} ${problem}`
      const known = failures.get(key)
      if (known) {
        known.occurrences += 1
        continue
      }
      failures.set(key, {
        section: '§4',
        statement: `${exchange.operation} matches the merged document`,
        expected: `a response that the document allows for status ${exchange.response?.status}`,
        actual: problem,
        ...(exchange.operation !== undefined && { operation: exchange.operation }),
        occurrences: 1,
        exchange: reported(exchange, evidence.settings),
      })
    }
  }
  return [...failures.values()]
}
