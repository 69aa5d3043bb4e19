import { type Judged, reported } from '../checks/check.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Credential } from '../http/exchange.ts'
import type { Settings } from '../http/settings.ts'
import type { Findings } from '../learning/learn.ts'
import type { CheckResult, Failure, RequestCounts, RunResult } from '../report/result.ts'
import { findingsOf, judgeAll, resultOf } from '../verdicts.ts'
import { evidenceOf, type TrafficSettings } from './evidence.ts'
import type { Observed } from './observed.ts'
import { presented } from './presented.ts'
import { judgeSequences } from './sequences.ts'
import type { Violation } from './violation.ts'

/** The traffic of apps, as a proxy saw it. */
export interface Traffic {
  settings: TrafficSettings
  /** The first exchanges, without a gap; copies are judged. */
  observed: readonly Observed[]
  /** The violations that single exchanges showed, including exchanges that are no longer kept. */
  violations: readonly ShownViolation[]
  /** All exchanges, and those of them that were not judged. */
  exchanges: number
  unjudged: number
  /** ISO 8601. */
  startedAt: string
  durationMs: number
}

/** A violation with one of the exchanges that showed it. */
export interface ShownViolation extends Violation {
  example?: Observed | undefined
}

/** All checks of the suite over the traffic, together with what single exchanges showed. */
export function trafficResult(traffic: Traffic): RunResult {
  const { observed, settings, violations, exchanges, unjudged, startedAt, durationMs } = traffic
  const evidence = evidenceOf(observed.filter(isShown), settings)
  const sequences = judgeSequences(observed, evidence)
  const verdicts = [...judgeAll(evidence), sequences]
  const related = evidence.exchanges.length
  // The copies are not used for anything else.
  for (const each of evidence.exchanges) Object.assign(each, presented(each, evidence.settings))
  const result = resultOf({
    evidence,
    verdicts,
    exchanges: evidence.exchanges,
    leftovers: [],
    startedAt,
    durationMs,
    traffic: { exchanges, unjudged, related },
    requests: countsOf(evidence, exchanges),
    more: singleChecks(violations, verdicts, evidence, settings.level),
  })
  return withFailedFacts(result)
}

/** How the traffic differs from a document, as an overlay. */
export function findingsOfTraffic(
  { observed, settings, startedAt }: Pick<Traffic, 'observed' | 'settings' | 'startedAt'>,
  base: Parameters<typeof findingsOf>[1],
): Findings {
  const evidence = evidenceOf(observed.filter(isShown), settings)
  return findingsOf({ evidence, verdicts: judgeAll(evidence), startedAt }, base)
}

/** Whether an answer shows something: not what the client had in its cache. */
function isShown({ response }: Observed): boolean {
  return response?.status !== NOT_MODIFIED
}

const NOT_MODIFIED = 304

/** The sections of the stated facts of each direction that single exchanges contradict, as checks. */
function singleChecks(
  violations: readonly ShownViolation[],
  verdicts: readonly Judged[],
  evidence: Evidence,
  level: Settings['level'],
): CheckResult[] {
  const known = new Set(
    verdicts.flatMap(({ result }) => result.failures.map((failure) => keyOf(failure))),
  )
  const isJudged = ({ kind }: Violation) => kind === 'contradicts_stated' || level === 'assumed'
  const checks = new Map<string, CheckResult>()
  for (const violation of violations.filter(isJudged)) {
    // The checks over all exchanges found it, too.
    if (violation.direction === 'response' && known.has(keyOf(violation))) continue
    const section = /\d+/.exec(violation.section)?.[0] ?? '4'
    const title =
      violation.direction === 'request'
        ? `requests of clients are as §${section} says`
        : `each response is as §${section} says`
    const check = checks.get(title) ?? newCheck(section, title)
    check.failures.push(failureOf(violation, evidence))
    checks.set(title, check)
  }
  return [...checks.values()]
}

function newCheck(section: string, title: string): CheckResult {
  return { section, title, facts: [], verdict: 'fail', failures: [], durationMs: 0 }
}

function keyOf({ fact, expected, actual, operation }: Failure | Violation): string {
  return JSON.stringify([fact, expected, actual, operation])
}

function failureOf(violation: ShownViolation, { settings }: Evidence): Failure {
  const { kind, direction, fact, section, statement, expected, actual, operation, count, example } =
    violation
  return {
    ...(kind === 'contradicts_stated' && fact !== undefined && { fact }),
    section,
    statement,
    expected,
    actual,
    ...(operation !== undefined && { operation }),
    ...(direction === 'request' && { by: 'app' as const }),
    occurrences: count,
    ...(example && { exchange: reported(presented(example, settings), settings) }),
  }
}

/** A fact that a single response contradicts is not proved by others. */
function withFailedFacts(result: RunResult): RunResult {
  const failed = new Set(
    result.checks
      .flatMap(({ failures }) => failures)
      .filter(({ by }) => by === undefined)
      .map(({ fact }) => fact),
  )
  const facts = result.facts.map(({ reason, ...fact }) =>
    failed.has(fact.id)
      ? { ...fact, verdict: 'fail' as const }
      : { ...fact, ...(reason !== undefined && { reason }) },
  )
  return { ...result, facts }
}

const CREDENTIALS = ['main', 'restricted', 'limited', 'revoked', 'misspelled', 'anonymous'] as const

function countsOf(evidence: Evidence, total: number): RequestCounts {
  const of = (credential: Credential) => evidence.of(credential).length
  const counts = Object.fromEntries(CREDENTIALS.map((each) => [each, of(each)]))
  return {
    ...(counts as Record<(typeof CREDENTIALS)[number], number>),
    total,
    repeated: { main: 0, total: 0 },
    allowed: { main: counts.main ?? 0, total },
  }
}
