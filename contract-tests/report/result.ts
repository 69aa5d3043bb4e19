/** The result of a run as plain JSON. All reports are made from it, and `json=FILE` writes it. */
export interface RunResult {
  /** Version of this format. */
  format: 1
  tool: { name: string; version: string }
  /** The base URL that was checked, without credentials. */
  baseUrl: string
  level: Level
  /** Present if it is about the traffic of an app instead of a run of the suite. */
  traffic?: TrafficCounts
  /** Whether `--only` or `--skip` left facts out, so that `facts` does not have all. */
  isSelection?: boolean
  /** When the run began, in ISO 8601 UTC. */
  startedAt: string
  durationMs: number
  outcome: Outcome
  /** Why the run could not begin or was cut short. */
  reason?: string
  /** Keys that are not what their option needs: one that is refused, or has too high a limit. */
  warnings?: string[]
  /** Requirements of `--strict` and `--require` that this run does not meet. */
  unmet?: string[]
  requests: RequestCounts
  /** The available credentials; without one, some facts stay undetermined. */
  credentials: { restricted: boolean; limited: boolean; revoked: boolean; readOnly: boolean }
  checks: CheckResult[]
  /** The facts that a contract check can prove, in the order of the ledger. */
  facts: FactResult[]
  observations: Observation[]
  /** Campaigns that the run created and could not delete. */
  leftovers: Leftover[]
}

/** The exchanges of an app that passed a proxy. */
export interface TrafficCounts {
  exchanges: number
  /** Exchanges that were too large, broken off, or came too fast. */
  unjudged: number
}

/** `stated`: only contradictions of the provider's statements fail. `assumed`: differences from our assumptions too. */
export type Level = 'stated' | 'assumed'

export type Verdict = 'pass' | 'fail' | 'undetermined'

/**
 * How a run ended, as the headline says it. With their exit codes: `passed` 0 (every fact holds), `incomplete` 0 (some
 * facts are undetermined), `known_failures` 0 (each failure is accepted), `failed` 1, `could_not_run` 2 (nothing was
 * tried), `cut_short` 2 (the quota or the server ended), `interrupted` 130. `unmet` turns 0 and `cut_short` into 1.
 */
export type Outcome = FinishedOutcome | 'could_not_run' | 'cut_short' | 'interrupted'

/** Outcomes of runs that reached their end. */
type FinishedOutcome = 'passed' | 'incomplete' | 'known_failures' | 'failed'

const EXIT_CODES: Record<Outcome, number> = {
  passed: 0,
  incomplete: 0,
  known_failures: 0,
  failed: 1,
  could_not_run: 2,
  cut_short: 2,
  // As shells show a program that Ctrl-C stopped.
  interrupted: 130,
}

export function exitCodeOf({ outcome, unmet = [] }: Pick<RunResult, 'outcome' | 'unmet'>): number {
  const isShort = isFinished({ outcome }) || outcome === 'cut_short'
  return isShort && unmet.length > 0 ? 1 : EXIT_CODES[outcome]
}

/** Whether the run reached its end. */
export function isFinished({ outcome }: Pick<RunResult, 'outcome'>): boolean {
  return !['could_not_run', 'cut_short', 'interrupted'].includes(outcome)
}

/** The number of requests by credential. */
export interface RequestCounts {
  main: number
  restricted: number
  limited: number
  revoked: number
  misspelled: number
  anonymous: number
  total: number
  /** Requests of `main` and `total` that had to be sent again, which do not count against the limits. */
  repeated: { main: number; total: number }
  /** Limits of `main` and `total`. */
  allowed: { main: number; total: number }
}

export interface CheckResult {
  /** Section of the specification: `4`. */
  section: string
  /** A sentence about behaviour: `gets the campaign that was created`. */
  title: string
  facts: string[]
  verdict: Verdict
  /** Why it is undetermined. */
  reason?: string
  failures: Failure[]
  durationMs: number
}

/** A contradiction, with the number of exchanges that showed it. */
export interface Failure {
  /** Id of the contradicted fact; absent for an assumption (level `assumed`). */
  fact?: string
  /** The section of the specification that states it: `§8`. */
  section: string
  statement: string
  /** A phrase: `the header X-RateLimit-Limit`. */
  expected: string
  /** A phrase: `a response without it`. */
  actual: string
  operation?: string
  /** Set if a request of the app contradicts it, and not the server. */
  by?: 'app'
  occurrences: number
  /** The numbers of the requests of the run that showed it, from 1. */
  requests?: number[]
  /** The exchange that takes the fewest requests to repeat, among those that showed it. */
  exchange?: ReportedExchange
  /** Set if a file of `--known` accepts it. */
  known?: KnownFailure
}

/** An exchange with masked keys. */
export interface ReportedExchange {
  /** A command that repeats the request; the key is `$SVC_TOKEN` or the like. */
  curl: string
  /**
   * Shell commands that repeat the request from nothing, where it needs a campaign that the run created: they create
   * it, repeat what changed it since, send the request, and delete it.
   */
  script?: string
  /** The key of the request: `main`, `anonymous` … */
  credential?: string
  method: string
  url: string
  requestBody?: string
  /** Absent where no response came. */
  status?: number
  responseHeaders: Record<string, string>
  /** Cut to 2,000 characters, with its length. */
  responseBody: string
  durationMs: number
}

/** An accepted failure, with the last day (YYYY-MM-DD) on which it is accepted. */
export interface KnownFailure {
  owner: string
  expires: string
  reason?: string
}

export interface FactResult {
  id: string
  section: string
  statement: string
  verdict: Verdict
  /** Why it is undetermined. */
  reason?: string
}

/** Behaviour of a server where the specification is silent. */
export interface Observation {
  /** Stable and unique in a run: `status.createCampaign.success`. */
  id: string
  /** `status`, `failure`, `reset_unit`, `list_shape`, `extra_fields` and others. */
  subject: string
  operation?: string
  /** Situation of the request: `success`, `missing_credential`, `unknown_resource` … */
  situation?: string
  observed: unknown
  /** The assumption of our merged document, if any. */
  assumed?: unknown
  differs: boolean
  /** The number of exchanges that agreed. */
  samples: number
  /** For example `createCampaign returns 200 on success; our assumption: …`. */
  sentence: string
}

export interface Leftover {
  id: string
  name: string
  /** A command that deletes it; the key is `$SVC_TOKEN`. */
  curl: string
}
