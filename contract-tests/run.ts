import { type Judged, judged, reported } from './checks/check.ts'
import { keyWarnings } from './checks/given-keys.ts'
import { sections } from './checks/sections.ts'
import { masked } from './http/credentials.ts'
import type { Json } from './http/reading.ts'
import type { Settings } from './http/settings.ts'
import { type Journey, runJourney } from './journey/journey.ts'
import { type Findings, learn } from './learning/learn.ts'
import { Assumptions } from './observations/assumed.ts'
import { assumedChecks } from './observations/conformance.ts'
import { observe } from './observations/observe.ts'
import { reproductionOf } from './report/reproduction.ts'
import { unmetOf } from './report/requirements.ts'
import type { CheckResult, FactResult, Leftover, Outcome, RunResult } from './report/result.ts'
import { assumedDocument, type Fact, ledger } from './specification/documents.ts'

/** Facts that a check can prove, in the order of the ledger. */
export const provable: Fact[] = ledger.filter(({ proof }) => proof === 'contract')

// Validators are compiled on first use, and kept for the next run.
const known = new WeakMap<Json, Assumptions>()

export interface RunHooks {
  /** Ends the run early; it still deletes what it created. */
  signal?: AbortSignal
  /** Called after each response. */
  onProgress?: () => void
  /** Called at the start with a function that returns what was created and not deleted so far. */
  onStart?: (leftovers: () => Leftover[]) => void
}

export interface RunOutput {
  result: RunResult
  /** Present if the run learned. */
  findings?: Findings
  /** The differences from `settings.baseline`. Present if the run learned. */
  changes?: Findings
}

interface Run {
  settings: Settings
  journey: Journey
  verdicts: Judged[]
  startedAt: string
  durationMs: number
  interrupted: boolean
}

/** A whole run: first every request, then every verdict. */
export async function runSuite(
  settings: Settings,
  { signal = new AbortController().signal, onProgress, onStart }: RunHooks = {},
): Promise<RunOutput> {
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const journey = await runJourney(settings, signal, onProgress, onStart)
  const verdicts = journey.cannotRun === undefined ? judgeAll(journey) : []
  const durationMs = Math.round(performance.now() - start)
  const interrupted = signal.aborted
  const run: Run = { settings, journey, verdicts, startedAt, durationMs, interrupted }
  const findings = findingsOf(run, { document: settings.document ?? assumedDocument })
  const changes = settings.baseline && findingsOf(run, settings.baseline)
  return { result: toResult(run), ...(findings && { findings }), ...(changes && { changes }) }
}

function findingsOf(
  { settings, journey, verdicts, startedAt }: Run,
  base: { document: Json; unknown?: readonly string[] },
): Findings | undefined {
  if (!settings.learn || journey.cannotRun !== undefined) return undefined
  const compared = { ...base, assumptions: assumptionsOf(base) }
  const checks = verdicts.map(({ result }) => result)
  return withoutKeys(settings, learn(journey.evidence, compared, checks, startedAt))
}

function judgeAll({ evidence }: Journey): Judged[] {
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

function toResult(run: Run): RunResult {
  const { settings, journey, verdicts } = run
  const { evidence, client, leftovers, cannotRun } = journey
  const assumptions = assumptionsOf(settings)
  const observations = cannotRun === undefined ? observe(evidence, assumptions) : []
  const assumed =
    settings.level === 'assumed' ? assumedChecks(evidence, observations, assumptions) : []
  const checks = [...verdicts.map((verdict) => reproducible(verdict, journey)), ...assumed]
  const outcomes: [isSo: boolean, outcome: Outcome][] = [
    [run.interrupted, 'interrupted'],
    [cannotRun !== undefined, 'could_not_run'],
    [checks.some(({ verdict }) => verdict === 'fail'), 'failed'],
    [evidence.ended !== undefined, 'cut_short'],
  ]
  const facts = factResults(verdicts, cannotRun ?? evidence.ended).filter(
    ({ id }) => settings.facts?.includes(id) ?? true,
  )
  const isWhole = facts.length > 0 && facts.every(({ verdict }) => verdict === 'pass')
  const outcome = outcomes.find(([isSo]) => isSo)?.[1] ?? (isWhole ? 'passed' : 'incomplete')
  const warnings = keyWarnings(evidence)
  const unmet = unmetOf({ facts, outcome, warnings }, settings.requirements ?? {})
  const reason = cannotRun ?? evidence.ended
  return withoutKeys(settings, {
    format: 1,
    tool: { name: 'svc-sandbox', version: settings.version },
    baseUrl: settings.baseUrl,
    level: settings.level,
    ...(settings.facts && { isSelection: true }),
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    outcome,
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings }),
    ...(unmet.length > 0 && { unmet }),
    requests: {
      ...client.counts,
      total: client.total,
      repeated: client.repeated,
      allowed: { main: settings.maxRequests, total: settings.maxTotal },
    },
    credentials: {
      restricted: settings.tokens.restricted !== undefined,
      limited: settings.tokens.limited !== undefined,
      revoked: settings.tokens.revoked !== undefined,
      readOnly: settings.readOnly,
    },
    checks,
    facts,
    observations,
    leftovers,
  })
}

/** A check with the requests that showed each failure, and how to repeat the one that takes the fewest. */
function reproducible({ result, seen }: Judged, { evidence, client }: Journey): CheckResult {
  const failures = result.failures.map((failure) => {
    const shown = seen.get(failure) ?? []
    const about = `${failure.expected} ${failure.actual}`
    const found = reproductionOf(shown, evidence.exchanges, about)
    if (!found) return failure
    const { exchange, script } = found
    return {
      ...failure,
      requests: shown.map((each) => client.exchanges.indexOf(each) + 1),
      exchange: {
        ...reported(exchange, evidence.settings),
        ...(script !== undefined && { script }),
      },
    }
  })
  return { ...result, failures }
}

function assumptionsOf({ document = assumedDocument }: Pick<Settings, 'document'>): Assumptions {
  const assumptions = known.get(document) ?? new Assumptions(document)
  known.set(document, assumptions)
  return assumptions
}

/** Masks keys everywhere, because a server may repeat one anywhere. */
function withoutKeys<T>(settings: Pick<Settings, 'tokens' | 'headers'>, value: T): T {
  if (typeof value === 'string') return withoutSecrets(settings, value) as T
  if (Array.isArray(value)) return value.map((item) => withoutKeys(settings, item)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [
    withoutSecrets(settings, name),
    withoutKeys(settings, member),
  ])
  return Object.fromEntries(entries)
}

function withoutSecrets(
  { tokens, headers = {} }: Pick<Settings, 'tokens' | 'headers'>,
  text: string,
): string {
  return Object.entries(headers)
    .filter(([, value]) => value.length >= SHORTEST_SECRET)
    .reduce(
      (rest, [name, value]) => rest.replaceAll(value, `<${name} of --header>`),
      masked(text, tokens),
    )
}

/** A shorter value of a header is no secret, and part of many words. */
const SHORTEST_SECRET = 6

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
