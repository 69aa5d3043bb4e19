import { type Judged, judged, reported } from './checks/check.ts'
import { keyWarnings } from './checks/given-keys.ts'
import { sections } from './checks/sections.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Exchange } from './http/exchange.ts'
import { withoutKeys } from './http/masking.ts'
import type { Json } from './http/reading.ts'
import type { Settings } from './http/settings.ts'
import type { Journey } from './journey/journey.ts'
import { exchangesHarOf } from './learning/har.ts'
import { type Findings, learn } from './learning/learn.ts'
import { Assumptions } from './observations/assumed.ts'
import { assumedChecks, observe } from './observations/observe.ts'
import { reproductionOf } from './report/reproduction.ts'
import { unmetOf } from './report/requirements.ts'
import type { CheckResult, FactResult, Outcome, RunResult } from './report/result.ts'
import { assumedDocument, type Fact, ledger } from './specification/documents.ts'

/** Facts that a check can prove, in the order of the ledger. */
export const provable: Fact[] = ledger.filter(({ proof }) => proof === 'contract')

const known = new WeakMap<Json, Assumptions>()

/** The verdicts of all checks, or of those with the facts that were chosen. */
export function judgeAll(evidence: Evidence): Judged[] {
  return Object.entries(sections).flatMap(([section, checks]) =>
    checks.flatMap((check) => selected(judged(section, check, evidence), evidence.settings)),
  )
}

/** A check with the facts of `--only` and `--skip`; without any of them, no check. */
function selected(judged: Judged, { facts }: Settings): Judged[] {
  if (!facts) return [judged]
  const { result } = judged
  const own = result.facts.filter((id) => facts.includes(id))
  if (own.length === 0) return []
  const failures = result.failures.filter(({ fact }) => fact === undefined || own.includes(fact))
  const held = new Set([...judged.held].filter((id) => own.includes(id)))
  const verdict = failures.length > 0 ? 'fail' : held.size > 0 ? 'pass' : 'undetermined'
  return [{ ...judged, held, result: { ...result, facts: own, failures, verdict } }]
}

/** The result from which all reports are made. */
export function resultOf(
  { evidence, client, leftovers, cannotRun }: Journey,
  verdicts: Judged[],
  ran: Pick<RunResult, 'startedAt' | 'durationMs'> & { interrupted: boolean },
): RunResult {
  const { settings } = evidence
  const { tokens, level, readOnly } = settings
  const assumptions = assumptionsOf(settings)
  const observations = cannotRun === undefined ? observe(evidence, assumptions) : []
  const checks = [
    ...verdicts.map((verdict) => reproducible(verdict, evidence, client.exchanges)),
    ...(level === 'assumed' ? assumedChecks(evidence, observations, assumptions) : []),
  ]
  const reason = cannotRun ?? evidence.ended
  const facts = factResults(verdicts, reason).filter(
    ({ id }) => settings.facts?.includes(id) ?? true,
  )
  const isWhole = facts.length > 0 && facts.every(({ verdict }) => verdict === 'pass')
  const outcomes: [isSo: boolean, outcome: Outcome][] = [
    [ran.interrupted, 'interrupted'],
    [cannotRun !== undefined, 'could_not_run'],
    [checks.some(({ verdict }) => verdict === 'fail'), 'failed'],
    [evidence.ended !== undefined, 'cut_short'],
    [isWhole, 'passed'],
  ]
  const outcome = outcomes.find(([isSo]) => isSo)?.[1] ?? 'incomplete'
  const warnings = keyWarnings(evidence)
  const unmet = unmetOf({ facts, outcome, warnings }, settings.requirements ?? {})
  const { counts, total, repeated } = client.budget
  return withoutKeys(settings, {
    format: 1,
    tool: { name: 'svc-sandbox', version: settings.version },
    baseUrl: settings.baseUrl,
    level,
    ...(settings.facts && { isSelection: true }),
    startedAt: ran.startedAt,
    durationMs: ran.durationMs,
    outcome,
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings }),
    ...(unmet.length > 0 && { unmet }),
    requests: {
      ...counts,
      total,
      repeated,
      allowed: { main: settings.maxRequests, total: settings.maxTotal },
    },
    credentials: {
      restricted: tokens.restricted !== undefined,
      limited: tokens.limited !== undefined,
      revoked: tokens.revoked !== undefined,
      readOnly,
    },
    checks,
    facts,
    observations,
    leftovers,
  })
}

/** The differences between the evidence and a document. */
export function findingsOf(
  evidence: Evidence,
  verdicts: Judged[],
  startedAt: string,
  base: { document: Json; unknown?: readonly string[] },
): Findings {
  const compared = { ...base, assumptions: assumptionsOf(base) }
  const checks = verdicts.map(({ result }) => result)
  const { settings, exchanges } = evidence
  return {
    ...withoutKeys(settings, learn(evidence, compared, checks, startedAt)),
    // Not every caller reads it, and making it takes an eighth of the time of learning.
    get har() {
      return withoutKeys(settings, exchangesHarOf(exchanges, settings, startedAt))
    },
  }
}

/** A check with the requests that showed each failure, and how to repeat the one that takes the fewest. */
function reproducible(
  { result, seen }: Judged,
  evidence: Evidence,
  exchanges: readonly Exchange[],
): CheckResult {
  const numbers = new Map(exchanges.map((each, index) => [each, index + 1]))
  const failures = result.failures.map((failure) => {
    const shown = seen.get(failure) ?? []
    const about = `${failure.expected} ${failure.actual}`
    const found = reproductionOf(shown, evidence.exchanges, about)
    if (!found) return failure
    const { exchange, script } = found
    return {
      ...failure,
      requests: shown.flatMap((each) => numbers.get(each) ?? []),
      exchange: {
        ...reported(exchange, evidence.settings),
        ...(script !== undefined && { script }),
      },
    }
  })
  return { ...result, failures }
}

/** The assumptions of a document; validators are compiled on first use, and kept for the next run. */
export function assumptionsOf({
  document = assumedDocument,
}: Pick<Settings, 'document'>): Assumptions {
  const assumptions = known.get(document) ?? new Assumptions(document)
  known.set(document, assumptions)
  return assumptions
}

/** A fact is proved if it held in a check and no check contradicts it. */
function factResults(verdicts: Judged[], ended: string | undefined): FactResult[] {
  return provable.map(({ id, section, statement }) => {
    const about = verdicts.filter(({ result }) => result.facts.includes(id))
    const failed = about.some(({ result }) => result.failures.some(({ fact }) => fact === id))
    const held = about.some((verdict) => verdict.held.has(id))
    const verdict = failed ? 'fail' : held ? 'pass' : 'undetermined'
    const reason = about.find(({ result }) => result.reason)?.result.reason ?? ended
    return {
      id,
      section,
      statement,
      verdict,
      ...(verdict === 'undetermined' && { reason: reason ?? 'no response contained it' }),
    }
  })
}
