import { type Travelled, travel } from '../journey/journey.ts'
import { type Findings, learn } from '../learning/learn.ts'
import { Assumptions } from '../observations/assumed.ts'
import { assumedChecks } from '../observations/conformance.ts'
import { observe } from '../observations/observe.ts'
import type { FactResult, Outcome, RunResult } from '../report/result.ts'
import { sections } from '../sections/sections.ts'
import { type Judged, judged } from './check.ts'
import { masked } from './credentials.ts'
import { assumedDocument, type Fact, ledger } from './documents.ts'
import type { Json } from './reading.ts'
import type { Settings } from './settings.ts'

/** Facts that a check of the suite proves, in the order of the ledger. */
export const provable: Fact[] = ledger.filter(({ proof }) => proof === 'contract')

// Validators of a document are compiled as they are needed; whoever runs again finds them.
const known = new WeakMap<Json, Assumptions>()

/** A run that has ended, before it is told. */
export interface Run {
  settings: Settings
  travelled: Travelled
  verdicts: Judged[]
  startedAt: string
  durationMs: number
  interrupted: boolean
}

/**
 * One whole run: every request, then every verdict. `signal` ends it early; what was created is
 * deleted all the same.
 */
export async function runSuite(
  settings: Settings,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunResult> {
  return toResult(await runOnce(settings, signal))
}

/** A run with second samples, and what can be learned from it. */
export async function runAndLearn(
  settings: Settings,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ result: RunResult; findings?: Findings }> {
  const run = await runOnce({ ...settings, learn: true }, signal)
  const findings = findingsOf(run)
  return { result: toResult(run), ...(findings && { findings }) }
}

async function runOnce(settings: Settings, signal: AbortSignal): Promise<Run> {
  const began = new Date()
  const start = performance.now()
  const travelled = await travel(settings, signal)
  const verdicts = travelled.cannotRun === undefined ? judgeAll(travelled) : []
  return {
    settings,
    travelled,
    verdicts,
    startedAt: began.toISOString(),
    durationMs: Math.round(performance.now() - start),
    interrupted: signal.aborted,
  }
}

/** What can be learned from a run; undefined where it could not begin, or was not to learn. */
export function findingsOf({
  settings,
  travelled,
  verdicts,
  startedAt,
}: Run): Findings | undefined {
  if (!settings.learn || travelled.cannotRun !== undefined) return undefined
  const compared = {
    document: settings.document ?? assumedDocument,
    assumptions: assumptionsOf(settings),
  }
  const checks = verdicts.map(({ result }) => result)
  return withoutKeys(settings, learn(travelled.evidence, compared, checks, startedAt))
}

/** The verdict of every check. */
export function judgeAll({ evidence }: Travelled): Judged[] {
  return sections.flatMap(({ number, checks }) =>
    checks.map((check) => judged(number, check, evidence)),
  )
}

/** What a run found, from its parts. */
export function toResult(run: Run): RunResult {
  const { settings, travelled, verdicts } = run
  const { evidence, client, leftovers, cannotRun } = travelled
  const assumptions = assumptionsOf(settings)
  const observations = cannotRun === undefined ? observe(evidence, assumptions) : []
  const assumed =
    settings.level === 'assumed' ? assumedChecks(evidence, observations, assumptions) : []
  const checks = [...verdicts.map(({ result }) => result), ...assumed]
  const failed = checks.some(({ verdict }) => verdict === 'fail')
  const outcome: Outcome = run.interrupted
    ? 'interrupted'
    : cannotRun !== undefined
      ? 'could_not_run'
      : failed
        ? 'failed'
        : evidence.ended !== undefined
          ? 'cut_short'
          : 'passed'
  const reason = cannotRun ?? evidence.ended
  return withoutKeys(settings, {
    format: 1,
    tool: { name: 'svc-sandbox', version: settings.version },
    baseUrl: settings.baseUrl,
    level: settings.level,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    outcome,
    ...(reason !== undefined && { reason }),
    requests: {
      ...client.counts,
      total: client.total,
      allowed: { main: settings.maxRequests, total: settings.maxTotal },
    },
    credentials: {
      restricted: settings.tokens.restricted !== undefined,
      limited: settings.tokens.limited !== undefined,
      revoked: settings.tokens.revoked !== undefined,
      readOnly: settings.readOnly,
    },
    checks,
    facts: factResults(verdicts, reason),
    observations,
    leftovers,
  })
}

function assumptionsOf({ document = assumedDocument }: Settings): Assumptions {
  const assumptions = known.get(document) ?? new Assumptions(document)
  known.set(document, assumptions)
  return assumptions
}

/** A server may put a key anywhere; no report repeats one. */
function withoutKeys<T>({ tokens }: Pick<Settings, 'tokens'>, value: T): T {
  if (typeof value === 'string') return masked(value, tokens) as T
  if (Array.isArray(value)) return value.map((item) => withoutKeys({ tokens }, item)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [
    masked(name, tokens),
    withoutKeys({ tokens }, member),
  ])
  return Object.fromEntries(entries)
}

/** A fact is proved where a check saw it hold and none saw it broken. */
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
      ...(verdict === 'undetermined' && { reason: reason ?? 'no response showed it' }),
    }
  })
}
